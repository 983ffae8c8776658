// Makes HTML and SVG elements. Text always goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export const el = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
export const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** A small picture from the sprite in the page. */
export const icon = (id, name = "") =>
  svg("svg", { viewBox: id.startsWith("i-") ? "0 0 24 24" : "0 0 20 20", class: name, "aria-hidden": "true" }, svg("use", { href: `#${id}` }));

/** Fill an element anew only when `key` says that it would look different: a button replaced under the finger loses the tap. */
export function redraw(element, key, children) {
  if (element.drawnKey === key) return;
  element.drawnKey = key;
  element.replaceChildren(...children());
}

export const byId = (id) => document.getElementById(id);

/** JSON that the server put into the page. */
export const pageData = (id) => JSON.parse(byId(id).textContent);
