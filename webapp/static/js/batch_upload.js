// Sends the photos of a batch, two at a time. A lost connection is waited for; a photo that came twice is kept once.

import { isPassing, pause, post } from "./api.js";
import { toast } from "./toasts.js";
import { t } from "./words.js";
import { BadZip, photosInZip } from "./zip_photos.js";

const AT_ONCE = 2;
const RETRY_MS = 2000;
const ZIP = /\.zip$/i;
const PHOTO = /\.(jpe?g|png|webp|heic|heif)$/i;

export class BatchUpload extends EventTarget {
  constructor(batch, nextNumber) {
    super();
    Object.assign(this, { batch, nextNumber, waiting: [], sent: 0, all: 0, running: 0 });
  }

  get isBusy() {
    return this.sent < this.all;
  }

  /** Take photos and zips; everything else is left where it is. */
  async add(files) {
    const found = (await Promise.all([...files].map(photosIn))).flat();
    if (!found.length && ![...files].some(({ name }) => ZIP.test(name))) toast(t("batch_no_photos"));
    for (const photo of found) this.waiting.push({ ...photo, number: this.nextNumber++ });
    this.all += found.length;
    while (this.running < AT_ONCE && this.waiting.length) this.#work();
    this.#tell();
  }

  async #work() {
    this.running += 1;
    for (let photo = this.waiting.shift(); photo; photo = this.waiting.shift()) {
      await this.#send(photo);
      this.sent += 1;
      this.#tell();
    }
    this.running -= 1;
  }

  async #send({ name, number, file }) {
    try {
      const form = new FormData();
      form.append("number", String(number));
      form.append("name", name);
      form.append("photo", await file(), "photo");
      while (!(await this.#isTaken(form))) await pause(RETRY_MS);
    } catch (error) {
      toast(t("batch_not_sent", { name, reason: error.message }));
    }
  }

  /** False: try again in a moment. Another phone may fill the same batch, then the photo gets a later number. */
  async #isTaken(form) {
    try {
      return await post(`/batches/${this.batch}/photos`, form);
    } catch (error) {
      if (isPassing(error)) return false;
      if (!error.data?.next_number) throw error;
      this.nextNumber = Math.max(this.nextNumber, error.data.next_number);
      form.set("number", String(this.nextNumber++));
      return this.#isTaken(form);
    }
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}

async function photosIn(file) {
  if (!ZIP.test(file.name)) return PHOTO.test(file.name) || file.type.startsWith("image/") ? [{ name: file.webkitRelativePath || file.name, file: async () => file }] : [];
  try {
    const found = await photosInZip(file);
    if (!found.length) toast(t("batch_no_photos"));
    return found;
  } catch (error) {
    if (error instanceof BadZip) toast(t("batch_bad_zip", { name: file.name }));
    else throw error;
    return [];
  }
}
