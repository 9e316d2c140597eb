"""Criteria in sections, each with its reason, how sure it is, and a name that labels refer to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from causalcore.derivation.rubric import Criterion, CriterionKind
from nlbridge.apps.studio.views.graph_view import link_key
from nlbridge.weights.thresholds import UNDOUBTED

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric

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
