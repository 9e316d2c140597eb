// The text with claims underlined, connectives marked, and handles at the ends of the selected claim.

import { $, button, debounce, h, refill, refillFor, say } from "./dom.js";
import { answerOf, claimOf, onChange, operate, point, select, state, view } from "./store.js";
import { HIDDEN, hiddenName, number, STATES } from "./words.js";
import { offsetAt, offsetOf, points, rangeOf, snapped, stepped, wordsOf } from "./offsets.js";
import { attachProof } from "./proof.js";
import { addClaimDialog } from "./claim_dialog.js";
import { compose, composeNew } from "./composer.js";
import { provenance } from "./model.js";

const reader = $("reader");
let words = [];
let dragging = null;

export function mount() {
  onChange((what) => {
    if (what.has("doc")) words = wordsOf(textOf());
    if (what.has("doc") || what.has("selection")) draw();
    if (what.has("pointing")) light();
  });
  reader.addEventListener("click", choose);
  reader.addEventListener("keydown", walk);
  reader.addEventListener("pointerover", (event) => hover(event.target));
  reader.addEventListener("pointerleave", () => point(null));
  document.addEventListener("selectionchange", debounce(offerSelection, 120));
}

const textOf = () => (view()?.segments ?? []).map((segment) => segment.text).join("");

function draw() {
  const current = view();
  if (!current) return;
  $("text").hidden = current.empty;
  $("graph").hidden = current.empty;
  $("what-if").hidden = current.empty;
  tools(current);
  remark(current);
  const { segments, claims, links } = current;
  const passage = () => h("p", { class: "passage", dir: /^\P{L}*[\u0590-\u08ff]/u.test(textOf()) ? "rtl" : "ltr" }, piecesOf(current));
  if (!dragging) refillFor(reader, [state.doc.id, segments, claims, links.map((link) => link.doubtful), state.selected], passage);
  light();
}

function tools(current) {
  const readBy = !current.empty && provenance(current.provenance);
  const bare = current.claims.filter((claim) => !claim.latent).length === 0;
  refill(
    $("text-tools"),
    readBy,
    button("Add claim", () => addClaimDialog(), { class: "quiet", "data-key": "add-claim", "aria-keyshortcuts": "a" }),
    button("Edit text", () => compose(textOf()), { class: "quiet", "data-key": "edit-text" }),
    state.project?.total === 1 && button("Another text", composeNew, { class: "quiet", "data-key": "another-text" }),
    bare && button("Read again", () => operate({ op: "text.read" }), { class: "quiet", "data-key": "read-again" }),
  );
}

function remark(current) {
  const hidden = [...textOf()].filter((character) => HIDDEN.test(character));
  const sentences = [];
  if (current.problem) sentences.push(current.problem);
  if (hidden.length) sentences.push(`This text holds ${hidden.length} hidden or direction-turning character${hidden.length > 1 ? "s" : ""}; each is shown by its name and turns nothing.`);
  $("text-remark").textContent = sentences.join(" ");
  $("text-remark").hidden = sentences.length === 0;
  $("text-remark").classList.toggle("problem", Boolean(current.problem));
}

function piecesOf(current) {
  const claims = new Map(current.claims.map((claim) => [claim.id, claim]));
  const links = new Map(current.links.map((link) => [link.id, link]));
  const started = new Set();
  const chosen = state.selected?.claim ? claims.get(state.selected.claim) : null;
  return current.segments.map((segment) => [
    ...handlesAt(chosen, segment),
    segment.claims.filter((id) => !started.has(id)).map((id) => {
      started.add(id);
      return badge(claims.get(id), started.size === 1);
    }),
    wrapped(segment, claims, links),
    chosen?.span?.[1] === segment.end ? handle(chosen, "end") : null,
  ]);
}

const handlesAt = (chosen, segment) => (chosen?.span?.[0] === segment.start && segment.end > segment.start ? [handle(chosen, "start")] : []);

function wrapped(segment, claims, links) {
  let inner = leaves(segment);
  if (segment.links.length) {
    const link = links.get(segment.links[0]);
    const classes = link?.doubtful ? "connective doubtful" : "connective";
    inner = [h("span", { class: classes, "data-link": segment.links[0] }, inner)];
  }
  const inside = segment.claims.map((id) => claims.get(id)).filter(Boolean);
  inside.sort((one, other) => width(one) - width(other)); // the wider claim is the outer one
  inside.forEach((claim, depth) => {
    inner = [h("span", { class: classesOf(claim), "data-claim": claim.id, "data-depth": Math.min(depth, 3) }, inner)];
  });
  return inner;
}

const width = (claim) => (claim.span ? claim.span[1] - claim.span[0] : 0);

function classesOf(claim) {
  const chosen = state.selected?.claim === claim.id;
  return ["claim", `is-${claim.state}`, claim.doubtful && "doubtful", chosen && "chosen"].filter(Boolean).join(" ");
}

/** Text in pieces of one text node each; direction-changing characters are isolated and named. */
function leaves(segment) {
  const pieces = [];
  let at = segment.start;
  for (const part of segment.text.split(/([\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff])/u)) {
    if (!part) continue;
    if (HIDDEN.test(part)) pieces.push(h("bdi", { class: "hidden-character", "data-start": at, "data-name": hiddenName(part) }, part));
    else pieces.push(h("bdi", { "data-start": at }, part));
    at += points(part);
  }
  return pieces;
}

function badge(claim, first) {
  const known = STATES[claim.state];
  const chosen = state.selected?.claim === claim.id;
  const label = `Claim ${number(claim)}: ${claim.statement}${known ? ` ${known.title}.` : ""}${claim.doubtful ? " In doubt." : ""}`;
  const mark = button(known ? known.mark : number(claim), () => select({ claim: claim.id }), {
    class: `badge is-${claim.state}`,
    "data-claim": claim.id,
    "data-key": `badge-${claim.id}`,
    "aria-label": label,
    "aria-pressed": String(chosen),
    tabindex: chosen || (first && !state.selected?.claim) ? "0" : "-1",
  });
  return attachProof(mark, claim.id);
}

function choose(event) {
  if (event.target.closest("button")) return;
  if (!getSelection().isCollapsed) return;
  const connective = event.target.closest("[data-link]");
  const claims = event.target.closest("[data-claim]");
  if (connective) select({ link: connective.dataset.link });
  else if (claims) select({ claim: claims.dataset.claim });
  else if (state.selected) select(null, { reveal: false });
}

function hover(target) {
  const claim = target.closest?.("[data-claim]")?.dataset.claim;
  const link = target.closest?.("[data-link]")?.dataset.link;
  if (!claim && !link) point(null);
  else if (link) point({ claims: [], links: [link] });
  else point(wayTo(claim));
}

/** What to highlight for a claim: the claim, and the path of the change to it. */
export function wayTo(claim) {
  const claims = new Set([claim]);
  const links = new Set();
  for (const effect of claims) {
    for (const [cause, link] of view().ways[effect] ?? []) {
      claims.add(cause);
      links.add(link);
    }
  }
  return { claims: [...claims], links: [...links] };
}

function light() {
  const claims = new Set(state.pointed?.claims ?? []);
  const links = new Set(state.pointed?.links ?? []);
  for (const piece of reader.querySelectorAll("span[data-claim]")) piece.classList.toggle("lit", claims.has(piece.dataset.claim));
  for (const piece of reader.querySelectorAll("span[data-link]")) piece.classList.toggle("lit", links.has(piece.dataset.link));
}

function walk(event) {
  if (event.target.classList.contains("handle") || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step || !event.target.classList.contains("badge")) return;
  event.preventDefault();
  focusBadge(step);
}

/** Selects the next or previous claim of the text. */
export function focusBadge(step) {
  const badges = [...reader.querySelectorAll(".badge")];
  if (!badges.length) return;
  const at = badges.findIndex((one) => one === document.activeElement || one.dataset.claim === state.selected?.claim);
  const next = badges[(at + step + badges.length) % badges.length] ?? badges[0];
  const { claim } = next.dataset;
  select({ claim }, { reveal: true });
  reader.querySelector(`.badge[data-claim="${CSS.escape(claim)}"]`)?.focus();
}

// ---- the ends of a span

function handle(claim, side) {
  const [start, end] = claim.span;
  const knob = h("button", {
    type: "button",
    class: `handle ${side}`,
    role: "slider",
    "data-key": `handle-${side}`,
    "aria-label": `${side === "start" ? "Start" : "End"} of claim ${number(claim)}`,
    "aria-valuemin": 0,
    "aria-valuemax": points(textOf()),
    "aria-valuenow": side === "start" ? start : end,
    "aria-valuetext": claim.words,
    on: {
      pointerdown: (event) => grab(event, claim, side),
      keydown: (event) => nudge(event, claim, side),
    },
  });
  return knob;
}

function grab(event, claim, side) {
  event.preventDefault();
  const knob = event.currentTarget;
  knob.setPointerCapture(event.pointerId);
  dragging = { claim, span: [...claim.span], side };
  reader.classList.add("dragging");
  const move = (moved) => drag(moved);
  const stop = (stopped) => {
    for (const [name, listener] of Object.entries(listeners)) knob.removeEventListener(name, listener);
    removeEventListener("keydown", cancel, true);
    drop(stopped.type === "pointerup");
  };
  const cancel = (pressed) => {
    if (pressed.key !== "Escape") return;
    pressed.stopPropagation();
    stop(pressed);
  };
  const listeners = { pointermove: move, pointerup: stop, pointercancel: stop };
  for (const [name, listener] of Object.entries(listeners)) knob.addEventListener(name, listener);
  addEventListener("keydown", cancel, true);
}

function drag(event) {
  const offset = offsetAt(reader, event.clientX, event.clientY);
  if (offset === null) return;
  const { side } = dragging;
  const place = event.altKey ? offset : snapped(words, offset, side);
  dragging.span = held(dragging.span, side, place);
  preview(dragging.span);
}

function held([start, end], side, place) {
  if (side === "start") return [Math.min(place, end - 1), end];
  return [start, Math.max(place, start + 1)];
}

function drop(taken) {
  const { claim, span } = dragging;
  dragging = null;
  reader.classList.remove("dragging");
  preview(null);
  const moved = span[0] !== claim.span[0] || span[1] !== claim.span[1];
  if (taken && moved) operate({ op: "claim.span", claim: claim.id, span });
  else draw();
}

function preview(span) {
  if (!globalThis.CSS?.highlights) return;
  CSS.highlights.delete("span-preview");
  const range = span && rangeOf(reader, ...span);
  if (range) CSS.highlights.set("span-preview", new Highlight(range));
}

let nudged = null;
const sendNudge = debounce(() => {
  if (!nudged) return;
  const { id, span } = nudged;
  nudged = null;
  preview(null);
  operate({ op: "claim.span", claim: id, span });
}, 500);

function nudge(event, claim, side) {
  const direction = { ArrowRight: 1, ArrowLeft: -1, ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!direction) return;
  event.preventDefault();
  event.stopPropagation();
  moveEnd(claim, side, direction, event.altKey);
}

/** Moves one end of a claim by a word (or a character); several keys are sent as one change. */
export function moveEnd(claim, side, direction, fine = false) {
  const span = nudged?.id === claim.id ? nudged.span : [...claim.span];
  const from = span[side === "start" ? 0 : 1];
  const place = fine ? from + direction : stepped(words, from, side, direction);
  nudged = { id: claim.id, span: held(span, side, Math.max(0, Math.min(place, points(textOf())))) };
  preview(nudged.span);
  say([...textOf()].slice(...nudged.span).join(""));
  sendNudge();
}

// ---- a selection becomes a claim, or splits one

function offerSelection() {
  const float = $("selection-tools");
  const chosen = getSelection();
  const range = chosen.rangeCount && !chosen.isCollapsed ? chosen.getRangeAt(0) : null;
  if (!range || !reader.contains(range.commonAncestorContainer)) {
    float.hidden = true;
    return;
  }
  const span = [
    offsetOf(reader, range.startContainer, range.startOffset),
    offsetOf(reader, range.endContainer, range.endOffset),
  ];
  if (span[0] >= span[1]) return;
  float.replaceChildren(...offers(span));
  const box = range.getBoundingClientRect();
  float.hidden = false;
  float.style.left = `${Math.max(8, Math.min(box.left + scrollX, document.documentElement.clientWidth - float.offsetWidth - 8))}px`;
  float.style.top = `${box.bottom + scrollY + 8}px`;
}

function offers(span) {
  const done = (operation) => async () => {
    getSelection().removeAllRanges();
    $("selection-tools").hidden = true;
    if (await operate(operation)) say("Done.");
  };
  const chosen = state.selected?.claim ? claimOf(state.selected.claim) : null;
  const offered = [button("Add as a claim", done({ op: "claim.add", span }), { class: "primary" })];
  if (chosen && !chosen.latent) offered.push(button(`Span of claim ${number(chosen)}`, done({ op: "claim.span", claim: chosen.id, span }), { class: "quiet" }));
  return offered;
}
