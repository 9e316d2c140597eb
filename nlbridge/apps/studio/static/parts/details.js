// The selected claim or link with its editable properties; without one, the list of claims.

import { $, button, fold, h, percent, refill, say } from "./dom.js";
import * as drafts from "./drafts.js";
import { claimOf, linkOf, operate, point, select, state, view } from "./store.js";
import { KINDS, number, SIGNS, STATES, STRENGTHS } from "./words.js";
import { choice, field } from "./dialog.js";
import { attachProof } from "./proof.js";
import { linkDialog } from "./link_dialog.js";
import { addClaimDialog } from "./claim_dialog.js";
import { supposed, suppose } from "./what_if.js";
import { provenance } from "./model.js";
import { moveEnd } from "./reader.js";
import { wordsOf } from "./offsets.js";
import { whileShown } from "./tabs.js";

const panel = $("tab-details");

export function mount() {
  whileShown("details", draw, ["doc", "selection"]);
}

function draw() {
  const current = view();
  if (!current) return;
  const claim = state.selected?.claim ? claimOf(state.selected.claim) : null;
  const link = state.selected?.link ? linkOf(state.selected.link) : null;
  if (claim) refill(panel, claim.latent ? latentOf(claim) : detailsOf(claim, current));
  else if (link) refill(panel, linkDetails(link));
  else refill(panel, overview(current));
}

// ---- nothing selected

function overview(current) {
  if (current.empty) return [h("p", { class: "empty" }, "Once a text is read, its claims appear here.")];
  return [
    h("h2", {}, "Claims"),
    h("p", { class: "hint" }, "Read by ", provenance(current.provenance)),
    h("ul", { class: "plain-list" }, current.claims.map((claim) => h("li", {}, claimButton(claim)))),
    h("div", { class: "row" },
      button("Add claim", () => addClaimDialog(), { class: "quiet", "data-key": "overview-add" }),
      button("Add link", () => linkDialog(), { class: "quiet", "data-key": "overview-link" }),
      button("Read again", () => operate({ op: "text.read" }), { class: "quiet", "data-key": "overview-read", title: "Reads the text again and drops your corrections. Undo brings them back." })),
    noteField(),
  ];
}

function noteField() {
  const base = state.doc.document.note ?? "";
  const input = drafts.tie(h("textarea", { rows: "2", "data-key": "note", maxlength: "2000" }), "note", base);
  const keep = async () => {
    if (input.value !== base && (await operate({ op: "note", note: input.value }))) {
      drafts.forget("note");
      say("Note kept.");
    }
  };
  return h("div", { class: "note" }, field("Note on this text", input), button("Keep the note", keep, { class: "quiet", "data-key": "keep-note" }));
}

export function claimButton(claim) {
  const known = STATES[claim.state];
  const item = button(
    [h("span", { class: `number is-${claim.state}`, "aria-hidden": "true" }, known ? known.mark : number(claim)),
      h("span", { class: "statement" }, claim.statement, known && h("span", { class: "visually-hidden" }, ` ${known.title}`)),
      claim.doubtful && h("span", { class: "chip doubt" }, percent(claim.confidence)),
      !claim.latent && claim.provenance !== view().provenance && provenance(claim.provenance),
      claim.latent && h("span", { class: "chip" }, "background")],
    () => select({ claim: claim.id }),
    { class: "claim-row", "data-key": `row-${claim.id}` },
  );
  return attachProof(item, claim.id);
}

// ---- a claim

function detailsOf(claim, current) {
  return [
    head(claim, `Claim ${number(claim)}`),
    sentence(claim, "claim.rename", "claim"),
    claim.span && span(claim),
    claim.doubtful && h("div", { class: "row" }, button("It is so", () => operate({ op: "claim.confirm", claim: claim.id }), { class: "primary", "data-key": "confirm-claim", title: "The text says so: the claim is certain from now on" })),
    supposing(claim),
    linksOf(claim, current),
    meaning(claim, current),
    parts(claim, current),
    h("div", { class: "row end" }, button("Remove claim", () => remove(claim), { class: "danger", "data-key": "remove-claim", "aria-keyshortcuts": "Delete" })),
  ];
}

function head(claim, title) {
  const known = STATES[claim.state];
  return h("div", { class: "panel-head" },
    h("h2", {}, title),
    provenance(claim.provenance),
    known && h("span", { class: `chip state is-${claim.state}` }, h("span", { "aria-hidden": "true" }, `${known.mark} `), known.name),
    h("span", { class: claim.doubtful ? "chip doubt" : "chip" }, claim.doubtful ? `in doubt, ${percent(claim.confidence)}` : `${percent(claim.confidence)} sure`),
    button("×", () => select(null, { reveal: false }), { class: "icon-button", "aria-label": "Back to all claims", "data-key": "close-details" }));
}

function sentence(claim, op, name) {
  const key = `statement:${claim.id}`;
  const input = drafts.tie(h("textarea", { rows: "2", class: "sentence", "data-key": "statement", maxlength: "1000" }), key, claim.statement);
  const rename = async () => {
    const statement = input.value.trim();
    if (!statement || statement === claim.statement) return;
    if (await operate({ op, [name]: claim.id, statement })) {
      drafts.forget(key);
      draw();
      say("Renamed.");
    }
  };
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    rename();
  });
  return h("div", { class: "group" },
    field("Sentence", input),
    h("div", { class: "row" },
      button("Rename", rename, { class: "quiet", "data-key": "rename" }),
      claim.span && button("From its words", () => operate({ op: "claim.restate", claim: claim.id }), { class: "quiet", "data-key": "restate", title: "Makes the sentence from the words of the span" })));
}

function span(claim) {
  const move = (side, direction, label, sign) => button(sign, () => moveEnd(claim, side, direction), { class: "quiet icon", "data-key": `move-${side}-${direction}`, "aria-label": label });
  return h("div", { class: "group" },
    h("p", { class: "field-label" }, "Words of the text"),
    h("div", { class: "span-row" },
      h("span", { class: "pair" }, move("start", -1, "Start one word earlier", "◂"), move("start", 1, "Start one word later", "▸")),
      h("q", { class: "words" }, h("bdi", {}, claim.words)),
      h("span", { class: "pair" }, move("end", -1, "End one word earlier", "◂"), move("end", 1, "End one word later", "▸"))));
}

function supposing(claim) {
  const now = supposed();
  const values = claim.values.map((value) => {
    const on = now[claim.id] === value;
    return button(value, () => {
      const next = supposed();
      if (on) delete next[claim.id];
      else next[claim.id] = value;
      suppose(next);
    }, { class: on ? "segment on" : "segment", "aria-pressed": String(on), "data-key": `suppose-${value}` });
  });
  return h("div", { class: "group" },
    h("p", { class: "field-label", id: "suppose-label" }, "What if it were"),
    h("div", { class: "segments", role: "group", "aria-labelledby": "suppose-label" }, values));
}

function linksOf(claim, current) {
  const into = current.links.filter((link) => link.effect === claim.id);
  const from = current.links.filter((link) => link.cause === claim.id);
  const item = (link, other, words) => h("li", {}, button(
    [h("span", { class: "direction" }, words), h("span", { class: "statement" }, claimOf(other)?.statement ?? other), link.doubtful && h("span", { class: "chip doubt" }, percent(link.confidence))],
    () => select({ link: link.id }),
    { class: link.doubtful ? "claim-row doubtful" : "claim-row", "data-key": `link-${link.id}` },
  ));
  return h("div", { class: "group" },
    h("p", { class: "field-label" }, "Links"),
    h("ul", { class: "plain-list" },
      into.map((link) => item(link, link.cause, link.sign === "inhibits" ? "despite" : "because of")),
      from.map((link) => item(link, link.effect, link.sign === "inhibits" ? "works against" : "brings about"))),
    button("Add link", () => linkDialog(claim.id), { class: "quiet", "data-key": "add-link-here" }));
}

function meaning(claim, current) {
  const kind = choice(Object.entries(KINDS), claim.kind, { "data-key": "kind", on: { change: () => operate({ op: "claim.set", claim: claim.id, kind: kind.value }) } });
  const fact = choice(claim.values.map((value) => [value, value]), claim.fact, { "data-key": "fact", on: { change: () => operate({ op: "claim.set", claim: claim.id, fact: fact.value }) } });
  return fold("meaning", "Kind, values, presuppositions", [
    field("Kind", kind),
    claim.kind === "event" ? null : valuesField(claim),
    field("In fact", fact),
    presuppositions(claim, current),
    formulaField(claim),
  ], { className: "more" });
}

function valuesField(claim) {
  const input = h("input", { type: "text", value: claim.values.join(", "), "data-key": "values", autocomplete: "off" });
  const set = () => {
    const values = input.value.split(",").map((value) => value.trim()).filter(Boolean);
    if (values.join() !== claim.values.join()) operate({ op: "claim.set", claim: claim.id, values, fact: values.includes(claim.fact) ? claim.fact : values[0] });
  };
  input.addEventListener("change", set);
  return field("Values, separated by commas", input);
}

function presuppositions(claim, current) {
  const others = current.claims.filter((other) => !other.latent && other.id !== claim.id && !claim.presupposes.includes(other.id));
  const set = (presupposes) => operate({ op: "claim.set", claim: claim.id, presupposes });
  const add = choice([["", "add one…"], ...others.map((other) => [other.id, `${number(other)}  ${other.statement}`])], "", {
    "data-key": "presuppose", "aria-label": "Add a claim that it presupposes", on: { change: () => add.value && set([...claim.presupposes, add.value]) },
  });
  return h("div", { class: "field" },
    h("span", { class: "field-label" }, "Speaks of what exists only if"),
    h("ul", { class: "plain-list" }, claim.presupposes.map((id) => h("li", { class: "tag-row" }, h("span", { class: "statement" }, claimOf(id)?.statement ?? id),
      button("×", () => set(claim.presupposes.filter((one) => one !== id)), { class: "quiet icon", "aria-label": `Does not presuppose ${claimOf(id)?.statement ?? id}`, "data-key": `presupposes-${id}` })))),
    add);
}

function formulaField(claim) {
  const input = h("input", { type: "text", value: claim.formula ?? "", placeholder: "e1 and not e2", "data-key": "formula", autocomplete: "off", spellcheck: "false" });
  input.addEventListener("change", () => operate({ op: "mechanism.set", claim: claim.id, formula: input.value.trim() || null }));
  return field("Formula, if you know it", input);
}

function parts(claim, current) {
  const others = current.claims.filter((other) => !other.latent && other.id !== claim.id);
  const neighbour = others.find((other) => other.span && claim.span && other.span[0] >= claim.span[1]) ?? others[0];
  const merged = others.length ? choice(others.map((other) => [other.id, `${number(other)}  ${other.statement}`]), neighbour.id, { "data-key": "merge-with", "aria-label": "Claim to merge with" }) : null;
  return fold("parts", "Split or merge", [
    claim.span && splitter(claim),
    merged && h("div", { class: "row" }, merged, button("Merge", () => operate({ op: "claim.merge", claim: claim.id, other: merged.value }), { class: "quiet", "data-key": "merge" })),
  ], { className: "more" });
}

function splitter(claim) {
  const words = wordsOf(claim.words).slice(1);
  if (words.length === 0) return null;
  const all = [...claim.words];
  const at = choice(words.map(([start, end]) => [String(claim.span[0] + start), `before “${all.slice(start, end).join("")}”`]), String(claim.span[0] + words[Math.floor(words.length / 2)][0]), { "data-key": "split-at", "aria-label": "Where to split" });
  return h("div", { class: "row" }, at, button("Split", () => operate({ op: "claim.split", claim: claim.id, at: Number(at.value) }), { class: "quiet", "data-key": "split" }));
}

export async function remove(claim) {
  const operation = claim.latent ? { op: "latent.remove", latent: claim.id } : { op: "claim.remove", claim: claim.id };
  if (await operate(operation)) say(`Removed: ${claim.statement} Undo brings it back.`);
}

function latentOf(claim) {
  return [
    head(claim, `Background ${number(claim)}`),
    sentence(claim, "latent.rename", "latent"),
    h("p", { class: "hint" }, "The text implies it but does not state it. No what-if changes it."),
    linksOf(claim, view()),
    h("div", { class: "row end" }, button("Remove", () => remove(claim), { class: "danger", "data-key": "remove-claim" })),
  ];
}

// ---- a link

function linkDetails(link) {
  const pair = { cause: link.cause, effect: link.effect };
  const set = (more) => operate({ op: "link.set", ...pair, ...more });
  const sign = choice(Object.entries(SIGNS), link.sign, { "data-key": "sign", on: { change: () => set({ sign: sign.value }) } });
  const strength = choice(Object.entries(STRENGTHS), link.strength, { "data-key": "strength", on: { change: () => set({ strength: strength.value }) } });
  const word = h("input", { type: "text", value: link.connective ?? "", "data-key": "connective", autocomplete: "off", on: { change: () => set({ connective: word.value.trim() || null }) } });
  return [
    h("div", { class: "panel-head" },
      h("h2", {}, "Link"),
      h("span", { class: link.doubtful ? "chip doubt" : "chip" }, link.doubtful ? `in doubt, ${percent(link.confidence)}` : `${percent(link.confidence)} sure`),
      provenance(link.provenance),
      link.implied && h("span", { class: "chip" }, "no connective says so"),
      link.cut && h("span", { class: "chip" }, "cut by the what-if"),
      button("×", () => select(null, { reveal: false }), { class: "icon-button", "aria-label": "Back to all claims", "data-key": "close-details" })),
    h("ol", { class: "link-ends" },
      [link.cause, link.effect].map((id) => h("li", {}, claimOf(id) ? claimButton(claimOf(id)) : id))),
    field("Sign", sign), field("Strength", strength), field("Word of the text", word),
    h("div", { class: "row" },
      link.doubtful && button("It is so", () => set({ sign: link.sign, strength: link.strength }), { class: "primary", "data-key": "confirm-link" }),
      button("Turn round", () => reverse(link), { class: "quiet", "data-key": "reverse" }),
      button("Remove link", () => removeLink(link), { class: "danger", "data-key": "remove-link", "aria-keyshortcuts": "Delete" })),
  ];
}

async function reverse(link) {
  if (await operate({ op: "link.reverse", cause: link.cause, effect: link.effect })) select({ link: `${link.effect}->${link.cause}` });
}

export async function removeLink(link) {
  if (!(await operate({ op: "link.remove", cause: link.cause, effect: link.effect }))) return;
  point(null);
  say("Link removed. Undo brings it back.");
}
