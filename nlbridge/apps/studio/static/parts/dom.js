// Elements without markup: every text becomes a text node, so nothing from outside is ever parsed as HTML.

export const $ = (id) => document.getElementById(id);

/** An element. `on` holds listeners, `data` data attributes; null and false leave an attribute out. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) set(element, name, value);
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
  else if (name === "data") Object.assign(element.dataset, value);
  else if (name === "value") element.value = value;
  else if (name === "checked" || name === "disabled" || name === "hidden" || name === "selected") element[name] = Boolean(value);
  else element.setAttribute(name, value === true ? "" : value);
}

export const button = (label, action, props = {}) =>
  h("button", { type: "button", ...props, on: { click: action, ...(props.on ?? {}) } }, label);

/** How far things are scrolled, noted when they are: to ask would have the browser lay the page out at once. */
const tops = new WeakMap();
addEventListener("scroll", ({ target }) => tops.set(target, target.scrollTop), { passive: true, capture: true });

const madeOf = new WeakMap();

/** Refills `container` unless it is made of the same as before: `of` is all that `build` looks at. */
export function refillFor(container, of, build) {
  const key = JSON.stringify(of);
  if (madeOf.get(container) === key) return;
  madeOf.set(container, key);
  refill(container, build());
}

/** Replaces what `container` holds; focus, caret and scroll stay where `data-key` says that it is the same thing. */
export function refill(container, ...children) {
  const active = container.contains(document.activeElement) ? document.activeElement : null;
  const key = active?.dataset.key;
  const caret = active && "selectionStart" in active ? [active.selectionStart, active.selectionEnd] : null;
  const top = tops.get(container);
  container.replaceChildren(...children.flat(3).filter(Boolean));
  if (top) container.scrollTop = top;
  if (!active) return;
  const same = key ? container.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  if (!same) {
    focusFirst(container);
    return;
  }
  same.focus({ preventScroll: true });
  if (caret && caret[0] !== null && "setSelectionRange" in same) {
    try {
      same.setSelectionRange(...caret);
    } catch {
      // Some kinds of fields have no caret.
    }
  }
}

/** What had the focus is gone: its panel takes it, so that the keyboard does not start again. */
function focusFirst(container) {
  const home = container.closest("[tabindex='-1']");
  if (home) home.focus({ preventScroll: true });
}

const unfolded = new Set();

/** A fold that stays open while what holds it is drawn anew. `opening` is called with the fold when it opens. */
export function fold(key, summary, content, { className = "why", opening = null } = {}) {
  const element = h("details", { class: className, open: unfolded.has(key) }, h("summary", { "data-key": `fold-${key}` }, summary), content);
  element.addEventListener("toggle", () => {
    if (element.open) unfolded.add(key);
    else unfolded.delete(key);
    if (element.open && opening) opening(element);
  });
  return element;
}

let spoken = 0;
/** Says something to who does not see it; a repeated sentence is said again. */
export function say(sentence) {
  spoken += 1;
  $("live").textContent = sentence + (spoken % 2 ? "" : "\u00a0");
}

export const percent = (share) => (share === null || share === undefined ? "" : `${Math.round(share * 100)}\u202f%`);

export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

export const closedSentence = (sentence) => sentence.replace(/\.$/u, "");

export function debounce(action, wait) {
  let timer = 0;
  const later = (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...args), wait);
  };
  later.cancel = () => clearTimeout(timer);
  return later;
}

export function isTyping(target) {
  return target instanceof Element && target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]") !== null;
}
