// Talks to the server. Refusals carry the server's own sentence.

import { t } from "./words.js";

const token = document.querySelector('meta[name="csrf-token"]').content;

/** The server said no; `message` is for the user, `data` is all of its answer. */
export class Refused extends Error {
  constructor(status, data) {
    super(data?.error?.message ?? t("failed"));
    this.status = status;
    this.data = data;
  }
}

/** The server could not be reached. */
export class Offline extends Error {
  constructor() {
    super(t("offline"));
  }
}

export async function send(method, path, body) {
  const isForm = body instanceof FormData;
  const headers = { "X-CSRFToken": token, Accept: "application/json" };
  if (body !== undefined && !isForm) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(`/api/v1${path}`, { method, headers, body: isForm ? body : JSON.stringify(body) });
  } catch {
    throw new Offline();
  }
  if (response.status === 204) return null;
  const data = await response.json().catch(() => null);
  if (!response.ok) throw new Refused(response.status, data);
  return data;
}

export const get = (path) => send("GET", path);
export const post = (path, body = {}) => send("POST", path, body);
