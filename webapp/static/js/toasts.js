// Short messages at the bottom of the page. They cover nothing that is being tapped.

import { byId, el } from "./dom.js";

const SHOWN_MS = 6000;

let closing = 0;

/** Say something. What is being said already just stays longer, so that nobody has to hear it twice. */
export function toast(message) {
  const holder = byId("toasts");
  // An open dialog lies above everything that is not in it.
  const front = document.querySelector("dialog[open]") ?? document.body;
  if (holder.parentElement !== front) front.append(holder);
  if (holder.textContent !== message) holder.replaceChildren(el("div", { class: "toast" }, message));
  clearTimeout(closing);
  closing = setTimeout(() => holder.replaceChildren(), SHOWN_MS);
}

/** Run something that may fail, and say so if it does. */
export async function saying(work) {
  try {
    return await work();
  } catch (error) {
    toast(error.message);
    return undefined;
  }
}
