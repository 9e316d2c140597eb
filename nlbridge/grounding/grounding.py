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
from math import prod
from typing import TYPE_CHECKING, Final

import numpy as np

from causalcore.scenario.graph import joined
from causalcore.scenario.scenario import Kind, Sign
from nlbridge.grounding.claim_words import what_if_lemmas
from nlbridge.grounding.claims.evidence import Claim, ClaimEvidence, WordEvidence
from nlbridge.grounding.claims.features import NAMES as FORM
from nlbridge.grounding.claims.features import features
from nlbridge.grounding.claims.negative_subjects import UNREAD, only_its_predicate_is_denied
from nlbridge.grounding.claims.same_matter import NAMES as MATTER
from nlbridge.grounding.claims.same_matter import edit_likeness, same_matter
from nlbridge.grounding.connectives.arguments import joints
from nlbridge.grounding.connectives.features import Setting, weighed
from nlbridge.grounding.connectives.misuse import Mismatch, mismatches, told_joints
from nlbridge.grounding.contrary_telling import told_outright
from nlbridge.grounding.edit import Edit, edit_of
from nlbridge.grounding.new_content import NAMES as NOVEL
from nlbridge.grounding.new_content import novel_content
from nlbridge.language.encoder.edit_scores import EditScores, edit_scores
from nlbridge.reading.quantities import trend
from nlbridge.supposing.claim_places import claims_of
from nlbridge.weights.calibration import Boosted, boosted, load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.scenario.intervention import Intervention
    from causalcore.scenario.scenario import Event, Link, Scenario

NAMES: Final = (*FORM, *MATTER)
"""What is measured of a claim: what became of its words, and whether the edit speaks of the same matter."""
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
        Probability that the edit, if it takes the claim up, asserts another value than the text states.
    told
        Probability that the edit takes the claim up at all: of the same subject and object, in whatever words.
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
    told: float = 1.0
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

    With `doubts` an edit is not called valid, whatever its assertions. `novel` is what no claim answers for, in the
    order of `nlbridge.grounding.new_content.NAMES`; `scores` is what the network says of the edit.
    """

    edit: Edit
    assertions: tuple[Assertion, ...]
    mismatches: tuple[Mismatch, ...]
    copied: float
    doubts: tuple[str, ...] = ()
    novel: tuple[float, ...] = (0.0,) * len(NOVEL)
    scores: EditScores | None = None

    @property
    def passage(self) -> str:
        """Return the passage of the edit."""
        return self.edit.passage

    def assertion(self, event_id: str) -> Assertion:
        """Return what is said about `event_id`; raise KeyError if there is no such event."""
        for assertion in self.assertions:
            if assertion.event == event_id:
                return assertion
        raise KeyError(event_id)


@lru_cache(maxsize=1)
def _model() -> Boosted:
    event = load("grounding")["event"]
    if not isinstance(event, dict):
        message = "expected an object `event` in weights/grounding.json; fit it again"
        raise TypeError(message)
    return boosted(event, NAMES)


@lru_cache(maxsize=1)
def told_weights() -> Boosted | None:
    """Return what weighs whether an edit takes a claim up; None while there are no weights for it."""
    told = load("grounding").get("told")
    return boosted(told, NAMES) if isinstance(told, dict) else None


def taken_up(claims: Sequence[Claim]) -> tuple[float, ...]:
    """Return the chance that an edit takes each claim up, of the same subject and object."""
    model = told_weights()
    if model is None or not claims:
        return (1.0,) * len(claims)
    return tuple(map(float, model.probabilities(np.array([claim.values for claim in claims], dtype=float))))


def word_evidence(model: Boosted | None = None) -> WordEvidence:
    """Return what weighs the words of claims: the shipped weights, or `model`."""
    return WordEvidence(weigher=model or _model())


def ground(
    edit: str,
    scenario: Scenario,
    intervention: Intervention,
    *,
    clause: str | None = None,
    model: Boosted | None = None,
    evidence: ClaimEvidence | None = None,
    connectives: Boosted | None = None,
) -> Grounding:
    """Read what `edit` asserts for each event of `scenario`.

    Parameters
    ----------
    clause
        The what-if in words, where it was given so.
    model
        What weighs the features of a claim; the shipped one if left out.
    evidence
        What else weighs claims; the words alone if left out.
    connectives
        What weighs connectives; the shipped model if left out.
    """
    read = edit_of(edit, scenario)
    text, compared, claims, whole = read.passage, read.compared, read.claims, edit_likeness(read)
    measured = [
        features(
            compared,
            claim.indices,
            claim.own,
            what_if_lemmas(clause) if clause and claim.event in intervention else frozenset(),
        )
        for claim in claims
    ]
    seen = [
        Claim(
            event=claim.event,
            statement=scenario.event(claim.event).statement,
            aligned=" ".join(compared.alike.original[i].text for i in claim.indices),
            start=compared.alike.edit[place.first].start if place.last >= place.first else 0,
            end=compared.alike.edit[place.last].end if place.last >= place.first else 0,
            values=(*values, *same_matter(read, claim.indices, whole)),
        )
        for claim, (values, place) in zip(claims, measured, strict=True)
    ]
    findings = (evidence or word_evidence(model)).findings(seen, text)
    spared = [
        only_its_predicate_is_denied(compared.alike, claim.indices, place)
        for claim, (_, place) in zip(claims, measured, strict=True)
    ]
    assertions = tuple(
        told_outright(
            Assertion(
                event=claim.event,
                altered=min(found.altered, UNREAD) if untold else found.altered,
                quote=text[claim.start : claim.end],
                aligned=claim.aligned,
                why=found.because,
                values=claim.values,
                told=chance,
            ),
            claim.statement,
        )
        for claim, found, untold, chance in zip(seen, findings, spared, taken_up(seen), strict=True)
    )
    regions = {claim.event: place for claim, (_, place) in zip(claims, measured, strict=True)}
    altered = {a.event: a.altered for a in assertions}
    found_joints = joints(compared.alike.edit)
    odd = mismatches(
        found_joints,
        regions,
        altered,
        {(k.cause, k.effect): _together(k, scenario) for k in scenario.links},
        related(tuple((k.cause, k.effect) for k in scenario.links)),
        told_joints(compared.alike.original, tuple((claim.event, claim.indices) for claim in claims)),
        compared.alike.edit,
        frozenset(place for place in compared.newly if compared.alike.edit[place].content),
    )
    setting = Setting(
        compared=compared,
        regions=regions,
        altered=altered,
        confidence={(k.cause, k.effect): k.confidence for k in scenario.links},
        supposed=frozenset(name for name, _ in intervention),
    )
    return Grounding(
        edit=read,
        assertions=assertions,
        mismatches=weighed(odd, setting, connectives),
        copied=compared.copied,
        novel=novel_content(compared, tuple(regions.values()), found_joints),
        scores=edit_scores(clause or _denied(scenario, intervention), text, *claims_of(scenario)),
    )


def _denied(scenario: Scenario, intervention: Intervention) -> str:
    """Put an intervention that was given as values into words, as the network was taught to read it."""
    text, spans = claims_of(scenario)
    claims = [
        text[slice(*span)] for event, span in zip(scenario.events, spans, strict=True) if event.id in intervention
    ]
    return " and ".join(f"not {claim[:1].lower()}{claim[1:]}" for claim in claims)


def _together(link: Link, scenario: Scenario) -> bool:
    """Whether a consecutive joins the two ends of a link where both are altered, or neither is.

    A quantity has moved already in the text's own world, so that what inhibits it agrees with it as stated. Where the
    claims say which way their quantities went, the sign is that of the claims times those ways.
    """
    cause = next((event for event in scenario.events if event.id == link.cause), None)
    ways = [_way(event) for event in (cause, scenario.event(link.effect)) if event is not None]
    if 0 in ways:
        return link.sign is not Sign.INHIBITS or scenario.event(link.effect).kind is Kind.QUANTITY
    return (link.sign is not Sign.INHIBITS) is (prod(ways) > 0)


def _way(event: Event) -> int:
    return trend(event.statement) if event.kind is Kind.QUANTITY else 1


@lru_cache(maxsize=512)
def related(links: tuple[tuple[str, str], ...]) -> frozenset[tuple[str, str]]:
    """Return the pairs (ancestor, descendant)."""
    return joined(links)
