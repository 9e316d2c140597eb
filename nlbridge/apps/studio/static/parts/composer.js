// The field to paste, open, or edit a text. Drafts are saved until the text is read.

import { $, button, h, refill, say } from "./dom.js";
import * as drafts from "./drafts.js";
import { changed, create, onChange, operate, state, view } from "./store.js";
import { choose, openFile } from "./files.js";
import { field } from "./dialog.js";

let asNew = false;

export function mount() {
  onChange((what) => {
    if (what.has("doc") || what.has("composing")) draw();
  });
}

/** Opens the field with the current text. */
export function compose(text) {
  asNew = false;
  if (!drafts.has("text")) drafts.set("text", text);
  open();
}

export function composeNew() {
  asNew = true;
  open();
}

function open() {
  state.composing = true;
  changed("composing");
  $("composer").querySelector("textarea")?.focus();
  $("composer").scrollIntoView({ block: "start" });
}

function close() {
  state.composing = false;
  drafts.forget("text");
  drafts.forget("had");
  changed("composing");
}

function draw() {
  const card = $("composer");
  const shown = Boolean(view()?.empty) || state.composing;
  if (!shown) {
    card.hidden = true;
    card.replaceChildren();
    return;
  }
  const drawn = `${state.doc.id} ${asNew} ${view().empty}`;
  if (!card.hidden && card.dataset.drawn === drawn) return; // leave the text being typed alone
  card.dataset.drawn = drawn;
  card.hidden = false;
  fill(card);
}

function fill(card) {
  const { empty } = view();
  const text = drafts.tie(h("textarea", { rows: "8", class: "passage-field", "data-key": "compose-text", placeholder: "The pump failed in the night, so the cellar flooded. As a result, the wine was ruined.", maxlength: "20000" }), "text");
  const had = drafts.tie(h("input", { type: "text", "data-key": "compose-had", autocomplete: "off", placeholder: "the pump had not failed" }), "had");
  const send = async () => {
    if (await read(text.value, had.value.trim())) close();
  };
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
  });
  refill(
    card,
    h("h2", { id: "composer-title" }, title(empty)),
    field("Text", text),
    field("What if (may be left empty)", had),
    h("div", { class: "row" },
      button("Read", send, { class: "primary", "aria-keyshortcuts": "Control+Enter" }),
      button("Open a file…", () => choose(async (name, content) => {
        await openFile(name, content);
        if (!view().empty) close();
      }), { class: "quiet" }),
      !empty && button("Cancel", close, { class: "quiet" })),
    h("p", { class: "hint" }, empty || asNew ? "Paste a short text, open a file, or drop one anywhere on the page." : "Another text replaces this one with its corrections. Undo brings them back."),
  );
}

function title(empty) {
  if (empty) return "Which text?";
  return asNew ? "Another text" : "Edit the text";
}

async function read(text, had) {
  if (!text.trim()) {
    say("Write or paste a text first.");
    $("composer").querySelector("textarea").focus();
    return false;
  }
  if (asNew && !view().empty) {
    const from = state.doc.id;
    return (await create(text, had || null)) && drafts.forgetOf(from, ["text", "had"]);
  }
  return operate(had ? { op: "text.set", text, had } : { op: "text.set", text });
}
