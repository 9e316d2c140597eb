// The links of the graph as a table, for people who do not use the drawing.

import { $, button, h, percent, refill } from "./dom.js";
import { claimOf, select } from "./store.js";
import { provenance } from "./model.js";
import { SIGNS, STRENGTHS } from "./words.js";

const COLUMNS = ["Cause", "Word", "Effect", "Sign", "Strength", "Sure", "Read by", "Change"];

export function linkTable(current) {
  const heads = COLUMNS.map((name) => h("th", { scope: "col" }, name));
  refill($("link-table"), h("table", {}, h("caption", { class: "visually-hidden" }, "Links of the graph"), h("thead", {}, h("tr", {}, heads)), h("tbody", {}, current.links.map(rowOf))));
}

function rowOf(link) {
  const cause = claimOf(link.cause);
  const effect = claimOf(link.effect);
  const change = button("Change", () => select({ link: link.id }), { class: "quiet", "data-key": `row-${link.id}`, "aria-label": `Change the link from ${cause?.statement} to ${effect?.statement}` });
  return h("tr", { class: link.doubtful ? "doubtful" : "" },
    h("td", {}, cause?.statement ?? link.cause), h("td", {}, link.label || "–"), h("td", {}, effect?.statement ?? link.effect),
    h("td", {}, SIGNS[link.sign]), h("td", {}, STRENGTHS[link.strength].split(":")[0]), h("td", {}, percent(link.confidence)),
    h("td", {}, provenance(link.provenance)), h("td", {}, change));
}
