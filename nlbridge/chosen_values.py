"""The value that a choice takes in the place of its fact: written into a text, and looked for in an edit.

Examples
--------
>>> values = ("a Negroni", "an Old Fashioned")
>>> drink = Event(id="e", statement="Lena mixed a Negroni.", kind=Kind.CHOICE, values=values, fact="a Negroni")
>>> told(drink, "an Old Fashioned")
'Lena mixed an Old Fashioned.'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from causalcore.rubric import CriterionKind
from causalcore.scenario import Event, Kind, Scenario
from nlbridge.alignment import Word, related, words
from nlbridge.negation import Change, negate
from nlbridge.reading_quantities import trend

if TYPE_CHECKING:
    from causalcore.rubric import Rubric
    from nlbridge.grounding import Grounding

ALIKE: Final = 0.6
"""Likeness from which a word of an edit stands for one of the value."""


def told(event: Event, value: str) -> str:
    """Return the claim of an event at a value: as stated, with another value in place, or denied."""
    if value == event.fact:
        return event.statement
    place = _place(event.statement, event) if event.kind is Kind.CHOICE else None
    if place is None:
        return negate(event.statement)
    return f"{event.statement[: place[0]]}{value}{event.statement[place[1] :]}"


def value_changes(scenario: Scenario, values: Mapping[str, str]) -> dict[str, Change]:
    """Return what puts the chosen values where the text has the facts."""
    found = {}
    for event in scenario.events:
        if event.kind is not Kind.CHOICE or event.span is None or values[event.id] == event.fact:
            continue
        start, end = event.span
        place = _place(scenario.text[start:end], event)
        if place is not None:
            found[event.id] = Change(start=start + place[0], end=start + place[1], text=values[event.id])
    return found


def beyond(scenario: Scenario, values: Mapping[str, str]) -> bool:
    """Tell whether a quantity goes further the way that its claim went, which no denial of the claim says."""
    further = {1: "higher", -1: "lower"}
    quantities = (event for event in scenario.events if event.kind is Kind.QUANTITY)
    return any(values[event.id] == further.get(trend(event.statement)) for event in quantities)


def _place(text: str, event: Event) -> tuple[int, int] | None:
    found = re.search(rf"\b{re.escape(event.fact)}\b", text, re.IGNORECASE)
    return found.span() if found else None


def unsaid(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Return why an edit does not say the values that are supposed: none of what is new in them is in its words.

    An edit may say them in other words than we know, so that this is a doubt and no error.
    """
    doubts = []
    edit = [word for word in words(grounding.passage) if word.content]
    for criterion in rubric.of_kind(CriterionKind.INTERVENTION):
        event = rubric.scenario.event(criterion.event or "")
        value = criterion.expected or ""
        if event.kind is not Kind.CHOICE or value == event.fact:
            continue
        known = {lemma for word in words(event.statement) for lemma in word.lemmas}
        new = [word for word in words(value) if word.content and not word.lemmas & known]
        if new and not any(_stands_for(word, other) for word in new for other in edit):
            doubts.append(f"could not find {value!r} in the edit, which is supposed in the place of {event.fact!r}")
    return tuple(doubts)


def _stands_for(word: Word, other: Word) -> bool:
    likeness, opposed = related(word, other)
    return likeness >= ALIKE and not opposed


__all__ = ["beyond", "told", "unsaid", "value_changes"]
