"""The causal graph as SVG: layers from left to right, long links bent around the boxes between.

A small layered layout after Sugiyama: layers by longest path, a way point in
each layer that a link crosses, and the order inside a layer by the mean place
of its neighbours.
"""

from __future__ import annotations

import html
import textwrap
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING, Final

from causalcore.scenario import Sign
from nlbridge.drawing import FILL, STROKE, State, dashed, layers, link_label, printable, states

if TYPE_CHECKING:
    from causalcore.rubric import Rubric
    from causalcore.scenario import Event, Link, Scenario

WIDTH: Final = 230
LINE: Final = 17
PADDING: Final = 12
GAP_X: Final = 130
GAP_Y: Final = 28
MARGIN: Final = 24
WAY_POINT: Final = 14
SWEEPS: Final = 4

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with text, or a way point of no text."""

    x: float
    y: float
    height: float
    lines: tuple[str, ...] = ()

    @property
    def left(self) -> Point:
        """Where arrows arrive."""
        return self.x, self.y + self.height / 2

    @property
    def right(self) -> Point:
        """Where arrows leave."""
        return self.x + WIDTH, self.y + self.height / 2


def svg(rubric: Rubric) -> str:
    """Write the graph as a self-contained SVG picture."""
    boxes, routes = _layout(rubric.scenario)
    state = states(rubric)
    width = max((box.x + WIDTH for box in boxes.values()), default=0) + MARGIN
    height = max((box.y + box.height for box in boxes.values()), default=0) + MARGIN + 2 * LINE
    body = [_arrow(link, route, boxes) for link, route in zip(rubric.scenario.links, routes, strict=True)]
    body += [_node(event, boxes[event.id], state[event.id]) for event in rubric.scenario.events]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
            f'height="{height:.0f}" font-family="sans-serif" font-size="13" role="img">',
            f"<title>Causal graph under {_escaped(str(rubric.intervention))}</title>",
            '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="9" '
            'markerHeight="9" orient="auto">'
            '<path d="M0,0 L8,4 L0,8 z" fill="#444"/></marker>'
            '<marker id="tee" viewBox="0 0 4 8" refX="4" refY="4" markerWidth="6" markerHeight="12" orient="auto">'
            '<path d="M3,0 L3,8" stroke="#444" stroke-width="2"/></marker></defs>',
            f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>',
            *body,
            _legend(height - MARGIN),
            "</svg>",
            "",
        ]
    )


def _layout(scenario: Scenario) -> tuple[dict[str, Box], list[list[str]]]:
    columns = [list(layer) for layer in layers(scenario)]
    depth = {name: level for level, column in enumerate(columns) for name in column}
    routes: list[list[str]] = []
    for place, link in enumerate(scenario.links):
        between = [f"way {place} {level}" for level in range(depth[link.cause] + 1, depth[link.effect])]
        for level, name in enumerate(between, depth[link.cause] + 1):
            columns[level].append(name)
        routes.append([link.cause, *between, link.effect])
    _order(columns, routes)
    return _places(scenario, columns), routes


def _order(columns: list[list[str]], routes: list[list[str]]) -> None:
    near: dict[str, set[str]] = {name: set() for column in columns for name in column}
    for route in routes:
        for one, other in pairwise(route):
            near[one].add(other)
            near[other].add(one)
    for sweep in range(SWEEPS):
        steps = range(1, len(columns)) if sweep % 2 == 0 else range(len(columns) - 2, -1, -1)
        for level in steps:
            beside = columns[level - 1 if sweep % 2 == 0 else level + 1]
            rank = {name: place for place, name in enumerate(beside)}
            own = {name: place for place, name in enumerate(columns[level])}
            middle = {
                name: fmean([rank[other] for other in near[name] if other in rank] or [own[name]])
                for name in columns[level]
            }
            columns[level].sort(key=lambda name, middle=middle, own=own: (middle[name], own[name]))  # type: ignore[misc]


def _places(scenario: Scenario, columns: list[list[str]]) -> dict[str, Box]:
    words = {event.id: (event.id, *textwrap.wrap(printable(event.statement), width=32)) for event in scenario.events}
    heights = {
        name: 2 * PADDING + LINE * len(words[name]) if name in words else WAY_POINT
        for column in columns
        for name in column
    }
    tallest = max((sum(heights[name] + GAP_Y for name in column) for column in columns), default=0)
    boxes: dict[str, Box] = {}
    for level, column in enumerate(columns):
        y = MARGIN + (tallest - sum(heights[name] + GAP_Y for name in column)) / 2
        for name in column:
            boxes[name] = Box(MARGIN + level * (WIDTH + GAP_X), y, heights[name], words.get(name, ()))
            y += heights[name] + GAP_Y
    return boxes


def _node(event: Event, box: Box, state: State) -> str:
    head, *rest = box.lines
    x = f'x="{box.x + PADDING:.0f}"'
    rows = [f'<tspan {x} font-weight="bold">{_escaped(f"{head} - {state}")}</tspan>']
    rows += [f'<tspan {x} dy="{LINE}">{_escaped(line)}</tspan>' for line in rest]
    return (
        f"<g><title>{_escaped(event.statement)}</title>"
        f'<rect x="{box.x:.0f}" y="{box.y:.0f}" width="{WIDTH}" height="{box.height:.0f}" rx="8" '
        f'fill="{FILL[state]}" stroke="{STROKE[state]}" stroke-width="{2.5 if state is State.INTERVENED else 1.2}"/>'
        f'<text y="{box.y + PADDING + 12:.0f}">{"".join(rows)}</text></g>'
    )


def _arrow(link: Link, route: list[str], boxes: dict[str, Box]) -> str:
    start = boxes[route[0]].right
    path = f"M{start[0]:.0f},{start[1]:.0f}"
    previous = start
    for name in route[1:]:
        arrive = boxes[name].left
        bend = (previous[0] + arrive[0]) / 2
        path += f" C{bend:.0f},{previous[1]:.0f} {bend:.0f},{arrive[1]:.0f} {arrive[0]:.0f},{arrive[1]:.0f}"
        previous = arrive
        if name != route[-1]:
            previous = boxes[name].right
            path += f" L{previous[0]:.0f},{previous[1]:.0f}"
    head = "tee" if link.sign is Sign.INHIBITS else "arrow"
    dash = ' stroke-dasharray="6 4"' if dashed(link) else ""
    first = boxes[route[1]].left
    label = _escaped(link_label(link))
    return (
        f'<path d="{path}" fill="none" stroke="#444" stroke-width="1.4"{dash} marker-end="url(#{head})"/>'
        f'<text x="{(start[0] + first[0]) / 2:.0f}" y="{(start[1] + first[1]) / 2 - 6:.0f}" text-anchor="middle" '
        f'font-size="11" fill="#333" stroke="#fff" stroke-width="3" paint-order="stroke">{label}</text>'
    )


def _legend(y: float) -> str:
    parts = []
    for place, state in enumerate(State):
        x = MARGIN + place * 105
        parts.append(
            f'<rect x="{x}" y="{y - 10:.0f}" width="12" height="12" rx="3" '
            f'fill="{FILL[state]}" stroke="{STROKE[state]}"/>'
            f'<text x="{x + 18}" y="{y:.0f}" font-size="11">{state}</text>'
        )
    return "".join(parts)


def _escaped(text: str) -> str:
    return html.escape(printable(text).replace("\n", " "), quote=True)
