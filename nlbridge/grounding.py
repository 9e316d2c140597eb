"""An edit read into the value that it asserts for each event.

Source: `docs/explanation/semantics.md`, verification. The words of the original
are aligned with those of the edit; what became of an event's words is weighed
by a small calibrated model into the probability that the edit asserts another
value than the text. Values that are not clear either way are left unread.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from nlbridge.alignment import align, words
from nlbridge.calibration import Logistic, load, logistic
from nlbridge.edit_text import passage
from nlbridge.grounding_connectives import Mismatch, joints, mismatches
from nlbridge.grounding_events import event_words, what_if_lemmas
from nlbridge.grounding_features import Region, features

if TYPE_CHECKING:
    from causalcore.derivation import Derivation
    from causalcore.intervention import Intervention
    from causalcore.scenario import Scenario

CLEAR: Final = 0.85
"""Probability from which a value counts as read."""


class Reading(StrEnum):
    """What an edit says about an event."""

    HOLDS = "holds"
    ALTERED = "altered"
    UNREAD = "unread"


@dataclass(frozen=True, slots=True, kw_only=True)
class Assertion:
    """What the edit says about one event.

    Parameters
    ----------
    altered
        Probability that the edit asserts another value than the text states.
    quote, aligned
        The words of the edit, and those of the original that they stand for.
    why
        The feature that weighed most.
    value
        The value that a language model read, where one was asked.
    by_model
        Whether the reading rests on a language model.
    """

    event: str
    altered: float
    quote: str
    aligned: str
    why: str
    values: tuple[float, ...]
    value: str | None = None
    by_model: bool = False

    @property
    def reading(self) -> Reading:
        """Return the value, where it is clear."""
        if self.altered >= CLEAR:
            return Reading.ALTERED
        return Reading.HOLDS if self.altered <= 1 - CLEAR else Reading.UNREAD


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounding:
    """All assertions of an edit, its connectives that do not suit, how much of the text it copies, and what is amiss.

    With `doubts` an edit is not called valid, whatever its assertions.
    """

    passage: str
    assertions: tuple[Assertion, ...]
    mismatches: tuple[Mismatch, ...]
    copied: float
    doubts: tuple[str, ...] = ()

    def assertion(self, event_id: str) -> Assertion:
        """Return what is said about `event_id`; raise KeyError if there is no such event."""
        for assertion in self.assertions:
            if assertion.event == event_id:
                return assertion
        raise KeyError(event_id)


@lru_cache(maxsize=1)
def _model() -> Logistic:
    event = load("verifier")["event"]
    if not isinstance(event, dict):
        message = "expected an object `event` in weights/verifier.json; run fit_verifier again"
        raise TypeError(message)
    return logistic(event)


def ground(
    edit: str,
    scenario: Scenario,
    intervention: Intervention,
    derivation: Derivation,
    *,
    clause: str | None = None,
    model: Logistic | None = None,
) -> Grounding:
    """Read what `edit` asserts for each event of `scenario`.

    Parameters
    ----------
    clause
        The what-if in words, where it was given so.
    model
        What weighs the features of a claim; the shipped one if left out.
    """
    weigher = model or _model()
    text = passage(edit)
    original = scenario.text or " ".join(event.statement for event in scenario.events)
    alignment = align(words(original), words(text))
    spans = tuple((e.id, e.span if scenario.text else None, e.statement) for e in scenario.events)
    assertions, regions = [], {}
    for event in event_words(original, spans):
        said = what_if_lemmas(clause) if clause and event.event in intervention else frozenset()
        values, region = features(alignment, event.indices, event.own, said)
        regions[event.event] = region
        altered = weigher.probability(values)
        assertions.append(
            Assertion(
                event=event.event,
                altered=altered,
                quote=_quote(text, alignment.edit, region),
                aligned=" ".join(alignment.original[i].text for i in event.indices),
                why=weigher.heaviest(values) if altered >= 0.5 else "its words stand",
                values=values,
            )
        )
    odd = mismatches(
        joints(alignment.edit),
        regions,
        {a.event: a.altered for a in assertions},
        {(k.cause, k.effect): k.sign != "inhibits" for k in scenario.links},
        related(tuple((k.cause, k.effect) for k in scenario.links)),
    )
    copied = sum(alignment.verbatim) / max(1, len(alignment.verbatim))
    return Grounding(passage=text, assertions=tuple(assertions), mismatches=odd, copied=copied)


def _quote(text: str, edit: tuple[object, ...], region: Region) -> str:
    from nlbridge.alignment import Word

    first, last = (edit[region.first], edit[region.last]) if region.last >= region.first else (None, None)
    if isinstance(first, Word) and isinstance(last, Word):
        return text[first.start : last.end]
    return ""


@lru_cache(maxsize=512)
def related(links: tuple[tuple[str, str], ...]) -> frozenset[tuple[str, str]]:
    """Return the pairs (ancestor, descendant)."""
    pairs = set(links)
    while True:
        more = {(a, d) for a, b in pairs for c, d in links if b == c} - pairs
        if not more:
            return frozenset(pairs)
        pairs |= more
