// What can be done to the picked hexes. Mouse, finger and keyboard all go through here.

import { keyOf, placeOf } from "./hexgrid.js";

const [LOWEST, HIGHEST] = [1, 9];
const MOST_STONES = 40;

export class CityActions {
  constructor(store, selection) {
    Object.assign(this, { store, selection });
  }

  /** The picked hexes that are there. */
  get picked() {
    return [...this.selection.keys].map((key) => this.store.hexes.get(key)).filter(Boolean);
  }

  /** The picked places where nothing is built. */
  get pickedEmpty() {
    return [...this.selection.keys].filter((key) => !this.store.hexes.has(key)).map(placeOf);
  }

  setKind(kind) {
    const added = this.pickedEmpty.map(([q, r]) => ({ q, r, kind, level: 1 }));
    const changed = this.picked.map(({ q, r, level }) => ({ q, r, kind, level }));
    this.#change([...changed, ...added]);
  }

  setLevel(level) {
    this.#change(this.picked.map((hex) => ({ ...hex, level })));
  }

  raise(by) {
    this.#change(this.picked.map((hex) => ({ ...hex, level: Math.min(HIGHEST, Math.max(LOWEST, hex.level + by)) })));
  }

  remove() {
    this.#change(this.picked.map(({ q, r }) => ({ q, r, kind: null })));
  }

  looksRight() {
    if (this.picked.length) this.store.change({ checked: this.picked.map(({ q, r }) => ({ q, r })) });
  }

  addStones(by) {
    const stones = Math.min(MOST_STONES, Math.max(0, this.store.stones + by));
    if (stones !== this.store.stones) this.store.change({ stones });
  }

  /** The read tile that a picked hex belongs to. */
  get tile() {
    const [hex] = this.picked;
    const isPicked = ([q, r]) => hex && q === hex.q && r === hex.r;
    const tile = this.store.reading?.tiles.find(({ places }) => places.some(isPicked));
    const standing = tile?.places.filter(([q, r]) => this.store.hexes.has(keyOf(q, r)));
    return standing?.length > 1 ? standing : null;
  }

  pickTile() {
    if (this.tile) this.selection.pickAll(this.tile);
  }

  #change(hexes) {
    const isNew = (hex) => {
      const now = this.store.hexes.get(keyOf(hex.q, hex.r));
      return hex.kind === null || now?.kind !== hex.kind || now?.level !== hex.level;
    };
    const changed = hexes.filter(isNew).map(({ q, r, kind, level }) => (kind === null ? { q, r, kind } : { q, r, kind, level }));
    if (changed.length) this.store.change({ hexes: changed });
  }
}
