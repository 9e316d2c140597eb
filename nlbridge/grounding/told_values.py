"""What the claims that an edit was read to tell come to: values, details, what is gone with its base.

Examples
--------
>>> from causalcore.derivation.derivation import derive
>>> from causalcore.derivation.rubric import build_rubric
>>> from causalcore.scenario.intervention import do
>>> from causalcore.scenario.scenario import Event, Scenario
>>> from nlbridge.grounding.told import ToldClaim
>>> fair = Event(id="e1", statement="The oven came on the day of the fair.", span=(0, 36))
>>> day = Event(id="e2", statement="It was the day of the fair.", span=(14, 36))
>>> rubric = build_rubric(derive(Scenario(events=(fair, day)), do({"e1": "false"})))
>>> incidental(rubric, "e2"), incidental(rubric, "e1")
(True, False)
>>> sent = Event(id="e1", statement="The letter went to a clerk.", span=(0, 26))
>>> left = Event(id="e2", statement="The clerk had left.", span=(27, 39))
>>> told = Scenario(text="The letter went to a clerk who had left.", events=(sent, left))
>>> incidental(build_rubric(derive(told, do({"e1": "false"}))), "e2")
True
>>> asserted(rubric, ToldEdit(passage="No.", claims=(ToldClaim(event="e1", value=Told.FALSE),)))
(('e1', frozenset({'false'})),)
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from causalcore.derivation.rubric import Criterion, CriterionKind, Rubric
from nlbridge.grounding.told import Told, ToldClaim, ToldEdit

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Event

_RELATIVE: Final = re.compile(r"(who|whom|whose|which|that)\b", re.IGNORECASE)
_CHANGING: Final = frozenset({CriterionKind.CHANGED, CriterionKind.NUMERIC})


def asserted(rubric: Rubric, told: ToldEdit) -> tuple[tuple[str, frozenset[str]], ...]:
    """Return the values that an edit gives to each event, where that was read."""
    values = []
    for event in rubric.scenario.events:
        claim = told.claim(event.id)
        if claim is None or claim.stands is None:
            continue
        said = frozenset({event.fact}) if claim.stands else frozenset(event.values) - {event.fact}
        if claim.way in event.values:
            said = frozenset({claim.way})
        if event.id in rubric.intervention:
            said = _set(rubric, event, told, said)
        if said:
            values.append((event.id, said))
    return tuple(values)


def _set(rubric: Rubric, event: Event, told: ToldEdit, said: frozenset[str]) -> frozenset[str]:
    own = told.claim(event.id, supposed=True)
    return frozenset({rubric.intervention[event.id]}) if own is not None and own.stands else said


def incidental(rubric: Rubric, event: str) -> bool:
    """Tell whether a claim is a detail of one that changes or is supposed otherwise.

    It stands within its words, or in a relative clause right behind them.
    """
    text, span = rubric.scenario.text, rubric.scenario.event(event).span
    changes = {c.event for c in rubric.criteria if c.kind in _CHANGING or _set_otherwise(rubric, c)}
    around = [one.span for one in rubric.scenario.events if one.id in changes and one.span is not None]
    if span is None:
        return False
    behind = bool(_RELATIVE.match(text, span[0]))
    return any(
        (low <= span[0] and span[1] <= high and (low, high) != span)
        or (behind and low < span[0] and not text[high : span[0]].strip(" ,"))
        for low, high in around
    )


def _set_otherwise(rubric: Rubric, criterion: Criterion) -> bool:
    if criterion.kind is not CriterionKind.INTERVENTION or criterion.event is None:
        return False
    return criterion.expected != rubric.scenario.event(criterion.event).fact


def gone_with(rubric: Rubric, claim: ToldClaim, told: ToldEdit) -> bool:
    """Tell whether a claim that the edit does not tell in full is void, and the edit takes away what it was about."""
    if claim.value not in {Told.ABSENT, Told.BARE} or not rubric.derivation.answer(claim.event).void:
        return False
    bases = (told.claim(name) for name in rubric.scenario.event(claim.event).presupposes)
    return any(base is not None and base.value in {Told.FALSE, Told.GONE} and not base.doubt for base in bases)
