// Positions of claims and arrows: causes above effects, room for each label, arrows around what they pass.

const GAP = 40;

/** Lays out linked claims by dagre, and the others in rows below. */
export function layered(cy, width) {
  const linked = cy.elements().filter((element) => element.isEdge() || element.degree() > 0);
  const plan = planOf(linked, width < 500);
  globalThis.dagre.layout(plan);
  linked.nodes().forEach((node) => {
    const { x, y } = plan.node(node.id());
    node.position({ x, y });
  });
  linked.edges().forEach((edge) => bend(edge, plan.edge({ v: edge.source().id(), w: edge.target().id(), name: edge.id() })));
  beneath(cy.nodes().difference(linked), linked, width);
}

function planOf(linked, narrow) {
  const plan = new globalThis.dagre.graphlib.Graph({ multigraph: true });
  plan.setGraph({ rankdir: "TB", nodesep: narrow ? 14 : 30, ranksep: 30, edgesep: 14 });
  linked.nodes().forEach((node) => plan.setNode(node.id(), { width: node.data("width"), height: node.data("height") }));
  linked.edges().forEach((edge) => {
    const label = edge.data("label");
    plan.setEdge(edge.source().id(), edge.target().id(), { width: Math.min(130, 12 + 7 * label.length), height: 18 * Math.max(1, Math.ceil(label.length / 17)), labelpos: "c" }, edge.id());
  });
  return plan;
}

/** Converts dagre's points of an arrow for Cytoscape: a share of the straight line, and a distance from it. */
function bend(edge, { points }) {
  const from = edge.source().position();
  const to = edge.target().position();
  const along = { x: to.x - from.x, y: to.y - from.y };
  const length = Math.hypot(along.x, along.y) || 1;
  const inner = points.slice(1, -1);
  const weights = inner.map((point) => ((point.x - from.x) * along.x + (point.y - from.y) * along.y) / length ** 2);
  const distances = inner.map((point, place) => {
    const foot = { x: from.x + along.x * weights[place], y: from.y + along.y * weights[place] };
    return ((point.x - foot.x) * -along.y + (point.y - foot.y) * along.x) / length;
  });
  const straight = distances.every((distance) => Math.abs(distance) < 4);
  edge.data({ weights, distances }).toggleClass("bent", !straight);
}

const MOST_NEW = 2;

/** Returns whether all but one or two of these claims are on the canvas already. */
export function isNear(cy, nodes) {
  const added = nodes.filter(({ data }) => cy.getElementById(data.id).empty());
  return nodes.length > 0 && cy.nodes().nonempty() && added.length <= MOST_NEW && added.length < nodes.length;
}

/** Updates a drawing and moves as little as possible: time runs down, so effects of a new link may sink. */
export function moved(cy, nodes, edges) {
  const wanted = new Set([...nodes, ...edges].map(({ data }) => data.id));
  cy.elements().filter((element) => !wanted.has(element.id())).remove();
  const added = nodes.filter((node) => !refreshed(cy, node));
  const linked = edges.filter((edge) => !refreshed(cy, edge));
  cy.add(added.map((node) => ({ ...node, position: { x: 0, y: 0 } })));
  cy.add(linked);
  for (const { data } of added) place(cy, cy.getElementById(data.id));
  for (const { data } of linked) sink(cy.getElementById(data.id), new Set());
}

function refreshed(cy, { data, classes }) {
  const element = cy.getElementById(data.id);
  if (element.empty()) return false;
  const seen = JSON.stringify([data, classes]);
  if (element.scratch("seen") === seen) return true;
  element.scratch("seen", seen);
  const bent = element.hasClass("bent");
  element.data(data).classes(classes).toggleClass("bent", bent);
  return true;
}

/** Puts a new claim in a free place below its causes, above its effects, or below everything. */
function place(cy, node) {
  const causes = node.incomers("node");
  const effects = node.outgoers("node");
  const others = cy.nodes().difference(node);
  const half = node.data("height") / 2;
  const x = causes.nonempty() ? causes[0].position("x") : effects.nonempty() ? effects[0].position("x") : Math.min(...others.map((other) => other.position("x")));
  const y = causes.nonempty() ? bottom(causes) + GAP + half : effects.nonempty() ? topOf(effects) - GAP - half : bottom(others) + GAP + half;
  node.position({ x, y });
  while (others.some((other) => overlaps(node, other))) node.shift("x", node.data("width") + 30);
}

const bottom = (nodes) => Math.max(...nodes.map((node) => node.position("y") + node.data("height") / 2));
const topOf = (nodes) => Math.min(...nodes.map((node) => node.position("y") - node.data("height") / 2));

const overlaps = (one, other) =>
  Math.abs(one.position("x") - other.position("x")) < (one.data("width") + other.data("width")) / 2 + 8
  && Math.abs(one.position("y") - other.position("y")) < (one.data("height") + other.data("height")) / 2 + 8;

/** Moves the effect of a link below its cause, with everything downstream. */
function sink(edge, passed) {
  const [cause, effect] = [edge.source(), edge.target()];
  const missing = cause.position("y") + (cause.data("height") + effect.data("height")) / 2 + GAP - effect.position("y");
  if (missing <= 0 || passed.has(effect.id())) return;
  passed.add(effect.id());
  effect.shift("y", missing);
  effect.connectedEdges().removeClass("bent");
  effect.outgoers("edge").forEach((next) => sink(next, passed));
}

/** Places claims without links in rows below the others. */
function beneath(alone, linked, width) {
  const step = (alone.nonempty() ? alone[0].data("width") : 0) + 32;
  const box = linked.nonempty() ? linked.boundingBox() : { x1: 0, y2: -GAP, w: 0 };
  const columns = Math.max(1, Math.floor(Math.max(box.w, width * 0.9) / step));
  alone.forEach((node, place) => {
    node.position({ x: box.x1 + step / 2 + (place % columns) * step, y: box.y2 + GAP + 24 + Math.floor(place / columns) * 84 });
  });
}

/** Rows by the server's layers, for graphs too large for a fast layout. */
export function byLayers(cy, layers) {
  let y = 0;
  for (const layer of layers) {
    layer.forEach((id, column) => cy.getElementById(id).position({ x: (column % 12) * 230, y: y + Math.floor(column / 12) * 100 }));
    y += Math.ceil(layer.length / 12) * 100 + 60;
  }
}
