// The panel for the picked hex: its kind, its level, and what else can be done with it.

import { el, icon, svg } from "./dom.js";
import { keyOf, pointsText, cornersAt } from "./hexgrid.js";
import { face, isPlaza } from "./hex_picture.js";
import { kindName, t, term } from "./words.js";

export const KINDS = [
  "house", "market", "barracks", "temple", "garden", "quarry",
  "house_plaza", "market_plaza", "barracks_plaza", "temple_plaza", "garden_plaza",
];
const LIKELY_FROM = 0.02;

export class HexPanel {
  constructor(element, { store, selection, actions, queue }) {
    Object.assign(this, { element, store, selection, actions, queue });
    this.#build();
  }

  draw() {
    const { picked, pickedEmpty } = this.actions;
    const nothing = picked.length + pickedEmpty.length === 0;
    this.#drawQueue(picked);
    this.#drawTitle(picked, pickedEmpty);
    this.#drawKinds(picked, nothing);
    const levels = new Set(picked.map(({ level }) => level));
    this.level.textContent = levels.size === 1 ? [...levels][0] : levels.size ? "…" : "–";
    for (const button of [this.down, this.up, this.removeButton]) button.disabled = picked.length === 0;
    this.tileButton.disabled = !this.actions.tile;
    this.several.setAttribute("aria-pressed", String(this.selection.isSeveral));
    this.readingButton.disabled = !this.store.server.has_reading;
  }

  #build() {
    const { actions, queue, selection } = this;
    const button = (name, iconId, run) => el("button", { class: "icon-button", type: "button", "aria-label": name, title: name, onclick: run }, icon(iconId));
    this.previous = button(t("previous"), "i-back", () => queue.step(-1));
    this.next = button(t("next"), "i-next", () => queue.step(1));
    this.right = el("button", { class: "button", type: "button", id: "looks-right", onclick: () => queue.passOn(() => actions.looksRight()) }, icon("i-check"), t("looks_right"));
    this.queueText = el("span", { class: "queue-text" });
    this.queueRow = el("div", { class: "queue" }, this.previous, this.queueText, this.next, this.right);
    this.title = el("div", { class: "hex-title", "aria-live": "polite" });
    this.kinds = new Map(KINDS.map((kind) => [kind, this.#kindButton(kind)]));
    this.grid = el("div", { class: "kind-grid", role: "group", "aria-label": t("choose_kind") }, ...this.kinds.values());
    this.down = button(t("level_down"), "i-minus", () => actions.raise(-1));
    this.up = button(t("level_up"), "i-plus", () => actions.raise(1));
    this.level = el("output");
    this.tileButton = el("button", { class: "button", type: "button", onclick: () => actions.pickTile() }, t("whole_tile"));
    this.removeButton = button(t("remove"), "i-trash", () => actions.remove());
    this.removeButton.id = "remove-hex";
    this.several = el("button", { class: "button", type: "button", onclick: () => selection.setSeveral(!selection.isSeveral) }, t("several"));
    this.readingButton = el("button", { class: "button", type: "button", onclick: () => this.store.backToReading() }, t("back_to_reading"));
    this.element.append(
      this.queueRow, this.title, this.grid,
      el("div", { class: "hex-actions" },
        el("div", { class: "stepper", role: "group", "aria-label": term("level") }, this.down, this.level, this.up), this.tileButton, this.removeButton),
      el("div", { class: "hex-actions" }, this.several, this.readingButton),
    );
  }

  #kindButton(kind) {
    const picture = svg("svg", { viewBox: "-1 -1 2 2", class: "kind-face", "aria-hidden": "true" },
      svg("g", { class: `k-${kind}${isPlaza(kind) ? " is-plaza" : ""}` }, svg("polygon", { class: "top", points: pointsText(cornersAt([0, 0], 0.99)) }), ...face(kind, 0, 0)));
    return el("button", { class: "kind-button", type: "button", "aria-label": kindName(kind), title: kindName(kind), "data-kind": kind, onclick: () => this.actions.setKind(kind) }, picture);
  }

  #drawQueue(picked) {
    const count = this.queue.places.length;
    const isQueued = picked.some(({ q, r }) => this.queue.places.some(([uq, ur]) => uq === q && ur === r));
    this.queueRow.classList.toggle("has-unsure", count > 0);
    this.queueText.textContent = count ? t("to_check", { count }) : this.store.server.has_reading ? t("all_checked") : "";
    this.previous.disabled = this.next.disabled = count === 0;
    this.right.disabled = !isQueued;
  }

  #drawTitle(picked, empty) {
    if (picked.length === 1 && !empty.length) {
      const [{ q, r, kind, level }] = picked;
      const hint = this.#reason(q, r);
      this.title.replaceChildren(el("strong", {}, t("hex_name", { kind: kindName(kind), level })), el("span", {}, hint));
    } else if (picked.length + empty.length > 1) {
      this.title.replaceChildren(el("strong", {}, t("several_selected", { count: picked.length + empty.length })));
    } else if (empty.length) {
      this.title.replaceChildren(el("strong", {}, t("new_hex")));
    } else {
      this.title.replaceChildren(el("span", {}, this.store.hexes.size ? t("nothing_selected") : t("start_by_hand")));
    }
  }

  /** Why the hex counts or not, from the score sheet. */
  #reason(q, r) {
    const lines = Object.values(this.store.server.score.districts).flatMap((line) => line.hexes);
    const found = lines.find((hex) => hex.q === q && hex.r === r);
    if (!found) return "";
    const verdict = [t("counts_not"), t("counts"), t("counts_double")][found.times];
    return `${verdict}: ${found.sentence}`;
  }

  /** The scanner's runners-up come first, and no button changes its place while a hex is being corrected. */
  #drawKinds(picked, nothing) {
    const current = new Set(picked.map(({ kind }) => kind));
    const likely = picked.length === 1 ? this.#runnersUp(picked[0]) : [];
    const order = [...likely, ...KINDS.filter((kind) => !likely.includes(kind))];
    if (order.join() !== this.order) this.grid.replaceChildren(...order.map((kind) => this.kinds.get(kind)));
    this.order = order.join();
    for (const [kind, button] of this.kinds) {
      button.disabled = nothing;
      button.setAttribute("aria-pressed", String(current.has(kind)));
      button.classList.toggle("is-likely", likely.includes(kind));
      button.title = likely.includes(kind) ? `${kindName(kind)}, ${t("likely")}` : kindName(kind);
    }
  }

  #runnersUp({ q, r }) {
    const read = this.store.reading?.hexes.find((hex) => keyOf(hex.q, hex.r) === keyOf(q, r));
    const likely = (read?.alternatives ?? []).filter(({ kind, probability }) => kind !== read.kind && probability >= LIKELY_FROM);
    return [...new Set(likely.map(({ kind }) => kind))].slice(0, 3);
  }
}
