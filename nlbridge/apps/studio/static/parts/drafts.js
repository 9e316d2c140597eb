// What is typed and not yet sent. It goes to the server a moment after each key, so that a reload or a restart loses nothing.

import { debounce } from "./dom.js";
import { documentPath, request } from "./api.js";

let owner = null;
let kept = new Map();
let unsent = new Map();

/** Takes what the server keeps for a text that is opened. While it is open, the page knows better what was typed. */
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

/** Forgets what was typed beside another text than the one that is open now. */
export async function forgetOf(id, fields) {
  for (const field of fields) await request("PUT", documentPath(id, "/draft"), { field, value: "" }).catch(() => undefined);
  return true;
}

export async function flush() {
  sendSoon.cancel();
  await send();
}

/** All that is on the page counts as typed, and is sent again: the server may have lost it. */
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
      // It stays among the unsent; the next key, or the return of the server, sends it.
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

/** Ties a field to its draft: it starts with the draft or else with `base`, and what differs from `base` is kept. */
export function tie(input, field, base = "") {
  input.value = has(field) ? get(field) : base;
  input.addEventListener("input", () => set(field, input.value === base ? "" : input.value));
  return input;
}
