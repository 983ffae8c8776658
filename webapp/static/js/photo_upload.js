// Sends a photo until the server has it. The camera may not have kept the picture, so it must not be lost on the way.

import { Offline, isPassing, pause, post } from "./api.js";
import { toast } from "./toasts.js";
import { t } from "./words.js";

const RETRY_MS = 2000;
let underWay = 0;

/** Send it to a path. Gives the scan, or undefined when the photo was refused; either is said to the user. */
export async function sendPhoto(path, body) {
  underWay += 1;
  try {
    return await sendUntilTaken(path, body);
  } catch (error) {
    toast(error.message);
    return undefined;
  } finally {
    underWay -= 1;
  }
}

async function sendUntilTaken(path, body) {
  for (;;) {
    try {
      return await post(path, body);
    } catch (error) {
      if (!isPassing(error)) throw error;
      toast(error instanceof Offline ? t("offline_photo") : error.message);
      await pause(RETRY_MS);
    }
  }
}

addEventListener("beforeunload", (event) => { if (underWay) event.preventDefault(); });
