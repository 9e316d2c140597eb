"""A rubric to be copied: as Markdown, and as the JSON that `causalcore rubric` prints."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from causalcore.derivation.rubric import Criterion, CriterionKind
from nlbridge.apps.studio.document.document import StudioError
from nlbridge.apps.studio.views.answers_view import what_if_view
from nlbridge.apps.studio.views.graph_view import link_key
from nlbridge.weights.thresholds import UNDOUBTED

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric
    from nlbridge.answering.request import Prepared
    from nlbridge.apps.studio.document.document import Document
    from nlbridge.apps.studio.views.derived import Derived


SECTIONS: Final = {
    CriterionKind.INTERVENTION: "Supposed",
    CriterionKind.CHANGED: "Must change",
    CriterionKind.NUMERIC: "Moves",
    CriterionKind.UNCHANGED: "Must stay",
    CriterionKind.LATENT: "Background stays",
    CriterionKind.CONNECTIVE: "Connectives",
    CriterionKind.OPEN: "Open",
}
"""Kinds of criteria in the order in which they are shown."""


def criterion_id(criterion: Criterion) -> str:
    """Return the name of a criterion among those of its rubric: `changed:e2`, `connective:e1->e2`."""
    if criterion.event is not None:
        return f"{criterion.kind}:{criterion.event}"
    return f"{criterion.kind}:{link_of_criterion(criterion)}"


def link_of_criterion(criterion: Criterion) -> str | None:
    """Return the name of the link that a criterion about a connective is about."""
    if criterion.cause is None or criterion.effect is None:
        return None
    return link_key(criterion.cause, criterion.effect)


def rubric_view(rubric: Rubric) -> dict[str, Any]:
    """Return the criteria of a rubric, kind by kind."""
    sections = [
        {"kind": str(kind), "title": title, "criteria": [_row(criterion) for criterion in rubric.of_kind(kind)]}
        for kind, title in SECTIONS.items()
        if rubric.of_kind(kind)
    ]
    return {"sections": sections}


def _row(criterion: Criterion) -> dict[str, Any]:
    return {
        "id": criterion_id(criterion),
        "kind": str(criterion.kind),
        "claim": criterion.event,
        "link": link_of_criterion(criterion),
        "statement": criterion.statement,
        "confidence": round(criterion.confidence, 4),
        "doubtful": criterion.confidence < UNDOUBTED,
        "why": str(criterion.step),
        "expected": criterion.expected,
    }


_MARKS: Final = re.compile(r"([\\`*_{}\[\]<>#|~])")


def prepared_of(found: Derived) -> Prepared:
    """Return what follows.

    Raises
    ------
    StudioError
        If nothing is supposed, or something is wrong.
    """
    if found.prepared is None:
        why = found.problem or found.misfit or "nothing is supposed"
        message = f"expected a text with a what-if, got none that can be followed ({why}); suppose something first"
        raise StudioError(message)
    return found.prepared


def rubric_markdown(document: Document, found: Derived) -> str:
    """Write a rubric as Markdown; marks that stand in claims are escaped."""
    prepared = prepared_of(found)
    supposed = what_if_view(document, found) or {}
    lines = [f"# Rubric of {_plain(document.id)}", "", f"> {_plain(document.text)}", "", _plain(supposed["sentence"])]
    for kind, title in SECTIONS.items():
        criteria = prepared.rubric.of_kind(kind)
        if criteria:
            lines += ["", f"## {title}", ""]
            lines += [f"- {_plain(one.statement)} ({one.confidence:.0%}) — {_plain(str(one.step))}" for one in criteria]
    return "\n".join(lines) + "\n"


def _plain(words: str) -> str:
    return _MARKS.sub(r"\\\1", " ".join(words.split()))


def rubric_json(document: Document, found: Derived) -> dict[str, Any]:
    """Return a rubric as `causalcore rubric --format json` prints it."""
    from nlbridge.answering.result import rubric_row

    return rubric_row(document.id, prepared_of(found))


def rubric_item(document: Document, found: Derived) -> dict[str, Any]:
    """Return a text with its rubric as an item of CoBe.

    Raises
    ------
    NoQueryError
        If no clause says what is supposed.
    """
    from nlbridge.telling.cobe_item import cobe_item

    what_if = document.what_if
    words = {} if what_if is None else {"had": what_if.had or None, "query": what_if.query or None}
    return cobe_item(document.id, prepared_of(found).rubric, **words)


def answer_view(found: Derived) -> dict[str, str]:
    """Return the representative answer, or an empty text and why there is none."""
    from nlbridge.answering.preparation import representative

    answer = representative(prepared_of(found))
    return {"text": answer.text, "reason": answer.withheld}
