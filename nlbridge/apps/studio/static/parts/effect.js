// The effect of the last change on the answers, in a line at the bottom, where it covers nothing.

import { $, button, h, refill, say } from "./dom.js";
import { onChange, select, state } from "./store.js";
import { STATES } from "./words.js";
import { takeBack } from "./top.js";

const MOST = 4;
const bar = $("effect");

export function mount() {
  onChange((what) => {
    if (what.has("doc")) draw();
  });
}

function draw() {
  const { effects } = state.doc;
  bar.hidden = !effects?.length;
  if (bar.hidden) return;
  const words = effects.length === 1 ? "1 answer changed:" : `${effects.length} answers changed:`;
  refill(bar, h("p", {}, h("b", {}, words)),
    h("ul", { class: "effect-list" }, effects.slice(0, MOST).map(row), effects.length > MOST && h("li", {}, `and ${effects.length - MOST} more`)),
    button("Undo", takeBack, { class: "quiet", "data-key": "effect-undo" }),
    button("Close", close, { class: "quiet", "data-key": "effect-close", "aria-label": "Close the list of changed answers" }));
  say(`${words} ${effects.map(({ statement, after }) => `${statement} ${nameOf(after)}`).join("; ")}`);
}

function close() {
  state.doc.effects = null;
  bar.hidden = true;
}

const row = (one) => h("li", {}, button(
  [h("bdi", {}, one.statement.replace(/\.$/u, "")), h("span", { class: "effect-step" }, ` ${nameOf(one.before)} → ${nameOf(one.after)}`)],
  () => select({ claim: one.claim }, { reveal: false }),
  { class: "quiet", "data-key": `effect-${one.claim}` },
));

/** Turns "changed, lower" into the page's words: "changes, lower". */
function nameOf(answer) {
  const [kind, direction] = answer.split(", ");
  return [STATES[kind]?.name ?? kind, direction].filter(Boolean).join(", ");
}
