// Photos of the camera sheet, looked at one by one: which are usable, what they cover, how exact the profile is.

import { postLong, send } from "./api.js";
import { byId, el, svg } from "./dom.js";
import { photoForm } from "./photo_picker.js";
import { saying, toast } from "./toasts.js";
import { t } from "./words.js";

const MOST_VIEWS = 30;
const COLUMNS = 8;
const ROWS = 6;
/** Usable photos by their name on this page: phones call every photo alike, so a number comes first. */
const views = new Map();
let taken = 0;

byId("sheet-photos").addEventListener("change", async ({ target }) => {
  const files = [...target.files];
  target.value = "";
  for (const file of files) {
    if (views.size >= MOST_VIEWS) return toast(t("enough_photos", { count: MOST_VIEWS }));
    await look(file);
  }
});

byId("learn-camera").addEventListener("click", async () => {
  const made = await saying(() => postLong("/calibration/cameras", { views: [...views.values()] }));
  if (!made) return;
  toast(t("camera_learned", { error: made.error_px, photos: made.photos }));
  setTimeout(() => location.reload(), 2500);
});

async function look(file) {
  const name = `${(taken += 1)}. ${file.name}`.slice(0, 200);
  const words = el("span", {}, `${name} …`);
  const line = el("li", { class: "row spread is-waiting", "data-view": name }, words);
  byId("views").append(line);
  const found = await saying(() => send("POST", "/calibration/views", photoForm(file)));
  if (!found) return line.remove();
  line.classList.remove("is-waiting");
  line.append(el("button", { class: "button", type: "button", onclick: () => leaveOut(name, line) }, t("leave_out")));
  if (found.view) views.set(name, { ...found.view, name });
  say(line, found.flaw ? found.sentence : "", found.view?.numbers.length ?? 0);
  return judge();
}

function leaveOut(name, line) {
  line.remove();
  views.delete(name);
  byId("sheet-photos").focus();
  return judge();
}

function say(line, flaw, corners) {
  line.dataset.corners = corners;
  line.classList.toggle("is-unusable", Boolean(flaw));
  line.firstChild.textContent = `${line.dataset.view}: ${flaw || t("sheet_found", { count: corners })}`;
}

/** What all photos together tell. One that was fine alone may be of another camera than the rest. */
async function judge() {
  const seen = await saying(() => postLong("/calibration/coverage", { views: [...views.values()] }));
  if (!seen) return;
  draw(seen.fields);
  const odd = new Map(seen.left_out.map(({ name, sentence }) => [name, sentence]));
  for (const line of byId("views").children) {
    if (views.has(line.dataset.view)) say(line, odd.get(line.dataset.view) ?? "", Number(line.dataset.corners));
  }
  const covered = Math.round((100 * seen.fields.flat().filter((count) => count > 0).length) / (COLUMNS * ROWS));
  const state = t("camera_state", { usable: seen.usable, covered });
  const exact = seen.error_px === null ? seen.missing : t("camera_exact", { error: seen.error_px });
  byId("camera-state").textContent = views.size ? `${state} ${exact}` : state;
  byId("learn-camera").disabled = seen.error_px === null;
}

function draw(fields) {
  const cells = fields.flatMap((row, y) =>
    row.map((count, x) => svg("rect", { x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92, class: count > 0 ? "is-covered" : "" })));
  byId("coverage").replaceChildren(...cells);
}

draw(Array.from({ length: ROWS }, () => Array(COLUMNS).fill(0)));
