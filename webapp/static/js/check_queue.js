// The hexes that the scanner was unsure of, to be looked at one after the other.

import { keyOf } from "./hexgrid.js";

export class CheckQueue {
  constructor(store, selection, show) {
    Object.assign(this, { store, selection, show });
  }

  get places() {
    return this.store.unsure;
  }

  /** Go on to the next place (1) or back (-1), from the one that is picked. */
  step(by) {
    const { places } = this;
    if (!places.length) return;
    const here = places.findIndex(([q, r]) => this.selection.keys.has(keyOf(q, r)));
    const next = here < 0 ? (by > 0 ? 0 : places.length - 1) : (here + by + places.length) % places.length;
    const [q, r] = places[next];
    this.selection.pick(q, r, false);
    this.show(q, r);
  }

  /** Found right: on to the next one. */
  passOn(looksRight) {
    const { places } = this;
    const isHere = ([q, r]) => this.selection.keys.has(keyOf(q, r));
    const here = Math.max(0, places.findIndex(isHere));
    const next = [...places.slice(here), ...places.slice(0, here)].find((place) => !isHere(place));
    looksRight();
    if (!next) return;
    this.selection.pick(...next, false);
    this.show(...next);
  }
}
