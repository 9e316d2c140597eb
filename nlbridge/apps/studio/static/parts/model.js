// Who reads (offline or the configured model), what the model cost, and verdicts of the model on demand.

import { $, button, h, refill, say } from "./dom.js";
import { documentPath, request } from "./api.js";
import { attempt, onChange, showBanner, state, take } from "./store.js";
import { choice } from "./dialog.js";
import { PROVENANCE, READERS, VERDICTS } from "./words.js";

let known = null;

export function mount() {
  refresh();
  onChange((what) => {
    if ((what.has("doc") || what.has("refused")) && known?.model) refresh();
  });
}

/** Whether the person chose the model as reader. */
export const modelReads = () => Boolean(known?.model) && known.reader !== "offline" && !document.body.classList.contains("read-only");

/** Shows the server's current reader and spending. */
export async function refresh() {
  const now = await request("GET", "/api/model").catch(() => null); // the next action reports what is wrong
  if (now) show(now);
}

function show(now) {
  known = now;
  const bar = $("model");
  bar.hidden = now.readers.length < 2;
  if (bar.hidden) return;
  const reader = choice(now.readers.map((name) => [name, READERS[name]]), now.reader, {
    "data-key": "reader", "aria-label": "Who reads", on: { change: () => choose(reader.value) },
  });
  refill(bar, [reader, h("span", { class: "chip", title: "The model; its key stays with the studio" }, now.model), h("span", { class: "spent", id: "spent" }, spent(now))]);
}

async function choose(reader) {
  const now = await attempt(() => request("POST", "/api/model", { reader }));
  if (!now) return refresh();
  show(now);
  return say(`Texts are read by: ${READERS[now.reader]}`);
}

function spent(now) {
  const tokens = (now.prompt_tokens + now.completion_tokens).toLocaleString("en");
  const limit = now.max_cost === null ? "" : ` of ${now.max_cost.toFixed(2)}`;
  const cost = now.cost === null ? "" : ` · $${now.cost.toFixed(4)}${limit}`;
  const most = now.max_tokens === null ? "" : ` of ${now.max_tokens.toLocaleString("en")}`;
  return `${now.calls} ${now.calls === 1 ? "call" : "calls"} · ${tokens}${most} tokens${cost}`;
}

/** A sign for who read something. */
export function provenance(of) {
  return of ? h("span", { class: `chip provenance-${of}`, title: PROVENANCE[of] }, of) : null;
}

/** Whether a model is configured. */
export const hasModel = () => Boolean(known?.model);

/** Shows and announces the result of a second look. */
export function tellSecondLook(before, after) {
  const words = `Second look: ${before === after ? "still" : "now"} ${VERDICTS[after].name}.`;
  showBanner(words, "note");
  say(words);
  refresh();
}

/** Buttons for the model's verdict on a rewrite and for its second look; none without a model. */
export function judgeButtons(rewrite) {
  if (!hasModel() || !state.doc.view.what_if) return null;
  const judge = async (twice) => {
    const before = rewrite.verdict;
    const doc = await attempt(() => request("POST", documentPath(state.doc.id, "/judge"), { rewrite: rewrite.id, twice }));
    if (!doc) return;
    take(doc);
    const after = doc.view.rewrites.find((one) => one.id === rewrite.id)?.verdict;
    if (twice) tellSecondLook(before, after);
    else say(`Judged by the model: ${VERDICTS[after].name}.`);
  };
  const seen = rewrite.provenance === "model";
  return [
    button("Judge with the model", () => judge(false), { class: "quiet", "data-key": "judge-model", hidden: seen, title: "Asks the model once or twice" }),
    button("Second look", () => judge(true), { class: "quiet", "data-key": "second-look", hidden: !seen, title: "Asks the model about every claim again, in other words" }),
  ];
}
