"""A reading and an intervention -> a rubric whose answers are weighed, and the answer that is shown for it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from causalcore.derivation.derivation import derive, with_expectation
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.graph import descendants
from causalcore.scenario.intervention import Intervention, do
from causalcore.scenario.scenario import Provenance, Scenario
from nlbridge.answering.input import checked, intervention_on
from nlbridge.answering.request import KEPT, Prepared, Request
from nlbridge.weights.thresholds import CALIBRATED

if TYPE_CHECKING:
    from nlbridge.language.encoder.scores import Scores
    from nlbridge.supposing.hypothetical import Hypothetical
    from nlbridge.telling.representative import RepresentativeAnswer


@lru_cache(maxsize=KEPT)
def read_offline(text: str, pipeline: str | None, implicit: str) -> Scenario:
    """Read a text by its words; from memory where it was read before."""
    from nlbridge.reading.reader import read

    return read(checked(text), pipeline=pipeline, implicit=implicit)


@lru_cache(maxsize=KEPT)
def prepared_offline(request: Request, pipeline: str | None, implicit: str) -> Prepared:
    """Prepare a request by its words alone; from memory where it was prepared before."""
    source = request.source
    scenario = read_offline(source, pipeline, implicit) if isinstance(source, str) else source
    if request.do:
        return prepared(scenario, intervention_on(scenario, dict(request.do)))
    from nlbridge.supposing.hypothetical import resolve

    found = resolve(scenario, had=request.had, query=request.query)
    return prepared(found.scenario, found.intervention, found)


def prepared(
    scenario: Scenario,
    intervention: Intervention,
    what_if: Hypothetical | None = None,
    said: tuple[tuple[str, float], ...] = (),
) -> Prepared:
    """Derive and build the rubric; a text that the words were read of has its answers weighed by them.

    Links that a person refused are not thought to be missed. What lies below them is decided by the links that are
    left, not by what the reader expects of the what-if.

    Parameters
    ----------
    said
        Events with the chance that they change, as stated by a person; it replaces the reader's.

    Units
    -----
    said : probability
    """
    from nlbridge.supposing.expectation import link_chances, readings_of
    from nlbridge.supposing.shown_links import shown_links
    from nlbridge.supposing.told_together import decided_by_links, idle_links, unlinked

    clause, sure = (what_if.clause, what_if.confidence) if what_if else (None, 1.0)
    if not scenario.by_words:
        rubric = build_rubric(with_expectation(derive(scenario, intervention), dict(said)))
        return Prepared(rubric=rubric, clause=clause, confidence=sure)
    scores = what_if.scores if what_if else _scores_of(scenario, intervention)
    by_person = bool(scenario.refused) or any(not link.provenance.read for link in scenario.links)
    idle = (*(replace(link, confidence=0.0) for link in scenario.refused), *unlinked(scenario), *idle_links(scenario))
    readings = readings_of(
        replace(scenario, links=(*scenario.links, *idle)),
        intervention,
        scores,
        by_links=_decided(scenario, intervention) | decided_by_links(scenario, intervention),
        stated=(_untouched(scenario, intervention, scores) if by_person else {}) | dict(said),
    )
    chances = dict(zip(readings.events, map(float, readings.chances), strict=True)) | dict(said)
    possible = link_chances(scenario, scores) | {(link.cause, link.effect): 0.0 for link in idle}
    shown = shown_links(scenario, intervention, chances, possible)
    rubric = build_rubric(with_expectation(derive(shown, intervention), chances))
    return Prepared(rubric=rubric, clause=clause, confidence=sure, readings=readings, reading=scenario)


def _scores_of(scenario: Scenario, intervention: Intervention) -> Scores | None:
    """Return what the network says of the claims beside values that were put in without words."""
    from nlbridge.language.encoder.scores import scores
    from nlbridge.supposing.expectation import claims_of, in_words

    moved = {name: value for name, value in intervention if value != scenario.event(name).fact}
    return scores(in_words(scenario, do(moved)), *claims_of(scenario)) if moved else None


def _untouched(scenario: Scenario, intervention: Intervention, scores: Scores | None) -> dict[str, float]:
    """Return the chances, before a person decided links, of the events that do not hang on these links."""
    from nlbridge.supposing.expectation import readings_of
    from nlbridge.supposing.told_together import decided_by_links, idle_links, unlinked

    by_person = (link for link in scenario.links if not link.provenance.read)
    decided = frozenset(link.effect for link in (*scenario.refused, *by_person))
    before = _undecided(scenario)
    touched = decided | descendants(before, decided) | descendants(scenario, decided)
    found = readings_of(
        replace(before, links=(*before.links, *unlinked(before), *idle_links(before))),
        intervention,
        scores,
        by_links=decided_by_links(before, intervention),
    )
    chances = zip(found.events, map(float, found.chances), strict=True)
    return {name: chance for name, chance in chances if name not in touched}


def _undecided(scenario: Scenario) -> Scenario:
    """Return a reading as it was before a person decided links."""
    from nlbridge.supposing.expectation import link_chances

    chances = link_chances(scenario, None) if any(not link.provenance.read for link in scenario.links) else {}
    kept = (link for link in scenario.links if link.provenance is not Provenance.GIVEN)
    links = (
        replace(link, confidence=chances.get((link.cause, link.effect), 0.0))
        if not link.provenance.read and link.connective is None
        else link
        for link in kept
    )
    return replace(scenario, links=(*links, *scenario.refused), refused=())


def _decided(scenario: Scenario, intervention: Intervention) -> frozenset[str]:
    """Return the events that a person decided: below a link that was taken out, or reached by confirmed links alone.

    What brings about what is supposed does not count: the what-if sets it.
    """
    cut = frozenset(link.effect for link in scenario.refused)
    supposed = frozenset(name for name, _ in intervention)
    open_to = replace(scenario, links=tuple(link for link in scenario.links if link.effect not in supposed))
    unsure = frozenset(link.effect for link in open_to.links if link.confidence < 1)
    confirmed = descendants(open_to, supposed) - unsure - descendants(open_to, unsure)
    return cut | descendants(scenario, cut) | confirmed


def is_sure(found: Prepared) -> bool:
    """Tell whether the what-if and every answer are as sure as `CALIBRATED` asks, by their calibrated confidences."""
    answers = found.rubric.derivation.answers
    return found.confidence >= CALIBRATED and all(
        answer.confidence >= CALIBRATED and not answer.doubt for answer in answers
    )


def representative(found: Prepared) -> RepresentativeAnswer:
    """Return one rewrite that meets the rubric: the model's where there is one that is verified as valid."""
    from nlbridge.judging.verification import verify
    from nlbridge.language.reader_address import signs
    from nlbridge.telling.representative import RepresentativeAnswer, answer_or_reason

    addressed = signs(found.rewrite, beside=found.rubric.scenario.text)
    if (
        found.rewrite
        and not addressed
        and verify(found.rubric, found.rewrite, clause=found.clause, readings=found.readings).valid is True
    ):
        return RepresentativeAnswer(text=found.rewrite)
    return answer_or_reason(found.rubric, clause=found.clause, sure=found.confidence, readings=found.readings)
