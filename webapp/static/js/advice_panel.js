// What looks odd about the city, as friendly advice with a way to the place.

import { byId, el, redraw } from "./dom.js";
import { t } from "./words.js";

export class AdvicePanel {
  constructor(element, { store, selection, show }) {
    Object.assign(this, { element, store, selection, show });
  }

  draw() {
    const { problems } = this.store.server;
    byId("advice-count").textContent = problems.length || "";
    const nothing = this.store.hexes.size ? t("no_problems") : t("empty_city");
    redraw(this.element, JSON.stringify([problems, nothing]), () =>
      problems.length ? problems.map((problem) => this.#item(problem)) : [el("p", { class: "muted" }, nothing)]);
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
