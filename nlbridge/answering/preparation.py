"""Turn a reading and an intervention into a rubric with weighed answers, and choose its example rewrite."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from causalcore.derivation.derivation import derive, with_expectation
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.graph import descendants
from causalcore.scenario.scenario import Provenance, Scenario
from nlbridge.answering.input import checked, intervention_on
from nlbridge.answering.request import KEPT, Prepared, Request
from nlbridge.weights.thresholds import CALIBRATED

if TYPE_CHECKING:
    from collections.abc import Collection

    from causalcore.scenario.intervention import Intervention
    from nlbridge.language.encoder.scores import Scores
    from nlbridge.supposing.hypothetical import Hypothetical
    from nlbridge.telling.representative import RepresentativeAnswer


@lru_cache(maxsize=KEPT)
def read_offline(text: str, pipeline: str | None, implicit: str) -> Scenario:
    """Read a text offline; the last `KEPT` readings stay in memory."""
    from nlbridge.reading.reader import read

    return read(checked(text), pipeline=pipeline, implicit=implicit)


@lru_cache(maxsize=KEPT)
def prepared_offline(request: Request, pipeline: str | None, implicit: str) -> Prepared:
    """Prepare a request offline; the last `KEPT` results stay in memory."""
    source = request.source
    scenario = read_offline(source, pipeline, implicit) if isinstance(source, str) else source
    if request.do:
        return prepared(scenario, intervention_on(scenario, dict(request.do)))
    from nlbridge.supposing.hypothetical import resolve

    hypothetical = resolve(scenario, had=request.had, query=request.query)
    return prepared(hypothetical.scenario, hypothetical.intervention, hypothetical)


def prepared(
    scenario: Scenario,
    intervention: Intervention,
    what_if: Hypothetical | None = None,
    said: tuple[tuple[str, float], ...] = (),
) -> Prepared:
    """Derive the answers and build the rubric; for a text read offline, its words give each answer a probability.

    A link that a person refused counts as absent, not as overlooked. The events below it depend on the remaining links,
    not on the reader's expectation of the what-if. `said` holds events with the probability, stated by a person, that
    they change; it replaces the reader's.
    """
    from nlbridge.supposing.expectation import link_chances, readings_of
    from nlbridge.supposing.shown_links import shown_links
    from nlbridge.supposing.told_together import decided_by_links, idle_links

    clause, confidence = (what_if.clause, what_if.confidence) if what_if else (None, 1.0)
    if not scenario.by_words:
        rubric = build_rubric(with_expectation(derive(scenario, intervention), dict(said)))
        return Prepared(rubric=rubric, clause=clause, confidence=confidence)
    by_person = bool(scenario.refused) or any(not link.provenance.read for link in scenario.links)
    moved = frozenset(name for name, value in intervention if value != scenario.event(name).fact)
    held = frozenset(name for name, _ in intervention if moved and name not in moved)
    scores = what_if.scores if what_if else _scores_of(scenario, moved)
    given = dict.fromkeys(held, 0.0) if what_if else {name: float(name in moved) for name, _ in intervention}
    cut = (*scenario.refused, *(link for link in scenario.links if link.effect in held))
    idle = (*(replace(link, confidence=0.0) for link in cut), *idle_links(scenario))
    readings = readings_of(
        replace(scenario, links=(*scenario.links, *idle)),
        intervention,
        scores,
        by_links=_decided(scenario, intervention) | _behind(scenario, held, moved) | decided_by_links(scenario, moved),
        stated=(_untouched(scenario, intervention, moved, scores) if by_person else {}) | given | dict(said),
    )
    chances = readings.chances | dict(said)
    possible = link_chances(scenario, scores) | {(link.cause, link.effect): 0.0 for link in idle}
    shown = shown_links(scenario, intervention, chances, possible)
    rubric = build_rubric(with_expectation(derive(shown, intervention), chances))
    return Prepared(rubric=rubric, clause=clause, confidence=confidence, readings=readings, reading=scenario)


def _behind(scenario: Scenario, held: frozenset[str], moved: frozenset[str]) -> frozenset[str]:
    """Return the events that are kept as they were, and those that only they tie to what is moved: these stay, too."""
    between = held & descendants(scenario, moved)
    around = replace(scenario, links=tuple(link for link in scenario.links if link.effect not in held))
    return held | (descendants(scenario, between) - descendants(around, moved))


def _scores_of(scenario: Scenario, moved: Collection[str]) -> Scores | None:
    """Return the network's scores of the claims for events that were moved without words."""
    from nlbridge.language.encoder.scores import scores
    from nlbridge.supposing.expectation import claims_of, in_words

    return scores(in_words(scenario, moved), *claims_of(scenario)) if moved else None


def _untouched(
    scenario: Scenario, intervention: Intervention, moved: frozenset[str], scores: Scores | None
) -> dict[str, float]:
    """Return, for events that do not depend on links that a person decided, their chances before that decision."""
    from nlbridge.supposing.expectation import readings_of
    from nlbridge.supposing.told_together import decided_by_links, idle_links

    by_person = (link for link in scenario.links if not link.provenance.read)
    decided = frozenset(link.effect for link in (*scenario.refused, *by_person))
    before = _undecided(scenario)
    touched = decided | descendants(before, decided) | descendants(scenario, decided)
    readings = readings_of(
        replace(before, links=(*before.links, *idle_links(before))),
        intervention,
        scores,
        by_links=decided_by_links(before, moved),
    )
    return {name: chance for name, chance in readings.chances.items() if name not in touched}


def _undecided(scenario: Scenario) -> Scenario:
    """Return the reading from before a person decided links."""
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
    """Return the events that a person decided: below a refused link, or reached by confirmed links alone.

    Links into the events of the what-if do not count: the what-if sets those.
    """
    refused = frozenset(link.effect for link in scenario.refused)
    changed = frozenset(name for name, _ in intervention)
    relevant = replace(scenario, links=tuple(link for link in scenario.links if link.effect not in changed))
    uncertain = frozenset(link.effect for link in relevant.links if link.confidence < 1)
    confirmed = descendants(relevant, changed) - uncertain - descendants(relevant, uncertain)
    return refused | descendants(scenario, refused) | confirmed


def is_sure(found: Prepared) -> bool:
    """Return whether the calibrated confidence of the what-if and of every answer is at least `CALIBRATED`."""
    answers = found.rubric.derivation.answers
    return found.confidence >= CALIBRATED and all(
        answer.confidence >= CALIBRATED and not answer.doubt for answer in answers
    )


def representative(found: Prepared) -> RepresentativeAnswer:
    """Return one rewrite that meets the rubric: the model's if verified as valid, else a derived one or the reason."""
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
