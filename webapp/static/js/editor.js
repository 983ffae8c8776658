// The page where a city is corrected: strings its parts together.

import { post } from "./api.js";
import { AdvicePanel } from "./advice_panel.js";
import { Camera } from "./camera.js";
import { CheckQueue } from "./check_queue.js";
import { CityActions } from "./city_actions.js";
import { CityStore } from "./city_store.js";
import "./dialogs.js";
import { byId, el, pageData } from "./dom.js";
import { HexPanel } from "./hex_panel.js";
import { centreOf, keyOf } from "./hexgrid.js";
import { wireKeyboard } from "./keyboard.js";
import { MapView } from "./map_view.js";
import { onPhoto, photoForm } from "./photo_picker.js";
import { PhotoView } from "./photo_view.js";
import { chooseSample } from "./samples.js";
import { advice, isReading, progress } from "./scan_status.js";
import { ScorePanel } from "./score_panel.js";
import { Selection } from "./selection.js";
import { wireTabs } from "./tabs.js";
import { toast } from "./toasts.js";
import { kindName, t } from "./words.js";

const store = new CityStore(pageData("game-token"), pageData("player"));
const selection = new Selection();
const camera = new Camera();
const actions = new CityActions(store, selection);
const queue = new CheckQueue(store, selection, show);
const parts = { store, selection, camera, actions, queue, show, tap };
const mapView = new MapView(byId("map-view"), parts);
const photoView = new PhotoView(byId("photo-view"), parts);
const panels = [new HexPanel(byId("panel-hex"), parts), new ScorePanel(byId("panel-score"), parts), new AdvicePanel(byId("panel-advice"), parts)];
const openPanel = wireTabs(document.querySelector("[role=tablist]"), (id) => {
  if (id !== "panel-score" && selection.lit) selection.light(null);
});
// The buttons at the bottom of the views cover this much of them.
const TOOLS_PX = 60;
let isUploading = false;
let lastReading = store.reading;

function tap(q, r, add) {
  if (selection.lit) selection.light(null);
  selection.pick(q, r, add || selection.isSeveral);
  openPanel("panel-hex");
}

function show(q, r, { onlyIfHidden = false } = {}) {
  const [x, y] = centreOf(q, r);
  const view = byId("map-view");
  const isNear = Math.abs(x - camera.x) * camera.hexPx < view.clientWidth / 2 - 40 && Math.abs(y - camera.y) * camera.hexPx < view.clientHeight / 2 - 40;
  if (!onlyIfHidden || !isNear) camera.show(q, r);
}

function fit() {
  const view = byId("map-view");
  camera.fit([...store.hexes.values()].map(({ q, r }) => [q, r]), view.clientWidth, view.clientHeight - TOOLS_PX);
  camera.pan(0, -TOOLS_PX / 2);
}

function setView(name) {
  byId("editor").dataset.view = name;
  byId("show-photo").setAttribute("aria-pressed", String(name === "photo"));
  byId("show-map").setAttribute("aria-pressed", String(name === "map"));
}

const switchView = () => setView(byId("editor").dataset.view === "map" ? "photo" : "map");

function draw() {
  if (store.reading !== lastReading) {
    lastReading = store.reading;
    fit();
  }
  mapView.draw();
  photoView.draw();
  panels.forEach((panel) => panel.draw());
  byId("total").textContent = store.server.total;
  byId("undo").disabled = store.isSaved && !store.server.can_undo;
  byId("redo").disabled = !store.server.can_redo;
  byId("save-state").textContent = store.isSaved ? t("saved") : t("saving");
  drawStatus();
}

/** The bubble over the photo: progress, a city to be taken, or a hint for a better photo. */
function drawStatus() {
  const { scan, scan_used: isUsed } = store.server;
  byId("photo-invitation").hidden = Boolean(store.reading || scan || isUploading);
  if (scan && !store.reading && !isUploading) photoView.showPhoto(scan.photo.preview, scan.photo.width_px, scan.photo.height_px);
  const bubble = (...children) => byId("stage-status").replaceChildren(el("div", { class: "bubble" }, ...children));
  if (isUploading) bubble(progress({ state: "running", stage: "start" }));
  else if (isReading(scan)) bubble(progress(scan));
  else if (scan?.state === "done" && !isUsed && scan.city_count) bubble(el("span", { class: "grow" }, t("cities_in_photo", { count: scan.city_count })), useButton(scan));
  else if (advice(scan) && !store.hintSeen) bubble(el("span", { class: "grow" }, advice(scan)), el("button", { class: "button button-quiet", type: "button", onclick: () => { store.hintSeen = true; drawStatus(); } }, t("close")));
  else byId("stage-status").replaceChildren();
}

function useButton(scan) {
  const buttons = Array.from({ length: scan.city_count }, (_, city) => el("button", { class: "button", type: "button", onclick: () => useCity(scan, city) }, scan.city_count > 1 ? t("city_number", { number: city + 1 }) : t("use_reading")));
  return el("span", { class: "row" }, ...buttons);
}

async function useCity(scan, city) {
  const { version } = store.server;
  try {
    store.take(await post(`${store.path}/city`, { uid: `deal-${scan.id}-${version}`, scan: scan.id, city, version }));
  } catch (error) {
    toast(error.message);
  }
}

async function upload(body, preview) {
  isUploading = true;
  store.hintSeen = false;
  setView("photo");
  if (preview) showLocal(preview);
  draw();
  try {
    await post(`${store.path}/photo`, body);
  } catch (error) {
    toast(error.message);
  }
  isUploading = false;
  await store.refresh().catch(() => {});
  draw();
}

/** The photo is shown at once, long before the server has it. */
function showLocal(file) {
  const image = new Image();
  image.onload = () => { if (!store.reading) photoView.showPhoto(image.src, image.naturalWidth, image.naturalHeight); };
  image.src = URL.createObjectURL(file);
}

function speak() {
  if (!selection.cursor) return;
  const hex = store.hexes.get(keyOf(...selection.cursor));
  byId("spoken").textContent = hex ? t("hex_name", { kind: kindName(hex.kind), level: hex.level }) : t("empty_place");
}

store.addEventListener("change", draw);
store.addEventListener("trouble", (event) => toast(event.detail));
selection.addEventListener("change", () => { draw(); speak(); });
byId("map-view").addEventListener("focus", () => mapView.draw());
byId("undo").addEventListener("click", () => store.undo());
byId("redo").addEventListener("click", () => store.redo());
byId("help").addEventListener("click", () => byId("help-dialog").showModal());
byId("fit").addEventListener("click", fit);
byId("zoom-in").addEventListener("click", () => camera.zoom(1.25));
byId("zoom-out").addEventListener("click", () => camera.zoom(0.8));
byId("show-photo").addEventListener("click", () => setView("photo"));
byId("show-map").addEventListener("click", () => setView("map"));
byId("sample-button").addEventListener("click", () => chooseSample((sample) => upload({ sample })));
onPhoto({ input: byId("photo-input"), zone: byId("photo-stage"), paste: true, take: (file) => upload(photoForm(file), file) });
onPhoto({ input: byId("retake"), take: (file) => upload(photoForm(file), file) });
wireKeyboard({ ...parts, switchView, fit });

setView(store.server.scan ? "photo" : "map");
fit();
draw();
store.watch();
if (location.hash === "#check") queue.step(1);
