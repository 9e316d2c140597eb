// Converts between positions on the page and offsets in the text. Offsets count code points, like the server.
// Every piece of text is in an element with `data-start` and a single text node.

export const points = (text) => [...text].length;

/** Offset in the text of `root` at a point of the page, or null. */
export function offsetAt(root, x, y) {
  const place = caretAt(x, y);
  return place && root.contains(place.node) ? offsetOf(root, place.node, place.offset) : null;
}

function caretAt(x, y) {
  if (document.caretPositionFromPoint) {
    const place = document.caretPositionFromPoint(x, y);
    return place && { node: place.offsetNode, offset: place.offset };
  }
  const range = document.caretRangeFromPoint?.(x, y);
  return range && { node: range.startContainer, offset: range.startOffset };
}

/** Offset of a node and a position in it, as in ranges and carets. */
export function offsetOf(root, node, offset) {
  const piece = node.nodeType === Node.TEXT_NODE ? node.parentElement.closest("[data-start]") : null;
  if (piece && root.contains(piece)) return Number(piece.dataset.start) + points(node.data.slice(0, offset));
  const next = node.childNodes?.[offset] ?? null;
  const pieces = [...root.querySelectorAll("[data-start]")];
  const after = pieces.find((one) => isAtOrAfter(one, node, next));
  if (after) return Number(after.dataset.start);
  const last = pieces.at(-1);
  return last ? Number(last.dataset.start) + points(last.textContent) : 0;
}

function isAtOrAfter(piece, node, next) {
  const mark = next ?? node;
  if (mark.contains(piece) || mark === piece) return next !== null;
  return Boolean(mark.compareDocumentPosition(piece) & Node.DOCUMENT_POSITION_FOLLOWING);
}

/** A range of the page over [start, end) of the text, or null. */
export function rangeOf(root, start, end) {
  const pieces = [...root.querySelectorAll("[data-start]")];
  const from = placeOf(pieces, start, false);
  const to = placeOf(pieces, end, true);
  if (!from || !to) return null;
  const range = document.createRange();
  range.setStart(...from);
  range.setEnd(...to);
  return range;
}

function placeOf(pieces, offset, closing) {
  for (const piece of pieces) {
    const start = Number(piece.dataset.start);
    const length = points(piece.textContent);
    const inside = closing ? offset > start && offset <= start + length : offset >= start && offset < start + length;
    if (inside) return [piece.firstChild, unitsOf(piece.textContent, offset - start)];
  }
  return null;
}

const unitsOf = (text, count) => [...text].slice(0, count).join("").length;

/** Words of the text as [start, end) in code points, in order. */
export function wordsOf(text) {
  const words = [];
  let last = 0;
  let at = 0;
  for (const found of text.matchAll(/[\p{L}\p{N}\p{M}'’-]+|[^\s\p{L}\p{N}\p{M}]+/gu)) {
    at += points(text.slice(last, found.index));
    const length = points(found[0]);
    words.push([at, at + length]);
    at += length;
    last = found.index + found[0].length;
  }
  return words;
}

/** The nearest edge of a word: a start for the start of a span, an end for its end. */
export function snapped(words, offset, side) {
  const edge = side === "start" ? 0 : 1;
  let best = null;
  for (const word of words) {
    if (best === null || Math.abs(word[edge] - offset) < Math.abs(best - offset)) best = word[edge];
  }
  return best ?? offset;
}

/** The next edge before (-1) or after (1) `offset`; `offset` itself at the end. */
export function stepped(words, offset, side, direction) {
  const edge = side === "start" ? 0 : 1;
  const edges = words.map((word) => word[edge]);
  const found = direction > 0 ? edges.find((one) => one > offset) : edges.findLast((one) => one < offset);
  return found ?? offset;
}
