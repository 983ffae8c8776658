// The city as a clean map.

import { svg } from "./dom.js";
import { onGestures } from "./gestures.js";
import { centreOf, cornersAt, keyOf, placesBeside, pointsText } from "./hexgrid.js";
import { hexPicture, topCentre } from "./hex_picture.js";
import { inDrawingOrder } from "./mini_map.js";
import { kindName, t } from "./words.js";

const optionId = (key) => `place-${key.replace(",", "_")}`;

export class MapView {
  constructor(element, { store, selection, camera, tap }) {
    Object.assign(this, { element, store, selection, camera });
    onGestures(element, {
      tap: (target, event) => {
        const place = target.closest?.("[data-place]");
        if (place) tap(...place.dataset.place.split(",").map(Number), event.shiftKey || event.ctrlKey || event.metaKey);
        else selection.clear();
      },
      pan: (dx, dy) => camera.pan(dx, dy),
      zoom: (factor, x, y) => camera.zoom(factor, x - element.clientWidth / 2, y - element.clientHeight / 2),
    });
    camera.addEventListener("change", () => this.look());
    new ResizeObserver(() => this.look()).observe(element);
  }

  look() {
    const { x, y, hexPx } = this.camera;
    const [w, h] = [this.element.clientWidth / hexPx, this.element.clientHeight / hexPx];
    if (w > 0 && h > 0) this.element.setAttribute("viewBox", `${x - w / 2} ${y - h / 2} ${w} ${h}`);
  }

  draw() {
    const { hexes } = this.store;
    const { keys, lit, cursor } = this.selection;
    const unsure = new Set(this.store.unsure.map(([q, r]) => keyOf(q, r)));
    this.element.classList.toggle("is-lighting", lit !== null);
    this.element.replaceChildren(
      svg("g", {}, ...placesBeside(hexes).map(([q, r]) => this.#addPlace(q, r))),
      svg("g", {}, ...inDrawingOrder(hexes.values()).map((hex) => this.#hex(hex, unsure))),
      svg("g", { "aria-hidden": "true" }, ...[...unsure].map((key) => this.#ring(key, "ring-unsure")), ...[...keys].flatMap((key) => [this.#ring(key, "ring-selected-under"), this.#ring(key, "ring-selected")])),
    );
    if (cursor && document.activeElement === this.element && document.body.classList.contains("uses-keyboard")) this.element.append(this.#ring(keyOf(...cursor), "ring-focus"));
    if (cursor) this.element.setAttribute("aria-activedescendant", optionId(keyOf(...cursor)));
    else this.element.removeAttribute("aria-activedescendant");
  }

  #hex(hex, unsure) {
    const key = keyOf(hex.q, hex.r);
    const group = hexPicture(hex);
    const name = t("hex_name", { kind: kindName(hex.kind), level: hex.level });
    group.setAttribute("id", optionId(key));
    group.setAttribute("role", "option");
    group.setAttribute("aria-label", unsure.has(key) ? `${name}, ${t("unsure")}` : name);
    group.setAttribute("aria-selected", String(this.selection.keys.has(key)));
    group.dataset.place = key;
    group.classList.toggle("is-lit", this.selection.lit?.shown.has(key) ?? false);
    if (unsure.has(key)) group.append(...unsureMark(topCentre(hex)));
    return group;
  }

  #addPlace(q, r) {
    const key = keyOf(q, r);
    const [x, y] = centreOf(q, r);
    const attributes = { id: optionId(key), role: "option", "aria-label": t("empty_place"), "aria-selected": String(this.selection.keys.has(key)), "data-place": key };
    return svg("g", attributes,
      svg("polygon", { class: "add-place", points: pointsText(cornersAt([x, y], 0.86)) }),
      svg("path", { class: "add-sign", d: `M${x - 0.2} ${y}h.4M${x} ${y - 0.2}v.4` }));
  }

  #ring(key, name) {
    const hex = this.store.hexes.get(key);
    const centre = hex ? topCentre(hex) : centreOf(...key.split(",").map(Number));
    return svg("polygon", { class: `ring ${name}`, points: pointsText(cornersAt(centre, 0.94)) });
  }
}

function unsureMark([x, y]) {
  return [
    svg("circle", { class: "unsure-mark", cx: x - 0.46, cy: y - 0.5, r: 0.25 }),
    svg("text", { class: "unsure-text", x: x - 0.46, y: y - 0.48 }, "?"),
  ];
}
