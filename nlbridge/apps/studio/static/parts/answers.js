// The answer for each claim, in groups, with the reason in a sentence.

import { $, button, fold, h, percent, refill } from "./dom.js";
import { claimOf, select, showTab, view } from "./store.js";
import { whileShown } from "./tabs.js";
import { STATES } from "./words.js";
import { attachProof, inOrder, proofOf } from "./proof.js";

const panel = $("tab-answers");

export function mount() {
  whileShown("answers", draw, ["doc"]);
}

function draw() {
  const current = view();
  if (!current) return;
  if (!current.answers.length) {
    refill(panel, h("h2", {}, "Answers"), h("p", { class: "empty" }, current.what_if?.problem ?? current.problem ?? "There is no what-if yet. Type one, or choose a claim and give it another value; this panel then shows what changes, stays and is open."));
    return;
  }
  const groups = Object.entries(STATES).map(([name, words]) => [name, words, current.answers.filter((answer) => answer.state === name)]);
  refill(panel, groups.filter(([, , answers]) => answers.length).map(([name, words, answers]) => [
    h("h2", { class: `group-title is-${name}` }, h("span", { class: "mark", "aria-hidden": "true" }, words.mark), ` ${words.title}`),
    h("ul", { class: "plain-list" }, answers.map(rowOf)),
  ]));
}

function rowOf(answer) {
  const row = attachProof(button(
    [h("span", { class: "statement" }, answer.told || answer.statement),
      answer.direction && h("span", { class: "chip" }, answer.direction),
      answer.doubtful && answer.state !== "open" && h("span", { class: "chip doubt" }, `in doubt, ${percent(answer.confidence)}`)],
    () => {
      select({ claim: answer.claim }, { reveal: false });
      showTab("answers");
    },
    { class: "claim-row", "data-key": `answer-${answer.claim}` },
  ), answer.claim);
  return h("li", {}, row, fold(`answer-${answer.claim}`, "Why", h("p", {}, "…"), { opening: unfold(answer) }));
}

const unfold = (answer) => async (folded) => {
  if (folded.dataset.full) return;
  folded.dataset.full = "yes";
  const proof = await proofOf(answer.claim);
  folded.querySelector("p").replaceWith(h("ol", { class: "proof-steps" }, (proof?.sentences ?? ["Nothing more is known."]).map((sentence) => h("li", {}, sentence))));
  const way = inOrder(proof?.path.claims ?? []).map((id) => claimOf(id)?.statement.replace(/\.$/u, "") ?? id);
  if (way.length > 1) folded.append(h("p", { class: "proof-way" }, way.join(" → ")));
};
