// One rewrite beside its text: differences are marked, and a criterion highlights its words on both sides.

import { button, h, percent, refill } from "../dom.js";
import { hasModel } from "../model.js";
import { verdictCard } from "../verdict.js";
import { VERDICTS } from "../words.js";

const SAID = [["valid", "v"], ["invalid", "i"], ["undetermined", "u"]];
let lit = null;
let owner = null;

export function drawDetail(box, row, acts) {
  if (owner !== row.key) lit = null;
  owner = row.key;
  const choose = (one) => {
    lit = lit === one.id ? null : one.id;
    drawDetail(box, row, acts);
    box.querySelector(".passage .lit")?.scrollIntoView({ block: "nearest" });
  };
  refill(box,
    side("Text", row.text, row.supposed && `What if ${row.supposed}`),
    side(`Rewrite by ${row.model}`, row.edit, null),
    h("div", { class: "many-verdict" },
      row.confidence === null ? h("p", { class: "hint" }, row.problem ?? "Not judged yet.") : verdictCard(row, { chosen: lit, choose }),
      yours(row, acts.judgeAs),
      hasModel() && row.confidence !== null && h("div", { class: "row end", "data-changes": "yes" }, button("Second look", acts.lookAgain, { class: "quiet", "data-key": "many-second-look", title: "Asks the model about every claim again, in other words" })),
      h("ul", { class: "criteria", "aria-label": "Criteria" }, row.criteria.map((one) => criterion(one, choose)))));
}

function side(title, pieces, remark) {
  return h("div", { class: "side" }, h("h3", {}, title), remark && h("p", { class: "hint" }, h("bdi", {}, remark)),
    h("p", { class: "passage" }, pieces.map(piece)));
}

function piece(one) {
  const on = lit !== null && one.criteria.includes(lit);
  const inner = h("bdi", {}, one.text);
  const marked = one.differs ? h("mark", { class: "differs" }, inner) : inner;
  return on ? h("span", { class: "quote lit" }, marked) : marked;
}

function yours(row, judgeAs) {
  const note = h("input", { type: "text", value: row.note, placeholder: "why (optional)", "aria-label": "Why you say so", maxlength: "500", autocomplete: "off", "data-key": "many-note" });
  note.addEventListener("change", () => judgeAs(row.said, note.value));
  const agreed = row.agrees === null ? "" : row.agrees ? " (and agree)" : " (and disagree)";
  return h("div", { class: "disagree", "data-changes": "yes" }, h("span", { class: "field-label", id: "many-say" }, `You say${agreed}`),
    h("div", { class: "segments small", role: "group", "aria-labelledby": "many-say" }, SAID.map(([said, key]) => button([VERDICTS[said].name, h("kbd", { "aria-hidden": "true" }, key)], () => judgeAs(row.said === said ? "" : said), {
      class: row.said === said ? "segment on" : "segment", "aria-pressed": String(row.said === said), "data-key": `many-say-${said}`, "aria-keyshortcuts": key,
    }))),
    row.said && note);
}

function criterion(one, choose) {
  const { mark, name } = VERDICTS[one.verdict];
  return h("li", { class: `criterion verdict-${one.verdict}` },
    button([
      h("span", { class: `verdict-mark verdict-${one.verdict}`, "aria-hidden": "true" }, mark),
      h("span", { class: "statement" }, one.statement, h("span", { class: "visually-hidden" }, ` ${name}.`)),
      h("span", { class: "count" }, percent(one.confidence)),
    ], () => choose(one), { class: "claim-row", "aria-pressed": String(lit === one.id), "data-key": `many-${one.id}`, "data-criterion-button": "yes" }),
    lit === one.id && h("div", { class: "criterion-more" }, one.quote && h("p", {}, h("q", { class: "words" }, h("bdi", {}, one.quote))), h("p", {}, one.why)));
}
