// What both views look at: a point of the hex grid and how large a hex is on the screen. One camera keeps them in step.

import { boxAround, centreOf } from "./hexgrid.js";

const [SMALLEST_HEX_PX, LARGEST_HEX_PX] = [9, 140];

/** Fires "change" when the views have to follow. */
export class Camera extends EventTarget {
  x = 0;
  y = 0;
  hexPx = 40;

  /** Move by pixels of the screen. */
  pan(dx, dy) {
    this.#set(this.x - dx / this.hexPx, this.y - dy / this.hexPx, this.hexPx);
  }

  /** Zoom so that the point (offsetX, offsetY) in pixels from the middle stays where it is. */
  zoom(factor, offsetX = 0, offsetY = 0) {
    const hexPx = Math.min(LARGEST_HEX_PX, Math.max(SMALLEST_HEX_PX, this.hexPx * factor));
    const grown = 1 / this.hexPx - 1 / hexPx;
    this.#set(this.x + offsetX * grown, this.y + offsetY * grown, hexPx);
  }

  /** Show all of a city in a space of so many pixels. */
  fit(places, width, height) {
    const [x, y, w, h] = boxAround(places, 1.9);
    this.#set(x + w / 2, y + h / 2, Math.max(SMALLEST_HEX_PX, Math.min(70, width / w, height / h)));
  }

  /** Bring a place into the middle, a little closer if it is tiny. */
  show(q, r) {
    this.#set(...centreOf(q, r), Math.max(this.hexPx, 34));
  }

  #set(x, y, hexPx) {
    Object.assign(this, { x, y, hexPx });
    this.dispatchEvent(new Event("change"));
  }
}
