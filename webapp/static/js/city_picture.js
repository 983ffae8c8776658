// A picture of a city with its score to take along, made of the map that is on the page.

import { svg } from "./dom.js";

const WIDTH_PX = 1200;
const STYLED = ["fill", "stroke", "stroke-width", "stroke-linejoin", "color", "opacity"];

/** The map as an SVG of its own: with its colours, its glyphs and a title. */
function standalone(map, title) {
  const [x, y, w, h] = map.getAttribute("viewBox").split(" ").map(Number);
  const band = h * 0.13;
  const copy = map.cloneNode(true);
  copyColours(map, copy);
  const picture = svg("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `${x} ${y - band} ${w} ${h + band}`, width: WIDTH_PX, height: Math.round((WIDTH_PX * (h + band)) / w) });
  const defs = document.querySelector(".sprite defs").cloneNode(true);
  for (const cut of defs.querySelectorAll(".g-cut")) cut.setAttribute("stroke", "#00000066");
  const heading = svg("text", { x: x + w / 2, y: y - band * 0.3, "font-size": band * 0.55, "font-family": "Georgia, serif", "font-weight": 700, "text-anchor": "middle", fill: "#2a2521" }, title);
  picture.append(defs, svg("rect", { x, y: y - band, width: w, height: h + band, fill: "#f5efe4" }), heading, ...copy.childNodes);
  return picture;
}

/** Style sheets do not travel with a file, so every shape takes its colours along. */
function copyColours(from, to) {
  const [sources, targets] = [from.querySelectorAll("*"), to.querySelectorAll("*")];
  sources.forEach((source, index) => {
    const style = getComputedStyle(source);
    for (const name of STYLED) targets[index].setAttribute(name, style.getPropertyValue(name));
    if (source.tagName === "text") {
      targets[index].setAttribute("font-size", style.fontSize);
      targets[index].setAttribute("font-weight", "700");
      targets[index].setAttribute("font-family", "sans-serif");
      targets[index].setAttribute("text-anchor", "middle");
      targets[index].setAttribute("dominant-baseline", "central");
    }
  });
}

/** Save the picture as a PNG. */
export async function savePicture(map, title, name) {
  const picture = standalone(map, title);
  const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH_PX;
  canvas.height = Number(picture.getAttribute("height"));
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  const png = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(png);
  link.download = `${name}.png`;
  link.click();
}
