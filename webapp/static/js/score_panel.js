// The score sheet, like the pad of the game. A line lights up the hexes it is made of.

import { el, icon, redraw } from "./dom.js";
import { keyOf } from "./hexgrid.js";
import { districtName, kindName, t, term } from "./words.js";

/** Its lines and buttons are made once: what is replaced when an answer arrives loses the tap that is under way. */
export class ScorePanel {
  constructor(element, { store, selection, actions, show }) {
    Object.assign(this, { element, store, selection, actions, show });
    this.lines = Object.keys(store.server.score.districts).map((district) => this.#line(district));
    this.total = el("span", { class: "points", id: "sheet-total" });
    this.sheet = el("div", { class: "sheet" },
      ...this.lines.flatMap(({ button, reasons }) => [button, reasons]), this.#stones(),
      el("div", { class: "sheet-line sheet-total" }, el("span"), el("span", { class: "label" }, term("total")), el("span"), this.total));
    element.append(this.sheet);
  }

  draw() {
    const { score } = this.store.server;
    for (const line of this.lines) this.#drawLine(line, score.districts[line.district]);
    this.stones.textContent = this.stonePoints.textContent = String(this.store.stones);
    this.total.textContent = String(score.total);
  }

  #line(district) {
    const [sum, points] = [el("span"), el("span", { class: "points" })];
    const button = el("button", { class: "sheet-line", type: "button", "data-district": district, onclick: () => this.#toggle(district) },
      icon(`g-${district}`, `chip-glyph k-${district}`), el("span", {}, districtName(district)),
      el("span", { class: "sum" }, sum, el("span", { "aria-hidden": "true" }, "★"), el("span", { class: "visually-hidden" }, t("value_times_stars"))), points);
    return { district, button, sum, points, reasons: el("ul", { class: "reasons", hidden: true }) };
  }

  #toggle(district) {
    const isLit = this.selection.lit?.district === district;
    this.selection.light(isLit ? null : litBy(district, this.store.server.score.districts[district]));
  }

  #drawLine({ district, button, sum, points, reasons }, line) {
    const isLit = this.selection.lit?.district === district;
    button.setAttribute("aria-pressed", String(isLit));
    sum.textContent = `${line.value} × ${line.stars} `;
    points.textContent = String(line.points);
    reasons.hidden = !isLit;
    redraw(reasons, JSON.stringify(isLit && line), () => (isLit ? this.#reasons(district, line) : []));
  }

  #stones() {
    const { actions } = this;
    const step = (by, iconId, name) => el("button", { class: "icon-button", type: "button", "aria-label": name, onclick: () => actions.addStones(by) }, icon(iconId));
    this.stones = el("output", { id: "stones" });
    this.stonePoints = el("span", { class: "points" });
    return el("div", { class: "sheet-line" }, icon("g-stone", "chip-glyph k-stone"), el("span", {}, term("stones")),
      el("div", { class: "stepper", role: "group", "aria-label": term("stones") }, step(-1, "i-minus", t("fewer_stones")), this.stones, step(1, "i-plus", t("more_stones"))),
      this.stonePoints);
  }

  /** Under the line that is lit up: why each hex counts or not, those that do not first. */
  #reasons(district, line) {
    const sorted = [...line.hexes].sort((a, b) => a.times - b.times || b.level - a.level);
    const notes = line.stars === 0 ? [el("li", { class: "muted small" }, term("no_plaza"))] : [];
    return [...notes, ...sorted.map((hex) => this.#reason(district, hex))];
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
