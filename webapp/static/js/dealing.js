// Several cities in one photo: who has which?

import { get, post } from "./api.js";
import { byId, el, svg } from "./dom.js";
import { numberedCities } from "./numbered_cities.js";
import { saying } from "./toasts.js";
import { t } from "./words.js";

const dialog = byId("deal-dialog");
const done = byId("deal-done");

/** Show the cities of a scan and give each to the player who is chosen for it. */
export async function dealCities(scan, cards) {
  const found = await saying(() => get(`/scans/${scan.id}`));
  if (!found || dialog.open) return;
  byId("deal-picture").replaceChildren(picture(found));
  const selects = found.result.cities.map((_, index) => playerSelect(cards, index));
  for (const select of selects) select.addEventListener("change", () => leaveToOne(select, selects));
  byId("deal-choices").replaceChildren(...selects.map((select, index) =>
    el("label", { class: "deal-row" }, el("strong", {}, t("city_number", { number: index + 1 })), select)));
  done.onclick = () => finish(() => give(scan, cards, selects));
  dialog.showModal();
}

async function finish(work) {
  done.disabled = true;
  const isGiven = await saying(async () => {
    await work();
    return true;
  });
  done.disabled = false;
  if (isGiven) dialog.close();
}

/** A player has one city: who takes another leaves the one before. */
function leaveToOne(chosen, selects) {
  for (const select of selects) if (select !== chosen && select.value === chosen.value) select.value = "";
}

async function give(scan, cards, selects) {
  for (const [city, select] of selects.entries()) {
    const card = cards.find(({ store }) => String(store.server.seat) === select.value);
    if (card) await giveOne(scan, city, card.store);
  }
}

async function giveOne(scan, city, store) {
  await store.saved();
  const { version } = store.server;
  try {
    store.take(await post(`${store.path}/city`, { uid: `deal-${scan.id}-${version}`, scan: scan.id, city, version }));
  } catch (error) {
    if (error.data?.current) store.take(error.data.current);
    throw error;
  }
}

function playerSelect(cards, index) {
  const nobody = el("option", { value: "" }, t("nobody"));
  const options = cards.map((card, i) => el("option", { value: card.store.server.seat, selected: i === index }, card.name));
  return el("select", { class: "input" }, nobody, ...options);
}

function picture({ photo, result }) {
  const size = { width: photo.width_px, height: photo.height_px };
  return svg("svg", { viewBox: `0 0 ${photo.width_px} ${photo.height_px}`, role: "img", "aria-label": t("cities_in_photo", { count: result.cities.length }) },
    svg("image", { href: photo.preview, ...size }), ...numberedCities({ photo, result }));
}
