// The first page: begin a game, or try a sample at once.

import { post } from "./api.js";
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

form.addEventListener("change", showNames);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const names = nameFields.slice(0, playerCount()).map((field) => field.querySelector("input").value.trim());
  const game = await begin(names);
  if (game) location.assign(game.page);
});

for (const button of document.querySelectorAll("[data-sample]")) {
  button.addEventListener("click", async () => {
    const game = await begin([""]);
    if (!game) return;
    const path = `/games/${game.id}/players/1/photo`;
    const scan = await saying(() => post(path, { sample: button.dataset.sample }));
    location.assign(scan ? `${game.page}/city/1` : game.page);
  });
}

showNames();
drawMiniMaps();
