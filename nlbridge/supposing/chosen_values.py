"""The value that a choice takes in place of its fact: put into a text, or looked for in an edit.

Examples
--------
>>> values = ("a Negroni", "an Old Fashioned")
>>> drink = Event(id="e", statement="Lena mixed a Negroni.", kind=Kind.CHOICE, values=values, fact="a Negroni")
>>> told(drink, "an Old Fashioned")
'Lena mixed an Old Fashioned.'
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from causalcore.derivation.rubric import CriterionKind
from causalcore.scenario.scenario import Event, Kind, Scenario
from nlbridge.language.forms.negation import Change, negate
from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.sentences import Word, words
from nlbridge.language.meaning.word_relations import related
from nlbridge.reading.quantities import trend

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric

BEFORE: Final = 5
"""Words before a value in which it may be denied or set aside."""
_SET_ASIDE: Final = word_class("set_aside")
_ASKING: Final = frozenset({CriterionKind.INTERVENTION, CriterionKind.CHANGED})
ALIKE: Final = 0.6
"""Least similarity at which a word of an edit counts as a word of the value."""


def told(event: Event, value: str) -> str:
    """Return the claim of an event at a value: as stated, with the value in place of the fact, or denied."""
    if value == event.fact:
        return event.statement
    return with_value(event, value) or negate(event.statement)


def with_value(event: Event, value: str) -> str | None:
    """Return the statement of a choice with its fact replaced by a value; None if it does not name the fact.

    Examples
    --------
    >>> team = Event(id="e", statement="The team drank tea.", kind=Kind.CHOICE, values=("tea", "milk"), fact="tea")
    >>> with_value(team, "milk")
    'The team drank milk.'
    """
    place = _place(event.statement, event) if event.kind is Kind.CHOICE else None
    if place is None:
        return None
    value = value if place[0] else value[:1].upper() + value[1:]
    return f"{event.statement[: place[0]]}{value}{event.statement[place[1] :]}"


def value_changes(scenario: Scenario, values: Mapping[str, str]) -> dict[str, Change]:
    """Return the changes that replace the facts in the text by the chosen values."""
    changes = {}
    for event in scenario.events:
        if event.kind is not Kind.CHOICE or event.span is None or values[event.id] == event.fact:
            continue
        start, end = event.span
        place = _place(scenario.text[start:end], event)
        if place is not None:
            changes[event.id] = Change(start=start + place[0], end=start + place[1], text=values[event.id])
    return changes


def beyond(scenario: Scenario, values: Mapping[str, str]) -> bool:
    """Return whether a quantity goes further in the direction of its claim, which no denial of the claim can say."""
    further = {1: "higher", -1: "lower"}
    quantities = (event for event in scenario.events if event.kind is Kind.QUANTITY)
    return any(values[event.id] == further.get(trend(event.statement)) for event in quantities)


def _place(text: str, event: Event) -> tuple[int, int] | None:
    match = re.search(rf"(?<!\w){re.escape(event.fact)}(?!\w)", text, re.IGNORECASE)
    return match.span() if match else None


def unsaid(rubric: Rubric, said: Sequence[Word]) -> tuple[str, ...]:
    """Return the choices whose supposed value an edit does not mention by any of its new words, as reasons.

    An edit may say them in words that we do not know, so this is a doubt, not an error.
    """
    doubts = []
    edit = [word for word in said if word.content]
    for criterion in rubric.of_kind(CriterionKind.INTERVENTION):
        event = rubric.scenario.event(criterion.event or "")
        value = criterion.expected or ""
        if event.kind is not Kind.CHOICE or value == event.fact:
            continue
        stated = {lemma for word in words(event.statement) for lemma in word.lemmas}
        new = [word for word in words(value) if word.content and not word.lemmas & stated]
        if new and not any(_stands_for(word, other) for word in new for other in edit):
            doubts.append(f"could not find {value!r} in the edit, which is supposed instead of {event.fact!r}")
    return tuple(doubts)


def mistaken(rubric: Rubric, edit: tuple[Word, ...]) -> tuple[tuple[str, str], ...]:
    """Return the choices for which an edit plainly names another listed value than required, with that value.

    Plainly: all its words are there, none denied or replaced (`instead of a Negroni`), none in the text outside the
    claim, and nothing that could be the required value.
    """
    mistakes = []
    for criterion in rubric.criteria:
        event = next((e for e in rubric.scenario.events if e.id == criterion.event and e.kind is Kind.CHOICE), None)
        if event is None or criterion.kind not in _ASKING or criterion.expected in {None, event.fact}:
            continue
        asked = criterion.expected or ""
        if not _mentions(edit, asked, event):
            others = (value for value in event.values if value != asked and _own_words(value, event))
            named = [value for value in others if _plainly(edit, value, event) and _nowhere_else(rubric, value, event)]
            mistakes += [(event.id, value) for value in named[:1]]
    return tuple(mistakes)


def _own_words(value: str, event: Event) -> list[Word]:
    """Return the words of a value that no other value of its event has."""
    others = {lemma for other in event.values if other != value for word in words(other) for lemma in word.lemmas}
    return [word for word in words(value) if word.content and not word.lemmas & others]


def _mentions(edit: tuple[Word, ...], value: str, event: Event) -> bool:
    own = _own_words(value, event)
    return not own or any(_stands_for(word, other) for word in own for other in edit if other.content)


def _plainly(edit: tuple[Word, ...], value: str, event: Event) -> bool:
    places = [next((k for k, e in enumerate(edit) if e.lemmas & w.lemmas), None) for w in _own_words(value, event)]
    return all(place is not None and _affirmed(edit, place) for place in places)


def _affirmed(edit: tuple[Word, ...], place: int) -> bool:
    before = edit[max(0, place - BEFORE) : place]
    return not any(word.negator or word.text in _SET_ASIDE for word in before)


def _nowhere_else(rubric: Rubric, value: str, event: Event) -> bool:
    """Return whether the text has the words of a value only in the claim of its event."""
    start, end = event.span or (0, 0)
    outside = [word for word in words(rubric.scenario.text) if not start <= word.start < end]
    return not any(own.lemmas & word.lemmas for own in _own_words(value, event) for word in outside)


def _stands_for(word: Word, other: Word) -> bool:
    similarity, opposed = related(word, other)
    return similarity >= ALIKE and not opposed
