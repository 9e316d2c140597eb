// Undo, redo, and the switch of colours.

import { $, say } from "./dom.js";
import { changed, onChange, redo, state, undo } from "./store.js";

const THEMES = { system: "as the system", light: "light", dark: "dark" };
const SIGNS = { system: "◐", light: "☀", dark: "☾" };

export function mount() {
  $("undo").addEventListener("click", takeBack);
  $("redo").addEventListener("click", doAgain);
  $("theme").addEventListener("click", nextTheme);
  onChange((what) => {
    if (what.has("doc")) draw();
  });
  show(chosen());
}

function draw() {
  name($("undo"), "Undo", state.doc.undo, "Ctrl+Z");
  name($("redo"), "Redo", state.doc.redo, "Ctrl+Shift+Z");
}

function name(button, word, what, keys) {
  button.disabled = !what;
  button.setAttribute("aria-label", what ? `${word}: ${what}` : word);
  button.title = what ? `${word}: ${what} (${keys})` : `Nothing to ${word.toLowerCase()}`;
}

export async function takeBack() {
  const what = state.doc?.undo;
  if (what && (await undo())) say(`Undone: ${what}`);
}

export async function doAgain() {
  const what = state.doc?.redo;
  if (what && (await redo())) say(`Done again: ${what}`);
}

const chosen = () => document.documentElement.dataset.theme ?? "system";

function nextTheme() {
  const names = Object.keys(THEMES);
  const theme = names[(names.indexOf(chosen()) + 1) % names.length];
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("causalcore.theme", theme);
  } catch {
    // The choice lasts until the page is left.
  }
  show(theme);
  changed("theme");
  say(`Colours: ${THEMES[theme]}`);
}

function show(theme) {
  $("theme").setAttribute("aria-label", `Colours: ${THEMES[theme]}`);
  $("theme").title = `Colours: ${THEMES[theme]}`;
  $("theme").firstElementChild.textContent = SIGNS[theme];
}
