// Everything on the map by keyboard. The help sheet lists the same keys.

import { byId } from "./dom.js";
import { centreOf, keyOf, placesBeside } from "./hexgrid.js";

const LETTERS = { h: "house", m: "market", b: "barracks", t: "temple", g: "garden", q: "quarry" };
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The key as the help sheet names it: on a layout without Latin letters, the one that lies in the same place. */
function keyFor({ key, code }) {
  if (key.length !== 1 || key.charCodeAt(0) < 128) return key;
  return { BracketLeft: "[", BracketRight: "]" }[code] ?? (code.startsWith("Key") ? code.slice(3).toLowerCase() : key);
}

export function wireKeyboard({ store, selection, actions, queue, camera, show, switchView, fit }) {
  const plain = {
    n: () => queue.step(1),
    p: () => queue.step(-1),
    w: () => actions.pickTile(),
    v: switchView,
    i: () => camera.zoom(1.25),
    o: () => camera.zoom(0.8),
    f: fit,
    "+": () => actions.raise(1),
    "=": () => actions.raise(1),
    "-": () => actions.raise(-1),
    "[": () => actions.addStones(-1),
    "]": () => actions.addStones(1),
    "?": () => byId("help-dialog").showModal(),
    Delete: () => actions.remove(),
    Backspace: () => actions.remove(),
    Escape: () => selection.clear(),
  };

  document.addEventListener("pointerdown", () => document.body.classList.remove("uses-keyboard"), true);
  document.addEventListener("keydown", (event) => {
    document.body.classList.add("uses-keyboard");
    if (event.defaultPrevented || event.altKey || document.querySelector("dialog[open]") || event.target.matches("input, select, textarea")) return;
    if (event.ctrlKey || event.metaKey) return control(event);
    const key = keyFor(event);
    const run = plain[key] ?? letter(event, key) ?? onMap(event);
    if (!run) return;
    event.preventDefault();
    run();
  });

  function control(event) {
    const key = keyFor(event).toLowerCase();
    const isRedo = key === "y" || (key === "z" && event.shiftKey);
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (isRedo) byId("redo").click();
    else byId("undo").click();
  }

  function letter(event, key) {
    if (/^[1-9]$/.test(key)) return () => actions.setLevel(Number(key));
    const kind = LETTERS[key.toLowerCase()];
    if (!kind || selection.isEmpty) return null;
    const wanted = event.shiftKey && kind !== "quarry" ? `${kind}_plaza` : kind;
    return () => actions.setKind(wanted);
  }

  /** Keys that belong to the map only: a button keeps its own Enter, Space and arrows. */
  function onMap(event) {
    if (document.activeElement !== byId("map-view") && document.activeElement !== document.body) return null;
    if (event.key in ARROWS) return () => move(ARROWS[event.key]);
    if (event.key === "Enter") return () => selection.cursor && selection.pick(...selection.cursor, event.shiftKey || selection.isSeveral);
    if (event.key === " ") return () => queue.passOn(() => actions.looksRight());
    return null;
  }

  /** To the nearest place in the direction of the arrow, straight ones first. */
  function move([dx, dy]) {
    const places = [...[...store.hexes.values()].map(({ q, r }) => [q, r]), ...placesBeside(store.hexes)];
    if (!selection.cursor) return goTo(places[0]);
    const [x, y] = centreOf(...selection.cursor);
    const ahead = places
      .map(([q, r]) => {
        const [px, py] = centreOf(q, r);
        const along = (px - x) * dx + (py - y) * dy;
        const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
        return { place: [q, r], along, cost: along + 2 * aside };
      })
      .filter(({ along, place }) => along > 0.4 && keyOf(...place) !== keyOf(...selection.cursor));
    ahead.sort((a, b) => a.cost - b.cost);
    if (ahead[0]) goTo(ahead[0].place);
  }

  function goTo([q, r]) {
    selection.moveCursor(q, r);
    show(q, r, { onlyIfHidden: true });
  }
}
