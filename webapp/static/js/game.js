// The page of a game: players, variants and house rules.

import { Refused, get, send } from "./api.js";
import { dealCities } from "./dealing.js";
import "./dialogs.js";
import { byId, pageData } from "./dom.js";
import { PlayerCard } from "./player_card.js";
import { saying } from "./toasts.js";
import { t } from "./words.js";

let game = pageData("game");
let cards = [];

const table = {
  rename: (seat, name) => change(() => ({ players: [{ seat, name }] })),
  changed: showLeader,
  deal: (card, scan) => dealCities(scan, [card, ...cards.filter((other) => other !== card)]),
};

function showPlayers() {
  cards = game.players.map((player) => new PlayerCard(game, player, table));
  byId("players").replaceChildren(...cards.map((card) => card.element));
  byId("add-player").hidden = game.players.length >= 4;
  showLeader();
}

function showLeader() {
  const best = Math.max(...cards.map((card) => card.total));
  const leaders = cards.filter((card) => card.total === best);
  const isClear = cards.length > 1 && leaders.length === 1 && best > 0;
  byId("leader").textContent = isClear ? t("leads", { name: leaders[0].name }) : "";
}

let lastChange = Promise.resolve();
let changesUnderWay = 0;

/**
 * Change the game. Changes go out one after the other, each on the version the one before it made. Someone else's change
 * first is taken in, and ours is tried once more on top of it.
 * @param {(game: object) => object} partOf what to change, given the game as it is when its turn comes
 */
function change(partOf) {
  changesUnderWay += 1;
  lastChange = lastChange.then(() => saying(() => sendChange(partOf))).then(() => {
    changesUnderWay -= 1;
    if (changesUnderWay === 0) showRules();
    return refreshCards();
  });
}

async function sendChange(partOf) {
  const patch = () => send("PATCH", `/games/${game.id}`, { version: game.version, ...partOf(game) });
  try {
    game = await patch();
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 409) throw error;
    game = error.data.current;
    game = await patch();
  }
}

function refreshCards() {
  return Promise.all(cards.map((card) => card.store.refresh().catch(() => {})));
}

function showRules() {
  for (const box of document.querySelectorAll("[name=variant]")) box.checked = game.variants.includes(box.value);
  for (const [name, value] of Object.entries(game.rulings)) {
    document.querySelector(`[name=${name}][value=${value}]`).checked = true;
  }
}

byId("variants").addEventListener("change", ({ target }) => {
  const { value, checked } = target;
  change(({ variants }) => ({ variants: checked ? [...new Set([...variants, value])] : variants.filter((name) => name !== value) }));
});
byId("rulings").addEventListener("change", ({ target: { name, value } }) => {
  change(({ rulings }) => ({ rulings: { ...rulings, [name]: value } }));
});
byId("add-player").addEventListener("click", () => {
  lastChange = lastChange.then(() => saying(addPlayer));
});

async function addPlayer() {
  game = await get(`/games/${game.id}`);
  game = await send("POST", `/games/${game.id}/players`, { version: game.version });
  showPlayers();
}

showPlayers();
