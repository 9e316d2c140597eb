"""Derive the rubric of a document, or the reason why there is none.

Examples
--------
>>> from causalcore.scenario.scenario import Event, Link, Scenario
>>> rain, roof = Event(id="e1", statement="It rained."), Event(id="e2", statement="The roof leaked.")
>>> read = Scenario(events=(rain, roof), links=(Link(cause="e1", effect="e2"),))
>>> found = derived(Document(id="1", scenario=read, what_if=WhatIf(do=(("e1", "false"),))))
>>> [str(answer.kind) for answer in found.prepared.rubric.derivation.answers]
['changed', 'changed']
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from logic.errors import ReasoningError
from nlbridge.answering.input import intervention_on
from nlbridge.answering.preparation import prepared
from nlbridge.answering.review import Reply
from nlbridge.apps.studio.document.document import BY_MODEL, Document, StudioError, WhatIf
from nlbridge.errors import BridgeError
from nlbridge.telling.to_check import escaped, what_if_id

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Scenario
    from nlbridge.answering.request import Prepared

KEPT: Final = 64
"""Derivations kept in memory, which makes undo and redo cheap."""

_MEANT: Final = {
    ("changed", Reply.YES): 1.0,
    ("changed", Reply.NO): 0.0,
    ("unchanged", Reply.YES): 0.0,
    ("unchanged", Reply.NO): 1.0,
}
"""Probability of a change, by kind of doubt and answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """A rubric, or the `problem` with the reading, or why the what-if does not concern the text (`misfit`)."""

    scenario: Scenario
    prepared: Prepared | None = None
    problem: str = ""
    misfit: str = ""


def derived(document: Document) -> Derived:
    """Return what follows from the corrected reading under the what-if, with the answers to doubts."""
    result = _derived(document.corrected, document.what_if, said(document))
    if result.prepared is None:
        return result
    doubt = what_if_id(result.prepared.rubric)
    reply = document.reply(doubt)
    if reply is Reply.NO:
        misfit = "the what-if is about something else: say it in the words of the claim, or click that claim"
        return Derived(scenario=result.scenario, misfit=misfit)
    if reply is Reply.YES:
        confidence = BY_MODEL if doubt in document.by_model else 1.0
        return replace(result, prepared=replace(result.prepared, confidence=confidence))
    return result


def prepared_of(document: Document) -> Prepared:
    """Return the rubric; raises `StudioError`, with the reason, if there is none."""
    result = derived(document)
    if result.prepared is None:
        why = result.problem or result.misfit or "there is no what-if"
        message = f"expected a text with a what-if, got none that can be followed ({why}); enter a what-if first"
        raise StudioError(message)
    return result.prepared


def unanswered(document: Document) -> Derived:
    """Return what would follow if no doubt had an answer."""
    return _derived(document.scenario, document.what_if, ())


def said(document: Document) -> tuple[tuple[str, float], ...]:
    """Return the claims whose answer a person (or a model) gave, with the probability of a change.

    Examples
    --------
    >>> from causalcore.scenario.scenario import Event, Scenario
    >>> read = Scenario(events=(Event(id="e1", statement="It rained."),))
    >>> said(Document(id="1", scenario=read, replies=(("unchanged:e1", Reply.NO),)))
    (('e1', 1.0),)
    """
    names = {escaped(event.id): event.id for event in document.scenario.events}
    chances: dict[str, float] = {}
    for doubt, reply in document.replies:
        kind, _, name = doubt.partition(":")
        if name in names and (kind, reply) in _MEANT:
            chance = _MEANT[kind, reply]
            chances[names[name]] = abs(chance - (1 - BY_MODEL)) if doubt in document.by_model else chance
    return tuple(sorted(chances.items()))


@lru_cache(maxsize=KEPT)
def _derived(scenario: Scenario, what_if: WhatIf | None, stated: tuple[tuple[str, float], ...]) -> Derived:
    if what_if is None or not scenario.events:
        return Derived(scenario=scenario)
    try:
        if what_if.do:
            intervention = intervention_on(scenario, dict(what_if.do))
            result = replace(prepared(scenario, intervention, said=stated), clause=what_if.had or None)
        else:
            from nlbridge.supposing.hypothetical import resolve

            hypothetical = resolve(scenario, had=what_if.had or None, query=what_if.query or None)
            result = prepared(hypothetical.scenario, hypothetical.intervention, hypothetical, stated)
    except BridgeError as misfit:
        return Derived(scenario=scenario, misfit=str(misfit))
    except ReasoningError as wrong:
        return Derived(scenario=scenario, problem=str(wrong))
    return Derived(scenario=scenario, prepared=result)
