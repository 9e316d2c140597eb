"""A picture as SVG: layers from left to right, with long links bent around the boxes between them.

A small layered layout after Sugiyama: layers by longest path, a way point in each layer that a link crosses, and the
order within a layer by the mean place of the neighbours.
"""

from __future__ import annotations

import html
import textwrap
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING, Final

from causalcore.pictures.picture import layers, printable

if TYPE_CHECKING:
    from causalcore.pictures.picture import Arrow, Box, Picture

WIDTH: Final = 230
LINE: Final = 17
PADDING: Final = 12
GAP_X: Final = 130
GAP_Y: Final = 28
MARGIN: Final = 24
WAY_POINT: Final = 14
SWEEPS: Final = 4
LETTERS: Final = 27
"""Letters of the widest common font that fit in one line of a box."""

LABEL: Final = 17
"""Letters of a label that fit in the gap between two layers."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Place:
    """A rectangle with text, or a way point without text."""

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


def svg(picture: Picture) -> str:
    """Write a picture as self-contained SVG."""
    places, routes = _layout(picture)
    legend, observed = picture.legend, any(box.observed for box in picture.boxes)
    width = max((place.x + WIDTH for place in places.values()), default=0) + MARGIN
    width = max(width, MARGIN + 105 * (len(legend) + observed))
    height = max((place.y + place.height for place in places.values()), default=0) + MARGIN + 2 * LINE
    caption = _caption(picture, height)
    height += 2 * LINE * bool(caption)
    lines = _lines(routes, places)
    body = [_arrow(arrow, line) for arrow, line in zip(picture.arrows, lines, strict=True)]
    body += [_box(box, places[box.id]) for box in picture.boxes]
    body += [_label(arrow, line) for arrow, line in zip(picture.arrows, lines, strict=True) if arrow.label]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
            f'height="{height:.0f}" font-family="sans-serif" font-size="13" role="img">',
            f"<title>{_escaped(picture.title)}</title>",
            '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="9" '
            'markerHeight="9" orient="auto">'
            '<path d="M0,0 L8,4 L0,8 z" fill="#444"/></marker>'
            '<marker id="tee" viewBox="0 0 6 12" refX="5" refY="6" markerWidth="6" markerHeight="12" orient="auto">'
            '<path d="M3,0 L3,12" stroke="#444" stroke-width="2" stroke-dasharray="none"/></marker></defs>',
            f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>',
            *body,
            *caption,
            _legend(picture, height - MARGIN),
            "</svg>",
            "",
        ]
    )


def _layout(picture: Picture) -> tuple[dict[str, Place], list[list[str]]]:
    edges = [(arrow.cause, arrow.effect) for arrow in picture.arrows]
    columns = [list(layer) for layer in layers((box.id for box in picture.boxes), edges)]
    depth = {name: level for level, column in enumerate(columns) for name in column}
    routes: list[list[str]] = []
    for place, (cause, effect) in enumerate(edges):
        between = [f"way {place} {level}" for level in range(depth[cause] + 1, depth[effect])]
        for level, name in enumerate(between, depth[cause] + 1):
            columns[level].append(name)
        routes.append([cause, *between, effect])
    _order(columns, routes)
    return _places(picture, columns), routes


def _order(columns: list[list[str]], routes: list[list[str]]) -> None:
    near: dict[str, set[str]] = {name: set() for column in columns for name in column}
    for route in routes:
        for left, right in pairwise(route):
            near[left].add(right)
            near[right].add(left)
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


def _places(picture: Picture, columns: list[list[str]]) -> dict[str, Place]:
    words = {box.id: (printable(box.head), *textwrap.wrap(printable(box.text), width=LETTERS)) for box in picture.boxes}
    heights = {
        name: 2 * PADDING + LINE * len(words[name]) if name in words else WAY_POINT
        for column in columns
        for name in column
    }
    tallest = max((sum(heights[name] + GAP_Y for name in column) for column in columns), default=0)
    places: dict[str, Place] = {}
    for level, column in enumerate(columns):
        y = MARGIN + (tallest - sum(heights[name] + GAP_Y for name in column)) / 2
        for name in column:
            places[name] = Place(MARGIN + level * (WIDTH + GAP_X), y, heights[name], words.get(name, ()))
            y += heights[name] + GAP_Y
    return places


def _box(box: Box, place: Place) -> str:
    head, *rest = place.lines
    x = f'x="{place.x + PADDING:.0f}"'
    rows = [f'<tspan {x} font-weight="bold">{_escaped(head)}</tspan>']
    rows += [f'<tspan {x} dy="{LINE}">{_escaped(line)}</tspan>' for line in rest]
    dash = ' stroke-dasharray="4 3"' if box.hidden else ""
    style = f'fill="{box.style.fill}" stroke="{box.style.stroke}"'
    inner = (
        f'<rect x="{place.x + 4:.0f}" y="{place.y + 4:.0f}" width="{WIDTH - 8}" height="{place.height - 8:.0f}" '
        f'rx="5" fill="none" stroke="{box.style.stroke}"/>'
        if box.observed
        else ""
    )
    return (
        f"<g><title>{_escaped(box.text or box.head)}</title>"
        f'<rect x="{place.x:.0f}" y="{place.y:.0f}" width="{WIDTH}" height="{place.height:.0f}" rx="8" '
        f'{style} stroke-width="{2.5 if box.style.strong else 1.2}"{dash}/>{inner}'
        f'<text y="{place.y + PADDING + 12:.0f}">{"".join(rows)}</text></g>'
    )


def _lines(routes: list[list[str]], places: dict[str, Place]) -> list[list[Point]]:
    """Return, for each route, where it leaves and arrives; arrows on one side of a box keep apart."""
    ports: dict[tuple[int, str, bool], float] = {}
    for leaving in (True, False):
        at: dict[str, list[tuple[float, int]]] = {}
        for number, route in enumerate(routes):
            for start, end in pairwise(route):
                name, beside = (start, end) if leaving else (end, start)
                at.setdefault(name, []).append((places[beside].left[1], number))
        for name, ends in at.items():
            step = places[name].height / (len(ends) + 1)
            for count, (_, number) in enumerate(sorted(ends), 1):
                ports[number, name, leaving] = places[name].y + step * count
    return [
        [
            point
            for start, end in pairwise(route)
            for point in (
                (places[start].right[0], ports[number, start, True]),
                (places[end].left[0], ports[number, end, False]),
            )
        ]
        for number, route in enumerate(routes)
    ]


def _arrow(arrow: Arrow, line: list[Point]) -> str:
    path = f"M{line[0][0]:.0f},{line[0][1]:.0f}"
    for place in range(0, len(line), 2):
        start, end = line[place], line[place + 1]
        bend = (start[0] + end[0]) / 2
        path += f" L{start[0]:.0f},{start[1]:.0f}" if place else ""
        path += f" C{bend:.0f},{start[1]:.0f} {bend:.0f},{end[1]:.0f} {end[0]:.0f},{end[1]:.0f}"
    head = "tee" if arrow.against else "arrow"
    dash = ' stroke-dasharray="2 5"' if arrow.cut else ' stroke-dasharray="6 4"' if arrow.dashed else ""
    colour = "#aaa" if arrow.cut else "#444"
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.4"{dash} marker-end="url(#{head})"/>'


def _label(arrow: Arrow, line: list[Point]) -> str:
    """Write the label of an arrow halfway to its effect, on a white background."""
    start, end = line[-2], line[-1]
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    lines = textwrap.wrap(printable(arrow.label).replace("\n", " "), width=LABEL) or [""]
    top = y - 5 - 12 * (len(lines) - 1)
    rows = "".join(
        f'<tspan x="{x:.0f}" y="{top + 12 * number:.0f}">{_escaped(text)}</tspan>' for number, text in enumerate(lines)
    )
    place = 'text-anchor="middle" font-size="11"'
    # twice, since not every viewer knows paint-order
    ground = f'<text {place} fill="#fff" stroke="#fff" stroke-width="4" stroke-linejoin="round">{rows}</text>'
    return f'{ground}<text {place} fill="#333">{rows}</text>'


def _caption(picture: Picture, y: float) -> list[str]:
    if not picture.caption:
        return []
    return [f'<text x="{MARGIN}" y="{y - LINE:.0f}" font-weight="bold">{_escaped(picture.caption)}</text>']


def _legend(picture: Picture, y: float) -> str:
    parts = [
        _explained(MARGIN + number * 105, y, style.name, f'fill="{style.fill}" stroke="{style.stroke}"')
        for number, style in enumerate(picture.legend)
    ]
    if any(box.observed for box in picture.boxes):
        x = MARGIN + len(parts) * 105
        parts.append(_explained(x, y, "observed", 'fill="#fff" stroke="#444"'))
        parts.append(f'<rect x="{x + 2}" y="{y - 8:.0f}" width="8" height="8" rx="2" fill="none" stroke="#444"/>')
    return "".join(parts)


def _explained(x: float, y: float, name: str, style: str) -> str:
    return (
        f'<rect x="{x}" y="{y - 10:.0f}" width="12" height="12" rx="3" {style}/>'
        f'<text x="{x + 18}" y="{y:.0f}" font-size="11">{_escaped(name)}</text>'
    )


def _escaped(text: str) -> str:
    return html.escape(printable(text).replace("\n", " "), quote=True)
