// The list of texts: state, filter, search, next text, and exports.

import { $, button, debounce, h, refill, refillFor, say } from "./dom.js";
import { documentPath, request } from "./api.js";
import { attempt, loadProject, onChange, open, operate, showBanner, state, view } from "./store.js";
import { field, openDialog } from "./dialog.js";
import { TEXT_STATES } from "./words.js";
import { composeNew } from "./composer.js";
import { choose, downloadFrom, openFile } from "./files.js";

const EXPORTS = [
  ["scenarios", "Scenarios", "scenarios.jsonl"], ["rubrics.md", "Rubrics (Markdown)", "rubrics.md"], ["rubrics.jsonl", "Rubrics (JSON Lines)", "rubrics.jsonl"],
  ["cobe", "CoBe items", "cobe.json"], ["labels", "Disagreements", "labels.jsonl"],
];
const nav = $("texts");
let framed = false;

export function mount() {
  $("texts-toggle").addEventListener("click", () => setDrawer(!document.body.classList.contains("drawer")));
  onChange((what) => {
    if (what.has("project") || what.has("doc")) draw();
    if (what.has("other")) setDrawer(false);
  });
  addEventListener("keydown", (event) => event.key === "Escape" && setDrawer(false));
}

function setDrawer(on) {
  document.body.classList.toggle("drawer", on);
  $("texts-toggle").setAttribute("aria-expanded", String(on));
}

export const isMany = () => (state.project?.total ?? 0) > 1;

function draw() {
  if (!state.project || !state.doc) return;
  nav.hidden = !isMany();
  $("texts-toggle").hidden = !isMany();
  document.body.classList.toggle("many", isMany());
  place();
  if (!isMany()) return;
  if (!framed) frame();
  filters();
  items();
}

// ---- in the head of the page

function place() {
  const { counts, total } = state.project;
  const { reviewed } = state.doc.document;
  refill(
    $("place"),
    isMany() && h("span", { class: "progress-words" }, `${counts.reviewed} of ${total} reviewed`),
    !view().empty && button([h("span", { "aria-hidden": "true" }, reviewed ? "✓ " : ""), reviewed ? "Reviewed" : "Mark reviewed"], toggleReviewed, { class: reviewed ? "quiet on" : "quiet", "aria-pressed": String(reviewed), "data-key": "reviewed", "aria-keyshortcuts": "r" }),
    isMany() && button("Next", next, { class: "primary", "data-key": "next", "aria-keyshortcuts": ".", "aria-label": "Next text that is not reviewed" }),
  );
}

/** Takes the open text off the list, and offers to restore it. */
export async function removeText() {
  const { id } = state.doc;
  const title = state.project.items.find((item) => item.id === id)?.title ?? id;
  const items_ = state.project.items;
  const at = items_.findIndex((item) => item.id === id);
  const beside_ = items_[at + 1] ?? items_[at - 1];
  if ((await attempt(() => request("DELETE", documentPath(id)))) === undefined) return;
  if (beside_) await open(beside_.id);
  await loadProject();
  showBanner(`Removed from the list: ${title}`, "note", { label: "Undo", act: () => restore(id) });
  say(`Removed from the list: ${title}`);
}

async function restore(id) {
  if ((await attempt(() => request("POST", documentPath(id, "/restore"), {}))) === undefined) return;
  await open(id);
  await loadProject();
  say("Back in the list.");
}

export function renameText() {
  const base = state.doc.document.title || state.project.items.find((item) => item.id === state.doc.id)?.title || "";
  const input = h("input", { type: "text", value: base, maxlength: "120", "data-key": "title", autocomplete: "off" });
  openDialog("Name of the text", field("Name in the list", input, "Leave it empty for the first words of the text."), {
    label: "Rename",
    submit: () => operate({ op: "title", title: input.value.trim() }),
  });
}

export async function toggleReviewed() {
  const reviewed = !state.doc.document.reviewed;
  if (await operate({ op: "review", reviewed })) say(reviewed ? "Reviewed." : "No longer marked as reviewed.");
}

/** Opens the next text not marked as reviewed. */
export async function next() {
  const found = await attempt(() => request("GET", `/api/next?after=${encodeURIComponent(state.doc.id)}`));
  if (!found) return;
  if (found.id === null) say("All texts are reviewed.");
  else if (await open(found.id)) say(`Text ${found.id}`);
}

/** Opens the text beside this one in the list. */
export function beside(step) {
  const { items: all } = state.project;
  const at = all.findIndex((item) => item.id === state.doc.id);
  const item = all[at + step];
  if (item) open(item.id);
}

// ---- the list

function frame() {
  framed = true;
  const search = h("input", { type: "search", id: "search", placeholder: "Search", "aria-label": "Search the texts", autocomplete: "off" });
  search.addEventListener("input", debounce(() => {
    state.filter.search = search.value;
    loadProject();
  }, 250));
  nav.replaceChildren(
    h("div", { class: "texts-head" }, search, h("div", { class: "segments small", role: "group", "aria-label": "Show", id: "text-filters" })),
    h("ol", { class: "plain-list text-list", id: "text-list", tabindex: "-1" }),
    h("div", { class: "texts-foot" },
      h("div", { class: "row" },
        button("Add a text", add, { class: "quiet" }),
        button("Open…", () => choose(openFile), { class: "quiet", "aria-label": "Open a file of texts" }),
        button("Rename", renameText, { class: "quiet", "aria-label": "Rename the open text", "data-key": "rename-text" }),
        button("Remove", removeText, { class: "danger", "aria-label": "Remove the open text from the list", "data-key": "remove-text" })),
      h("details", { class: "more exports" }, h("summary", {}, "Export the reviewed"), h("div", { class: "stack" }, EXPORTS.map(([form, label, name]) => button(label, () => downloadFrom(`/api/export/${form}`, name), { class: "quiet" })))),
      h("p", { class: "hint", id: "saved-to" })),
  );
}

function add() {
  setDrawer(false);
  composeNew();
}

function filters() {
  const { counts, total } = state.project;
  const one = (name, label, count) => button([label, " ", h("b", {}, String(count))], () => {
    state.filter.state = name;
    loadProject();
  }, { class: state.filter.state === name ? "segment on" : "segment", "aria-pressed": String(state.filter.state === name), "data-key": `state-${name}` });
  refill($("text-filters"), one("", "All", total), Object.entries(TEXT_STATES).map(([name, { name: label }]) => one(name, label, counts[name] ?? 0)));
}

function items() {
  const { items: all, saved_to: saved } = state.project;
  refillFor($("text-list"), [all, state.doc.id], () => (all.length ? all.map(item) : h("li", { class: "empty" }, "No text fits.")));
  $("saved-to").replaceChildren(saved ? "Kept in " : "", h("bdi", {}, saved ?? ""));
}

function item(one) {
  const { mark, name } = TEXT_STATES[one.state] ?? TEXT_STATES.unread;
  return h("li", {}, button(
    [h("span", { class: `text-state state-${one.state}`, "aria-hidden": "true" }, mark),
      h("span", { class: "statement" }, h("bdi", {}, one.title || "(empty)"), h("span", { class: "visually-hidden" }, `, ${name}`)),
      one.doubts ? h("span", { class: "count", title: "doubts" }, String(one.doubts)) : null],
    () => open(one.id),
    { class: "claim-row", "data-key": `text-${one.id}`, "aria-current": one.id === state.doc.id ? "page" : null },
  ));
}
