// Thousands of rows; only those in view are elements. They are fetched a hundred at a time.

import { h } from "../dom.js";

const WINDOW = 100;
const ROW = 34;
const BEYOND = 8;

export class Rows {
  /** `fetchRows(start, count)` returns rows; `draw(row)` makes the cells of a row; `choose(place)` handles a click. */
  constructor(box, { fetchRows, draw, choose }) {
    Object.assign(this, { box, fetchRows, draw, choose, total: 0, current: -1, windows: new Map(), pending: new Map(), turn: 0, latestShow: 0 });
    this.space = h("div", { class: "grid-space", role: "presentation" });
    box.append(this.space);
    box.addEventListener("scroll", () => this.show(), { passive: true });
    new ResizeObserver(() => this.show()).observe(box);
  }

  /** Forgets fetched rows, which have changed. The drawn ones stay until the new rows arrive. */
  renew(total) {
    this.windows.clear();
    this.pending.clear();
    this.turn += 1;
    this.total = total;
    this.space.style.height = `${total * ROW}px`;
    return this.show();
  }

  rowAt(place) {
    return this.windows.get(Math.floor(place / WINDOW))?.[place % WINDOW] ?? null;
  }

  /** Fetches the row at a place, if it is missing; anew if the rows change meanwhile. */
  async row(place) {
    const { turn } = this;
    await this.load(Math.floor(place / WINDOW));
    return turn === this.turn ? this.rowAt(place) : this.row(place);
  }

  /** Loads a window once, even if several callers ask for it. */
  async load(number) {
    if (this.windows.has(number)) return;
    if (!this.pending.has(number)) this.pending.set(number, this.fetch(number));
    await this.pending.get(number);
  }

  async fetch(number) {
    const { turn } = this;
    try {
      const rows = await this.fetchRows(number * WINDOW, WINDOW);
      if (turn === this.turn && rows) this.windows.set(number, rows);
    } finally {
      if (turn === this.turn) this.pending.delete(number);
    }
  }

  /** Draws the rows in view. If it is called again while rows are loading, only the latest call draws. */
  async show() {
    this.latestShow += 1;
    const mine = this.latestShow;
    const first = Math.max(0, Math.floor(this.box.scrollTop / ROW) - BEYOND);
    const last = Math.min(this.total, Math.ceil((this.box.scrollTop + this.box.clientHeight) / ROW) + BEYOND);
    const wanted = new Set([Math.floor(first / WINDOW), Math.floor(Math.max(first, last - 1) / WINDOW)]);
    if (this.total) await Promise.all([...wanted].map((number) => this.load(number)));
    if (mine !== this.latestShow) return;
    const elements = [];
    for (let place = first; place < last; place += 1) {
      const row = this.rowAt(place);
      if (row) elements.push(this.element(row, place));
    }
    this.space.replaceChildren(...elements);
  }

  element(row, place) {
    const chosen = place === this.current;
    const element = h("div", {
      role: "row", id: `row-${place}`, class: chosen ? "grid-row chosen" : "grid-row", "aria-rowindex": place + 2, "aria-selected": String(chosen), "data-key": row.key,
      on: { click: () => this.choose(place) },
    }, this.draw(row));
    element.style.transform = `translateY(${place * ROW}px)`;
    return element;
  }

  /** Makes a row current and scrolls it into view. */
  async mark(place) {
    this.current = place;
    const { scrollTop, clientHeight } = this.box;
    if (place * ROW < scrollTop) this.box.scrollTop = place * ROW;
    if ((place + 1) * ROW > scrollTop + clientHeight) this.box.scrollTop = (place + 1) * ROW - clientHeight;
    await this.show();
    if (place === this.current) this.box.setAttribute("aria-activedescendant", `row-${place}`);
  }
}
