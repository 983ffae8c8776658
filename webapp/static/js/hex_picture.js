// Draws one hex of a city: its wall, its top, its glyph and its level.

import { svg } from "./dom.js";
import { centreOf, cornersAt, pointsText } from "./hexgrid.js";

const LIFT = 0.16;
const STARS = { house: 1, market: 2, barracks: 2, temple: 2, garden: 3 };

export const isPlaza = (kind) => kind.endsWith("_plaza");
export const districtOf = (kind) => kind.replace("_plaza", "");

/** The middle of the top face: higher hexes are lifted up. */
export function topCentre({ q, r, level }) {
  const [x, y] = centreOf(q, r);
  return [x, y - LIFT * (level - 1)];
}

export function hexPicture(hex, { badge = true } = {}) {
  const [x, y] = topCentre(hex);
  const corners = cornersAt([x, y], 0.97);
  const drop = LIFT * (hex.level - 0.3);
  const foot = [0, 1, 2, 3].map((i) => [corners[i][0], corners[i][1] + drop]);
  const wall = [corners[3], corners[0], ...foot];
  const group = svg(
    "g",
    { class: `hex k-${hex.kind}${isPlaza(hex.kind) ? " is-plaza" : ""}` },
    svg("polygon", { class: "wall", points: pointsText(wall) }),
    svg("polygon", { class: "top", points: pointsText(corners) }),
    ...face(hex.kind, x, y),
  );
  if (badge) group.append(...levelBadge(hex.level, x, y));
  return group;
}

/** The glyph of a kind, centred on a point, for a hex of size 1. */
export function face(kind, x, y) {
  if (!isPlaza(kind)) return [use(`g-${kind}`, x, y, 1.04)];
  const district = districtOf(kind);
  const stars = STARS[district];
  const starX = (i) => x + (i - (stars - 1) / 2) * 0.34;
  return [
    svg("circle", { class: "disc", cx: x, cy: y, r: 0.72 }),
    use(`g-${district}`, x, y - 0.22, 0.62),
    ...Array.from({ length: stars }, (_, i) => use("g-star", starX(i), y + 0.34, 0.34)),
  ];
}

function use(id, x, y, size) {
  return svg("use", { href: `#${id}`, class: "glyph", x: x - size / 2, y: y - size / 2, width: size, height: size });
}

function levelBadge(level, x, y) {
  const [bx, by] = [x + 0.45, y - 0.5];
  return [
    svg("circle", { class: "level-badge", cx: bx, cy: by, r: 0.26 }),
    svg("text", { class: "level-text", x: bx, y: by + 0.02 }, String(level)),
  ];
}
