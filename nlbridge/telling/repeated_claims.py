"""Claims that a text makes again after `because`: they turn with the event that they repeat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from causalcore.scenario.scenario import Event, Scenario
from nlbridge.language.forms.negation import Change, main_predicate, reverse
from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.word_similarity import LIGHT, items, items_ahead, stem

OPENERS: Final = word_class("reason_openers")
CONTENT: Final = ("NN", "VB", "JJ")
LEAST_WORDS: Final = 2


def echoes(doc: Any, scenario: Scenario, moved: Mapping[str, bool]) -> tuple[Change, ...]:
    """Return the changes of subordinate clauses, outside all events, that repeat an event that is turned."""
    changes: list[Change] = []
    for opener in doc:
        if opener.lower_ not in OPENERS:
            continue
        clause = _clause(doc, opener.i + 1)
        if not clause or any(_covers(event, clause) for event in scenario.events):
            continue
        said = {stem(t.lemma_.lower()) for t in clause if t.tag_.startswith(CONTENT) and t.lemma_ not in LIGHT}
        if len(said) >= LEAST_WORDS:
            items_ahead(event.statement for event in scenario.events if moved[event.id])
        repeated = len(said) >= LEAST_WORDS and any(
            moved[event.id] and said <= {stem(item.lemma) for item in items(event.statement)}
            for event in scenario.events
        )
        head = main_predicate(clause) if repeated else None
        changes += reverse(head) if head is not None else ()
    return tuple(changes)


def _clause(doc: Any, start: int) -> list[Any]:
    """Return the words from a position to the next comma or stop."""
    end = next((t.i for t in doc[start:] if t.text in {",", ".", ";", "!", "?"}), len(doc))
    return list(doc[start:end])


def _covers(event: Event, clause: list[Any]) -> bool:
    return (
        event.span is not None
        and event.span[0] < clause[-1].idx + len(clause[-1].text)
        and clause[0].idx < event.span[1]
    )
