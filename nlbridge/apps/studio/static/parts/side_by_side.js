// Several what-ifs of a text side by side: a row per claim, a column per what-if.

import { button, h, percent } from "./dom.js";
import { documentPath, request } from "./api.js";
import { attempt, operate, state, view } from "./store.js";
import { openDialog } from "./dialog.js";
import { STATES } from "./words.js";

export async function sideBySide() {
  const found = await attempt(() => request("GET", documentPath(state.doc.id, "/what-ifs")));
  if (!found) return;
  const columns = found.what_ifs;
  openDialog("What-ifs side by side", h("div", { class: "wide-table", tabindex: "0", role: "region", "aria-label": "What-ifs side by side" }, tableOf(columns)), { wide: true });
}

function tableOf(columns) {
  const claims = view().claims.filter((claim) => !claim.latent);
  return h("table", { class: "side-by-side" },
    h("caption", { class: "visually-hidden" }, "What happens to each claim under each what-if"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Claim"), columns.map(head))),
    h("tbody", {}, claims.map((claim) => h("tr", {}, h("th", { scope: "row" }, h("bdi", {}, claim.statement)), columns.map((column) => cell(column, claim.id))))));
}

function head(column, place) {
  const name = nameOf(column.what_if);
  const act = async (op) => {
    if (!(await operate({ op, place }))) return;
    if (view().kept.count) sideBySide();
    else document.getElementById("dialog").close();
  };
  return h("th", { scope: "col", "aria-current": column.now ? "true" : null }, h("bdi", {}, name),
    h("div", { class: "row" },
      column.now ? h("span", { class: "chip" }, "supposed now") : button("Suppose", () => act("what_if.take"), { class: "quiet", "aria-label": `Suppose: ${name}`, "data-key": `take-${place}` }),
      button("Drop", () => act("what_if.drop"), { class: "quiet", "aria-label": `Drop: ${name}`, "data-key": `drop-${place}` })));
}

const nameOf = ({ given, do: set }) => given.had ?? given.query ?? Object.entries(set ?? {}).map(([claim, value]) => `${claim}: ${value}`).join("; ");

function cell(column, claim) {
  const answer = column.answers[claim];
  if (!answer) return h("td", {}, column.what_if.problem ? "not understood" : "–");
  const { mark, name } = STATES[answer.state];
  return h("td", { class: `is-${answer.state}` }, h("span", { class: "mark", "aria-hidden": "true" }, `${mark} `), name,
    answer.direction && `, ${answer.direction}`, answer.doubtful && h("span", { class: "chip doubt" }, percent(answer.confidence)));
}
