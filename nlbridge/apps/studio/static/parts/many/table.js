// The table of rewrites: open, judge in the background, filter, sort, step through by keys, add your own verdicts.

import { $, button, debounce, h, percent, plural, refill, say } from "../dom.js";
import { request } from "../api.js";
import { attempt, showBanner, state } from "../store.js";
import { choice } from "../dialog.js";
import { download } from "../files.js";
import { hasModel, refresh, tellSecondLook } from "../model.js";
import { onView, viewNow } from "../views.js";
import { ERRORS, VERDICTS } from "../words.js";
import { Rows } from "./rows.js";
import { drawDetail } from "./detail.js";

const COLUMNS = [["place", "#"], ["item", "Item"], ["model", "Model"], ["", "Rewrite"], ["verdict", "Verdict"], ["errors", "Classes"], ["score", "Valid"], ["said", "You"]];
const OPINIONS = [["", "any"], ["unsaid", "you said nothing"], ["said", "you said something"], ["agree", "you agree"], ["disagree", "you disagree"]];
const POLL = 700;

const wanted = { verdict: "", error: "", model: "", opinion: "", least: 0, most: 1, search: "", sort: "place", falling: false };
let known = null;
let rows = null;
let shown = null;
let timer = 0;

export function mount() {
  onView((view) => view === "rewrites" && enter());
}

async function enter() {
  if (!rows) frame();
  await renew();
}

function frame() {
  $("rewrites-view").replaceChildren(
    h("div", { class: "many-head" }, h("h2", {}, "Many rewrites"), h("div", { class: "row", id: "many-tools" })),
    h("div", { class: "progress-row", id: "many-progress", role: "status" }),
    h("div", { class: "row filters", role: "search", "aria-label": "Filter the rewrites", id: "many-filters" }),
    h("div", { class: "grid", role: "grid", "aria-label": "Rewrites", "aria-describedby": "many-keys", tabindex: "0", id: "many-grid" },
      h("div", { class: "grid-head", role: "row", id: "many-head-row" })),
    h("p", { class: "hint", id: "many-keys" }, "Keys: ↓ ↑ next and last row, v valid, i invalid, u undetermined, c takes your verdict back, 1 to 9 a criterion, Enter to the rewrite."),
    h("section", { class: "many-detail", id: "many-detail", "aria-label": "The chosen rewrite", tabindex: "-1" }),
  );
  rows = new Rows($("many-grid"), { fetchRows, draw: cells, choose });
  $("many-grid").addEventListener("keydown", press);
  $("many-detail").addEventListener("keydown", (event) => !event.target.closest("input, textarea, select") && pressVerdict(event));
}

/** The parameters of a request: filter, order, and range of rows. */
const words = (more = {}) => new URLSearchParams(Object.entries({ ...wanted, ...more }).map(([name, value]) => [name, String(value)]));

async function fetchRows(start, count) {
  const page = await request("GET", `/api/rewrites?${words({ start, count })}`).catch(() => null);
  if (page) take(page);
  return page?.rows ?? null;
}

let asked = 0;

/** Reloads the rows and the counts. */
async function renew() {
  asked += 1;
  const mine = asked;
  const page = await attempt(() => request("GET", `/api/rewrites?${words({ count: 0 })}`));
  if (!page || mine !== asked) return; // a later request is in progress
  take(page);
  await rows.renew(page.shown);
  if (mine !== asked) return;
  head();
  filters();
  if (shown && rows.current >= 0) await again();
}

function take(page) {
  known = page;
  tools();
  progress();
  clearTimeout(timer);
  if (page.judging.running) timer = setTimeout(poll, POLL);
}

let seen = 0;
async function poll() {
  if (viewNow() !== "rewrites") return;
  const page = await request("GET", `/api/rewrites?${words({ count: 0 })}`).catch(() => null);
  if (!page) return;
  if (!$("many-grid")) return;
  if (hasModel()) refresh();
  const moved = page.version !== seen;
  seen = page.version;
  take(page);
  if (!page.judging.running) say(`Judging ended: ${page.judging.done} of ${page.judging.total}.`);
  if (!moved) return;
  await rows.renew(page.shown);
  filters();
  if (["unjudged", "failed"].includes(shown?.verdict)) await again();
}

// ---- tools, progress and filters

function tools() {
  const { failed, unjudged } = known.verdicts;
  const { running } = known.judging;
  refill($("many-tools"),
    button("Open rewrites…", openFile, { class: "quiet", "data-key": "many-open", "data-changes": "yes", title: "JSON Lines, CSV or Parquet: text, had and edit; or edits of the open text" }),
    running
      ? button("Stop", () => judge(false), { class: "danger", "data-key": "many-stop" })
      : button(failed && !unjudged ? "Try again" : "Judge all", () => judge(true), { class: "primary", "data-key": "many-judge", "data-changes": "yes", disabled: !failed && !unjudged }),
    ["jsonl", "csv", "html"].map((form) => button(form === "html" ? "One page" : form.toUpperCase(), () => save(form), { class: "quiet", "data-key": `many-${form}`, disabled: !known.total, "aria-label": form === "html" ? "Export as one page of HTML" : `Export as ${form.toUpperCase()}` })));
}

function progress() {
  const { running, done, total, seconds_left: left, problem, stopping } = known.judging;
  const { agreement, said } = known;
  const time = left === null ? "" : `, about ${left < 90 ? `${Math.ceil(left)} s` : `${Math.ceil(left / 60)} min`} left`;
  const kappa = agreement.kappa === null ? "" : `, kappa ${agreement.kappa.toFixed(2)}`;
  refill($("many-progress"),
    running && h("progress", { max: total, value: done, "aria-label": "Rewrites judged" }),
    running && h("span", {}, stopping ? "Stopping…" : `${done} of ${total} judged${time}`),
    problem && h("span", { class: "problem" }, problem),
    said > 0 && h("span", { id: "many-agreement" }, `You and the program: ${agreement.agreed} of ${agreement.units} alike${agreement.share === null ? "" : ` (${percent(agreement.share)})`}${kappa}`));
}

function filters() {
  const counted = (counts, names = {}) => Object.entries(counts).map(([name, count]) => [name, `${names[name] ?? name} (${count})`]);
  const verdicts = Object.fromEntries(Object.entries(VERDICTS).map(([name, { name: label }]) => [name, label]));
  const errors = Object.fromEntries(Object.entries(ERRORS).map(([name, label]) => [name, `${name} ${label}`]));
  refill($("many-filters"),
    pick("verdict", "Verdict", [["", "all"], ...counted(known.verdicts, verdicts)]),
    pick("error", "Class", [["", "all"], ...counted(known.errors, errors)]),
    pick("model", "Model", [["", "all"], ...counted(known.models)]),
    pick("opinion", "You", OPINIONS),
    bound("least", "Valid from"), bound("most", "to"),
    searchField(),
    h("span", { class: "count", id: "many-shown" }, `${known.shown} of ${plural(known.total, "rewrite")}`));
}

function pick(name, label, options) {
  const list = choice(options, wanted[name], { "data-key": `many-${name}`, on: { change: () => filter(name, list.value) } });
  return h("label", { class: "filter" }, h("span", {}, label), list);
}

function bound(name, label) {
  const field = h("input", { type: "number", min: "0", max: "100", step: "5", value: String(Math.round(wanted[name] * 100)), "data-key": `many-${name}`, class: "bound", on: { change: () => filter(name, Math.min(1, Math.max(0, Number(field.value) / 100))) } });
  return h("label", { class: "filter" }, h("span", {}, label), field, h("span", {}, "%"));
}

function searchField() {
  const field = h("input", { type: "search", value: wanted.search, placeholder: "Search", "aria-label": "Search the rewrites", "data-key": "many-search", autocomplete: "off" });
  field.addEventListener("input", debounce(() => filter("search", field.value), 250));
  return field;
}

async function filter(name, value) {
  wanted[name] = value;
  rows.current = -1;
  $("many-grid").scrollTop = 0;
  await renew();
  say(`${known.shown} rewrites.`);
}

function head() {
  refill($("many-head-row"), COLUMNS.map(([sort, label]) => {
    const on = sort && wanted.sort === sort;
    const order = wanted.falling ? "descending" : "ascending";
    return h("div", { role: "columnheader", class: `cell cell-${sort || "title"}`, "aria-sort": on ? order : null },
      sort ? button([label, on && h("span", { "aria-hidden": "true" }, wanted.falling ? " ↓" : " ↑")], () => sortBy(sort), { class: "sort", "data-key": `sort-${sort}`, "aria-label": label === "#" ? "Order of the file" : label }) : label);
  }));
}

async function sortBy(sort) {
  wanted.falling = wanted.sort === sort ? !wanted.falling : false;
  wanted.sort = sort;
  rows.current = -1;
  await renew();
}

function cells(row) {
  const verdict = VERDICTS[row.verdict];
  const cell = (name, ...content) => h("div", { role: "gridcell", class: `cell cell-${name}` }, content);
  return [
    cell("place", row.key.slice(1)), cell("item", h("bdi", {}, row.item)), cell("model", h("bdi", {}, row.model)), cell("title", h("bdi", {}, row.title)),
    cell("verdict", h("span", { class: `verdict-word verdict-${row.verdict}` }, h("span", { "aria-hidden": "true" }, `${verdict.mark} `), verdict.name)),
    cell("errors", row.errors.join(" ")), cell("score", percent(row.score)),
    cell("said", row.said && h("span", { class: `verdict-word verdict-${row.said}` }, VERDICTS[row.said].name, row.agrees === false && h("b", { title: "not what the program says" }, " ≠"))),
  ];
}

// ---- judging, files

async function judge(start) {
  const now = await attempt(() => request("POST", "/api/rewrites/judging", { start }));
  if (now) await renew();
}

function openFile() {
  const input = h("input", { type: "file", accept: ".jsonl,.json,.csv,.parquet" });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (file) await send(file);
  });
  input.click();
}

async function send(file) {
  const of = state.doc?.view.what_if && !state.doc.view.what_if.problem ? state.doc.id : "";
  const path = `/api/rewrites/open?${new URLSearchParams({ name: file.name, ...(of && { document: of }) })}`;
  const now = await attempt(() => request("POST", path, file, { asIs: true }));
  if (!now) return;
  const there = now.already_there > 0 ? `, ${now.already_there} were there already` : "";
  const told = `${plural(now.added, "rewrite")} added from ${file.name}${there}.`;
  if (there) showBanner(told, "note");
  say(told);
  await renew();
}

async function save(form) {
  const content = await attempt(() => request("GET", `/api/rewrites/export/${form}?${words()}`, undefined, { raw: true }));
  if (content !== undefined) download(`rewrites.${form}`, new Blob([content]));
}

// ---- stepping through

async function choose(place) {
  if (place < 0 || place >= rows.total) return;
  await rows.mark(place);
  await again();
}

/** Asks for the details of the current row and draws them, unless another row was chosen meanwhile. */
async function again() {
  const place = rows.current;
  const row = await rows.row(place);
  if (!row || place !== rows.current) return;
  const detail = await request("GET", `/api/rewrites/rows/${row.key}`).catch(() => null);
  if (!detail || place !== rows.current) return;
  if (rows.rowAt(place) && rows.rowAt(place).key !== row.key) await again(); // the rows were put in another order
  else drawShown(detail);
}

function drawShown(detail) {
  shown = detail;
  drawDetail($("many-detail"), shown, { judgeAs, lookAgain });
}

/** Draws a row's new details if it is still the one that is shown. */
function drawIfShown(detail) {
  if (shown.key === detail.key) drawShown(detail);
}

/** Stores the person's verdict on the selected rewrite; repeating it removes it. */
async function judgeAs(said, note = shown.note) {
  const now = await attempt(() => request("POST", `/api/rewrites/rows/${shown.key}/said`, { said: said || null, note }));
  if (!now) return;
  const row = rows.rowAt(rows.current);
  if (row?.key === now.key) Object.assign(row, { said: now.said, agrees: now.agrees });
  await rows.show();
  drawIfShown(now);
  const page = await request("GET", `/api/rewrites?${words({ count: 0 })}`).catch(() => null);
  if (page) take(page);
  say(said ? `You say: ${VERDICTS[said].name}.` : "Taken back.");
}

/** Has the model judge the selected rewrite again. */
async function lookAgain() {
  const before = shown.verdict;
  const now = await attempt(() => request("POST", `/api/rewrites/rows/${shown.key}/second-look`, {}));
  if (!now) return;
  await renew();
  drawIfShown(now);
  tellSecondLook(before, now.verdict);
}

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("button")) return;
  const { clientHeight } = $("many-grid");
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: Math.floor(clientHeight / 34), PageUp: -Math.floor(clientHeight / 34) }[event.key];
  if (step) choose(Math.max(0, Math.min(rows.total - 1, rows.current + step)));
  else if (event.key === "Home") choose(0);
  else if (event.key === "End") choose(rows.total - 1);
  else if (event.key === "Enter") $("many-detail").focus();
  else return pressVerdict(event);
  event.preventDefault();
  return undefined;
}

function pressVerdict(event) {
  if (!shown || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const current = rows.rowAt(rows.current);
  if (current && current.key !== shown.key) return; // its details are still on their way
  const said = { v: "valid", i: "invalid", u: "undetermined", c: "" }[event.key];
  if (said !== undefined) judgeAs(said);
  else if (/^[1-9]$/u.test(event.key)) $("many-detail").querySelectorAll("[data-criterion-button]")[Number(event.key) - 1]?.click();
  else return;
  event.preventDefault();
}

/** Opens the table at one rewrite of an item, for example from a comparison. */
export async function openAt(key, item) {
  Object.assign(wanted, { verdict: "", error: "", model: "", opinion: "", least: 0, most: 1, search: item });
  await renew();
  const page = await request("GET", `/api/rewrites?${words({ count: 500 })}`).catch(() => null);
  const place = page?.rows.findIndex((row) => row.key === key) ?? -1;
  if (place >= 0) await choose(place);
}
