// Two models on the same items, or two people on the same texts: figures with intervals, and the differences.

import { $, button, h, percent, plural, refill, say } from "../dom.js";
import { request } from "../api.js";
import { attempt } from "../store.js";
import { choice, field } from "../dialog.js";
import { onView } from "../views.js";
import { VERDICTS } from "../words.js";
import { openAt } from "./table.js";

let models = [];
let found = null;
const files = { first: null, second: null };

export function mount() {
  onView((view) => view === "compare" && enter());
}

async function enter() {
  const page = await attempt(() => request("GET", "/api/rewrites?count=0"));
  if (!page) return;
  models = Object.keys(page.models);
  draw();
}

function draw() {
  refill($("compare-view"),
    h("h2", {}, "Compare"),
    h("div", { class: "compare-forms" }, modelsForm(), peopleForm()),
    h("section", { id: "compare-result", "aria-label": "Comparison", tabindex: "-1" }, found ? result(found) : h("p", { class: "empty" }, "Choose two models of the table of rewrites, or two files of two people.")));
}

function modelsForm() {
  if (models.length < 2) return h("p", { class: "hint" }, "Two models are compared once the table of rewrites holds judged rewrites of the same items by both: rows name their “model”, or each file its own.");
  const options = models.map((name) => [name, name]);
  const first = choice(options, found?.first ?? models[0], { "data-key": "compare-first" });
  const second = choice(options, found?.second ?? models[1], { "data-key": "compare-second" });
  const compare = async (event) => {
    event.preventDefault();
    const asked = new URLSearchParams({ first: first.value, second: second.value });
    await show(() => request("GET", `/api/rewrites/compare?${asked}`));
  };
  return h("form", { class: "row", on: { submit: compare } }, field("First model", first), field("Second model", second), h("button", { type: "submit", class: "primary", "data-key": "compare-models" }, "Compare the models"));
}

function peopleForm() {
  const picker = (name, label) => {
    const input = h("input", { type: "file", accept: ".jsonl", "data-key": `people-${name}` });
    input.addEventListener("change", async () => {
      const [file] = input.files;
      files[name] = file ? { name: file.name, content: await file.text() } : null;
    });
    return field(label, input);
  };
  const compare = async (event) => {
    event.preventDefault();
    if (files.first && files.second) await show(() => request("POST", "/api/reviews/compare", files));
    else say("Choose two files first.");
  };
  return h("form", { class: "row", on: { submit: compare } }, picker("first", "First person’s review"), picker("second", "Second person’s review"), h("button", { type: "submit", class: "primary", "data-key": "compare-people" }, "Compare the people"));
}

async function show(work) {
  const now = await attempt(work);
  if (!now) return;
  found = now;
  refill($("compare-result"), result(found));
  $("compare-result").focus({ preventScroll: true });
  say(`${plural(found.differing.length, "item")} ${found.differing.length === 1 ? "differs" : "differ"}.`);
}

function result(one) {
  return [
    one.figures.length > 0 && table("Paired figures", ["", one.first, one.second, "Difference", "95 % interval", "Items"], one.figures.map(figure)),
    one.cells && cells(one),
    one.agreement && table("Agreement", ["", "Alike", "95 % interval", "Kappa", "Decided by both"], one.agreement.map((row) => [row.name, percent(row.share), interval(row), row.kappa === null || row.kappa === undefined ? "–" : row.kappa.toFixed(2), row.items])),
    h("h3", {}, `Items that differ (${one.differing.length})`),
    one.cells ? table("Items that differ", ["Item", "Text", one.first, one.second], one.differing.map(modelRow))
      : table("Items that differ", ["About", one.first, one.second], one.differing.map((row) => [row.about, row.first, row.second])),
  ];
}

const signed = (share) => `${share > 0 ? "+" : share < 0 ? "−" : ""}${percent(Math.abs(share))}`;
const interval = ({ low, high }) => (low === null ? "–" : `${signed(low)} to ${signed(high)}`);
const figure = (one) => [one.name, percent(one.first), percent(one.second), signed(one.difference), interval(one), one.items];

function cells({ cells: counts, first, second, p, items }) {
  const odd = p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(3)}`;
  return h("p", { class: "compare-cells" }, `Of ${items} items both are valid in ${counts.both}, neither in ${counts.neither}, only ${first} in ${counts.first}, only ${second} in ${counts.second} (exact McNemar test: ${odd}).`);
}

function table(name, heads, rows) {
  return h("div", { class: "wide-table", tabindex: "0", role: "region", "aria-label": name }, h("table", {}, h("caption", { class: "visually-hidden" }, name),
    h("thead", {}, h("tr", {}, heads.map((head) => (head === "" ? h("td", {}) : h("th", { scope: "col" }, h("bdi", {}, head)))))),
    h("tbody", {}, rows.map((row) => h("tr", {}, row.map((content, place) => (place === 0 ? h("th", { scope: "row" }, wrapped(content)) : h("td", {}, wrapped(content)))))))));
}

const wrapped = (content) => (content instanceof Node ? content : h("bdi", {}, String(content)));

const modelRow = (one) => [one.item, one.title, side(one.first, one.item), side(one.second, one.item)];

function side(one, item) {
  const go = async () => {
    location.hash = "#rewrites";
    await new Promise((resolve) => setTimeout(resolve, 150));
    await openAt(one.key, item);
  };
  const said = one.said && `, you say ${VERDICTS[one.said].name}`;
  return button([`${VERDICTS[one.verdict].name} ${one.errors.join(" ")} ${percent(one.score)}`, said], go, { class: "quiet", "data-key": `go-${one.key}` });
}
