"""Results as HTML for a notebook, every word from outside escaped.

Examples
--------
>>> cell("<script>alert(1)</script>")
'<td>&lt;script&gt;alert(1)&lt;/script&gt;</td>'
"""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Final

from causalcore.derivation.rubric import CriterionKind
from causalcore.pictures.picture import printable
from nlbridge.apps.python.showing.verdict_picture import MARKS, said

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nlbridge.apps.python.derived_rubric import DerivedRubric
    from nlbridge.apps.python.verdict import Verdict

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


def rubric_html(found: DerivedRubric) -> str:
    """Show the graph, and below it each criterion with its confidence and its reason."""
    words = found.what_if["words"] or str(found.intervention)
    rows = [
        (TITLES[one.kind], one.event or "", one.statement, f"{one.confidence:.0%}", one.step)
        for one in sorted(found.criteria, key=lambda one: list(TITLES).index(one.kind))
    ]
    return (
        f"<div><p><b>What if</b> {escaped(words)}</p>{_scrolled(found.svg())}"
        f"{_table(('', 'event', 'criterion', 'sure', 'why'), rows)}</div>"
    )


def verdict_html(found: Verdict) -> str:
    """Show the verdict, the graph where it is at hand, and what came of each criterion."""
    verdict = said(found.valid, found.errors, found.confidence)
    reasons = "".join(f"<li>{escaped(reason)}</li>" for reason in found.reasons)
    rows = [(MARKS[one.verdict], one.event or one.kind, one.statement, one.quote, one.why) for one in found.criteria]
    graph = _scrolled(found.svg()) if found.prepared is not None else ""
    edit = f"<blockquote>{escaped(found.edit)}</blockquote>" if found.edit is not None else ""
    return (
        f"<div><p><b>{escaped(verdict)}</b></p><ul>{reasons}</ul>{edit}{graph}"
        f"{_table(('', 'about', 'criterion', 'words of the edit', 'why'), rows)}</div>"
    )


def _scrolled(svg: str) -> str:
    return f'<div style="overflow-x:auto">{svg}</div>'


def _table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    top = "".join(f"<th>{escaped(head)}</th>" for head in heads)
    body = "".join(f"<tr>{''.join(cell(item) for item in row)}</tr>" for row in rows)
    return f'<table style="text-align:left"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>'
