// A player's city in the browser: shows every change at once, sends it, and takes in what others did meanwhile.

import { Offline, get, post } from "./api.js";
import { keyOf } from "./hexgrid.js";
import { Outbox } from "./outbox.js";
import { t } from "./words.js";

const RETRY_MS = 2000;
const POLL_MS = 2500;
const BUSY_POLL_MS = 350;

/** Events: "change" when there is something new to draw, "trouble" with a sentence in `detail`. */
export class CityStore extends EventTarget {
  constructor(game, player) {
    super();
    this.path = `/games/${game}/players/${player.seat}`;
    this.outbox = new Outbox(`${game}:${player.seat}`);
    this.reading = player.reading ?? null;
    this.#adopt(player);
    if (!this.outbox.isEmpty) this.#send();
  }

  get isSaved() {
    return this.outbox.isEmpty;
  }

  /** Change hexes ({q, r, kind, level}, kind null removes), stones or checked places. */
  change({ hexes = [], stones, checked = [] }) {
    const edit = { action: "change", version: this.server.version, hexes, checked };
    this.#queue(stones === undefined ? edit : { ...edit, stones });
  }

  undo() {
    this.#queue({ action: "undo", version: this.server.version });
  }

  redo() {
    this.#queue({ action: "redo", version: this.server.version });
  }

  backToReading() {
    this.#queue({ action: "reading", version: this.server.version });
  }

  /** Ask the server now and then whether another tab, another phone or the scanner has something new. */
  watch() {
    const look = async () => {
      if (document.visibilityState === "visible" && this.outbox.isEmpty) await this.refresh().catch(() => {});
      setTimeout(look, this.isBusy ? BUSY_POLL_MS : POLL_MS);
    };
    setTimeout(look, this.isBusy ? BUSY_POLL_MS : POLL_MS);
  }

  get isBusy() {
    return ["waiting", "running"].includes(this.server.scan?.state);
  }

  async refresh() {
    const found = await get(`${this.path}?since=${encodeURIComponent(this.server.stamp ?? "")}`);
    if (found && this.outbox.isEmpty) this.take(found);
  }

  /** Show what the server says. */
  take(player) {
    this.#adopt(player);
    this.dispatchEvent(new Event("change"));
  }

  #queue(edit) {
    const wasEmpty = this.outbox.isEmpty;
    this.outbox.add(edit);
    this.#show();
    this.dispatchEvent(new Event("change"));
    if (wasEmpty) this.#send();
  }

  async #send() {
    while (!this.outbox.isEmpty) {
      try {
        this.#answered(await post(`${this.path}/edits`, this.outbox.first));
      } catch (error) {
        if (error instanceof Offline || error.status >= 500 || error.status === 429) {
          this.dispatchEvent(new CustomEvent("trouble", { detail: t("offline_edits") }));
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
          continue;
        }
        this.dispatchEvent(new CustomEvent("trouble", { detail: error.message }));
        this.#answered(error.data?.current ?? this.server);
      }
    }
  }

  #answered(player) {
    this.outbox.removeFirst();
    this.take(player);
  }

  #adopt(player) {
    this.server = player;
    if (player.reading !== undefined) this.reading = player.reading;
    this.#show();
  }

  /** What the user sees: the server's city with the edits that are still on their way. */
  #show() {
    this.hexes = new Map((this.server.hexes ?? []).map((hex) => [keyOf(hex.q, hex.r), hex]));
    this.stones = this.server.stones;
    for (const edit of this.outbox.edits.filter(({ action }) => action === "change")) {
      for (const hex of edit.hexes) {
        if (hex.kind === null) this.hexes.delete(keyOf(hex.q, hex.r));
        else this.hexes.set(keyOf(hex.q, hex.r), hex);
      }
      this.stones = edit.stones ?? this.stones;
    }
  }
}
