"""A subject that stays while its verb goes: `A storm closed the road` -> `Despite a storm, the road was not closed`.

Left as a subject, a cause that still holds would share its clause with a
negation, and the rewrite would read as if the cause were denied.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from causalcore.derivation.rubric import fitting_connective
from causalcore.scenario.scenario import Event, Scenario
from nlbridge.language.forms.negation import Change, negate
from nlbridge.language.lexicon import word_class
from nlbridge.telling.contrary_clauses import cased

VERBAL: Final = ("VB", "RB", "TO", "MD", "WDT")
MOST_BETWEEN: Final = 2
"""Words between the subject and the event: at most a causative verb with an adverb."""

OPENERS: Final = {"concessive": "despite", "consecutive": "because of"}


def overcome(event: Event, doc: Any, scenario: Scenario, values: Mapping[str, str]) -> tuple[Change, ...] | None:
    """Put the subject of an event that goes in front of it, where the subject is an event that stays.

    Returns
    -------
    tuple of Change or None
        None where the event has another subject, or the sentence goes on with the same one.
    """
    subject = _subject(event, doc, scenario, values)
    if subject is None or event.span is None or subject.span is None or not _closed(doc, event.span[1]):
        return None
    link = next((k for k in scenario.links if (k.cause, k.effect) == (subject.id, event.id)), None)
    kind = fitting_connective(link, values[subject.id], values[event.id], scenario) if link is not None else None
    if kind is None:
        return None
    start, end = subject.span
    first = next(token for token in doc if token.idx >= start)
    phrase = scenario.text[start:end]
    if not first.tag_.startswith("NNP"):
        phrase = phrase[:1].lower() + phrase[1:]
    claim = negate(event.statement).rstrip(".")
    lowered = claim if _named(claim.split(" ", 1)[0], doc) else claim[:1].lower() + claim[1:]
    text = f"{cased(OPENERS[kind], first.text)} {phrase}, {lowered}"
    return (Change(start=start, end=event.span[1], text=text),)


def _subject(event: Event, doc: Any, scenario: Scenario, values: Mapping[str, str]) -> Event | None:
    """Return the noun phrase before an event's verb, if it is an event that keeps its value."""
    if event.span is None:
        return None
    start = event.span[0]
    before = [e for e in scenario.events if e.span and e.span[1] <= start and values[e.id] == e.fact]
    nearest = max(before, key=lambda e: e.span[1] if e.span else 0, default=None)
    if nearest is None or nearest.span is None:
        return None
    own = [t for t in doc if nearest.span[0] <= t.idx < nearest.span[1]]
    gap = [t for t in doc if nearest.span[1] <= t.idx < start]
    verb = next((t for t in doc if t.idx >= nearest.span[1]), None)
    bare = own and not any(t.tag_ in {"VBD", "VBZ", "VBP", "MD"} for t in own)
    opens = own and (own[0].i == 0 or own[0].nbor(-1).text in {".", ";", "!", "?"})
    if not (
        bare and opens and verb is not None and verb.tag_ in {"VBD", "VBZ", "VBP", "VBN"} and len(gap) <= MOST_BETWEEN
    ):
        return None
    return nearest if all(t.tag_.startswith(VERBAL) for t in gap) else None


def _closed(doc: Any, end: int) -> bool:
    """Whether no further verb shares the subject: a stop follows, or a relative or a new clause after a comma."""
    after = [t for t in doc if t.idx >= end][:2]
    if not after or after[0].text in {".", ";", "!", "?"}:
        return True
    return after[0].text == "," and len(after) > 1 and after[1].lower_ in word_class("obstacle_closers")


def _named(word: str, doc: Any) -> bool:
    """Whether a word is a name: the text has it with a capital inside a sentence."""
    return any(
        t.text == word and t.i > 0 and t.nbor(-1).text not in {".", "!", "?"} and word[:1].isupper() for t in doc
    )
