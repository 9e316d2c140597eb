"""What an edit removes beyond what changes: people, a place, a thing of the text.

A claim that must change may be read as *gone*. If nothing that it presupposes changes, and other words than those of
the change say so, the edit may have removed too much. That is a suspicion; a second look at the two quotes decides.

Examples
--------
>>> from causalcore.derivation.derivation import derive
>>> from causalcore.derivation.rubric import build_rubric
>>> from causalcore.scenario.intervention import do
>>> from causalcore.scenario.scenario import Event, Link, Scenario
>>> strike = Event(id="e1", statement="The ferries struck.", span=(0, 18))
>>> stayed = Event(id="e2", statement="The three clerks stayed at home.", span=(23, 54))
>>> text = "The ferries struck, so the three clerks stayed at home."
>>> scenario = Scenario(text=text, events=(strike, stayed), links=(Link(cause="e1", effect="e2"),))
>>> rubric = build_rubric(derive(scenario, do({"e1": "false"})))
>>> [
...     one.original
...     for one in taken_away(rubric, [GroundedClaim(event="e2", value=Told.GONE, quote="There are no clerks")])
... ]
['the three clerks stayed at home']
>>> taken_away(rubric, [GroundedClaim(event="e2", value=Told.FALSE, quote="The three clerks went out")])
()
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlbridge.grounding.grounding import Conflict, GroundedClaim, Told
from nlbridge.judging.findings import must_change

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.derivation.rubric import Rubric


def without_base(rubric: Rubric, claim: GroundedClaim) -> bool:
    """Return whether a claim is not asserted and the what-if leaves nothing that it could be about.

    Such a claim and its contrary are both untrue, and words copied from it may mention something else.
    """
    events = {answer.event for answer in rubric.derivation.answers}
    return claim.stands is not True and claim.event in events and rubric.derivation.answer(claim.event).void


def _with_cause(rubric: Rubric, claim: GroundedClaim, claims: Sequence[GroundedClaim]) -> bool:
    """Return whether a claim is gone with what it presupposes, or by the same words that change a cause of it."""
    causes = {link.cause for link in rubric.scenario.links if link.effect == claim.event}
    same = (one for one in claims if one.event in causes and one.quote)
    return rubric.derivation.answer(claim.event).void or any(
        one.quote in claim.quote or claim.quote in one.quote for one in same
    )


def taken_away(rubric: Rubric, claims: Sequence[GroundedClaim]) -> tuple[Conflict, ...]:
    """Return what the edit seems to remove beyond what changes, as suspected conflicts."""
    changing = {criterion.event for criterion in rubric.criteria if must_change(criterion)} - set(
        dict(rubric.intervention)
    )
    conflicts = []
    for claim in claims:
        if not claim.quote or claim.doubt or claim.supposed:
            continue
        if claim.event not in changing or claim.value is not Told.GONE or _with_cause(rubric, claim, claims):
            continue
        span = rubric.scenario.event(claim.event).span
        words = rubric.scenario.text[slice(*span)] if span else rubric.scenario.event(claim.event).statement
        conflicts.append(Conflict(passage=claim.quote, original=words, background=True, suspected=True))
    return tuple(conflicts)
