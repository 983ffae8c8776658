// The cities that were found in a photo, each outlined and with its number.

import { svg } from "./dom.js";
import { pointsText } from "./hexgrid.js";

const NUMBER_SHARE = 1 / 14;

/** Shapes to be drawn over the photo of a scan; each city knows its index as `data-city`. */
export function numberedCities({ photo, result }) {
  const size = photo.width_px * NUMBER_SHARE;
  const within = (value, most) => Math.min(most - 0.6 * size, Math.max(0.6 * size, value));
  return result.cities.map(({ hexes }, index) => {
    const x = within(mean(hexes.map((hex) => hex.x)), photo.width_px);
    const y = within(mean(hexes.map((hex) => hex.y)), photo.height_px);
    const number = svg("text", { class: "deal-number", transform: `translate(${x} ${y}) scale(${size})` }, String(index + 1));
    return svg("g", { "data-city": index }, ...hexes.map((hex) => svg("polygon", { class: "deal-hex", points: pointsText(hex.outline) })), number);
  });
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
