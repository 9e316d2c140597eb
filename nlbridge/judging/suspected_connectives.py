"""Whether a connective that a model read fits the values that the edit gives to the linked claims.

Judged are pairs on a path of links alone, by the sign of the path, and only where both ends are claims with values that
are known. A word between claims that no path joins says nothing that the text could refute, and a sentence that the
text has itself is never wrong. What is found here is a suspicion: a second look decides whether the word suits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from causalcore.derivation.rubric import CONSECUTIVE, fitting_connective
from causalcore.scenario.graph import descendants, signed
from causalcore.scenario.scenario import Event, Kind, Link, Sign, Strength
from nlbridge.grounding.grounding import Told
from nlbridge.language.quotation import places

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric
    from causalcore.scenario.scenario import Scenario
    from nlbridge.grounding.grounding import GroundedConnective, Grounding


def suspected(rubric: Rubric, told: Grounding, said: GroundedConnective) -> str:
    """Return why a connective may not suit: by the links, or at the sight of who read the passage.

    Words that the text has itself, with both their ends, are not suspected.
    """
    found = unsuited(rubric, told, said)
    if found or said.at_sight is not False:
        return found
    joined = said.quote, said.cause_words, said.effect_words
    copied = all(words and places(words, rubric.scenario.text) for words in joined)
    return "" if copied else "and does not fit the two claims as the edit states them"


def unsuited(rubric: Rubric, told: Grounding, said: GroundedConnective) -> str:
    """Return why a connective does not fit its claims; empty if it fits, or if that is unknown."""
    scenario = rubric.scenario
    joined = said.cause, said.effect
    if "" in joined:
        return ""
    if joined[1] not in descendants(scenario, joined[:1]):
        joined = said.effect, said.cause
        if said.consecutive or joined[1] not in descendants(scenario, joined[:1]):
            return _uncaused(rubric, told, said)
    values = tuple(_value(rubric, scenario.event(name), told) for name in joined)
    if None in values or _told_so_before(rubric, told, said):
        return ""
    link = _link(scenario, *joined)
    fitting = fitting_connective(link, str(values[0]), str(values[1]), scenario) if link else None
    if fitting is None or (fitting == CONSECUTIVE) is said.consecutive:
        return ""
    return f"but what the edit says of the two claims needs a {fitting} word"


def _uncaused(rubric: Rubric, told: Grounding, said: GroundedConnective) -> str:
    """Return why a kept claim is no reason for what is supposed: nothing in the text makes it one.

    A reason of the edit's own, from outside the claims, may stand for what is supposed; so may what is supposed, too.
    """
    own, cause = told.claim(said.effect, supposed=True), told.claim(said.cause)
    set_to = {name for name, _ in rubric.intervention}
    if not said.consecutive or own is None or not own.stands or said.cause in set_to:
        return ""
    if cause is None or not cause.stands or said.cause not in {e.id for e in rubric.scenario.events}:
        return ""
    return "though nothing in the text makes the one a reason for what is supposed"


def _link(scenario: Scenario, cause: str, effect: str) -> Link | None:
    """Return the link from a cause to an effect, or one with the sign of all paths between them."""
    direct = next((k for k in scenario.links if (k.cause, k.effect) == (cause, effect)), None)
    if direct is not None:
        return direct
    if any(k.sign is Sign.DETERMINES for k in scenario.links):
        return None
    signs = signed({(k.cause, k.effect): k.sign is Sign.PROMOTES for k in scenario.links})
    if (cause, effect) not in signs:
        return None
    sign = Sign.PROMOTES if signs[cause, effect] else Sign.INHIBITS
    return Link(cause=cause, effect=effect, sign=sign, strength=Strength.NECESSARY)


def _value(rubric: Rubric, event: Event, told: Grounding) -> str | None:
    """Return the value that the edit gives to an event, None where it is not one of its domain."""
    claim = told.claim(event.id)
    supposed = told.claim(event.id, supposed=True)
    stands = claim.stands if claim is not None else None
    if stands is None and supposed is not None and supposed.stands:
        stands = False
    if stands is None or claim is None:
        return None
    if stands:
        return event.fact
    if supposed is not None and supposed.stands and event.id in rubric.intervention:
        return rubric.intervention[event.id]
    if event.kind is Kind.EVENT:
        return next(value for value in event.values if value != event.fact)
    if claim.way in event.values:
        return claim.way
    if event.kind is Kind.QUANTITY:
        return event.values[0] if claim.value is Told.GONE else None
    others = [value for value in event.values if value != event.fact]
    return others[0] if others else None


def _told_so_before(rubric: Rubric, told: Grounding, said: GroundedConnective) -> bool:
    """Tell whether the text itself joins the same claims as they still stand by the same word."""
    both = (told.claim(said.cause), told.claim(said.effect))
    kept = all(one is not None and one.stands for one in both)
    return kept and bool(places(said.quote, rubric.scenario.text))
