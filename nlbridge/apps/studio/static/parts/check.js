// The queue of doubts: one question at a time, in the order of what hangs on them; y, n, u answer.

import { $, button, h, percent, plural, refill, say } from "./dom.js";
import { onChange, operate, point, state, view } from "./store.js";

const panel = $("tab-check");
const REPLIES = [["yes", "Yes", "y"], ["no", "No", "n"], ["unsure", "Unsure", "u"]];

const underway = new Set();

export function mount() {
  onChange((what) => {
    if (what.has("doc")) draw();
    if (what.has("tab") && state.tab === "check") pointAt(current());
  });
}

/** The question that was chosen, or else the first without an answer; answers on their way count, so that keys may be quick. */
export function current() {
  const doubts = view()?.queue?.doubts ?? [];
  const open = doubts.find((doubt) => doubt.reply === null && !underway.has(doubt.id));
  return doubts.find((doubt) => doubt.id === state.doubt) ?? open ?? null;
}

function pointAt(doubt) {
  point(doubt ? { claims: doubt.about, links: doubt.link ? [doubt.link] : [] } : null);
}

function draw() {
  const queue = view()?.queue;
  if (!queue) return;
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
  const hangs = doubt.hangs ? `${plural(doubt.hangs, "answer")} ${doubt.hangs === 1 ? "hangs" : "hang"} on it` : "nothing else hangs on it";
  return h("div", { class: "question" },
    h("p", { class: "question-words" }, doubt.question),
    h("p", { class: "hint" }, `${percent(doubt.confidence)} yes · ${hangs}`),
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
    [h("span", { class: "statement" }, doubt.question), h("span", { class: reply ? `chip reply-${doubt.reply}` : "chip doubt" }, reply ? reply[1].toLowerCase() : percent(doubt.confidence))],
    () => {
      state.doubt = doubt.id;
      draw();
      pointAt(doubt);
    },
    { class: "claim-row", "data-key": `doubt-${doubt.id}`, "aria-current": doubt.id === shown?.id ? "true" : null },
  ));
}

/** Answers the question that is shown, and goes to the next. The same answer again takes it back. */
export async function answer(reply) {
  const doubt = current();
  if (!doubt) return;
  state.doubt = null;
  const given = doubt.reply === reply ? null : reply;
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
