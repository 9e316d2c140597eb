// The rubric to copy and download, and pictures.

import { $, button, fold, h, percent, refill } from "./dom.js";
import { documentPath, request } from "./api.js";
import { attempt, onChange, point, select, state, view } from "./store.js";
import { copy, downloadFrom, picture } from "./files.js";
import { wayTo } from "./reader.js";
import { whileShown } from "./tabs.js";

const panel = $("tab-rubric");
const COPIES = [["markdown", "Markdown"], ["json", "JSON"], ["cobe", "CoBe item"]];

export function mount() {
  whileShown("rubric", draw, ["doc"]);
  onChange((what) => {
    if (what.has("doc") || what.has("tab")) tell();
  });
}

let told = { id: "", key: "", sections: [], text: "", reason: "" };

/** Requests the rubric when it is viewed, and the representative answer, which takes a moment longer. */
async function tell() {
  const { id, version } = state.doc ?? {};
  const key = `${id} ${version}`;
  if (state.tab !== "rubric" || !view()?.rubric || told.key === key) return;
  told = { ...told, ...(told.id === id ? {} : { sections: [] }), id, key, text: "", reason: "" };
  const later = request("GET", documentPath(id, "/answer")).catch(() => null);
  const rubric = await attempt(() => request("GET", documentPath(id, "/rubric")));
  if (told.key !== key) return;
  told.sections = rubric?.sections ?? [];
  draw();
  const answer = await later;
  if (told.key !== key) return;
  told = { ...told, text: answer?.text ?? "", reason: answer?.reason ?? "There is no answer to show." };
  draw();
}

function draw() {
  const current = view();
  if (!current) return;
  if (!current.rubric) {
    refill(panel, h("h2", {}, "Rubric"), h("p", { class: "empty" }, "A rubric says what a rewrite must change and keep. It needs a what-if."), pictures(false));
    return;
  }
  refill(
    panel,
    h("div", { class: "panel-head" }, h("h2", {}, "Rubric")),
    h("div", { class: "row" }, h("span", { class: "field-label" }, "Copy as"), COPIES.map(([form, name]) => button(name, () => copyAs(form, name), { class: "quiet", "data-key": `copy-${form}` }))),
    told.sections.map(section),
    h("h3", {}, "Representative answer"),
    h("blockquote", { class: "representative" }, h("p", { id: "representative" }, told.text || told.reason || "…")),
    h("div", { class: "row" }, button("Copy the answer", () => copy(told.text, "Answer"), { class: "quiet", "data-key": "copy-answer", disabled: !told.text })),
    pictures(true),
  );
}

function section({ kind, title, criteria }) {
  return h("section", { class: "criteria-group" },
    h("h3", { class: `group-title kind-${kind}` }, title, h("span", { class: "count" }, String(criteria.length))),
    h("ul", { class: "criteria" }, criteria.map(criterion)));
}

function criterion(one) {
  const lit = () => point(one.claim ? wayTo(one.claim) : { claims: [], links: one.link ? [one.link] : [] });
  return h("li", { class: one.doubtful ? "criterion doubtful" : "criterion", on: { pointerenter: lit, pointerleave: () => point(null) } },
    h("p", { class: "criterion-words" }, one.statement,
      one.confidence !== null && one.kind !== "open" && h("span", { class: one.doubtful ? "chip doubt" : "chip" }, percent(one.confidence))),
    one.why && fold(`rubric-${one.id}`, "Why", [
      h("p", {}, one.why),
      one.claim && button("Show the claim", () => select({ claim: one.claim }), { class: "quiet", "data-key": `rubric-show-${one.id}` }),
    ]));
}

async function copyAs(form, name) {
  const content = await attempt(() => request("GET", documentPath(state.doc.id, `/export/${form}`), undefined, { raw: true }));
  if (content !== undefined) await copy(content, name);
}

function pictures(withRubric) {
  const one = (of, form) => button(form.toUpperCase(), () => picture(documentPath(state.doc.id, `/picture.svg?of=${of}`), of, form), { class: "quiet", "data-key": `picture-${of}-${form}`, "aria-label": `Download the ${of} as ${form.toUpperCase()}` });
  const row = (of, words) => h("div", { class: "row" }, h("span", { class: "field-label" }, words), one(of, "svg"), one(of, "png"));
  const file = (path, name, label) => button(label, () => downloadFrom(path, name, "application/json"), { class: "quiet", "data-key": `file-${name}` });
  return h("section", { class: "pictures" }, h("h3", {}, "Pictures and files"), row("graph", "Graph"), withRubric && row("rubric", "Rubric"),
    h("div", { class: "row" }, h("span", { class: "field-label" }, "Files"),
      file(documentPath(state.doc.id, "/export/scenario"), "scenario.json", "Scenario"),
      button("One page", () => downloadFrom(documentPath(state.doc.id, "/export/page"), "text.html", "text/html"), { class: "quiet", "data-key": "file-page", title: "The text with its graph, answers, rubric and rewrites as one file of HTML" }),
      state.doc.view.counts.labels > 0 && file("/api/export/labels", "labels.jsonl", "Disagreements")));
}
