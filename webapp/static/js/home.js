// The first page: begin a game, or try a sample at once.

import { post } from "./api.js";
import { goOnce } from "./busy.js";
import { byId } from "./dom.js";
import { drawMiniMaps } from "./mini_map.js";
import { saying } from "./toasts.js";

const form = byId("new-game");
const nameFields = [...form.querySelectorAll("[data-seat]")];

function playerCount() {
  return Number(new FormData(form).get("players"));
}

function showNames() {
  nameFields.forEach((field, index) => { field.hidden = index >= playerCount(); });
}

async function begin(names) {
  return saying(() => post("/games", { players: names }));
}

async function trySample(sample) {
  const game = await begin([""]);
  if (!game) return null;
  const scan = await saying(() => post(`/games/${game.id}/players/1/photo`, { sample }));
  return scan ? `${game.page}/city/1` : game.page;
}

form.addEventListener("change", showNames);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const names = nameFields.slice(0, playerCount()).map((field) => field.querySelector("input").value.trim());
  goOnce(byId("start-game"), async () => (await begin(names))?.page);
});

for (const button of document.querySelectorAll("[data-sample]")) {
  button.addEventListener("click", () => goOnce(button, () => trySample(button.dataset.sample)));
}

showNames();
drawMiniMaps();
