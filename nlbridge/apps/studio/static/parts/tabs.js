// The tabs of the panel; arrow keys move among them, as in the ARIA pattern.

import { $, h } from "./dom.js";
import { onChange, showTab, state, view } from "./store.js";

export const TABS = [["details", "Details"], ["answers", "Answers"], ["check", "To check"], ["rubric", "Rubric"], ["rewrites", "Rewrites"]];

export function mount() {
  $("tabs").append(...TABS.map(([name, label]) => h("button", {
    type: "button", role: "tab", id: `tab-of-${name}`, "aria-controls": `tab-${name}`,
    on: { click: () => showTab(name), keydown: move },
  }, h("span", {}, label), h("span", { class: "tab-count", id: `count-of-${name}` }))));
  onChange((what) => {
    if (what.has("tab") || what.has("other")) draw();
    if (what.has("doc")) count();
  });
  draw();
}

/** Draws a tab when its content has changed, and only once it is viewed. */
export function whileShown(tab, drawn, draws) {
  let stale = true;
  onChange((what) => {
    stale ||= draws.some((one) => what.has(one));
    if (!stale || state.tab !== tab || !view()) return;
    stale = false;
    drawn();
  });
}

function draw() {
  for (const [name] of TABS) {
    const on = state.tab === name;
    const tab = $(`tab-of-${name}`);
    tab.setAttribute("aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
    $(`tab-${name}`).hidden = !on;
    if (on) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

function count() {
  const open = view().queue?.open ?? 0;
  $("count-of-check").textContent = open ? String(open) : "";
  $("count-of-rewrites").textContent = view().rewrites.length ? String(view().rewrites.length) : "";
}

function move(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1, Home: -TABS.length, End: TABS.length }[event.key];
  if (!step) return;
  event.preventDefault();
  const at = TABS.findIndex(([name]) => name === state.tab);
  const next = Math.abs(step) > 1 ? (step > 0 ? TABS.length - 1 : 0) : (at + step + TABS.length) % TABS.length;
  showTab(TABS[next][0]);
  $(`tab-of-${TABS[next][0]}`).focus();
}
