// The result: pictures of the cities, sharing, printing.

import { savePicture } from "./city_picture.js";
import { byId } from "./dom.js";
import { drawMiniMaps } from "./mini_map.js";
import { saying, toast } from "./toasts.js";
import { t } from "./words.js";

drawMiniMaps();

byId("copy-link")?.addEventListener("click", async () => {
  const field = byId("share-link");
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // Without HTTPS browsers keep the clipboard to themselves; the old way still works.
    document.execCommand("copy");
  }
  toast(t("copied"));
});
byId("print")?.addEventListener("click", () => window.print());

for (const button of document.querySelectorAll("[data-picture]")) {
  button.addEventListener("click", () => saying(() => {
    const data = JSON.parse(button.dataset.picture);
    const map = button.closest(".city-card").querySelector(".city-map");
    return savePicture(map, t("picture_title", data), "akroscan-city");
  }));
}
