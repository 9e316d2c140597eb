"""What follows for a document as it stands: its rubric, or why there is none.

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
from nlbridge.telling.to_check import escaped

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Scenario
    from nlbridge.answering.request import Prepared

KEPT: Final = 64
"""Derivations that stay in memory: what is undone and done again is not worked out again."""

_MEANT: Final = {
    ("changed", Reply.YES): 1.0,
    ("changed", Reply.NO): 0.0,
    ("unchanged", Reply.YES): 0.0,
    ("unchanged", Reply.NO): 1.0,
}
"""The chance of a change that an answer stands for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """What follows, or what is wrong with the reading, or why the what-if says nothing about the text (`misfit`)."""

    scenario: Scenario
    prepared: Prepared | None = None
    problem: str = ""
    misfit: str = ""


def derived(document: Document) -> Derived:
    """Return what follows from the reading as corrected, under the what-if, with what was answered."""
    found = _derived(document.corrected, document.what_if, said(document))
    if found.prepared is None:
        return found
    reply = document.reply(what_if_doubt(found.prepared))
    if reply is Reply.NO:
        misfit = "the what-if is about something else: say it in the words of the claim, or click that claim"
        return Derived(scenario=found.scenario, misfit=misfit)
    if reply is Reply.YES:
        sure = BY_MODEL if what_if_doubt(found.prepared) in document.by_model else 1.0
        return replace(found, prepared=replace(found.prepared, confidence=sure))
    return found


def prepared_of(document: Document) -> Prepared:
    """Return what follows; a `StudioError` says that nothing is supposed, or what is wrong."""
    found = derived(document)
    if found.prepared is None:
        why = found.problem or found.misfit or "nothing is supposed"
        message = f"expected a text with a what-if, got none that can be followed ({why}); suppose something first"
        raise StudioError(message)
    return found.prepared


def unanswered(document: Document) -> Derived:
    """Return what follows if no doubt had an answer."""
    return _derived(document.scenario, document.what_if, ())


def what_if_doubt(prepared: Prepared) -> str:
    """Return the id of the doubt whether a what-if was understood."""
    return f"what-if:{','.join(escaped(name) for name, _ in prepared.rubric.intervention)}"


def said(document: Document) -> tuple[tuple[str, float], ...]:
    """Return the claims of which a person said what happens to them, with the chance of a change.

    Examples
    --------
    >>> from causalcore.scenario.scenario import Event, Scenario
    >>> read = Scenario(events=(Event(id="e1", statement="It rained."),))
    >>> said(Document(id="1", scenario=read, replies=(("unchanged:e1", Reply.NO),)))
    (('e1', 1.0),)
    """
    names = {escaped(event.id): event.id for event in document.scenario.events}
    found: dict[str, float] = {}
    for doubt, reply in document.replies:
        kind, _, name = doubt.partition(":")
        if name in names and (kind, reply) in _MEANT:
            chance = _MEANT[kind, reply]
            found[names[name]] = abs(chance - (1 - BY_MODEL)) if doubt in document.by_model else chance
    return tuple(sorted(found.items()))


@lru_cache(maxsize=KEPT)
def _derived(scenario: Scenario, what_if: WhatIf | None, said: tuple[tuple[str, float], ...]) -> Derived:
    if what_if is None or not scenario.events:
        return Derived(scenario=scenario)
    try:
        if what_if.do:
            intervention = intervention_on(scenario, dict(what_if.do))
            found = replace(prepared(scenario, intervention, said=said), clause=what_if.had or None)
        else:
            from nlbridge.supposing.hypothetical import resolve

            meant = resolve(scenario, had=what_if.had or None, query=what_if.query or None)
            found = prepared(meant.scenario, meant.intervention, meant, said)
    except BridgeError as misfit:
        return Derived(scenario=scenario, misfit=str(misfit))
    except ReasoningError as wrong:
        return Derived(scenario=scenario, problem=str(wrong))
    return Derived(scenario=scenario, prepared=found)
