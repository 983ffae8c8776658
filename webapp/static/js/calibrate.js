// Own sets of tiles and the list of profiles.

import { postLong, send } from "./api.js";
import { byId } from "./dom.js";
import { saying, toast } from "./toasts.js";
import { t } from "./words.js";

const proof = (taught) => t(taught.helps ? "set_helps" : "set_no_help", { held_back: taught.held_back, own: taught.own_right, stock: taught.stock_right });

async function andShow(button, work, said) {
  if (button.disabled) return;
  button.disabled = true;
  const done = await saying(work);
  button.disabled = done !== undefined;
  if (done === undefined) return;
  if (said) toast(said(done));
  setTimeout(() => location.reload(), said ? 2500 : 0);
}

byId("lesson")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const cities = form.getAll("city").map((value) => {
    const [game, seat] = value.split("/");
    return { game, seat: Number(seat) };
  });
  if (!cities.length) return toast(t("choose_cities"));
  toast(t("learning"));
  return andShow(event.submitter, () => postLong("/calibration/sets", { name: form.get("name"), cities }), proof);
});

byId("import-profile").addEventListener("change", ({ target }) => {
  const form = new FormData();
  if (!target.files[0]) return;
  form.append("profile", target.files[0], target.files[0].name);
  target.value = "";
  andShow(target, () => send("POST", "/calibration/profiles", form));
});

for (const button of document.querySelectorAll("[data-remove]")) {
  button.addEventListener("click", () => {
    if (confirm(t("remove_profile"))) andShow(button, () => send("DELETE", `/calibration/profiles/${button.dataset.remove}`));
  });
}

for (const button of document.querySelectorAll("[data-forget]")) {
  const { forget, photo } = button.dataset;
  button.addEventListener("click", () => andShow(button, () => postLong(`/calibration/sets/${forget}/forget`, { photo }), proof));
}
