// Elements without markup: all text becomes text nodes, so outside text is never parsed as HTML.

export const $ = (id) => document.getElementById(id);

/** Creates an element. `on` holds listeners, `data` data attributes; null and false omit an attribute. */
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

/** Scroll positions, recorded on scroll: reading them later would force a layout. */
const tops = new WeakMap();
addEventListener("scroll", ({ target }) => tops.set(target, target.scrollTop), { passive: true, capture: true });

const madeOf = new WeakMap();

/** Refills `container` unless `of`, all that `build` depends on, is unchanged. */
export function refillFor(container, of, build) {
  const key = JSON.stringify(of);
  if (madeOf.get(container) === key) return;
  madeOf.set(container, key);
  refill(container, build());
}

/** Replaces the content of `container`; elements with the same `data-key` keep focus, caret and scroll. */
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
      // Some fields have no caret.
    }
  }
}

/** The focused element is gone: its panel takes the focus, so the keyboard does not start over. */
function focusFirst(container) {
  const home = container.closest("[tabindex='-1']");
  if (home) home.focus({ preventScroll: true });
}

const unfolded = new Set();

/** A fold that stays open when its container is redrawn. `opening` is called with the fold when it opens. */
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
/** Announces a sentence to screen readers, even if it repeats the last one. */
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
