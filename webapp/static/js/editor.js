// The page where a city is corrected: strings its parts together.

import { get, post } from "./api.js";
import { AdvicePanel } from "./advice_panel.js";
import { Camera } from "./camera.js";
import { CheckQueue } from "./check_queue.js";
import { CityActions } from "./city_actions.js";
import { CityStore } from "./city_store.js";
import "./dialogs.js";
import { byId, el, icon, pageData, redraw } from "./dom.js";
import { HexPanel } from "./hex_panel.js";
import { centreOf, keyOf } from "./hexgrid.js";
import { wireKeyboard } from "./keyboard.js";
import { MapView } from "./map_view.js";
import { numberedCities } from "./numbered_cities.js";
import { onPhoto, photoForm } from "./photo_picker.js";
import { sendPhoto } from "./photo_upload.js";
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
const parts = { store, selection, camera, actions, queue, show, tap, takeCity };
const mapView = new MapView(byId("map-view"), parts);
const photoView = new PhotoView(byId("photo-view"), parts);
const panels = [new HexPanel(byId("panel-hex"), parts), new ScorePanel(byId("panel-score"), parts), new AdvicePanel(byId("panel-advice"), parts)];
const openPanel = wireTabs(document.querySelector("[role=tablist]"), (id) => {
  if (id !== "panel-score" && selection.lit) selection.light(null);
});
// The buttons at the bottom of the views cover this much of them.
const TOOLS_PX = 60;
let uploads = 0;
let localPhoto = null;
let foundCities = { scan: null, shapes: [] };
let lastReading = readingKey();

/** Names a reading: the view goes to a new one, and stays where it is when the same one comes again. */
function readingKey() {
  return JSON.stringify([store.reading?.photo.preview, store.reading?.lattice_to_photo]);
}

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
  camera.zoom(1 / photoView.overflow(TOOLS_PX));
}

function setView(name) {
  byId("editor").dataset.view = name;
  byId("show-photo").setAttribute("aria-pressed", String(name === "photo"));
  byId("show-map").setAttribute("aria-pressed", String(name === "map"));
}

const switchView = () => setView(byId("editor").dataset.view === "map" ? "photo" : "map");

function draw() {
  photoView.newPhoto = newPhoto();
  if (readingKey() !== lastReading) {
    lastReading = readingKey();
    fit();
  }
  mapView.draw();
  photoView.draw();
  panels.forEach((panel) => panel.draw());
  byId("total").textContent = store.server.total;
  byId("undo").disabled = !store.canUndo;
  byId("redo").disabled = !store.canRedo;
  byId("save-state").textContent = store.isSaved ? t("saved") : t("saving");
  drawStatus();
}

/** A reading that nobody has said yes or no to. */
const isOffered = ({ scan, scan_used: isUsed }) => scan?.state === "done" && !isUsed && scan.city_count > 0 && !store.hintSeen;

/** The bubble over the photo: progress, a city to be taken, or a hint for a better photo. */
function drawStatus() {
  const { scan } = store.server;
  byId("photo-invitation").hidden = Boolean(store.reading || scan || uploads);
  redraw(byId("stage-status"), JSON.stringify([uploads, scan, store.server.scan_used, store.hintSeen]), () => {
    const children = bubbleParts(scan);
    return children.length ? [el("div", { class: "bubble" }, ...children)] : [];
  });
}

function bubbleParts(scan) {
  const close = el("button", { class: "icon-button", type: "button", "aria-label": t("close"), title: t("close"), onclick: () => { store.hintSeen = true; draw(); } }, icon("i-close"));
  if (uploads) return [progress({ state: "running", stage: "start" })];
  if (isReading(scan)) return [progress(scan)];
  if (isOffered(store.server)) return [el("span", { class: "grow" }, t("cities_in_photo", { count: scan.city_count })), useButtons(scan), close];
  return advice(scan) && !store.hintSeen ? [el("span", { class: "grow" }, advice(scan)), close] : [];
}

function useButtons(scan) {
  const button = (city, name, text) => el("button", { class: "button", type: "button", "aria-label": name, onclick: () => takeCity(city) }, text);
  if (scan.city_count === 1) return button(0, t("use_reading"), t("use_reading"));
  const buttons = Array.from({ length: scan.city_count }, (_, city) => button(city, t("city_number", { number: city + 1 }), String(city + 1)));
  return el("span", { class: "row" }, ...buttons);
}

/** A new photo is shown at once, long before the server has it, and until its city is taken. */
function newPhoto() {
  const { scan } = store.server;
  if (uploads && localPhoto) return localPhoto;
  const isNew = scan && (!store.reading || isReading(scan) || isOffered(store.server));
  if (!isNew) return null;
  const { preview: href, width_px: width, height_px: height } = scan.photo;
  if (isOffered(store.server)) outlineCities(scan);
  return { href, width, height, shapes: foundCities.scan === scan.id ? foundCities.shapes : [] };
}

async function outlineCities({ id }) {
  if (foundCities.scan === id) return;
  foundCities = { scan: id, shapes: [] };
  const found = await get(`/scans/${id}`).catch(() => null);
  if (foundCities.scan !== id) return;
  if (!found) {
    foundCities.scan = null;
    return;
  }
  foundCities.shapes = numberedCities(found);
  draw();
}

async function takeCity(city) {
  await store.saved();
  const { version, scan } = store.server;
  try {
    store.take(await post(`${store.path}/city`, { uid: `deal-${scan.id}-${version}`, scan: scan.id, city, version }));
  } catch (error) {
    toast(error.message);
    if (error.data?.current) store.take(error.data.current);
  }
}

async function upload(body, file) {
  uploads += 1;
  store.hintSeen = false;
  setView("photo");
  localPhoto = null;
  if (file) showLocal(file);
  draw();
  await sendPhoto(`${store.path}/photo`, body);
  await store.refresh().catch(() => {});
  uploads -= 1;
  draw();
}

function showLocal(file) {
  const image = new Image();
  image.onload = () => {
    localPhoto = { href: image.src, width: image.naturalWidth, height: image.naturalHeight, shapes: [] };
    draw();
  };
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
