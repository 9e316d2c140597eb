// The queue of doubts: one question at a time, by number of affected answers; y, n, u answer.

import { $, button, h, percent, plural, refill, say } from "./dom.js";
import { modelReads, provenance } from "./model.js";
import { askModelFirst, onChange, operate, point, state, view } from "./store.js";
import { whileShown } from "./tabs.js";

const panel = $("tab-check");
const REPLIES = [["yes", "Yes", "y"], ["no", "No", "n"], ["unsure", "Unsure", "u"]];

const underway = new Set();

export function mount() {
  whileShown("check", draw, ["doc"]);
  onChange((what) => {
    if (what.has("tab") && state.tab === "check") pointAt(current());
    if (state.tab === "check" && (what.has("tab") || what.has("other"))) askFirst();
  });
}

/** The chosen question, or else the first unanswered one; pending answers count, so fast typing works. */
export function current() {
  const doubts = view()?.queue?.doubts ?? [];
  const open = doubts.find((doubt) => doubt.reply === null && !underway.has(doubt.id));
  return doubts.find((doubt) => doubt.id === state.doubt) ?? open ?? null;
}

/** If a model reads, it answers first; the person settles what it is unsure of or gets wrong. */
async function askFirst() {
  if (!modelReads() || !view()?.queue.unasked) return;
  const before = view().queue.open;
  if (await askModelFirst()) say(`The model answered ${before - view().queue.open} of ${before}. ${view().queue.open} left.`);
}

function pointAt(doubt) {
  point(doubt ? { claims: doubt.about, links: doubt.link ? [doubt.link] : [] } : null);
}

function draw() {
  const { queue } = view();
  const doubt = current();
  refill(
    panel,
    h("div", { class: "panel-head" }, h("h2", {}, "To check"), h("span", { class: "count" }, queue.total ? `${queue.answered} of ${queue.total} answered` : "")),
    queue.total > 0 && h("progress", { max: queue.total, value: queue.answered, "aria-label": "Doubts answered" }),
    doubt ? question(doubt) : done(queue),
    queue.doubts.length > 0 && h("ol", { class: "plain-list queue" }, queue.doubts.map((one) => row(one, doubt))),
  );
}

function question(doubt) {
  const hangs = doubt.hangs ? `${plural(doubt.hangs, "answer")} ${doubt.hangs === 1 ? "depends" : "depend"} on it` : "no answer depends on it";
  return h("div", { class: "question" },
    h("p", { class: "question-words" }, doubt.question),
    h("p", { class: "hint" }, `${percent(doubt.confidence)} yes · ${hangs}`, doubt.by === "model" && [" · ", doubt.reply ? `the model says ${doubt.reply}` : "the model is unsure"]),
    h("div", { class: "replies", role: "group", "aria-label": "Your answer" }, REPLIES.map(([reply, label, key]) =>
      button([label, h("kbd", { "aria-hidden": "true" }, key)], () => answer(reply), { class: doubt.reply === reply ? "reply on" : "reply", "aria-pressed": String(doubt.reply === reply), "data-key": `reply-${reply}`, "aria-keyshortcuts": key }))));
}

function done(queue) {
  const words = queue.total ? "All doubts are answered." : "Nothing here is in doubt.";
  return h("div", { class: "question done" }, h("p", { class: "question-words" }, words), h("p", { class: "hint" }, "Mark the text as reviewed, or go on to the rubric."));
}

function row(doubt, shown) {
  const reply = REPLIES.find(([name]) => name === doubt.reply);
  return h("li", {}, button(
    [h("span", { class: "statement" }, doubt.question), h("span", { class: reply ? `chip reply-${doubt.reply}` : "chip doubt" }, reply ? reply[1].toLowerCase() : percent(doubt.confidence)), doubt.reply && provenance(doubt.by)],
    () => {
      state.doubt = doubt.id;
      draw();
      pointAt(doubt);
    },
    { class: "claim-row", "data-key": `doubt-${doubt.id}`, "aria-current": doubt.id === shown?.id ? "true" : null },
  ));
}

/** Answers the current question and goes to the next. Repeating an answer removes it. */
export async function answer(reply) {
  const doubt = current();
  if (!doubt) return;
  state.doubt = null;
  const given = doubt.reply === reply && doubt.by === "you" ? null : reply;
  underway.add(doubt.id);
  draw();
  const taken = await operate({ op: "reply", doubt: doubt.id, reply: given });
  underway.delete(doubt.id);
  draw();
  if (!taken) return;
  const next = current();
  pointAt(next);
  const { open } = view().queue;
  say(`${given ?? "Taken back"}. ${open} left.${next ? ` ${next.question}` : ""}`);
}
