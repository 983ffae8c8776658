// Several cities in one photo: who has which?

import { get, post } from "./api.js";
import { byId, el, svg } from "./dom.js";
import { pointsText } from "./hexgrid.js";
import { saying } from "./toasts.js";
import { t } from "./words.js";

const dialog = byId("deal-dialog");

/** Show the cities of a scan and give each to the player who is chosen for it. */
export async function dealCities(scan, cards) {
  const found = await saying(() => get(`/scans/${scan.id}`));
  if (!found) return;
  const cities = found.result.cities;
  byId("deal-picture").replaceChildren(picture(found));
  const selects = cities.map((_, index) => playerSelect(cards, index));
  byId("deal-choices").replaceChildren(...selects.map((select, index) =>
    el("label", { class: "deal-row" }, el("strong", {}, t("city_number", { number: index + 1 })), select)));
  byId("deal-done").onclick = () => saying(async () => {
    await give(scan, cards, selects);
    dialog.close();
  });
  dialog.showModal();
}

async function give(scan, cards, selects) {
  for (const [city, select] of selects.entries()) {
    const card = cards.find(({ store }) => String(store.server.seat) === select.value);
    if (!card) continue;
    const body = { uid: `deal-${scan.id}-${card.store.server.version}`, scan: scan.id, city, version: card.store.server.version };
    card.store.take(await post(`${card.store.path}/city`, body));
  }
}

function playerSelect(cards, index) {
  const nobody = el("option", { value: "" }, t("nobody"));
  const options = cards.map((card, i) => el("option", { value: card.store.server.seat, selected: i === index }, card.name));
  return el("select", { class: "input" }, nobody, ...options);
}

function picture({ photo, result }) {
  const side = photo.width_px / 14;
  const groups = result.cities.map((city, index) => {
    const x = city.hexes.reduce((sum, hex) => sum + hex.x, 0) / city.hexes.length;
    const y = city.hexes.reduce((sum, hex) => sum + hex.y, 0) / city.hexes.length;
    const number = svg("text", { class: "deal-number", transform: `translate(${x} ${y}) scale(${side})` }, String(index + 1));
    return svg("g", {}, ...city.hexes.map((hex) => svg("polygon", { class: "deal-hex", points: pointsText(hex.outline) })), number);
  });
  const size = { width: photo.width_px, height: photo.height_px };
  return svg("svg", { viewBox: `0 0 ${photo.width_px} ${photo.height_px}`, role: "img", "aria-label": t("cities_in_photo", { count: result.cities.length }) },
    svg("image", { href: photo.preview, ...size }), ...groups);
}
