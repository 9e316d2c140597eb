"""What a criterion demands of a claim: to stay, to change, or to rise or fall; and the amounts that fail it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from causalcore.derivation.rubric import CriterionKind
from causalcore.scenario.scenario import Kind
from nlbridge.grounding.quantity_moves import way_of

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Criterion, Rubric
    from nlbridge.grounding.grounding import Grounding

_ASKING: Final = frozenset({CriterionKind.NUMERIC, CriterionKind.CHANGED, CriterionKind.INTERVENTION})


def must_stay(rubric: Rubric, criterion: Criterion) -> bool:
    """Tell whether a criterion demands the value that the text states."""
    if criterion.event is None or criterion.kind is CriterionKind.LATENT:
        return False
    if criterion.kind is CriterionKind.INTERVENTION:
        return criterion.expected == rubric.scenario.event(criterion.event).fact
    return criterion.kind is CriterionKind.UNCHANGED


def must_change(criterion: Criterion) -> bool:
    """Tell whether a criterion demands another value than the text states, leaving what-ifs aside."""
    return criterion.kind in {CriterionKind.CHANGED, CriterionKind.NUMERIC}


def must_move(rubric: Rubric, criterion: Criterion) -> int:
    """Return which way a criterion asks a quantity to go: 1 higher, -1 lower, 0 where it does not say."""
    event = rubric.scenario.event(criterion.event) if criterion.event and criterion.kind in _ASKING else None
    if event is None or criterion.expected == event.fact:
        return 0
    if event.kind is Kind.QUANTITY:
        return {"higher": 1, "lower": -1}.get(criterion.expected or "", 0)
    return -way_of(rubric.scenario, event)


def misplaced(rubric: Rubric, grounding: Grounding, sure: float) -> dict[str, int]:
    """Return the quantities that an edit leaves where they were (0), or puts further out (1 higher, -1 lower).

    Parameters
    ----------
    sure
        Least confidence of the criteria that count.
    """
    asked = [(c.event, must_move(rubric, c)) for c in rubric.criteria if c.confidence >= sure and c.event]
    places = {event: (way, grounding.of(event).moved) for event, way in asked if way}
    return {event: place for event, (way, place) in places.items() if place is not None and place != way}


def wrong_way(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Name the events that must change whose quantity is further out than the text has it."""
    asked = [(c.event, must_move(rubric, c)) for c in rubric.criteria if must_change(c) and c.event]
    return tuple(event for event, way in asked if way and (grounding.of(event).moved or 0) * way < 0)
