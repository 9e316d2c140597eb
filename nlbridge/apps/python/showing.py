"""Results as HTML for a notebook, every word from outside escaped, and the graph of a rubric with marks on it.

Examples
--------
>>> cell("<script>alert(1)</script>")
'<td>&lt;script&gt;alert(1)&lt;/script&gt;</td>'
"""

from __future__ import annotations

import html
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from causalcore.derivation.rubric import CriterionKind
from causalcore.pictures.picture import printable
from causalcore.pictures.svg import svg
from nlbridge.telling.graph_drawing import picture_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from causalcore.derivation.rubric import Criterion
    from causalcore.pictures.picture import Picture
    from nlbridge.answering.request import Prepared
    from nlbridge.apps.python.rows import VerdictRow


MARKS: Final = {"pass": "✓", "fail": "✗", "undetermined": "?"}


def verdict_picture(prepared: Prepared, row: VerdictRow) -> Picture:
    """Return the picture of a rubric's graph, marked by a verdict."""
    picture = picture_of(prepared.rubric)
    outcome = {one["event"]: MARKS[one["verdict"]] for one in row["criteria"] if one["kind"] != "connective"}
    boxes = tuple(
        replace(box, head=f"{box.head} {outcome[box.id]}") if box.id in outcome else box for box in picture.boxes
    )
    return replace(picture, boxes=boxes, caption=said(row["valid"], row["errors"], row["confidence"]))


def said(valid: bool | None, errors: Sequence[str], confidence: float) -> str:
    """Say a verdict in a few words.

    Examples
    --------
    >>> said(False, ["E2"], 0.97)
    'The edit is invalid (E2), 97% sure'
    """
    if valid is None:
        return "The edit is undetermined"
    classes = f" ({', '.join(errors)})" if errors else ""
    return f"The edit is {'valid' if valid else 'invalid'}{classes}, {confidence:.0%} sure"


def verdict_svg(prepared: Prepared, row: VerdictRow) -> str:
    """Draw a verdict as self-contained SVG."""
    return svg(verdict_picture(prepared, row))


TITLES: Final = {
    CriterionKind.INTERVENTION: "carry out",
    CriterionKind.CHANGED: "must change",
    CriterionKind.NUMERIC: "must move",
    CriterionKind.UNCHANGED: "must stay",
    CriterionKind.LATENT: "background",
    CriterionKind.OPEN: "open",
    CriterionKind.CONNECTIVE: "connective",
}


def escaped(text: object) -> str:
    """Return outside words as HTML that shows them and does nothing else."""
    return html.escape(printable(str(text)), quote=True)


def cell(text: object) -> str:
    """Return a cell of a table."""
    return f"<td>{escaped(text)}</td>"


def rubric_html(words: str, criteria: Iterable[Criterion], svg: str) -> str:
    """Show the what-if, the graph, and below it each criterion with its confidence and its reason."""
    order = list(TITLES)
    rows = [
        (TITLES[one.kind], one.event or "", one.statement, f"{one.confidence:.0%}", one.step)
        for one in sorted(criteria, key=lambda one: order.index(one.kind))
    ]
    return (
        f"<div><p><b>What if</b> {escaped(words)}</p>{_scrolled(svg)}"
        f"{_table(('', 'event', 'criterion', 'sure', 'why'), rows)}</div>"
    )


def verdict_html(
    verdict: str, reasons: Iterable[str], rows: Iterable[Iterable[object]], *, edit: str | None, svg: str | None
) -> str:
    """Show the verdict, the graph where it is at hand, and what came of each criterion.

    Parameters
    ----------
    rows
        Of each criterion: its mark, what it is about, its statement, words of the edit, and why.
    """
    listed = "".join(f"<li>{escaped(reason)}</li>" for reason in reasons)
    quoted = f"<blockquote>{escaped(edit)}</blockquote>" if edit is not None else ""
    return (
        f"<div><p><b>{escaped(verdict)}</b></p><ul>{listed}</ul>{quoted}{_scrolled(svg) if svg is not None else ''}"
        f"{_table(('', 'about', 'criterion', 'words of the edit', 'why'), rows)}</div>"
    )


def _scrolled(svg: str) -> str:
    return f'<div style="overflow-x:auto">{svg}</div>'


def _table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    top = "".join(f"<th>{escaped(head)}</th>" for head in heads)
    body = "".join(f"<tr>{''.join(cell(item) for item in row)}</tr>" for row in rows)
    return f'<table style="text-align:left"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>'
