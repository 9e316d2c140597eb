// The proof of a claim's answer, beside the hovered or focused element. Escape closes it; it can be hovered itself.

import { $, h, percent } from "./dom.js";
import { documentPath, request } from "./api.js";
import { answerOf, claimOf, point, state } from "./store.js";
import { STATES } from "./words.js";
import { wayTo } from "./reader.js";

const known = new Map();
let shown = null;
let timer = 0;

export function mount() {
  const box = $("proof");
  box.addEventListener("pointerenter", () => clearTimeout(timer));
  box.addEventListener("pointerleave", hideSoon);
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || box.hidden) return;
    event.stopImmediatePropagation();
    hide();
  }, true);
  addEventListener("scroll", hide, { passive: true, capture: true });
}

/** Shows the proof of `claim` while `element` is hovered or has keyboard focus. */
export function attachProof(element, claim) {
  element.addEventListener("pointerenter", (event) => {
    if (event.pointerType === "touch") return; // a touch selects; then the details show the proof
    point(wayTo(claim));
    showSoon(element, claim);
  });
  element.addEventListener("pointerleave", () => {
    point(null);
    hideSoon();
  });
  element.addEventListener("focus", () => {
    if (!element.matches(":focus-visible")) return;
    point(wayTo(claim));
    showSoon(element, claim);
  });
  element.addEventListener("blur", () => {
    point(null);
    hideSoon();
  });
  return element;
}

export function showSoon(anchor, claim) {
  clearTimeout(timer);
  timer = setTimeout(() => show(anchor, claim), 300);
}

export function hideSoon() {
  clearTimeout(timer);
  timer = setTimeout(hide, 200);
}

export function hide() {
  clearTimeout(timer);
  if (!shown) return;
  shown.element?.removeAttribute("aria-describedby");
  shown = null;
  $("proof").hidden = true;
}

/** `anchor` is an element, or a function that returns a rectangle of the window. */
async function show(anchor, claim) {
  const answer = answerOf(claim);
  if (!answer) return;
  const box = $("proof");
  const element = anchor instanceof Element ? anchor : null;
  if (element && !element.isConnected) return;
  shown = { element, claim };
  box.replaceChildren(...sketch(answer));
  box.hidden = false;
  element?.setAttribute("aria-describedby", "proof");
  place(box, element ? element.getBoundingClientRect() : anchor());
  const proof = await proofOf(claim);
  if (!proof || shown?.claim !== claim) return;
  box.replaceChildren(...sketch(answer, proof));
  place(box, element ? element.getBoundingClientRect() : anchor());
}

function sketch(answer, proof = null) {
  const { mark, title } = STATES[answer.state] ?? STATES.unknown;
  const way = inOrder(proof?.path.claims ?? wayTo(answer.claim).claims);
  return [
    h("p", { class: `proof-head is-${answer.state}` }, h("span", { class: "mark", "aria-hidden": "true" }, mark), ` ${title}`, answer.confidence === null || answer.state === "open" ? null : ` · ${percent(answer.confidence)} sure`),
    h("ol", { class: "proof-steps" }, (proof?.sentences ?? ["…"]).map((sentence) => h("li", {}, sentence))),
    way.length > 1 && h("p", { class: "proof-way" }, way.map((id) => claimOf(id)?.statement.replace(/\.$/u, "") ?? id).join(" → ")),
    worlds(proof),
  ].filter(Boolean);
}

/** Causes before effects. */
export const inOrder = (claims) => claims.toSorted((one, other) => (claimOf(one)?.layer ?? 0) - (claimOf(other)?.layer ?? 0));

/** Two worlds that both fit, for an open answer. */
function worlds(proof) {
  if (!proof?.worlds?.length || proof.worlds.length < 2) return null;
  return h("p", { class: "proof-way" }, "Both fit what the text says: ", proof.worlds.map((world) => worldWords(world)).join(" / "));
}

const worldWords = (world) => `{${Object.entries(world).map(([id, value]) => `${id} ${value}`).join(", ")}}`;

export async function proofOf(claim) {
  const key = `${state.doc.id} ${state.doc.version} ${claim}`;
  if (!known.has(key)) {
    if (known.size > 200) known.clear();
    try {
      known.set(key, await request("GET", documentPath(state.doc.id, `/proof/${encodeURIComponent(claim)}`)));
    } catch {
      return null; // the sentence of the answer is shown already
    }
  }
  return known.get(key);
}

/** Beside text and graph, over the panel, so the highlighted path stays visible; else below the anchor. */
function place(box, rect) {
  const room = document.documentElement;
  const panel = $("panel").getBoundingClientRect();
  const beside = panel.left > rect.left && panel.left > room.clientWidth / 2;
  box.style.width = beside ? `${panel.width - 16}px` : "";
  const left = beside ? panel.left + 8 : Math.max(8, Math.min(rect.left, room.clientWidth - box.offsetWidth - 8));
  const top = beside ? rect.top - 12 : rect.bottom + 8;
  const lowest = room.clientHeight - box.offsetHeight - 8;
  box.style.left = `${left}px`;
  box.style.top = `${beside || top <= lowest ? Math.max(8, Math.min(top, lowest)) : Math.max(8, rect.top - box.offsetHeight - 8)}px`;
}
