// The keys of the page, and the overlay that lists them. Single keys do nothing while typing, and can be switched off.

import { $, h, isTyping, say } from "./dom.js";
import { claimOf, linkOf, operate, select, showTab, state, view } from "./store.js";
import { openDialog } from "./dialog.js";
import { addClaimDialog } from "./claim_dialog.js";
import { linkDialog } from "./link_dialog.js";
import { answer } from "./check.js";
import { remove, removeLink } from "./details.js";
import { focusBadge } from "./reader.js";
import { beside, isMany, next, toggleReviewed } from "./texts.js";
import { doAgain, takeBack } from "./top.js";
import { TABS } from "./tabs.js";
import { viewNow } from "./views.js";

const inCheck = () => state.tab === "check";
const chosenClaim = () => (state.selected?.claim ? claimOf(state.selected.claim) : null);

/** Key, action, and condition, in the order of the overlay. */
const KEYS = [
  ["j", "next claim", () => focusBadge(1)],
  ["k", "last claim", () => focusBadge(-1)],
  ["a", "add a claim", () => addClaimDialog()],
  ["l", "add a link", () => linkDialog(state.selected?.claim ?? null)],
  ["e", "write the chosen claim's sentence", () => focusOn("#tab-details [data-key=statement]", "details")],
  ["m", "merge the chosen claim with the next", mergeNext],
  ["Delete", "remove the chosen claim or link", removeChosen],
  ["w", "what if", () => focusOn("#had")],
  ["t", "text", () => $("text").focus()],
  ["g", "graph", () => $("drawing").focus()],
  ["1 – 5", "details, answers, to check, rubric, rewrites", null],
  ["y n u", "to check: yes, no, unsure", null],
  ["r", "mark the text as reviewed, or not", () => toggleReviewed()],
  [".", "next text that is not reviewed", () => isMany() && next()],
  [">", "the text after this one", () => isMany() && beside(1)],
  ["<", "the text before this one", () => isMany() && beside(-1)],
  ["/", "search the texts", () => focusOn("#search")],
  ["?", "this overlay", help],
];

const ALWAYS = [
  ["Ctrl Z", "undo"], ["Ctrl Shift Z", "redo"], ["Ctrl Enter", "read the text, judge the rewrite"],
  ["← →", "on a claim: the one beside it; on an end of its span: a word (Alt: a character)"],
  ["Esc", "close what is open, choose nothing"],
];

export function mount() {
  addEventListener("keydown", press);
  $("help").addEventListener("click", help);
}

function press(event) {
  if (event.defaultPrevented || $("dialog").open || !state.doc || viewNow() !== "text") return;
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    history_(event);
    return;
  }
  if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
  if (event.key === "Escape" && state.selected) {
    select(null, { reveal: false });
    return;
  }
  if (single()) act(event);
}

function history_(event) {
  if (isTyping(event.target)) return; // the field has its own undo
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) doAgain();
  else takeBack();
}

function act(event) {
  const reply = { y: "yes", n: "no", u: "unsure" }[event.key];
  const tab = TABS[Number(event.key) - 1]?.[0];
  const known = KEYS.find(([key, , action]) => action && key === event.key);
  if (reply && inCheck()) answer(reply);
  else if (tab) openTab(tab);
  else if (known) known[2]();
  else return;
  event.preventDefault();
}

function openTab(tab) {
  showTab(tab);
  $(`tab-of-${tab}`).focus();
}

function focusOn(selector, tab = null) {
  if (tab) showTab(tab);
  const element = document.querySelector(selector);
  if (!element) return;
  element.focus();
  element.select?.();
}

function mergeNext() {
  const claim = chosenClaim();
  const after = claim?.span && view().claims.find((other) => other.span && other.id !== claim.id && other.span[0] >= claim.span[1]);
  if (after) operate({ op: "claim.merge", claim: claim.id, other: after.id });
  else say("Choose a claim that another follows.");
}

function removeChosen() {
  const link = state.selected?.link ? linkOf(state.selected.link) : null;
  if (chosenClaim()) remove(chosenClaim());
  else if (link) removeLink(link);
}

// ---- the overlay

let off = false;
try {
  off = localStorage.getItem("causalcore.single-keys") === "off";
} catch {
  // Then they are on.
}
const single = () => !off;

function help() {
  const single_ = h("input", { type: "checkbox", checked: !off });
  single_.addEventListener("change", () => {
    off = !single_.checked;
    try {
      localStorage.setItem("causalcore.single-keys", off ? "off" : "on");
    } catch {
      // The choice lasts until the page is left.
    }
  });
  const list = (rows) => h("dl", { class: "keys" }, rows.map(([key, words]) => h("div", {}, h("dt", {}, key.split(" ").map((one) => h("kbd", {}, one))), h("dd", {}, words))));
  openDialog("Help and keys", [
    h("p", {}, "Claims are underlined in the text; a click chooses one, and the ends of the chosen one can be dragged. Select words to add a claim. In the graph, drag from claim to claim to add a link, and click a link to change it."),
    h("ul", { class: "legend" }, [["◆", "intervened", "supposed"], ["●", "changed", "changes"], ["○", "unchanged", "stays"], ["?", "open", "open: the text does not settle it"]].map(([mark, name, words]) => h("li", { class: `legend-item is-${name}` }, h("span", { class: "mark", "aria-hidden": "true" }, mark), ` ${words}`))),
    list(ALWAYS),
    h("label", { class: "check" }, single_, " Single keys"),
    list(KEYS),
  ], { wide: true });
}
