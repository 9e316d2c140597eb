"""Ask the engine whether the values that an edit gives to the events can hold together.

Examples
--------
>>> from causalcore.derivation.derivation import derive
>>> from causalcore.derivation.rubric import build_rubric
>>> from causalcore.scenario.intervention import do
>>> from causalcore.scenario.scenario import Event, Scenario
>>> from nlbridge.grounding.edit import edit_of_words
>>> from nlbridge.grounding.grounding import GroundedClaim, Grounding, Told
>>> sent = Event(id="e1", statement="The letter went to a clerk.")
>>> rubric = build_rubric(derive(Scenario(events=(sent,)), do({"e1": "false"})))
>>> claims = (GroundedClaim(event="e1", value=Told.FALSE),)
>>> values_told(rubric, Grounding(edit=edit_of_words("No letter went.", "The letter went."), claims=claims))
(('e1', frozenset({'false'})),)
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from causalcore.derivation.derivation import CompiledScenario, Judgement, compile_scenario

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric
    from causalcore.scenario.intervention import Intervention
    from causalcore.scenario.scenario import Scenario
    from nlbridge.grounding.grounding import Grounding

Values = tuple[tuple[str, frozenset[str]], ...]
"""For events, the values that they may have."""


def contradiction(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Return why the values that were read cannot hold together; nothing if they can."""
    result = _judgement(rubric.scenario, rubric.intervention, values_told(rubric, grounding))
    return result.sentences if result.status == "inconsistent" else ()


def values_told(rubric: Rubric, grounding: Grounding) -> Values:
    """Return the values that an edit gives to each event, where that was read."""
    values = []
    for event in rubric.scenario.events:
        claim = grounding.claim(event.id)
        if claim is None or claim.stands is None:
            continue
        said = frozenset({event.fact}) if claim.stands else frozenset(event.values) - {event.fact}
        if claim.way in event.values:
            said = frozenset({claim.way})
        own = grounding.claim(event.id, supposed=True) if event.id in rubric.intervention else None
        if own is not None and own.stands:
            said = frozenset({rubric.intervention[event.id]})
        if said:
            values.append((event.id, said))
    return tuple(values)


@lru_cache(maxsize=64)
def _compiled(scenario: Scenario) -> CompiledScenario:
    return compile_scenario(scenario)


@lru_cache(maxsize=512)
def _judgement(scenario: Scenario, intervention: Intervention, values: Values) -> Judgement:
    return _compiled(scenario).judge(intervention, dict(values))
