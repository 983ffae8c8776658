// The score sheet, like the pad of the game. A line lights up the hexes it is made of.

import { el, icon } from "./dom.js";
import { keyOf } from "./hexgrid.js";
import { districtName, kindName, t, term } from "./words.js";

export class ScorePanel {
  constructor(element, { store, selection, actions, show }) {
    Object.assign(this, { element, store, selection, actions, show });
    this.sheet = el("div", { class: "sheet" });
    element.append(this.sheet);
  }

  draw() {
    const { score } = this.store.server;
    const focused = document.activeElement?.closest?.("[data-district]")?.dataset.district;
    this.sheet.replaceChildren(
      ...Object.entries(score.districts).flatMap(([district, line]) => [this.#line(district, line), ...this.#reasons(district, line)]),
      this.#stones(),
      el("div", { class: "sheet-line sheet-total" }, el("span"), el("span", { class: "label" }, term("total")), el("span"), el("span", { class: "points", id: "sheet-total" }, String(score.total))),
    );
    if (focused) this.sheet.querySelector(`[data-district=${focused}]`).focus();
  }

  #line(district, line) {
    const isLit = this.selection.lit?.district === district;
    return el("button", { class: "sheet-line", type: "button", "aria-pressed": String(isLit), "data-district": district, onclick: () => this.selection.light(isLit ? null : litBy(district, line)) },
      icon(`g-${district}`, `chip-glyph k-${district}`), el("span", {}, districtName(district)),
      el("span", { class: "sum" }, `${line.value} × ${line.stars} `, el("span", { "aria-hidden": "true" }, "★"), el("span", { class: "visually-hidden" }, t("value_times_stars"))), el("span", { class: "points" }, String(line.points)));
  }

  #stones() {
    const { actions } = this;
    const step = (by, iconId, name) => el("button", { class: "icon-button", type: "button", "aria-label": name, onclick: () => actions.addStones(by) }, icon(iconId));
    return el("div", { class: "sheet-line" }, icon("g-stone", "chip-glyph k-stone"), el("span", {}, term("stones")),
      el("div", { class: "stepper", role: "group", "aria-label": term("stones") }, step(-1, "i-minus", t("fewer_stones")), el("output", { id: "stones" }, String(this.store.stones)), step(1, "i-plus", t("more_stones"))),
      el("span", { class: "points" }, String(this.store.stones)));
  }

  /** Under the line that is lit up: why each hex counts or not, those that do not first. */
  #reasons(district, line) {
    if (this.selection.lit?.district !== district) return [];
    const sorted = [...line.hexes].sort((a, b) => a.times - b.times || b.level - a.level);
    const notes = line.stars === 0 ? [el("li", { class: "muted small" }, term("no_plaza"))] : [];
    return [el("ul", { class: "reasons" }, ...notes, ...sorted.map((hex) => this.#reason(district, hex)))];
  }

  #reason(district, hex) {
    const worth = hex.times === 0 ? "0" : hex.times === 1 ? String(hex.level) : `2 × ${hex.level}`;
    const show = () => {
      this.selection.pick(hex.q, hex.r, false);
      this.show(hex.q, hex.r);
    };
    return el("li", { class: hex.times ? "" : "is-out" }, el("button", { type: "button", onclick: show },
      el("span", { class: "times" }, worth), el("span", {}, `${t("hex_name", { kind: kindName(district), level: hex.level })}: ${hex.sentence}`)));
  }
}

/** The hexes behind a line: those that count, and the plazas with their stars. */
function litBy(district, line) {
  const counted = line.hexes.filter((hex) => hex.times > 0).map((hex) => keyOf(hex.q, hex.r));
  const plazas = line.plazas.map(([q, r]) => keyOf(q, r));
  return { district, counted: new Set(counted), shown: new Set([...counted, ...plazas]) };
}
