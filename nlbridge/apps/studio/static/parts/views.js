// The current view: a text, the table of rewrites, or a comparison. The address names it.

import { $ } from "./dom.js";

const VIEWS = { "#rewrites": "rewrites", "#compare": "compare" };
const listeners = new Set();

export const onView = (listener) => listeners.add(listener);
export const viewNow = () => VIEWS[location.hash] ?? "text";

export function mount() {
  addEventListener("hashchange", show);
  $("go-text").addEventListener("click", (event) => {
    event.preventDefault();
    leave();
  });
  show();
}

let lastText = "";

/** Returns to the open text. */
export function leave() {
  history.pushState(null, "", `/${lastText}`);
  show();
}

export function show() {
  const now = viewNow();
  if (now === "text") lastText = location.hash;
  document.body.dataset.view = now;
  for (const [id, name] of [["frame", "text"], ["rewrites-view", "rewrites"], ["compare-view", "compare"]]) $(id).hidden = name !== now;
  for (const [id, name] of [["go-text", "text"], ["go-rewrites", "rewrites"], ["go-compare", "compare"]]) {
    if (name === now) $(id).setAttribute("aria-current", "page");
    else $(id).removeAttribute("aria-current");
  }
  for (const listener of listeners) listener(now);
}
