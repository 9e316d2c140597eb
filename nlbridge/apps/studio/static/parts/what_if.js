// The what-if, typed in words or set claim by claim, and the number of changes.

import { $, button, h, percent, refill, say } from "./dom.js";
import * as drafts from "./drafts.js";
import { claimOf, onChange, operate, showTab, state, view } from "./store.js";
import { sideBySide } from "./side_by_side.js";
import { number, STATES } from "./words.js";

let drawn = null;

export function mount() {
  onChange((what) => {
    if (what.has("doc")) draw();
  });
  addEventListener("resize", () => $("had") && grow($("had")));
}

function draw() {
  const current = view();
  if (!current || current.empty) return;
  frame();
  outcome(current);
}

/** The field is built once per text, so typing is never disturbed. */
function frame() {
  const card = $("what-if");
  const given = view().what_if?.given?.had ?? "";
  if (drawn !== state.doc.id) {
    drawn = state.doc.id;
    const input = h("textarea", { id: "had", rows: "1", autocomplete: "off", spellcheck: "false", placeholder: "the pump had not failed", maxlength: "500", "data-given": given });
    input.value = drafts.has("what_if") ? drafts.get("what_if") : given;
    input.addEventListener("input", () => {
      drafts.set("what_if", input.value === input.dataset.given ? "" : input.value);
      grow(input);
    });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") ask(event, input);
    });
    card.replaceChildren(
      h("form", { class: "what-if-form", on: { submit: (event) => ask(event, input) } },
        h("label", { for: "had", id: "what-if-title" }, "What if"), input,
        h("button", { type: "submit", class: "primary" }, "Ask"),
        button("Clear", clear, { class: "quiet", id: "what-if-clear" }),
        button("Keep", keep, { class: "quiet", id: "what-if-keep", title: "Puts this what-if aside, to be looked at beside others" }),
        button("Side by side", sideBySide, { class: "quiet", id: "side-by-side" })),
      h("div", { class: "outcome", id: "outcome" }),
    );
    grow(input);
    return;
  }
  const input = $("had");
  if (input.dataset.given !== given) {
    input.dataset.given = given;
    if (!drafts.has("what_if")) input.value = given;
  }
  grow(input);
}

/** Makes the field as high as its text. */
function grow(input) {
  input.style.height = "auto";
  const border = input.offsetHeight - input.clientHeight;
  if (input.scrollHeight) input.style.height = `${input.scrollHeight + border}px`;
}

async function ask(event, input) {
  event.preventDefault();
  const had = input.value.trim().replace(/^what if\s+/iu, "").replace(/\?$/u, "");
  if (!had) return clear();
  if (!(await operate({ op: "what_if.say", had }))) return undefined;
  drafts.forget("what_if");
  tell();
  return undefined;
}

async function clear() {
  drafts.forget("what_if");
  $("had").value = "";
  if (view().what_if) await operate({ op: "what_if.clear" });
  $("had").focus();
}

async function keep() {
  if (await operate({ op: "what_if.keep" })) say(`Kept: ${view().kept.count} what-ifs side by side.`);
}

/** Sets values of claims; an empty set removes the what-if. */
export async function suppose(values) {
  const operation = Object.keys(values).length ? { op: "what_if.set", do: values } : { op: "what_if.clear" };
  if (await operate(operation)) {
    drafts.forget("what_if");
    $("had").value = view().what_if?.given?.had ?? "";
    tell();
  }
}

export const supposed = () => ({ ...(view().what_if?.do ?? {}) });

const counted = () => Object.entries(STATES).map(([name, state_]) => [state_, view().claims.filter((claim) => claim.state === name).length, name]).filter(([, count]) => count);

function tell() {
  const problem = view().what_if?.problem;
  say(problem ?? counted().map(([{ title }, count]) => `${title}: ${count}`).join(", "));
}

function outcome(current) {
  const asked = current.what_if;
  $("what-if-clear").disabled = !asked;
  $("what-if-keep").disabled = !asked || Boolean(asked.problem) || current.kept.now;
  $("side-by-side").hidden = current.kept.count === 0;
  $("side-by-side").textContent = `Side by side (${current.kept.count})`;
  if (!asked) {
    refill($("outcome"), h("p", { class: "hint" }, "Type it, or choose a claim and give it another value."));
    return;
  }
  if (asked.problem) {
    refill($("outcome"), h("p", { class: "problem" }, asked.problem));
    return;
  }
  refill(
    $("outcome"),
    h("p", { class: "supposed" }, meaning(asked), asked.doubtful && h("span", { class: "chip doubt" }, `in doubt, ${percent(asked.confidence)}`)),
    h("ul", { class: "legend", "aria-label": "What follows" }, counted().map(([{ mark, name }, count, key]) =>
      h("li", {}, button([h("span", { class: "mark", "aria-hidden": "true" }, mark), ` ${name} `, h("b", {}, count)], () => showTab("answers"), { class: `legend-item is-${key}`, "data-key": `legend-${key}` })))),
  );
}

const meaning = (asked) => h("span", {}, Object.entries(asked.do).map(([id, value], place) => [
  place ? "; " : "", h("b", {}, claimOf(id) ? `${number(claimOf(id))} ` : ""), `${claimOf(id)?.statement.replace(/\.$/u, "") ?? id}: `, h("b", {}, value),
]));
