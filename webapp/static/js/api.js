// Talks to the server. Refusals carry the server's own sentence.

import { t } from "./words.js";

const ANSWER_MS = 20_000;
const UPLOAD_MS = 300_000;
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

/** Whether the same request may well succeed in a moment. */
export const isPassing = (error) => error instanceof Offline || error.status >= 500 || error.status === 429;

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function send(method, path, body, isLong = false) {
  let response;
  try {
    response = await fetch(`/api/v1${path}`, { method, ...(body instanceof FormData ? upload(body) : message(body, isLong)) });
  } catch {
    throw new Offline();
  }
  if (response.status === 204) return null;
  const data = await response.json().catch(() => null);
  if (!response.ok) throw new Refused(response.status, data);
  return data;
}

const HEADERS = { "X-CSRFToken": token, Accept: "application/json" };

/** A connection that died without a word is given up; a change that is under way outlives the page. */
function message(body, isLong) {
  const headers = body === undefined ? HEADERS : { ...HEADERS, "Content-Type": "application/json" };
  const signal = AbortSignal.timeout(isLong ? UPLOAD_MS : ANSWER_MS);
  return { headers, body: JSON.stringify(body), keepalive: body !== undefined && !isLong, signal };
}

const upload = (body) => ({ headers: HEADERS, body, signal: AbortSignal.timeout(UPLOAD_MS) });

export const get = (path) => send("GET", path);
export const post = (path, body = {}) => send("POST", path, body);
/** For what keeps the server busy for a while, or says too much to outlive the page. */
export const postLong = (path, body) => send("POST", path, body, true);
