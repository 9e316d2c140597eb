// Adds a claim without a mouse: select its words in a field, or write a sentence.

import { h, say } from "./dom.js";
import { operate, select, view } from "./store.js";
import { field, openDialog } from "./dialog.js";
import { points } from "./offsets.js";

export function addClaimDialog() {
  const text = view().segments.map((segment) => segment.text).join("");
  const words = h("textarea", { rows: "7", readonly: true, class: "passage-field", spellcheck: "false" }, text);
  const sentence = h("input", { type: "text", autocomplete: "off", maxlength: "500" });
  const background = h("input", { type: "checkbox" });
  openDialog("Add a claim", [
    field("Words of the text", words, "Select them: Shift with the arrow keys, or the mouse."),
    field("Its sentence", sentence, "If left empty, it is made from the words."),
    h("label", { class: "check" }, background, " Background that the text implies but does not state"),
  ], { label: "Add", submit: () => add(text, words, sentence.value.trim(), background.checked) });
}

async function add(text, words, statement, background) {
  const operation = background ? { op: "latent.add", statement } : claimOperation(text, words, statement);
  const before = new Set(view().claims.map((claim) => claim.id));
  if (!(await operate(operation))) return undefined;
  const added = view().claims.find((claim) => !before.has(claim.id));
  if (added) select({ claim: added.id });
  say(added ? `Added: ${added.statement}` : "Added");
  return true;
}

function claimOperation(text, words, statement) {
  const operation = { op: "claim.add" };
  const [start, end] = [words.selectionStart, words.selectionEnd];
  if (start < end) operation.span = [points(text.slice(0, start)), points(text.slice(0, end))];
  if (statement) operation.statement = statement;
  return operation;
}
