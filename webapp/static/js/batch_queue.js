// The bar above the editor: this city is right, or skip it; on to the next one.

import { post } from "./api.js";
import { byId, pageData } from "./dom.js";
import { saying } from "./toasts.js";
import { t } from "./words.js";

const { batch, photo, number } = pageData("batch-place");
const key = `skipped-${batch}`;
const WAIT_MS = 100;

const skipped = () => JSON.parse(sessionStorage.getItem(key) ?? "[]");

function goOn() {
  const query = new URLSearchParams(skipped().map((place) => ["skip", place]));
  location.assign(`/batch/${batch}/next?${query}`);
}

/** Corrections are sent by the editor; leave only when the server has them. */
async function allSaved() {
  while (byId("save-state").textContent !== t("saved")) await new Promise((resume) => setTimeout(resume, WAIT_MS));
}

byId("batch-skip").addEventListener("click", async () => {
  await allSaved();
  sessionStorage.setItem(key, JSON.stringify([...skipped(), `${photo}-${number}`]));
  goOn();
});
byId("batch-done").addEventListener("click", () => saying(async () => {
  await allSaved();
  await post(`/batches/${batch}/cities/${photo}/${number}/look`, { is_looked_at: true });
  goOn();
}));
