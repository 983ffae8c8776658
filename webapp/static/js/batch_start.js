// The list of batches: begin a new one.

import { post } from "./api.js";
import { goOnce } from "./busy.js";
import { byId } from "./dom.js";
import { saying } from "./toasts.js";

byId("new-batch").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const players = Number(form.get("players")) || null;
  const body = { title: form.get("title"), players, variants: form.getAll("variant") };
  goOnce(event.target.querySelector("button.button-primary"), async () => (await saying(() => post("/batches", body)))?.page);
});
