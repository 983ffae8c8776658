// Short messages at the bottom of the page. They cover nothing that is being tapped.

import { byId, el } from "./dom.js";

const SHOWN_MS = 6000;

/** Say something; with an action it gets a button that does it. */
export function toast(message, action) {
  const box = el("div", { class: "toast" }, el("span", {}, message));
  const close = () => box.remove();
  if (action) {
    box.append(el("button", { type: "button", onclick: () => { close(); action.run(); } }, action.label));
  }
  byId("toasts").replaceChildren(box);
  setTimeout(close, SHOWN_MS);
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
