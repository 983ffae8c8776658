// Dialogs close by their button and by a tap beside them.

import { byId } from "./dom.js";

for (const dialog of document.querySelectorAll("dialog")) {
  // Messages that were shown in the dialog are not lost with it.
  dialog.addEventListener("close", () => { if (dialog.querySelector("#toasts")) document.body.append(byId("toasts")); });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
  });
}
