// A player's city in the browser: shows every change at once, sends it, and takes in what others did meanwhile.

import { get, isPassing, pause, post } from "./api.js";
import { keyOf } from "./hexgrid.js";
import { Outbox } from "./outbox.js";
import { t } from "./words.js";

const RETRY_MS = 2000;
const POLL_MS = 2500;
const BUSY_POLL_MS = 350;
const SAVED_LOOK_MS = 30;

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
      if (this.isClosed) return;
      if (document.visibilityState === "visible" && this.outbox.isEmpty) await this.refresh().catch(() => {});
      setTimeout(look, this.isBusy ? BUSY_POLL_MS : POLL_MS);
    };
    setTimeout(look, this.isBusy ? BUSY_POLL_MS : POLL_MS);
  }

  /** The player is gone. */
  close() {
    this.isClosed = true;
  }

  get isBusy() {
    return ["waiting", "running"].includes(this.server.scan?.state);
  }

  /** Whether undo and redo can do something once the edits on their way have arrived. */
  get canUndo() {
    return !this.isSaved || this.server.can_undo;
  }

  get canRedo() {
    const last = this.outbox.edits.at(-1)?.action;
    return last === undefined ? this.server.can_redo : last === "undo" || last === "redo";
  }

  async refresh() {
    const found = await get(`${this.path}?since=${encodeURIComponent(this.server.stamp ?? "")}`);
    // An answer that was overtaken by an edit would show the city as it was before the edit.
    if (found && this.outbox.isEmpty && !isOlder(found, this.server)) this.take(found);
  }

  /** Comes true when everything is with the server. */
  async saved() {
    while (!this.isSaved) await pause(SAVED_LOOK_MS);
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
        if (isPassing(error)) {
          this.dispatchEvent(new CustomEvent("trouble", { detail: t("offline_edits") }));
          await pause(RETRY_MS);
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
    const seen = new Set();
    for (const edit of this.outbox.edits.filter(({ action }) => action === "change")) {
      for (const hex of edit.hexes) {
        if (hex.kind === null) this.hexes.delete(keyOf(hex.q, hex.r));
        else this.hexes.set(keyOf(hex.q, hex.r), hex);
      }
      for (const { q, r } of [...edit.hexes, ...edit.checked]) seen.add(keyOf(q, r));
      this.stones = edit.stones ?? this.stones;
    }
    this.unsure = (this.server.unsure ?? []).filter(([q, r]) => !seen.has(keyOf(q, r)));
  }
}

const isOlder = (one, other) => one.version < other.version || one.game_version < other.game_version;
