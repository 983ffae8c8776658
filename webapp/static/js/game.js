// The page of a game: players, variants and house rules.

import { send } from "./api.js";
import { dealCities } from "./dealing.js";
import "./dialogs.js";
import { byId, pageData } from "./dom.js";
import { GameSettings } from "./game_settings.js";
import { PlayerCard } from "./player_card.js";
import { saying, toast } from "./toasts.js";
import { t } from "./words.js";

const MOST_PLAYERS = 4;
const settings = new GameSettings(pageData("game"));
/** Cards stay as long as their player: what is under way on one is not lost when another comes. */
const cards = new Map();

const table = {
  nameOf: (seat) => settings.nameOf(seat),
  rename: settings.rename,
  changed: (card) => {
    showLeader();
    settings.catchUp(card.store.server.game_version).catch(() => {});
  },
  deal: (card, scan) => dealCities(scan, [card, ...[...cards.values()].filter((other) => other !== card)]),
  canRemove: () => cards.size > 1,
  remove: (seat) => saying(() => changePlayers("DELETE", `/players/${seat}?version=${settings.game.version}`)),
};

function showPlayers() {
  const { players } = settings.game;
  for (const [seat, card] of cards) if (!players.some((player) => player.seat === seat)) takeAway(seat, card);
  for (const player of players) {
    if (cards.has(player.seat)) continue;
    const card = new PlayerCard(settings.game, player, table);
    cards.set(player.seat, card);
    byId("players").append(card.element);
  }
  for (const card of cards.values()) card.draw();
  byId("add-player").hidden = players.length >= MOST_PLAYERS;
  showLeader();
}

function takeAway(seat, card) {
  card.close();
  cards.delete(seat);
}

function showLeader() {
  const all = [...cards.values()];
  const best = Math.max(...all.map((card) => card.total));
  const leaders = all.filter((card) => card.total === best);
  const isClear = all.length > 1 && leaders.length === 1 && best > 0;
  byId("leader").textContent = isClear ? t("leads", { name: leaders[0].name }) : "";
}

function showRules() {
  for (const box of document.querySelectorAll("[name=variant]")) box.checked = settings.hasVariant(box.value);
  for (const name of Object.keys(settings.game.rulings)) {
    document.querySelector(`[name=${name}][value=${settings.ruling(name)}]`).checked = true;
  }
}

let scoredVersion = settings.game.version;

/** Other rules give other points. */
function refreshCards() {
  if (settings.game.version === scoredVersion) return;
  scoredVersion = settings.game.version;
  for (const card of cards.values()) card.store.refresh().catch(() => {});
}

let changing = Promise.resolve();

/** One player more or less. Presses come one after the other, each on the version that the one before it made. */
function changePlayers(method, path, body) {
  changing = changing.catch(() => {}).then(async () => {
    await settings.saved();
    settings.adopt(await send(method, `/games/${settings.game.id}${path}`, body?.()));
  });
  return changing;
}

const stores = () => [...cards.values()].map((card) => card.store);

/** The result is drawn by the server, so it has to know everything first. */
async function goToResult(event) {
  if (settings.isSaved && stores().every((store) => store.isSaved)) return;
  event.preventDefault();
  const page = event.currentTarget.href;
  await Promise.all([settings.saved(), ...stores().map((store) => store.saved())]);
  location.assign(page);
}

settings.addEventListener("trouble", (event) => toast(event.detail));
settings.addEventListener("change", () => {
  showRules();
  showPlayers();
  refreshCards();
});
byId("variants").addEventListener("change", ({ target }) => settings.setVariant(target.value, target.checked));
byId("rulings").addEventListener("change", ({ target }) => settings.setRuling(target.name, target.value));
byId("add-player").addEventListener("click", () => {
  saying(() => changePlayers("POST", "/players", () => ({ version: settings.game.version })));
});
byId("to-result").addEventListener("click", goToResult);
showRules();
showPlayers();
