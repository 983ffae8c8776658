// The list of games: thumbnails, delete, and undo of that.

import { post, send } from "./api.js";
import { drawMiniMaps } from "./mini_map.js";
import { saying, toast } from "./toasts.js";
import { t } from "./words.js";

drawMiniMaps();

for (const button of document.querySelectorAll("[data-delete]")) {
  button.addEventListener("click", () => saying(async () => {
    const game = button.dataset.delete;
    const row = button.closest("[data-game]");
    await send("DELETE", `/games/${game}`);
    row.hidden = true;
    toast(t("deleted"), { label: t("undo"), run: () => bringBack(game, row) });
  }));
}

function bringBack(game, row) {
  return saying(async () => {
    await post(`/games/${game}/undelete`);
    row.hidden = false;
    toast(t("restored"));
  });
}
