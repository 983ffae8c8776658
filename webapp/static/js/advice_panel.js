// What looks odd about the city, as friendly advice with a way to the place.

import { byId, el, redraw } from "./dom.js";
import { keyOf } from "./hexgrid.js";
import { t } from "./words.js";

// So many wrong kinds are no accident: the tiles look other than the ones the scanner knows.
const MANY_KINDS = 4;

export class AdvicePanel {
  constructor(element, { store, selection, show }) {
    Object.assign(this, { element, store, selection, show });
  }

  draw() {
    const { problems } = this.store.server;
    const corrected = this.#correctedKinds();
    const teaches = corrected >= MANY_KINDS;
    byId("advice-count").textContent = problems.length + teaches || "";
    const nothing = this.store.hexes.size ? t("no_problems") : t("empty_city");
    redraw(this.element, JSON.stringify([problems, nothing, teaches && corrected]), () => [
      ...(teaches ? [this.#teaching(corrected)] : []),
      ...problems.map((problem) => this.#item(problem)),
      ...(problems.length || teaches ? [] : [el("p", { class: "muted" }, nothing)]),
    ]);
  }

  #correctedKinds() {
    const { hexes, reading } = this.store;
    return (reading?.hexes ?? []).filter(({ q, r, kind }) => (hexes.get(keyOf(q, r))?.kind ?? kind) !== kind).length;
  }

  #teaching(count) {
    const link = el("a", { class: "button", href: this.element.dataset.calibrate }, t("teach_tiles"));
    return el("div", { class: "advice-item" }, el("p", {}, t("many_corrected", { count })), el("div", { class: "row" }, link));
  }

  #item({ sentence, places }) {
    const go = () => {
      this.selection.pickAll(places);
      this.show(...places[0]);
    };
    const button = places.length ? el("button", { class: "button", type: "button", onclick: go }, t("show_place")) : null;
    return el("div", { class: "advice-item" }, el("p", {}, sentence), el("div", { class: "row" }, button));
  }
}
