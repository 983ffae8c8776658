// Small pictures of cities: fills every element with a `data-city` of [q, r, kind, level] rows.

import { svg } from "./dom.js";
import { boxAround } from "./hexgrid.js";
import { hexPicture } from "./hex_picture.js";

export const inDrawingOrder = (hexes) =>
  [...hexes].sort((a, b) => a.r + a.q / 2 - (b.r + b.q / 2) || a.level - b.level);

export const fromRows = (rows) => rows.map(([q, r, kind, level]) => ({ q, r, kind, level }));

/** A picture of a city that fills its box. */
export function miniMap(hexes, { badge = false, label } = {}) {
  const box = boxAround(hexes.map(({ q, r }) => [q, r]), 1.25);
  const name = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return svg(
    "svg",
    { class: "city-map mini-map", viewBox: box.join(" "), ...name },
    ...inDrawingOrder(hexes).map((hex) => hexPicture(hex, { badge })),
  );
}

export function drawMiniMaps(root = document) {
  for (const holder of root.querySelectorAll("[data-city]")) {
    const hexes = fromRows(JSON.parse(holder.dataset.city));
    if (hexes.length) holder.replaceChildren(miniMap(hexes, { badge: "badge" in holder.dataset, label: holder.dataset.label }));
  }
}
