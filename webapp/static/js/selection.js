// What the user has picked on the map: places, the keyboard's cursor, and a line of the score sheet that is lit up.

import { keyOf } from "./hexgrid.js";

/** Fires "change". Places may be empty ones, where a hex can be added. */
export class Selection extends EventTarget {
  keys = new Set();
  cursor = null;
  isSeveral = false;
  /** @type {{district: string, counted: Set<string>, shown: Set<string>} | null} */
  lit = null;

  get isEmpty() {
    return this.keys.size === 0;
  }

  /** Pick one place, or with `add` put it to the others or take it away. */
  pick(q, r, add = this.isSeveral) {
    const key = keyOf(q, r);
    if (!add) this.keys = new Set([key]);
    else if (!this.keys.delete(key)) this.keys.add(key);
    this.cursor = [q, r];
    this.#changed();
  }

  pickAll(places) {
    this.keys = new Set(places.map(([q, r]) => keyOf(q, r)));
    this.#changed();
  }

  moveCursor(q, r) {
    this.cursor = [q, r];
    this.#changed();
  }

  clear() {
    this.keys = new Set();
    this.isSeveral = false;
    this.lit = null;
    this.#changed();
  }

  setSeveral(isSeveral) {
    this.isSeveral = isSeveral;
    if (!isSeveral && this.keys.size > 1) this.keys = new Set();
    this.#changed();
  }

  light(lit) {
    this.lit = lit;
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
