"""A reading and an intervention -> a rubric whose answers are weighed, and the answer that is shown for it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.graph import descendants
from nlbridge.answering.request import Prepared

if TYPE_CHECKING:
    from causalcore.scenario.intervention import Intervention
    from causalcore.scenario.scenario import Link, Scenario
    from nlbridge.supposing.hypothetical import Hypothetical
    from nlbridge.telling.representative import RepresentativeAnswer

CALIBRATED: Final = 0.95
"""Confidence below which `hybrid` asks a model."""


def prepared(
    scenario: Scenario,
    intervention: Intervention,
    what_if: Hypothetical | None = None,
    said: tuple[tuple[str, float], ...] = (),
    refused: tuple[Link, ...] = (),
    *,
    weighed: bool = True,
) -> Prepared:
    """Derive and build the rubric; a text that was read has its answers weighed by what the reader expects.

    Parameters
    ----------
    said
        Events with the chance that they change, as a person says; it stands in the place of the reader's.
    refused
        Links that a person took out of the reading: the reader is not to think that it may have missed them. What lies
        below them is decided by the links that are left, not by what the reader expects of the what-if.
    weighed
        Whether the offline reader's expectation counts; it knows nothing of a text that a language model read.

    Units
    -----
    said : probability
    """
    from causalcore.derivation.expectation import with_expectation
    from nlbridge.supposing.expectation import expectations, was_read

    derivation = derive(scenario, intervention)
    chances: dict[str, float] = {}
    if weighed and was_read(scenario):
        idle = tuple(replace(link, confidence=0.0) for link in refused)
        with_idle = replace(scenario, links=(*scenario.links, *idle))
        chances = expectations(with_idle, intervention, what_if.scores if what_if else None)
        alone = expectations(with_idle, intervention, None) if what_if and refused else {}
        chances |= {name: alone[name] for name in _below(scenario, refused) if name in alone}
    derivation = with_expectation(derivation, chances | dict(said))
    clause, sure = (what_if.clause, what_if.confidence) if what_if else (None, 1.0)
    return Prepared(rubric=build_rubric(derivation), clause=clause, confidence=sure)


def _below(scenario: Scenario, refused: tuple[Link, ...]) -> frozenset[str]:
    cut = frozenset(link.effect for link in refused)
    return cut | descendants(scenario, cut)


def is_sure(found: Prepared) -> bool:
    """Tell whether the what-if and every answer are as sure as `CALIBRATED` asks, by their calibrated confidences."""
    answers = found.rubric.derivation.answers
    return found.confidence >= CALIBRATED and all(one.confidence >= CALIBRATED and not one.doubt for one in answers)


def representative(found: Prepared) -> RepresentativeAnswer:
    """Return one rewrite that meets the rubric: the model's where there is one that is verified as valid."""
    from nlbridge.judging.verification import verify
    from nlbridge.language.reader_address import signs
    from nlbridge.telling.representative import RepresentativeAnswer, answer_or_reason

    addressed = signs(found.rewrite, beside=found.rubric.scenario.text)
    if found.rewrite and not addressed and verify(found.rubric, found.rewrite, clause=found.clause).valid is True:
        return RepresentativeAnswer(text=found.rewrite)
    return answer_or_reason(found.rubric, clause=found.clause, sure=found.confidence)
