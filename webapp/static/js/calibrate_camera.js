// Photos of the camera sheet: each is looked at as it comes; the profile is made when there are enough.

import { post, send } from "./api.js";
import { byId, el, svg } from "./dom.js";
import { photoForm } from "./photo_picker.js";
import { saying, toast } from "./toasts.js";
import { t } from "./words.js";

const LEAST_VIEWS = 5;
const COLUMNS = 8;
const ROWS = 6;
const views = [];

byId("sheet-photos").addEventListener("change", async ({ target }) => {
  const files = [...target.files];
  target.value = "";
  for (const file of files) await look(file);
});

byId("learn-camera").addEventListener("click", async () => {
  const made = await saying(() => post("/calibration/cameras", { views }));
  if (!made) return;
  toast(t("camera_learned", { error: made.error_px, photos: made.photos }));
  setTimeout(() => location.reload(), 2500);
});

async function look(file) {
  const line = el("li", { class: "is-waiting" }, `${file.name} …`);
  byId("views").append(line);
  const found = await saying(() => send("POST", "/calibration/views", photoForm(file)));
  if (!found) return line.remove();
  line.classList.toggle("is-unusable", Boolean(found.flaw));
  line.textContent = found.flaw ? `${file.name}: ${found.sentence}` : `${file.name}: ${t("sheet_found", { count: found.view.numbers.length })}`;
  if (found.view) views.push({ ...found.view, name: file.name.slice(0, 200) });
  return cover();
}

async function cover() {
  const seen = await saying(() => post("/calibration/coverage", { views }));
  if (!seen) return;
  draw(seen.fields);
  const covered = seen.fields.flat().filter((count) => count > 0).length;
  byId("camera-state").textContent = t("camera_state", { usable: seen.usable, covered: Math.round((100 * covered) / (COLUMNS * ROWS)) });
  byId("learn-camera").disabled = seen.usable < LEAST_VIEWS;
}

function draw(fields) {
  const cells = fields.flatMap((row, y) =>
    row.map((count, x) => svg("rect", { x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92, class: count > 0 ? "is-covered" : "" })));
  byId("coverage").replaceChildren(...cells);
}

draw(Array.from({ length: ROWS }, () => Array(COLUMNS).fill(0)));
