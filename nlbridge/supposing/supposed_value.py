"""The value that a what-if gives to the event it speaks of."""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import get_close_matches
from typing import Final

from causalcore.scenario.scenario import Event, Kind
from nlbridge.language.meaning.opposites import direction
from nlbridge.language.meaning.word_similarity import LIGHT, Item, best, denials
from nlbridge.language.pipeline.dictionary import entry
from nlbridge.reading.quantities import trend
from nlbridge.supposing.choices import as_choice
from nlbridge.supposing.hypothetical_clause import Part

REJECTING: Final = frozenset({("rather", "than"), ("instead", "of")})
CLOSE: Final = 0.74
"""Likeness of letters from which an unknown word misspells a known one."""
NUMBER: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")


def imagined_value(
    part: Part, event: Event, event_items: tuple[Item, ...], *, instead_of: str | None = None
) -> tuple[Event, str]:
    """Return the event, its domain extended where the what-if names a new value, and the value.

    A what-if that only restates the fact gives the factual value: to do what is so changes nothing. One that names
    something else in the place of what the text says makes the event a choice.
    """
    event_items = _chosen(event_items)
    if _restates(part, event_items):
        return event, event.fact
    if event.kind is Kind.QUANTITY and len(event.values) == 3:
        return event, _direction(part, event, event_items)
    if event.kind is Kind.CHOICE:
        return _choice(part, event)
    choice = as_choice(part, event, instead_of)
    if choice is not None:
        return choice, choice.values[1]
    return event, next((value for value in event.values if value != event.fact), "false")


def _chosen(event_items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Leave out what an event says was not chosen: `in oil rather than butter`, up to the end of its text."""
    kept: list[Item] = []
    rejected = False
    for k, item in enumerate(event_items):
        if k and item.position <= event_items[k - 1].position:
            rejected = False
        following = event_items[k + 1].lower if k + 1 < len(event_items) else ""
        rejected = rejected or (item.lower, following) in REJECTING
        if not rejected:
            kept.append(item)
    return tuple(kept)


def _restates(part: Part, event_items: tuple[Item, ...]) -> bool:
    """Whether every word of the what-if is in the event, with the same polarity and no opposite."""
    if part.absent:
        return False
    part = _spelt(part, event_items)
    lemmas = {lemma for item in event_items for lemma in _lemmas(item)}
    opposed = False
    verbs = tuple(item for item in part.tokens if item.tag[:2] == "VB" and item.lemma not in {"be", "have", "do"})
    for item in dict.fromkeys((*verbs, *part.subject, *part.predicate)):
        score, opposite, _ = max(best(lemma, lemmas) for lemma in _lemmas(item))
        if score == 0 and item.tag[:2] in {"VB", "JJ", "RB", "CD"}:
            return False
        if score == 0 and item in part.predicate:
            return False
        opposed = opposed or opposite
    if not part.predicate:
        return False
    return (denials(part.tokens) - (1 if opposed else _event_denials(event_items, part))) % 2 == 0


def _lemmas(item: Item) -> tuple[str, ...]:
    """Return the lemmas of a word, with those of the verb that a tagger may have missed in it: `tore`."""
    return (item.lemma, *entry(item.lower).get("VERB", ()))


def _spelt(part: Part, event_items: tuple[Item, ...]) -> Part:
    """Take a word that no dictionary has for the word of the event that it misspells: `dor` for `door`."""
    meant = {item.lower: item for item in event_items if item.content}

    def known(item: Item) -> Item:
        strange = item.content and item.lower.isalpha() and item.lower not in meant and not entry(item.lower)
        close = get_close_matches(item.lower, meant, n=1, cutoff=CLOSE) if strange else []
        return replace(meant[close[0]], position=item.position) if close else item

    return replace(
        part,
        subject=tuple(known(item) for item in part.subject),
        predicate=tuple(known(item) for item in part.predicate),
        tokens=tuple(known(item) for item in part.tokens),
    )


def _event_denials(event_items: tuple[Item, ...], part: Part) -> int:
    """Count denials in the statement, which comes first and ends where the quoted words begin.

    What was done `without a guide` was done: such a phrase counts only where the what-if takes it up.
    """
    end = next((k for k in range(1, len(event_items)) if event_items[k].position <= event_items[k - 1].position), None)
    stated = event_items[:end]
    verb = next((k for k, item in enumerate(stated) if item.tag[:2] == "VB"), len(stated))
    lacking = next((k for k in range(verb, len(stated)) if stated[k].lower == "without"), len(stated))
    mentioned = {item.lemma for item in stated[lacking + 1 :] if item.content} & {item.lemma for item in part.tokens}
    return denials(stated if mentioned else stated[:lacking])


def _direction(part: Part, event: Event, event_items: tuple[Item, ...]) -> str:
    lower, _, higher = event.values
    mine, stated = _numbers(" ".join(item.lower for item in part.tokens)), _numbers(event.statement)
    if mine and stated and mine[-1] != stated[-1] and not denials(part.tokens):
        return higher if mine[-1] > stated[-1] else lower
    way = _trend(part.tokens)
    if denials(part.tokens):
        way = -way
    return higher if (way or -(trend(event.statement) or _trend(event_items))) > 0 else lower


def _trend(words: tuple[Item, ...]) -> int:
    """Return 1 where the words speak of rising, -1 of falling."""
    total = sum(direction(item.lemma) or direction(item.lower) for item in words)
    return (total > 0) - (total < 0)


def _numbers(text: str) -> tuple[float, ...]:
    return tuple(float(found.replace(",", "").rstrip(".")) for found in NUMBER.findall(text))


def _choice(part: Part, event: Event) -> tuple[Event, str]:
    """Find the named value among those of a choice, or add it."""
    said = {item.lemma for item in part.predicate}
    for value in event.values:
        if value != event.fact and {word.lower() for word in value.split()} <= said | {i.lower for i in part.tokens}:
            return event, value
    named = " ".join(item.lower for item in part.tokens if item in part.predicate and item.lemma not in LIGHT)
    if denials(part.tokens) or not named:
        other = next((value for value in event.values if value != event.fact), f"not {event.fact}")
        return replace(event, values=tuple(dict.fromkeys((*event.values, other)))), other
    return replace(event, values=tuple(dict.fromkeys((*event.values, named)))), named
