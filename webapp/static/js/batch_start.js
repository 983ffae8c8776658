// The list of batches: begin a new one.

import { post } from "./api.js";
import { byId } from "./dom.js";
import { saying } from "./toasts.js";

byId("new-batch").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const players = Number(form.get("players")) || null;
  const batch = await saying(() => post("/batches", { title: form.get("title"), players, variants: form.getAll("variant") }));
  if (batch) location.assign(batch.page);
});
