// The dialog with the sample photos.

import { byId } from "./dom.js";

const dialog = byId("sample-dialog");
let chosen = () => {};

/** Let the user pick a sample; `take` gets its name. */
export function chooseSample(take) {
  chosen = take;
  dialog.showModal();
}

for (const button of dialog.querySelectorAll("[data-sample]")) {
  button.addEventListener("click", () => {
    dialog.close();
    chosen(button.dataset.sample);
  });
}
