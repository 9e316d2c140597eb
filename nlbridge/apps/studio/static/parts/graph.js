// The causal graph, drawn by Cytoscape.js in layers by dagre. Dragging between claims adds a link; a click selects.
// A table has the same links for people who do not use the drawing.

import { $, button, debounce, h, percent, refill, say } from "./dom.js";
import { claimOf, onChange, operate, point, select, state, view } from "./store.js";
import { number, STATES } from "./words.js";
import { wayTo } from "./reader.js";
import { hide as hideProof, hideSoon, showSoon } from "./proof.js";
import { byLayers, isNear, layered, moved } from "./graph_layout.js";
import { linkTable } from "./link_table.js";
import { valueLine } from "./graph_values.js";
import { looks } from "./graph_looks.js";
import { linkDialog } from "./link_dialog.js";

const canvas = $("drawing");
let cy = null;
let drawn = null;
let asTable = false;
let pulling = null;

export function mount() {
  cy = globalThis.cytoscape({
    container: canvas,
    style: [],
    layout: { name: "null" },
    minZoom: 0.15,
    maxZoom: 1.6,
    boxSelectionEnabled: false,
    autounselectify: true,
    userZoomingEnabled: false,
  });
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-roledescription", "causal graph");
  restyle();
  listen();
  onChange((what) => {
    if (what.has("doc")) draw();
    if (what.has("doc") || what.has("selection") || what.has("pointing")) light();
    if (what.has("theme")) restyle();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", restyle);
  new ResizeObserver(debounce(fit, 80)).observe(canvas);
}

// ---- what is drawn

function draw() {
  const current = view();
  if (!current || current.empty) return;
  toolbar(current);
  key(current);
  if (asTable) linkTable(current);
  $("drawing").hidden = asTable;
  $("link-table").hidden = !asTable;
  const nodes = current.claims.map(nodeOf);
  const edges = current.links.map(edgeOf);
  if (drawn === state.doc.id && isNear(cy, nodes)) {
    cy.batch(() => moved(cy, nodes, edges));
    if (isCutOff()) fit();
    return;
  }
  drawn = state.doc.id;
  cy.elements().remove();
  cy.add([...nodes, ...edges]);
  arrange(current);
}

function nodeOf(claim) {
  const mark = STATES[claim.state]?.mark;
  const words = claim.statement.replace(/\.$/u, "");
  const shortened = words.length > 90 ? `${words.slice(0, 88)}…` : words;
  const narrow = canvas.clientWidth < 500;
  return {
    group: "nodes",
    data: { id: claim.id, label: `${mark ? `${mark} ` : ""}${number(claim)}  ${isolated(shortened)}${valueLine(claim)}`, width: narrow ? 150 : 184, height: heightOf(shortened, narrow ? 19 : 25) },
    classes: [`is-${claim.state}`, claim.latent && "latent", claim.doubtful && "doubtful"].filter(Boolean).join(" "),
  };
}

/** Direction-changing characters are removed: they must not act on a canvas. */
const isolated = (words) => words.replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, "");

/** Room for the words and a line with the value, so a what-if moves nothing. */
const heightOf = (words, inLine) => 36 + 17 * Math.max(1, Math.ceil((words.length + 4) / inLine));

function edgeOf(link) {
  const sure = link.confidence < 0.995 ? percent(link.confidence) : "";
  return {
    group: "edges",
    data: { id: link.id, source: link.cause, target: link.effect, label: isolated([link.label, sure].filter(Boolean).join(" ")) },
    classes: [link.sign, link.strength, link.doubtful && "doubtful", link.cut && "cut", link.carries && "carries"].filter(Boolean).join(" "),
  };
}

function arrange(current) {
  cy.resize();
  if (current.claims.length > 150) byLayers(cy, current.layers);
  else layered(cy, canvas.clientWidth);
  height();
  fit();
}

const LEGIBLE = 0.7;

const BESIDE = 1200;
const BELOW_DRAWING = 70;

/** Makes the drawing as high as needed, within bounds: beside the text, it ends above the bottom of the window. */
function height() {
  const box = cy.elements().boundingBox();
  const scale = Math.max(LEGIBLE, Math.min(1, (canvas.clientWidth - 40) / box.w));
  const needed = Math.round(Math.min(680, Math.max(220, box.h * scale + 48)) / 20) * 20;
  const top = canvas.getBoundingClientRect().top + scrollY;
  const room = innerWidth >= BESIDE ? Math.max(280, innerHeight - Math.min(top, 320) - BELOW_DRAWING) : 680;
  canvas.style.height = `${Math.min(needed, room)}px`;
}

/** Uses positions only: the size of words is known only once they are drawn. */
const isCutOff = () => cy.nodes().some((node) => {
  const { x, y } = node.renderedPosition();
  return x < 0 || y < 0 || x > canvas.clientWidth || y > canvas.clientHeight;
});

/** Shows the whole graph, or as much as stays readable; drag the background for the rest. */
function fit() {
  if (!cy || canvas.clientWidth === 0 || cy.nodes().empty()) return;
  cy.resize();
  cy.fit(cy.elements(), 20);
  const level = Math.min(1, Math.max(LEGIBLE, cy.zoom()));
  if (level === cy.zoom()) return;
  cy.zoom(level);
  cy.center();
  const box = cy.elements().renderedBoundingBox();
  if (box.w > canvas.clientWidth) cy.panBy({ x: 12 - box.x1, y: 0 });
  if (box.h > canvas.clientHeight) cy.panBy({ x: 0, y: 12 - box.y1 });
}

function tidy() {
  arrange(view());
  say("Laid out again.");
}

function zoom(factor) {
  cy.zoom({ level: cy.zoom() * factor, renderedPosition: { x: canvas.clientWidth / 2, y: canvas.clientHeight / 2 } });
}

function restyle() {
  if (cy) cy.style(looks(canvas));
}

// ---- selection and highlights

function light() {
  const { selected, pointed } = state;
  const lit = new Set([...(pointed?.claims ?? []), ...(pointed?.links ?? [])]);
  const chosen = new Set([selected?.claim ?? selected?.link]);
  cy.batch(() => {
    mark("chosen", chosen);
    mark("lit", lit);
  });
  canvas.setAttribute("aria-label", spokenGraph());
}

/** Sets a class on these elements and removes it from all others. */
function mark(name, ids) {
  cy.elements(`.${name}`).forEach((element) => !ids.has(element.id()) && element.removeClass(name));
  for (const id of ids) if (id !== undefined) cy.getElementById(id).addClass(name);
}

function spokenGraph() {
  const { selected } = state;
  const claim = selected?.claim ? claimOf(selected.claim) : null;
  const chosen = claim ? ` Chosen: claim ${number(claim)}, ${claim.statement}` : "";
  return `Causal graph of ${view()?.counts.claims ?? 0} claims and ${view()?.counts.links ?? 0} links. Arrow keys walk along the links, Enter opens the details, L adds a link.${chosen}`;
}

// ---- tools, key and table

function toolbar() {
  refill(
    $("graph-tools"),
    button("Add link", () => linkDialog(state.selected?.claim ?? null), { class: "quiet", "data-key": "add-link", "aria-keyshortcuts": "l" }),
    button(asTable ? "Drawing" : "Table", () => {
      asTable = !asTable;
      draw();
      if (!asTable) fit();
      say(asTable ? "Links as a table" : "Links as a drawing");
    }, { class: "quiet", "data-key": "as-table", "aria-pressed": String(asTable) }),
    button("−", () => zoom(1 / 1.25), { class: "quiet icon", "data-key": "zoom-out", "aria-label": "Smaller", hidden: asTable }),
    button("+", () => zoom(1.25), { class: "quiet icon", "data-key": "zoom-in", "aria-label": "Larger", hidden: asTable }),
    button("Tidy", tidy, { class: "quiet", "data-key": "tidy", "title": "Lays the drawing out again", hidden: asTable }),
    button("Fit", fit, { class: "quiet", "data-key": "fit", "aria-label": "Fit the drawing", hidden: asTable }),
  );
}

function key(current) {
  const used = new Set(current.links.flatMap((link) => [link.sign, link.doubtful && "doubtful", link.strength === "sufficient" && "sufficient"]));
  const entries = [
    ["promotes", "→", "promotes"], ["inhibits", "⊣", "works against"], ["determines", "—◆", "determines"],
    ["doubtful", "- - →", "in doubt"], ["sufficient", "•→", "alone enough"],
  ];
  refill($("graph-key"), entries.filter(([name]) => used.has(name)).map(([, sign, words]) => h("li", {}, h("span", { class: "key-sign", "aria-hidden": "true" }, sign), ` ${words}`)));
}

// ---- mouse, finger and keys

function listen() {
  cy.autoungrabify(true);
  cy.on("tapstart", "node", (event) => {
    cy.userPanningEnabled(false);
    pulling = { from: event.target.id(), to: null, begun: false, at: { ...event.renderedPosition } };
  });
  cy.on("tapdrag", (event) => pulling && pull(event));
  cy.on("tapend", () => release());
  cy.on("tap", "edge", (event) => select({ link: event.target.id() }));
  cy.on("tap", (event) => event.target === cy && state.selected && select(null, { reveal: false }));
  cy.on("mouseover", "node", (event) => overNode(event));
  cy.on("mouseout", "node", () => {
    point(null);
    hideSoon();
  });
  cy.on("mouseover", "edge", (event) => point({ claims: [], links: [event.target.id()] }));
  cy.on("mouseout", "edge", () => point(null));
  canvas.addEventListener("keydown", keys);
  canvas.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.1 : 1 / 1.1);
  }, { passive: false });
}

function overNode({ target: node, originalEvent }) {
  if (originalEvent?.pointerType === "touch" || originalEvent?.type.startsWith("touch")) return;
  if (pulling) return;
  point(wayTo(node.id()));
  showSoon(() => rectangleOf(node), node.id());
}

function rectangleOf(node) {
  const box = canvas.getBoundingClientRect();
  const inner = node.renderedBoundingBox();
  return { left: box.left + inner.x1, top: box.top + inner.y1, bottom: box.top + inner.y2 };
}

function pull(event) {
  const here = event.renderedPosition;
  if (!pulling.begun && Math.hypot(here.x - pulling.at.x, here.y - pulling.at.y) < 8) return;
  if (!pulling.begun) {
    pulling.begun = true;
    hideProof();
    cy.add([{ group: "nodes", data: { id: "pull-end", label: "", width: 2, height: 2 }, position: { ...event.position } }, { group: "edges", data: { id: "pull", source: pulling.from, target: "pull-end", label: "" } }]);
  }
  cy.getElementById("pull-end").position({ ...event.position });
  const over = nodeAt(event.position);
  cy.nodes().removeClass("target");
  pulling.to = over && over.id() !== pulling.from ? over.id() : null;
  if (pulling.to) over.addClass("target");
}

function nodeAt(place) {
  return cy.nodes("[id != 'pull-end']").filter((node) => {
    const box = node.boundingBox({ includeLabels: false, includeOverlays: false });
    return place.x >= box.x1 && place.x <= box.x2 && place.y >= box.y1 && place.y <= box.y2;
  })[0];
}

function release() {
  if (!pulling) return;
  const { from, to, begun } = pulling;
  pulling = null;
  cy.userPanningEnabled(true);
  cy.remove("#pull-end");
  cy.nodes().removeClass("target");
  if (!begun) select({ claim: from });
  else if (to) addLink(from, to);
}

/** Adds a link with default sign and strength, and selects it so that both can be changed at once. */
export async function addLink(cause, effect, more = {}) {
  const added = await operate({ op: "link.add", cause, effect, ...more });
  if (!added) return;
  select({ link: `${cause}->${effect}` });
  say(`Link added from ${claimOf(cause)?.statement} to ${claimOf(effect)?.statement}`);
}

function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { ArrowDown: nextOf, ArrowUp: lastOf, ArrowRight: besides(1), ArrowLeft: besides(-1) }[event.key];
  if (event.key === "Enter" && state.selected) {
    event.preventDefault();
    $("tab-details").focus();
  }
  if (!step) return;
  event.preventDefault();
  const from = state.selected?.claim ?? view().layers[0]?.[0];
  const to = state.selected?.claim ? step(from) : from;
  if (!to) return;
  select({ claim: to });
  const claim = claimOf(to);
  say(`Claim ${number(claim)}: ${claim.statement} ${STATES[claim.state]?.title ?? ""}`);
}

const nextOf = (id) => view().links.find((link) => link.cause === id)?.effect;
const lastOf = (id) => view().links.find((link) => link.effect === id)?.cause;
const besides = (direction) => (id) => {
  const layer = view().layers.find((one) => one.includes(id)) ?? [id];
  return layer[(layer.indexOf(id) + direction + layer.length) % layer.length];
};
