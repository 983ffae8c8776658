// The photo with the reading drawn over it. Follows the same camera as the map.

import { svg } from "./dom.js";
import { onGestures } from "./gestures.js";
import { centreOf, cornersAt, inverse, keyOf, placesBeside, pointsText, project, scaleAt } from "./hexgrid.js";
import { face } from "./hex_picture.js";

export class PhotoView {
  constructor(element, { store, selection, camera, tap, takeCity }) {
    Object.assign(this, { element, store, selection, camera });
    onGestures(element, {
      tap: (target, event) => {
        const [place, city] = [target.closest?.("[data-place]"), target.closest?.("[data-city]")];
        if (city) takeCity(Number(city.dataset.city));
        else if (place) tap(...place.dataset.place.split(",").map(Number), event.shiftKey || event.ctrlKey || event.metaKey);
        else selection.clear();
      },
      pan: (dx, dy) => this.#pan(dx, dy),
      zoom: (factor, x, y) => camera.zoom(factor, (x - element.clientWidth / 2), (y - element.clientHeight / 2)),
    });
    camera.addEventListener("change", () => this.look());
    new ResizeObserver(() => this.look()).observe(element);
  }

  /**
   * A photo that has no reading yet, shown instead of the one that was read.
   * @type {{href: string, width: number, height: number, shapes: SVGElement[]} | null}
   */
  newPhoto = null;

  get map() {
    return this.newPhoto ? null : this.store.reading?.lattice_to_photo ?? null;
  }

  look() {
    const [w, h] = [this.element.clientWidth, this.element.clientHeight];
    if (!w || !h) return;
    if (!this.map) {
      if (this.newPhoto) this.element.setAttribute("viewBox", `0 0 ${this.newPhoto.width} ${this.newPhoto.height}`);
      return;
    }
    const point = [this.camera.x, this.camera.y];
    const [x, y] = project(this.map, point);
    const perPx = scaleAt(this.map, point) / this.camera.hexPx;
    this.element.setAttribute("viewBox", `${x - (w * perPx) / 2} ${y - (h * perPx) / 2} ${w * perPx} ${h * perPx}`);
  }

  draw() {
    const shown = this.newPhoto ?? this.#readPhoto();
    if (!shown) {
      this.element.replaceChildren();
      return;
    }
    const { href, width, height } = shown;
    // The picture itself stays in the page, so that it does not flicker when something is drawn over it.
    if (this.image?.getAttribute("href") !== href) this.image = svg("image", { href, width, height });
    this.element.classList.toggle("is-lighting", this.selection.lit !== null);
    this.element.replaceChildren(this.image, ...(this.map ? this.#spots() : shown.shapes));
    this.look();
  }

  #readPhoto() {
    const photo = this.store.reading?.photo;
    return photo && { href: photo.preview, width: photo.width_px, height: photo.height_px, shapes: [] };
  }

  /** How many times larger than the view the city is, with the camera where it is: near hexes are larger than on the map. */
  overflow(toolsPx) {
    if (!this.map) return 1;
    const point = [this.camera.x, this.camera.y];
    const [x, y] = project(this.map, point);
    const perPx = scaleAt(this.map, point) / this.camera.hexPx;
    const [right, below] = [this.element.clientWidth / 2, this.element.clientHeight / 2];
    const share = ([cx, cy]) => Math.max(Math.abs(cx - x) / perPx / right, (y - cy) / perPx / below, (cy - y) / perPx / (below - toolsPx));
    return Math.max(1, ...this.store.reading.hexes.flatMap((hex) => hex.outline.map(share)));
  }

  #pan(dx, dy) {
    if (!this.map) return;
    const point = [this.camera.x, this.camera.y];
    const perPx = scaleAt(this.map, point) / this.camera.hexPx;
    const [x, y] = project(this.map, point);
    const [nx, ny] = project(inverse(this.map), [x - dx * perPx, y - dy * perPx]);
    this.camera.pan((point[0] - nx) * this.camera.hexPx, (point[1] - ny) * this.camera.hexPx);
  }

  #spots() {
    const { hexes, reading } = this.store;
    const read = new Map(reading.hexes.map((hex) => [keyOf(hex.q, hex.r), hex]));
    const unsure = new Set(this.store.unsure.map(([q, r]) => keyOf(q, r)));
    const spots = [...hexes.values()].map((hex) => this.#spot(hex, read.get(keyOf(hex.q, hex.r)), unsure));
    const isSelected = (spot) => spot.classList.contains("is-selected");
    return [
      ...placesBeside(hexes).map(([q, r]) => svg("polygon", { class: "add-spot", "data-place": keyOf(q, r), points: pointsText(this.#outline(q, r)) })),
      ...spots.filter((spot) => !isSelected(spot)),
      ...spots.filter(isSelected),
    ];
  }

  #spot(hex, read, unsure) {
    const key = keyOf(hex.q, hex.r);
    const outline = pointsText(read?.outline ?? this.#outline(hex.q, hex.r));
    const [x, y] = read ? [read.x, read.y] : project(this.map, centreOf(hex.q, hex.r));
    const size = scaleAt(this.map, centreOf(hex.q, hex.r));
    const states = { "is-unsure": unsure.has(key), "is-selected": this.selection.keys.has(key), "is-lit": this.selection.lit?.shown.has(key) };
    const names = Object.keys(states).filter((name) => states[name]);
    const tag = svg("g", { transform: `translate(${x} ${y}) scale(${size})` },
      svg("circle", { class: "tag", cx: -0.22, cy: 0, r: 0.3 }), ...tagFace(hex.kind),
      svg("circle", { class: "tag-level", cx: 0.3, cy: 0, r: 0.25 }), svg("text", { class: "tag-text", x: 0.3, y: 0.02 }, String(hex.level)));
    return svg("g", { class: ["spot", `k-${hex.kind}`, ...names].join(" "), "data-place": key },
      svg("polygon", { class: "outline-under", points: outline }), svg("polygon", { class: "outline", points: outline }), tag);
  }

  /** Where a place that was not read lies in the photo. */
  #outline(q, r) {
    return cornersAt(centreOf(q, r), 0.97).map((corner) => project(this.map, corner));
  }
}

function tagFace(kind) {
  return [svg("g", { transform: "translate(-0.22 0) scale(0.42)" }, ...face(kind, 0, 0))];
}
