// One player on the page of a game: picture, name, stones, total, photo.

import { CityStore } from "./city_store.js";
import { el, icon, redraw } from "./dom.js";
import { miniMap } from "./mini_map.js";
import { onPhoto, photoForm } from "./photo_picker.js";
import { sendPhoto } from "./photo_upload.js";
import { chooseSample } from "./samples.js";
import { advice, isReading, progress } from "./scan_status.js";
import { toast } from "./toasts.js";
import { t, term } from "./words.js";

const MOST_STONES = 40;

export class PlayerCard {
  /** @param {{nameOf: Function, rename: Function, changed: Function, deal: Function, canRemove: Function, remove: Function}} table what the card asks of the page */
  constructor(game, player, table) {
    this.game = game;
    this.table = table;
    this.uploads = 0;
    this.store = new CityStore(game.id, player);
    this.#build(player);
    this.store.addEventListener("change", () => { this.draw(); table.changed(this); });
    this.store.addEventListener("trouble", (event) => toast(event.detail));
    this.store.watch();
    this.store.refresh().catch(() => {});
    this.draw();
  }

  /** The player is gone. */
  close() {
    this.store.close();
    this.element.remove();
  }

  get total() {
    return this.store.server.total;
  }

  get name() {
    return this.store.server.display_name;
  }

  draw() {
    const { server, stones } = this.store;
    this.total_.textContent = server.total;
    this.stones_.textContent = stones;
    this.fewer.disabled = stones <= 0;
    this.more.disabled = stones >= MOST_STONES;
    const label = server.hex_count ? t("correct") : t("build");
    if (this.build.textContent !== label) this.build.textContent = label;
    if (document.activeElement !== this.nameField) this.nameField.value = this.table.nameOf(server.seat);
    this.#drawPicture();
    this.#drawStatus();
  }

  #build(player) {
    const cityPage = `${this.game.page}/city/${player.seat}`;
    const inputId = `photo-${player.seat}`;
    this.picture = el("a", { class: "player-picture", href: cityPage, tabindex: -1, "aria-hidden": "true" });
    this.nameField = el("input", {
      class: "player-name", maxlength: 40, placeholder: t("player", { number: player.seat }), "aria-label": t("name_of", { number: player.seat }),
      onchange: () => this.table.rename(player.seat, this.nameField.value.trim()),
    });
    this.stones_ = el("output", { "aria-live": "polite" });
    this.fewer = this.#step(-1, "i-minus", t("fewer_stones"));
    this.more = this.#step(1, "i-plus", t("more_stones"));
    this.total_ = el("strong", { class: "total-number" });
    this.file = el("input", { type: "file", accept: "image/*,.heic,.heif", id: inputId, "aria-label": t("photo_of", { number: player.seat }) });
    this.build = el("a", { class: "button", href: cityPage });
    this.status = el("div", { class: "player-status", "aria-live": "polite" });
    const sample = el("button", { class: "button", type: "button", "aria-label": t("sample_for", { number: player.seat }), onclick: () => chooseSample((name) => this.#upload({ sample: name })) }, t("sample"));
    this.element = el(
      "article", { class: "card player-card", "data-seat": player.seat },
      el("div", { class: "player-top" }, this.picture,
        el("div", { class: "player-main" }, this.nameField,
          el("div", { class: "player-stones" }, el("span", { class: "visually-hidden" }, term("stones")), icon("g-stone", "chip-glyph k-stone"),
            el("div", { class: "stepper", role: "group", "aria-label": term("stones") }, this.fewer, this.stones_, this.more))),
        el("div", { class: "player-total" }, this.total_, el("span", { class: "muted small" }, t("points_word")))),
      el("div", { class: "player-actions" },
        el("span", { class: "button button-primary file-button" }, icon("i-camera"), t("photo"), this.file), this.build, sample),
      this.status,
    );
    onPhoto({ input: this.file, zone: this.element, take: (file) => this.#take(file) });
  }

  #step(by, iconId, name) {
    return el("button", { class: "icon-button", type: "button", "aria-label": name, onclick: () => this.store.change({ stones: this.store.stones + by }) }, icon(iconId));
  }

  #take(file) {
    if (this.preview) URL.revokeObjectURL(this.preview);
    this.preview = URL.createObjectURL(file);
    this.#upload(photoForm(file));
  }

  async #upload(body) {
    this.uploads += 1;
    this.draw();
    if (!(await sendPhoto(`${this.store.path}/photo`, body))) this.preview = undefined;
    await this.store.refresh().catch(() => {});
    this.uploads -= 1;
    this.draw();
  }

  #drawPicture() {
    const { server, hexes } = this.store;
    const waits = this.uploads || isReading(server.scan);
    const source = waits ? this.preview ?? server.scan?.photo.preview : undefined;
    redraw(this.picture, source ?? JSON.stringify([...hexes.values()]), () => {
      if (source) return [el("img", { src: source, alt: "" })];
      return [hexes.size ? miniMap([...hexes.values()]) : icon("i-hex")];
    });
  }

  #drawStatus() {
    const { server, unsure } = this.store;
    const { scan, problems, hex_count: count, scan_used: isUsed } = server;
    const key = [this.uploads, scan, isUsed, unsure.length, problems, count, this.table.canRemove()];
    redraw(this.status, JSON.stringify(key), () => this.#statusParts());
  }

  #statusParts() {
    const { server, unsure } = this.store;
    if (this.uploads) return [progress({ state: "running", stage: "start" })];
    if (isReading(server.scan)) return [progress(server.scan)];
    if (server.scan?.state === "done" && !server.scan_used && server.scan.city_count) return this.#dealParts(server.scan);
    if (unsure.length) {
      const check = `${this.game.page}/city/${server.seat}#check`;
      return [el("span", { class: "grow" }), el("a", { class: "button", href: check }, t("check_hexes", { count: unsure.length }))];
    }
    if (server.hex_count && !server.problems) return [];
    const text = advice(server.scan) || server.problems?.[0]?.sentence || "";
    if (text || server.hex_count) return [el("span", { class: text ? "grow is-warning" : "grow" }, text || t("looks_complete"))];
    return this.#emptyParts();
  }

  /** Who has neither a city nor a photo can leave the table, with nothing lost. */
  #emptyParts() {
    const { seat } = this.store.server;
    const name = t("remove_player", { number: seat });
    const leave = el("button", { class: "icon-button", type: "button", "aria-label": name, title: name, onclick: () => this.table.remove(seat) }, icon("i-trash"));
    return [el("span", { class: "grow" }, t("no_city_yet")), this.table.canRemove() ? leave : null].filter(Boolean);
  }

  #dealParts(scan) {
    const label = scan.city_count > 1 ? t("deal_cities", { count: scan.city_count }) : t("use_reading");
    return [el("span", { class: "grow" }), el("button", { class: "button", type: "button", onclick: () => this.table.deal(this, scan) }, label)];
  }
}
