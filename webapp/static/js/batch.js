// One batch: send photos, watch them being read, see the cities, what needs a look first.

import { get, send } from "./api.js";
import { BatchUpload } from "./batch_upload.js";
import { byId, el, pageData, redraw } from "./dom.js";
import { saying } from "./toasts.js";
import { t } from "./words.js";

const POLL_MS = 1500;
let batch = pageData("batch");
let isStale = false;
const cards = new Map();
const upload = new BatchUpload(batch.id, batch.next_number);

function draw() {
  const { read, photos, to_look_at: open } = batch;
  byId("progress-text").textContent = t("batch_progress", { read, photos });
  byId("progress-bar").style.setProperty("--done", String(photos ? read / photos : 0));
  byId("progress").setAttribute("aria-valuenow", String(read));
  byId("progress").setAttribute("aria-valuemax", String(photos));
  byId("upload-text").textContent = upload.all ? t("batch_uploading", { sent: upload.sent, all: upload.all }) : "";
  byId("to-queue").classList.toggle("is-away", !open);
  const isDone = photos && read === photos && !upload.isBusy;
  byId("queue-text").textContent = open ? t("batch_to_look_at", { count: open }) : isDone ? t("batch_all_good") : "";
  drawCards();
}

/** Cards keep their place while photos are read; what needs a look comes first when the page is opened again. */
function drawCards() {
  for (const row of batch.rows) {
    const place = `${row.photo_number}-${row.city_number}`;
    if (!cards.has(place)) {
      cards.set(place, el("li", { "data-photo": place }));
      byId("cards").append(cards.get(place));
    }
    redraw(cards.get(place), JSON.stringify(row), () => cardParts(cards.get(place), row));
  }
}

function cardParts(item, row) {
  const title = row.total === null ? t("batch_no_points") : t("batch_points", { count: row.total });
  const name = row.city_number > 1 ? `${row.name}, ${t("batch_city_number", { number: row.city_number })}` : row.name;
  const state = row.total === null ? "is-lost" : row.is_open ? "is-open" : "";
  const picture = row.preview ? el("img", { src: row.preview, alt: "", loading: "lazy", decoding: "async" }) : el("div", { class: "batch-blank" });
  const heading = el("strong", { class: "numeric" }, title);
  item.className = `card batch-card ${state}`;
  return [picture, el("div", { class: "batch-card-text" },
    row.page ? el("a", { href: row.page }, heading) : heading,
    el("span", { class: "small muted" }, name),
    row.is_looked_at ? el("span", { class: "small" }, t("batch_looked_at")) : row.message ? el("span", { class: "small" }, row.message) : null)];
}

/** The ranking is drawn by the server; it is there when every photo is read. */
async function drawEvening() {
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  byId("evening").replaceWith(page.getElementById("evening"));
}

async function poll() {
  const start = performance.now();
  if (isStale || upload.isBusy || batch.read < batch.photos) {
    isStale = false;
    // A server that is away for a moment comes back; the page just goes on asking.
    batch = await get(`/batches/${batch.id}`).catch(() => batch);
    draw();
    if (batch.read === batch.photos && !upload.isBusy) await drawEvening().catch(() => {});
  }
  setTimeout(poll, Math.max(POLL_MS, 3 * (performance.now() - start)));
}

const zone = byId("drop-zone");
const take = (files) => saying(() => upload.add(files));
byId("files").addEventListener("change", (event) => {
  take([...event.target.files]);
  event.target.value = "";
});
for (const [name, isOver] of [["dragover", true], ["dragleave", false], ["drop", false]]) {
  zone.addEventListener(name, (event) => {
    event.preventDefault();
    zone.classList.toggle("is-drop-target", isOver);
    if (name === "drop") take([...event.dataTransfer.files]);
  });
}
byId("delete").addEventListener("click", () => saying(async () => {
  if (!confirm(t("batch_delete"))) return;
  await send("DELETE", `/batches/${batch.id}`);
  location.assign("/batch");
}));
addEventListener("beforeunload", (event) => { if (upload.isBusy) event.preventDefault(); });
upload.addEventListener("change", () => {
  isStale = true;
  draw();
});
sessionStorage.removeItem(`skipped-${batch.id}`);
draw();
poll();
