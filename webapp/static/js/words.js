// The words of the page in the visitor's language, put into it by the server.

const words = JSON.parse(document.getElementById("words").textContent);
const plural = new Intl.PluralRules(document.documentElement.lang);

/** The words for a key, with values filled in; a `count` picks the plural. */
export function t(key, values = {}) {
  let text = words[key];
  if (typeof text === "object") text = text[plural.select(values.count)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

export const kindName = (kind) => words.kinds[kind];
export const districtName = (district) => words.districts[district];
export const term = (name) => words.terms[name];
