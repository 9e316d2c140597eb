// Rewrites and their faults: the verdict by criterion, the quote in the rewrite, the claim in the text.

import { $, button, h, percent, refill, say } from "./dom.js";
import * as drafts from "./drafts.js";
import { changed, operate, point, state, view } from "./store.js";
import { ERRORS, VERDICTS } from "./words.js";
import { addRewrites, choose } from "./files.js";
import { field } from "./dialog.js";
import { judgeButtons, provenance } from "./model.js";
import { wayTo } from "./reader.js";
import { whileShown } from "./tabs.js";
import { verdictCard } from "./verdict.js";

const panel = $("tab-rewrites");
let owner = null;

export function mount() {
  whileShown("rewrites", draw, ["doc", "rewrite"]);
}

function draw() {
  const current = view();
  if (!current) return;
  if (owner !== state.doc.id) frame();
  refill($("rewrite-list"), list(current));
  refill($("rewrite-report"), report(current));
}

/** The field for a new rewrite, built once per text. */
function frame() {
  owner = state.doc.id;
  const input = drafts.tie(h("textarea", { rows: "3", id: "rewrite-text", maxlength: "20000" }), "rewrite");
  const judge = async () => {
    const text = input.value.trim();
    if (!text) return input.focus();
    const before = view().rewrites.length;
    if (!(await operate({ op: "rewrite.add", text }))) return undefined;
    input.value = "";
    drafts.forget("rewrite");
    show(view().rewrites[before]?.id);
    const added = view().rewrites[before];
    return say(added?.verdict ? `Verdict: ${VERDICTS[added.verdict].name}` : "Added.");
  };
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) judge();
  });
  panel.replaceChildren(
    h("h2", {}, "Rewrites"),
    field("A rewrite of the text under the what-if", input),
    h("div", { class: "row" },
      button("Judge", judge, { class: "primary", id: "judge", "aria-keyshortcuts": "Control+Enter" }),
      button("Open a file of many…", () => choose((name, content) => addRewrites(content)), { class: "quiet", id: "open-rewrites" })),
    h("div", { id: "rewrite-list" }),
    h("div", { id: "rewrite-report", tabindex: "-1" }),
  );
}

function show(id) {
  state.rewrite = id ?? null;
  state.criterion = null;
  changed("rewrite");
}

// ---- the list

function list(current) {
  if (current.rewrites.length < 2) return [];
  const names = ["valid", "undetermined", "invalid"].filter((name) => current.rewrites.some((rewrite) => rewrite.verdict === name));
  const shown = current.rewrites.filter((rewrite) => !state.verdicts || rewrite.verdict === state.verdicts);
  const filter = (name, label, count) => button([label, " ", h("b", {}, String(count))], () => {
    state.verdicts = name;
    draw();
  }, { class: state.verdicts === name ? "segment on" : "segment", "aria-pressed": String(state.verdicts === name), "data-key": `filter-${name}` });
  return [
    h("div", { class: "segments", role: "group", "aria-label": "Show" }, filter("", "all", current.rewrites.length),
      names.map((name) => filter(name, VERDICTS[name].name, current.rewrites.filter((rewrite) => rewrite.verdict === name).length))),
    h("ul", { class: "plain-list scroll", "aria-label": "Rewrites", tabindex: "0", "data-key": "rewrites" }, shown.map((rewrite) => h("li", {}, button(
      [verdictMark(rewrite.verdict), h("span", { class: "statement" }, rewrite.title), h("span", { class: "count" }, rewrite.confidence ? percent(rewrite.confidence) : "")],
      () => show(rewrite.id),
      { class: "claim-row", "data-key": `rewrite-${rewrite.id}`, "aria-current": rewrite.id === state.rewrite ? "true" : null },
    )))),
  ];
}

function verdictMark(verdict) {
  if (!verdict) return h("span", { class: "verdict-mark" }, "·");
  return h("span", { class: `verdict-mark verdict-${verdict}` }, h("span", { "aria-hidden": "true" }, VERDICTS[verdict].mark), h("span", { class: "visually-hidden" }, VERDICTS[verdict].name));
}

// ---- one rewrite

function report(current) {
  const rewrite = current.rewrites.find((one) => one.id === state.rewrite);
  if (!rewrite) return [h("p", { class: "empty" }, current.rewrites.length ? "Choose a rewrite." : "Paste a rewrite above, or open a file: JSON Lines with “edit”, or one rewrite a paragraph.")];
  return [
    verdict(rewrite),
    h("p", { class: "passage rewrite-passage" }, rewrite.segments.length ? rewrite.segments.map((segment) => piece(segment)) : h("bdi", {}, rewrite.text)),
    rewrite.problem && h("p", { class: "problem" }, rewrite.problem),
    rewrite.criteria.length > 0 && h("ul", { class: "criteria" }, rewrite.criteria.map((one) => criterion(rewrite, one))),
    h("div", { class: "row end" }, judgeButtons(rewrite), button("Remove rewrite", () => operate({ op: "rewrite.remove", rewrite: rewrite.id }), { class: "danger", "data-key": "remove-rewrite" })),
  ];
}

function verdict(rewrite) {
  if (rewrite.verdict === "pending") return h("div", { class: "verdict verdict-pending" }, h("p", { class: "verdict-words" }, "… being judged"));
  if (!rewrite.verdict) return h("p", { class: "hint" }, rewrite.problem ? "" : "It is judged once there is a what-if.");
  return h("div", {},
    verdictCard(rewrite, { chosen: state.criterion, choose: chosen }),
    disagree(rewrite, "whole", rewrite.verdict, ["valid", "invalid", "undetermined"], rewrite.label));
}

function chosen(one) {
  state.criterion = state.criterion === one.id ? null : one.id;
  draw();
  light(one, state.criterion === one.id);
}

function piece(segment) {
  const lit = segment.criteria.includes(state.criterion);
  const classes = ["quote", segment.verdict && `verdict-${segment.verdict}`, lit && "lit"].filter(Boolean).join(" ");
  return segment.criteria.length ? h("span", { class: classes, "data-criteria": segment.criteria.join(" ") }, h("bdi", {}, segment.text)) : h("bdi", {}, segment.text);
}

function criterion(rewrite, one) {
  const on = state.criterion === one.id;
  const toggle = () => {
    state.criterion = on ? null : one.id;
    draw();
    light(one, !on);
  };
  const { mark, name } = VERDICTS[one.verdict];
  return h("li", { class: `criterion verdict-${one.verdict}${on ? " on" : ""}`, on: { pointerenter: () => light(one, true), pointerleave: () => light(one, state.criterion === one.id) } },
    button([
      h("span", { class: `verdict-mark verdict-${one.verdict}`, "aria-hidden": "true" }, mark),
      h("span", { class: "statement" }, one.statement, h("span", { class: "visually-hidden" }, ` ${name}.`)),
      h("span", { class: "count" }, percent(one.confidence)),
    ], toggle, { class: "claim-row", "aria-expanded": String(on), "data-key": `criterion-${rewrite.id}-${one.id}` }),
    one.label && !on && h("p", { class: "said" }, `You say: ${VERDICTS[one.label.said].name}`),
    on && h("div", { class: "criterion-more" },
      one.quote && h("p", {}, h("q", { class: "words" }, h("bdi", {}, one.quote))),
      one.error && h("p", {}, h("span", { class: "chip" }, one.error), ` ${ERRORS[one.error]}`),
      h("p", {}, one.why, " ", provenance(one.provenance)),
      disagree(rewrite, one.id, one.verdict, ["pass", "fail", "undetermined"], one.label)));
}

function light(one, on) {
  if (!on) point(null);
  else point(one.claim ? wayTo(one.claim) : { claims: [], links: one.link ? [one.link] : [] });
}

// ---- disagreeing

function disagree(rewrite, name_, verdictNow, words, label) {
  const said = (value, note) => operate({ op: "label", rewrite: rewrite.id, criterion: name_, said: value, ...(note === undefined ? {} : { note }) });
  const name = `${rewrite.id}-${name_}`;
  const options = words.map((word) => button(VERDICTS[word].name, () => said(label?.said === word ? null : word, label?.said === word ? undefined : label?.note), {
    class: label?.said === word ? "segment on" : "segment", "aria-pressed": String(label?.said === word), "data-key": `say-${name}-${word}`,
  }));
  return h("div", { class: "disagree" },
    h("span", { class: "field-label", id: `say-${name}` }, agreement(label, verdictNow)),
    h("div", { class: "segments small", role: "group", "aria-labelledby": `say-${name}` }, options),
    label && noteOf(name, label, said));
}

function agreement(label, verdictNow) {
  if (!label) return "You say";
  return label.said === verdictNow ? "You say (and agree)" : "You say (and disagree)";
}

function noteOf(name, label, said) {
  const note = h("input", { type: "text", value: label.note, placeholder: "why (optional)", maxlength: "500", "aria-label": "Why you say so", "data-key": `note-${name}`, autocomplete: "off" });
  note.addEventListener("change", () => note.value !== label.note && said(label.said, note.value));
  return note;
}
