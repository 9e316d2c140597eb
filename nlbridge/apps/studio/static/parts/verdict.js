// A verdict to read in five seconds: the error, its words, its class, the confidence. The proof unfolds.

import { button, fold, h, percent } from "./dom.js";
import { provenance } from "./model.js";
import { ERRORS, VERDICTS } from "./words.js";

/** The card of a verdict; `choose` is called with a criterion to show in both texts. */
export function verdictCard(judged, { chosen = null, choose }) {
  const known = VERDICTS[judged.verdict];
  return h("div", { class: `verdict verdict-${judged.verdict}` },
    h("p", { class: "verdict-words" },
      h("span", { class: "mark", "aria-hidden": "true" }, known.mark), ` ${known.name}`,
      h("span", { class: "count" }, chance(judged)), provenance(judged.provenance)),
    summary(judged, chosen, choose),
    judged.reasons.length > 0 && fold(`proof-${judged.id}`, "Proof", h("ul", { class: "reasons" }, judged.reasons.map((reason) => h("li", {}, reason)))));
}

/** The confidence of a verdict; if it is undetermined, the probability of valid, as in the table. */
const chance = (judged) => (judged.verdict === "undetermined" ? `${percent(judged.score)} valid` : `${percent(judged.confidence)} sure`);

function summary(judged, chosen, choose) {
  const wrong = faultsOf(judged);
  if (wrong.length) return h("ul", { class: "faults", "aria-label": "What is wrong" }, wrong.map((one) => fault(one, chosen, choose)));
  const open = judged.criteria.filter((one) => one.required && one.verdict === "undetermined");
  if (judged.verdict === "undetermined" && open.length) {
    return [
      h("p", { class: "fault-words" }, open.length === 1 ? "One thing is not shown:" : `${open.length} things are not shown:`),
      h("ul", { class: "faults" }, open.slice(0, MOST_OPEN).map((one) => fault(one, chosen, choose))),
    ];
  }
  if (judged.verdict === "valid") return h("p", { class: "fault-words" }, "Every required criterion is shown.");
  return judged.reasons.slice(0, MOST_REASONS).map((reason) => h("p", { class: "fault-words" }, h("bdi", {}, reason)));
}

const MOST_OPEN = 3;
const MOST_REASONS = 2;

/** The failed criteria, first those that make the rewrite invalid. */
export function faultsOf(judged) {
  if (judged.verdict !== "invalid") return [];
  const failed = judged.criteria.filter((one) => one.verdict === "fail");
  return [...failed.filter((one) => one.required), ...failed.filter((one) => !one.required)];
}

function fault(one, chosen, choose) {
  const words = one.error ? ERRORS[one.error] : one.statement.replace(/\.$/u, "");
  return h("li", {}, button([
    one.error && h("b", { class: "chip error-class" }, one.error),
    h("span", { class: "statement" }, words, one.quote && [": ", h("q", { class: "words" }, h("bdi", {}, one.quote))], one.error && !one.quote && [": ", h("bdi", {}, one.statement)]),
    h("span", { class: "count" }, percent(one.confidence)),
  ], () => choose(one), { class: "claim-row", "aria-pressed": String(chosen === one.id), "data-key": `fault-${one.id}` }));
}
