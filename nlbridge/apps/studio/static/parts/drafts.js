// Drafts: typed but not submitted. Each goes to the server a moment after a key, so a reload or restart loses nothing.

import { debounce } from "./dom.js";
import { documentPath, request } from "./api.js";

let owner = null;
let kept = new Map();
let unsent = new Map();

/** Takes the server's drafts when a text is opened. While it is open, the page's own are newer. */
export function load(id, drafts) {
  if (id === owner) return;
  owner = id;
  unsent = new Map();
  kept = new Map(Object.entries(drafts));
}

export const get = (field) => kept.get(field) ?? "";
export const has = (field) => Boolean(kept.get(field));

export function set(field, value) {
  if ((kept.get(field) ?? "") === value) return;
  kept.set(field, value);
  unsent.set(field, value);
  sendSoon();
}

export const forget = (field) => set(field, "");

/** Forgets drafts of texts other than the open one. */
export async function forgetOf(id, fields) {
  for (const field of fields) await request("PUT", documentPath(id, "/draft"), { field, value: "" }).catch(() => undefined);
  return true;
}

export async function flush() {
  sendSoon.cancel();
  await send();
}

/** Sends all drafts on the page again: the server may have lost them. */
export function keepTyped() {
  for (const [field, value] of kept) if (value) unsent.set(field, value);
}

async function send() {
  const id = owner;
  const batch = [...unsent];
  for (const [field, value] of batch) {
    try {
      await request("PUT", documentPath(id, "/draft"), { field, value });
      if (owner === id && unsent.get(field) === value) unsent.delete(field);
    } catch {
      // It stays unsent until the next key, or until the server is back.
      return;
    }
  }
}

const sendSoon = debounce(send, 350);

addEventListener("pagehide", () => {
  sendSoon.cancel();
  for (const [field, value] of unsent) {
    request("PUT", documentPath(owner, "/draft"), { field, value }, { keepalive: true }).catch(() => undefined);
  }
});

/** Binds a field to its draft: it starts with the draft, else `base`; text other than `base` is saved. */
export function tie(input, field, base = "") {
  input.value = has(field) ? get(field) : base;
  input.addEventListener("input", () => set(field, input.value === base ? "" : input.value));
  return input;
}
