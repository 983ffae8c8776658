// The names and rules of a game in the browser: a change is shown at once, kept until the server has it, and sent
// again after a lost connection or a reload. Someone else's change of something else is taken in.

import { get, isPassing, pause, send } from "./api.js";
import { t } from "./words.js";

const RETRY_MS = 2000;
const LOOK_MS = 30;
const NOTHING = () => ({ names: {}, variants: {}, rulings: {} });

/** Events: "change" when there is something new to show, "trouble" with a sentence in `detail`. */
export class GameSettings extends EventTarget {
  constructor(game) {
    super();
    this.game = game;
    this.key = `akroscan-settings:${game.id}`;
    this.wishes = this.#leftovers();
    this.isSending = false;
    this.#send();
  }

  get isSaved() {
    return Object.values(this.wishes).every((wishes) => Object.keys(wishes).length === 0);
  }

  nameOf(seat) {
    return this.wishes.names[seat]?.to ?? this.#player(seat)?.name ?? "";
  }

  hasVariant(name) {
    return this.wishes.variants[name]?.to ?? this.game.variants.includes(name);
  }

  ruling(name) {
    return this.wishes.rulings[name]?.to ?? this.game.rulings[name];
  }

  rename = (seat, name) => this.#want("names", seat, name, this.nameOf(seat));
  setVariant = (name, isOn) => this.#want("variants", name, isOn, this.hasVariant(name));
  setRuling = (name, value) => this.#want("rulings", name, value, this.ruling(name));

  /** Comes true when everything is with the server. */
  async saved() {
    while (!this.isSaved) await pause(LOOK_MS);
  }

  /** See what others changed; `version` is the newest that was heard of. */
  async catchUp(version) {
    if (version > this.game.version && !this.isSending) this.adopt(await get(`/games/${this.game.id}`));
  }

  /** Show what the server says, unless it is older than what is known. */
  adopt(game) {
    if (game.version >= this.game.version) this.game = game;
    this.dispatchEvent(new Event("change"));
  }

  #player(seat) {
    return this.game.players.find((player) => player.seat === Number(seat));
  }

  #want(group, name, to, from) {
    if (to === from) return;
    this.wishes[group][name] = { to, from };
    this.#keep();
    this.#send();
  }

  async #send() {
    if (this.isSending) return;
    this.isSending = true;
    while (!this.isSaved) await this.#sendOnce();
    this.isSending = false;
  }

  async #sendOnce() {
    const sent = Object.fromEntries(Object.entries(this.wishes).map(([group, wishes]) => [group, { ...wishes }]));
    try {
      const game = await send("PATCH", `/games/${this.game.id}`, this.#body());
      this.#forget(sent);
      this.adopt(game);
    } catch (error) {
      if (isPassing(error)) {
        this.#say(t("offline_edits"));
        await pause(RETRY_MS);
      } else if (error.data?.current) {
        this.#giveWay(error.data.current, error.message);
      } else {
        this.#forget(sent);
        this.#say(error.message);
        this.adopt(this.game);
      }
    }
  }

  #body() {
    const { names, variants, rulings } = this.wishes;
    const isOn = (name) => variants[name]?.to ?? this.game.variants.includes(name);
    const all = [...new Set([...this.game.variants, ...Object.keys(variants)])];
    return {
      version: this.game.version,
      players: Object.entries(names).map(([seat, { to }]) => ({ seat: Number(seat), name: to })),
      variants: all.filter(isOn),
      rulings: { ...this.game.rulings, ...Object.fromEntries(Object.entries(rulings).map(([name, { to }]) => [name, to])) },
    };
  }

  /** Someone else was first. A name that they changed as well stays theirs, and the user is told. */
  #giveWay(current, sentence) {
    this.game = current;
    for (const [seat, { to, from }] of Object.entries(this.wishes.names)) {
      const theirs = this.#player(seat)?.name;
      if (theirs === from || theirs === to) continue;
      delete this.wishes.names[seat];
      this.#say(sentence);
    }
    this.#keep();
    this.adopt(current);
  }

  /** What arrived is no wish any more, unless it was changed again meanwhile. */
  #forget(sent) {
    for (const [group, wishes] of Object.entries(sent)) {
      for (const [name, wish] of Object.entries(wishes)) if (this.wishes[group][name] === wish) delete this.wishes[group][name];
    }
    this.#keep();
  }

  #leftovers() {
    try {
      return { ...NOTHING(), ...JSON.parse(localStorage.getItem(this.key) ?? "{}") };
    } catch {
      return NOTHING();
    }
  }

  #keep() {
    try {
      if (this.isSaved) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, JSON.stringify(this.wishes));
    } catch {
      // A full store costs only the safety net: the wishes are in memory and on their way.
    }
  }

  #say(sentence) {
    this.dispatchEvent(new CustomEvent("trouble", { detail: sentence }));
  }
}
