"""A rubric in words: criteria in CoBe's form, and which of them are proved and may say *must*."""

from __future__ import annotations

from causalcore.derivation.derivation import AnswerKind
from causalcore.derivation.rubric import Criterion, CriterionKind, Rubric
from causalcore.scenario.graph import ancestors, descendants
from nlbridge.reading.quantities import level


def proved(rubric: Rubric, criterion: Criterion) -> bool:
    """Return whether a criterion follows only from links that the text states or a person gave.

    That a claim stays rests on links that the text lacks, so only a scenario that was given proves it.

    Examples
    --------
    >>> from nlbridge.answering.answers import prepare
    >>> from nlbridge.answering.request import Request, Settings
    >>> asked = Request(source="The pump failed, so the cellar flooded. The wine was ruined.", had="the pump held")
    >>> rubric = prepare(asked, Settings()).rubric
    >>> [(one.event, proved(rubric, one)) for one in rubric.criteria if one.kind == "changed"]
    [('e2', True), ('e3', False)]
    """
    scenario = rubric.scenario
    if not scenario.read:
        return True
    if criterion.kind is CriterionKind.UNCHANGED or criterion.event is None:
        return False
    supposed = frozenset(name for name, _ in rubric.intervention)
    above = ancestors(scenario, {criterion.event}) | {criterion.event}
    between = (descendants(scenario, supposed) | supposed) & above
    way = [link for link in scenario.links if link.cause in between and link.effect in between - supposed]
    return bool(way) and all(link.connective is not None or not link.provenance.read for link in way)


def criteria_in_cobe_form(rubric: Rubric) -> dict[str, str]:
    """Return the four strings of CoBe's criteria; one that does not apply is empty.

    The first two list claims of the original text: those that must stay and those that must not.
    """
    scenario = rubric.scenario
    kept = {criterion.event for criterion in rubric.criteria if criterion.kind is CriterionKind.UNCHANGED}
    moved = {answer.event for answer in rubric.derivation.answers if answer.kind is AnswerKind.CHANGED}
    moved |= {name for name, value in rubric.intervention if value != scenario.event(name).fact}
    return {
        "unchanged": " ".join(event.statement for event in scenario.events if event.id in kept),
        "changed": " ".join(event.statement for event in scenario.events if event.id in moved),
        "numeric": _numeric(rubric),
        "latent": " ".join(latent.statement for latent in scenario.latents),
    }


def _numeric(rubric: Rubric) -> str:
    sentences = []
    for criterion in rubric.criteria:
        if criterion.kind is CriterionKind.NUMERIC and criterion.event:
            claim = rubric.scenario.event(criterion.event).statement.rstrip(".")
            stated = level(claim)
            than = stated.words if stated is not None else "stated"
            way = f"{criterion.expected} than {than}" if criterion.expected else "another value"
            sentences.append(f"Numerical change expected: {claim}: {way}.")
    return " ".join(sentences)
