"""The pictures of a document as SVG: its graph, and its rubric as a card."""

from __future__ import annotations

import html
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from causalcore.pictures.picture import Arrow, Box, Picture, Style, printable
from causalcore.pictures.svg import svg
from causalcore.scenario.scenario import Sign
from nlbridge.apps.studio.views.rubric_text import SECTIONS, prepared_of
from nlbridge.telling.graph_drawing import STYLES, State, dashed, link_label, picture_of

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Scenario
    from nlbridge.apps.studio.document.document import Document
    from nlbridge.apps.studio.views.derived import Derived

PLAIN: Final = Style("claim", "#ffffff", "#666666")
WIDTH: Final = 720
MARGIN: Final = 24
LINE: Final = 18
LETTERS: Final = 88
"""Letters of a line of the card."""
_COLOURS: Final = {
    "intervention": State.INTERVENED,
    "changed": State.CHANGED,
    "numeric": State.CHANGED,
    "unchanged": State.UNCHANGED,
    "latent": State.UNCHANGED,
    "open": State.OPEN,
}


def graph_svg(found: Derived) -> str:
    """Draw the graph of a reading; under a what-if each claim has the colour of its state."""
    return svg(picture_of(found.prepared.rubric) if found.prepared else _reading(found.scenario))


def _reading(scenario: Scenario) -> Picture:
    boxes = [Box(id=event.id, head=event.id, text=event.statement, style=PLAIN) for event in scenario.events]
    boxes += [Box(id=one.id, head=one.id, text=one.statement, style=PLAIN, hidden=True) for one in scenario.latents]
    arrows = tuple(
        Arrow(
            cause=link.cause,
            effect=link.effect,
            label=link_label(link),
            dashed=dashed(link),
            against=link.sign is Sign.INHIBITS,
        )
        for link in scenario.links
    )
    return Picture(title="Causal graph", boxes=tuple(boxes), arrows=arrows)


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the card."""

    words: str
    indent: int = 0
    bold: bool = False
    style: Style | None = None


def rubric_svg(document: Document, found: Derived) -> str:
    """Draw a rubric as a card: its sections, each criterion with how sure it is."""
    rows = _rows(document, found)
    height = 2 * MARGIN + LINE * len(rows)
    body = [_line(row, MARGIN + LINE * place) for place, row in enumerate(rows, 1)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
            'font-family="sans-serif" font-size="13" role="img">',
            f"<title>{_escaped(f'Rubric of {document.id}')}</title>",
            f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
            *body,
            "</svg>",
            "",
        ]
    )


def _rows(document: Document, found: Derived) -> list[_Row]:
    prepared = prepared_of(found)
    rows = [_Row(line) for line in textwrap.wrap(printable(document.text), width=LETTERS)]
    for kind, title in SECTIONS.items():
        criteria = prepared.rubric.of_kind(kind)
        if not criteria:
            continue
        rows += [_Row(""), _Row(title, bold=True)]
        style = STYLES.get(_COLOURS[str(kind)]) if str(kind) in _COLOURS else None
        for criterion in criteria:
            said = f"{printable(criterion.statement)} ({criterion.confidence:.0%})"
            first, *more = textwrap.wrap(said, width=LETTERS - 4)
            rows += [_Row(first, indent=18, style=style), *(_Row(line, indent=18) for line in more)]
    return rows


def _line(row: _Row, y: int) -> str:
    x = MARGIN + row.indent
    weight = ' font-weight="bold"' if row.bold else ""
    words = f'<text x="{x}" y="{y}"{weight} fill="#222222">{_escaped(row.words)}</text>'
    if row.style is None:
        return words
    dot = f'<rect x="{MARGIN}" y="{y - 10}" width="11" height="11" rx="2" '
    return f'{dot}fill="{row.style.fill}" stroke="{row.style.stroke}"/>{words}'


def _escaped(words: str) -> str:
    return html.escape(words, quote=True)
