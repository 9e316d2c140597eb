// The look of claims and arrows by state, sign and strength; never by colour alone.

import { h } from "./dom.js";

/** The style of the drawing; colours are looked up on `canvas`. */
export function looks(canvas) {
  const look = getComputedStyle(document.documentElement);
  const colour = colours(canvas);
  const states = ["intervened", "changed", "unchanged", "open", "unknown"];
  return [
    { selector: "node", style: {
      shape: "round-rectangle", width: "data(width)", height: "data(height)", "background-color": colour("surface"), "border-width": 1.5, "border-color": colour("line-strong"),
      label: "data(label)", "text-wrap": "wrap", "text-max-width": (node) => Math.max(0, node.data("width") - 18), "text-valign": "center", "text-halign": "center", "font-family": look.fontFamily, "font-size": 13, "line-height": 1.25, color: colour("ink"),
    } },
    { selector: "node.latent", style: { "background-color": colour("ground"), "border-style": "dotted", color: colour("muted") } },
    ...states.map((name) => ({ selector: `node.is-${name}`, style: { "background-color": colour(`${name}-soft`), "border-color": colour(name), "border-width": 2 } })),
    { selector: "node.is-intervened", style: { "border-style": "double", "border-width": 5 } },
    { selector: "node.is-changed", style: { "border-width": 3 } },
    { selector: "node.is-open", style: { "border-style": "dashed" } },
    { selector: "node.is-unknown", style: { "border-style": "dotted" } },
    { selector: "node.chosen", style: { "outline-width": 3, "outline-color": colour("accent"), "outline-offset": 3 } },
    { selector: "node.target", style: { "outline-width": 3, "outline-color": colour("accent"), "outline-offset": 3, "outline-style": "dashed" } },
    { selector: "edge", style: {
      width: 1.8, "line-color": colour("edge"), "target-arrow-color": colour("edge"), "target-arrow-shape": "triangle", "arrow-scale": 1.1, "curve-style": "straight",
      "text-wrap": "wrap", "text-max-width": 120, label: "data(label)", "font-family": look.fontFamily, "font-size": 12, color: colour("ink"), "text-background-color": colour("surface"), "text-background-opacity": 1, "text-background-padding": 3, "text-background-shape": "roundrectangle",
    } },
    { selector: "edge.bent", style: { "curve-style": "round-segments", "segment-weights": "data(weights)", "segment-distances": "data(distances)", "segment-radii": 30, "radius-type": "arc-radius", "edge-distances": "node-position" } },
    { selector: "edge.necessary, edge.sufficient", style: { width: 2.4 } },
    { selector: "edge.sufficient", style: { "source-arrow-shape": "circle", "source-arrow-color": colour("edge") } },
    { selector: "edge.possible", style: { width: 1.2 } },
    { selector: "edge.inhibits", style: { "target-arrow-shape": "tee", "arrow-scale": 1.4 } },
    { selector: "edge.determines", style: { "target-arrow-shape": "diamond" } },
    { selector: "edge.doubtful", style: { "line-style": "dashed", "line-dash-pattern": [7, 5] } },
    { selector: "edge.carries", style: { "line-color": colour("changed"), "target-arrow-color": colour("changed"), "source-arrow-color": colour("changed"), width: 3 } },
    { selector: "edge.cut", style: { "line-style": "dotted", opacity: 0.55 } },
    { selector: "edge.chosen", style: { "overlay-color": colour("accent"), "overlay-opacity": 0.18, "overlay-padding": 6 } },
    { selector: ".lit", style: { "overlay-color": colour("accent"), "overlay-opacity": 0.12, "overlay-padding": 5 } },
    { selector: "#pull-end", style: { width: 2, height: 2, opacity: 0, events: "no", label: "" } },
    { selector: "#pull", style: { "line-color": colour("accent"), "target-arrow-color": colour("accent"), "line-style": "dashed", width: 2.5, events: "no", label: "" } },
    { selector: "core", style: { "active-bg-opacity": 0, "selection-box-opacity": 0 } },
  ];
}

/** Current colours of the style sheet, light or dark: a canvas has no CSS variables. */
function colours(canvas) {
  const probe = h("span", { hidden: true });
  canvas.append(probe);
  const seen = new Map();
  return (name) => {
    if (!seen.has(name)) {
      probe.style.color = `var(--${name})`;
      seen.set(name, getComputedStyle(probe).color);
    }
    return seen.get(name);
  };
}
