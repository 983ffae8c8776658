// The bar above the editor: this city is right, or skip it; on to the next one.

import { post } from "./api.js";
import { goOnce } from "./busy.js";
import { byId, pageData } from "./dom.js";
import { saying } from "./toasts.js";
import { t } from "./words.js";

const { batch, photo, number } = pageData("batch-place");
const key = `skipped-${batch}`;
const WAIT_MS = 100;

const skipped = () => JSON.parse(sessionStorage.getItem(key) ?? "[]");

function nextPage() {
  const query = new URLSearchParams(skipped().map((place) => ["skip", place]));
  return `/batch/${batch}/next?${query}`;
}

/** Corrections are sent by the editor; leave only when the server has them. */
async function allSaved() {
  while (byId("save-state").textContent !== t("saved")) await new Promise((resume) => setTimeout(resume, WAIT_MS));
}

async function skip() {
  await allSaved();
  sessionStorage.setItem(key, JSON.stringify([...skipped(), `${photo}-${number}`]));
  return nextPage();
}

async function done() {
  await allSaved();
  const isSeen = await saying(() => post(`/batches/${batch}/cities/${photo}/${number}/look`, { is_looked_at: true }));
  return isSeen && nextPage();
}

for (const [id, work] of [["batch-skip", skip], ["batch-done", done]]) {
  byId(id).addEventListener("click", ({ currentTarget }) => goOnce(currentTarget, work));
}
