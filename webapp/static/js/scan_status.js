// What to say about a photo that is being read, was read, or could not be.

import { el } from "./dom.js";
import { t } from "./words.js";

const STAGES = ["start", "load", "find", "lattice", "read", "solve", "judge"];

export const isReading = (scan) => ["waiting", "running"].includes(scan?.state);

/** A bar with the stage that is being worked on. */
export function progress(scan) {
  const step = Math.max(0, STAGES.indexOf(scan.stage));
  const text = scan.state === "waiting" ? t("stage_waiting") : t(`stage_${STAGES[step]}`);
  const bar = el("i");
  bar.style.setProperty("--done", String((step + 0.6) / STAGES.length));
  const attributes = { class: "progress", role: "progressbar", "aria-valuemin": 0, "aria-valuemax": STAGES.length, "aria-valuenow": step, "aria-valuetext": text };
  return el("div", attributes, el("span", {}, text), el("div", { class: "progress-bar" }, bar));
}

/** Hints for a better photo, or why there is no city. */
export function advice(scan) {
  if (!scan) return "";
  if (scan.state === "failed") return scan.message;
  if (scan.no_city) return t(`no_city_${scan.no_city}`);
  return scan.flaws.length ? t(`flaw_${scan.flaws[0]}`) : "";
}
