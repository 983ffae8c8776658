// The list of games: thumbnails, delete, and undo of that.

import { post, send } from "./api.js";
import { el } from "./dom.js";
import { drawMiniMaps } from "./mini_map.js";
import { saying } from "./toasts.js";
import { t } from "./words.js";

drawMiniMaps();

for (const button of document.querySelectorAll("[data-delete]")) {
  button.addEventListener("click", () => saying(() => remove(button)));
}

/** The row of a deleted game stays where it is, with a way back: the next row must not come under the finger. */
async function remove(button) {
  const row = button.closest("[data-game]");
  button.disabled = true;
  try {
    await send("DELETE", `/games/${row.dataset.game}`);
  } finally {
    button.disabled = false;
  }
  const shown = [...row.children];
  const undo = el("button", { class: "button button-quiet", type: "button", onclick: () => saying(() => bringBack(row, shown)) }, t("undo"));
  row.style.minHeight = `${row.offsetHeight}px`;
  row.replaceChildren(el("span", { class: "muted deleted-note", role: "status" }, t("deleted")), undo);
  undo.focus();
}

async function bringBack(row, shown) {
  await post(`/games/${row.dataset.game}/undelete`);
  row.replaceChildren(...shown);
  row.querySelector("[data-delete]").focus();
}
