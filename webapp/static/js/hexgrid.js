// Places on the flat-top hex grid, as in scoring/axial.py: x = 1.5 q, y = sqrt(3) (r + q / 2) in hex sizes.

const HEIGHT = Math.sqrt(3);
const STEPS = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]];
const CORNERS = [0, 1, 2, 3, 4, 5].map((i) => [Math.cos((i * Math.PI) / 3), Math.sin((i * Math.PI) / 3)]);

export const keyOf = (q, r) => `${q},${r}`;
export const placeOf = (key) => key.split(",").map(Number);
export const centreOf = (q, r) => [1.5 * q, HEIGHT * (r + q / 2)];
export const neighboursOf = (q, r) => STEPS.map(([dq, dr]) => [q + dq, r + dr]);
export const cornersAt = ([x, y], size = 1) => CORNERS.map(([cx, cy]) => [x + cx * size, y + cy * size]);
export const pointsText = (points) => points.map(([x, y]) => `${x.toFixed(3)},${y.toFixed(3)}`).join(" ");

/** The empty places beside a city; a city without hexes can begin at (0, 0). */
export function placesBeside(hexes) {
  if (hexes.size === 0) return [[0, 0]];
  const beside = new Map();
  for (const { q, r } of hexes.values()) {
    for (const [nq, nr] of neighboursOf(q, r)) {
      if (!hexes.has(keyOf(nq, nr))) beside.set(keyOf(nq, nr), [nq, nr]);
    }
  }
  return [...beside.values()];
}

/** The smallest box around places, with a margin, as [x, y, width, height]. */
export function boxAround(places, margin = 1.4) {
  const centres = places.length ? places.map(([q, r]) => centreOf(q, r)) : [[0, 0]];
  const xs = centres.map(([x]) => x);
  const ys = centres.map(([, y]) => y);
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return [left, top, Math.max(...xs) + margin - left, Math.max(...ys) + margin - top];
}

/** A perspective map given as nine numbers, row by row. */
export function project(m, [x, y]) {
  const w = m[6] * x + m[7] * y + m[8];
  return [(m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w];
}

/** The map that goes the other way. */
export function inverse(m) {
  const [a, b, c, d, e, f, g, h, i] = m;
  return [
    e * i - f * h, c * h - b * i, b * f - c * e,
    f * g - d * i, a * i - c * g, c * d - a * f,
    d * h - e * g, b * g - a * h, a * e - b * d,
  ];
}

/** How many pixels a hex size takes near a point. */
export function scaleAt(m, [x, y]) {
  const [x0, y0] = project(m, [x, y]);
  const [x1, y1] = project(m, [x + 0.5, y]);
  const [x2, y2] = project(m, [x, y + 0.5]);
  return 2 * Math.sqrt(Math.abs((x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)));
}
