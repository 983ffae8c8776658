// Edits on their way to the server. They are kept in the browser until the server has them, so that a reload or a
// lost connection loses nothing; sending one twice does it once.

const randomName = () => crypto.getRandomValues(new Uint32Array(3)).reduce((text, n) => text + n.toString(36), "");

export class Outbox {
  /** @param {string} name what the edits belong to */
  constructor(name) {
    this.prefix = `akroscan-outbox:${name}:`;
    this.client = randomName();
    this.edits = this.#takeLeftovers();
    this.#save();
  }

  get isEmpty() {
    return this.edits.length === 0;
  }

  get first() {
    return this.edits[0];
  }

  add(edit) {
    this.edits.push({ uid: `${this.client}-${randomName()}`, ...edit });
    this.#save();
  }

  removeFirst() {
    this.edits.shift();
    this.#save();
  }

  /** What an earlier visit could not send any more. */
  #takeLeftovers() {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(this.prefix));
    const found = keys.flatMap((key) => JSON.parse(localStorage.getItem(key)));
    keys.forEach((key) => localStorage.removeItem(key));
    return found;
  }

  #save() {
    const key = this.prefix + this.client;
    try {
      if (this.isEmpty) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(this.edits));
    } catch {
      // A full store costs only the safety net: the edits are in memory and on their way.
    }
  }
}
