"""Claims that an edit copies word for word, copies and denies, or tells as a little less, against their criteria.

The weighing of an edit may overlook one claim among many that are met. Where the
words of the text stand unchanged, what they say needs no weighing: a claim that
must change and is copied is kept, one that must stay and is copied with one
denial more is altered. An edit with such a claim is not called valid.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from causalcore.derivation.rubric import CriterionKind
from nlbridge.grounding.claims.features import NAMES
from nlbridge.judging.demands import must_change, must_stay
from nlbridge.weights.thresholds import ASKED

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric
    from nlbridge.grounding.grounding import GroundedClaim, Grounding

FEWEST: Final = 3
"""Words that a claim needs, so that their order says something."""
LESS: Final = re.compile(r"\b(?:only|merely|slightly|briefly|a little)\b", re.IGNORECASE)
"""Words that make little of what they say, and say it."""


def plain_contradictions(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Return for each sure criterion that copied words break what they say; nothing where none does."""
    said = {claim.event: claim for claim in grounding.claims if claim.measures}
    found = []
    for criterion in rubric.criteria:
        claim = said.get(criterion.event or "")
        if claim is None or criterion.confidence < ASKED or len(claim.aligned.split()) < FEWEST:
            continue
        stays = must_stay(rubric, criterion)
        changes = not stays and (must_change(criterion) or criterion.kind is CriterionKind.INTERVENTION)
        if stays and _copied(claim) and _denied(claim):
            found.append(f"{criterion.statement} The edit denies {claim.aligned!r}.")
        if changes and _verbatim(claim) and not _denied(claim):
            found.append(f"{criterion.statement} The edit repeats {claim.aligned!r}.")
    return tuple(found)


def _stands_alone(rubric: Rubric, grounding: Grounding, event: str) -> bool:
    """Tell whether a sentence of an edit is the words of a claim and nothing else."""
    span = rubric.scenario.event(event).span
    if span is None or not rubric.scenario.text:
        return False
    own = [w.text for w in grounding.edit.original if span[0] <= w.start and w.end <= span[1] and not w.mark]
    sentences: list[list[str]] = [[]]
    for word in grounding.edit.words:
        if word.text in {".", "!", "?"}:
            sentences.append([])
        elif not word.mark:
            sentences[-1].append(word.text)
    return bool(own) and own in sentences


def told_again(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Return for each claim that must change and stands in the edit word for word that it does, whatever else it says.

    One place of an edit may deny a claim and another tell it: how sure the criterion is does not matter then.
    """
    kept = {name for name, value in rubric.intervention if value == rubric.scenario.event(name).fact}
    found = []
    for criterion in rubric.criteria:
        if criterion.event is None or criterion.event in kept or must_stay(rubric, criterion):
            continue
        if must_change(criterion) or criterion.kind is CriterionKind.INTERVENTION:
            said = grounding.of(criterion.event).exact
            if (said is not None and not said.denied) or _stands_alone(rubric, grounding, criterion.event):
                found.append(f"{criterion.statement} The edit tells it in the text's own words.")
    return tuple(found)


def played_down(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Return for each claim that the what-if does away with that the edit still tells it, as a little less.

    `The roof leaked only a little` does not carry out a roof that kept the rain out, where the what-if itself does not
    ask for less. Of 14 labelled rewrites of our own that do so with the predicate of the text, 9 do not carry it out.
    """
    if grounding.clause is not None and LESS.search(grounding.clause):
        return ()
    said = {claim.event: claim for claim in grounding.claims if claim.measures}
    asked = [c for c in rubric.of_kind(CriterionKind.INTERVENTION) if not must_stay(rubric, c) and c.event in said]
    found = []
    for criterion, claim in ((c, said[c.event]) for c in asked if c.event):
        less = LESS.search(claim.quote) is not None and LESS.search(claim.aligned) is None
        if less and _value(claim, "a predicate affirmed as before") and not _denied(claim):
            found.append(f"{criterion.statement} The edit still tells it, if only as less: {claim.quote!r}.")
    return tuple(found)


def _value(claim: GroundedClaim, name: str) -> float:
    return claim.measures[NAMES.index(name)]


def _copied(claim: GroundedClaim) -> bool:
    return _value(claim, "all copied, same") > 0


def _verbatim(claim: GroundedClaim) -> bool:
    """Tell whether the claim stands in unbroken runs of the text, affirmed by the same predicate."""
    whole = _copied(claim) and _value(claim, "copied, same") == 1
    return whole and _value(claim, "the first predicate turned or affirmed") < 0


def _denied(claim: GroundedClaim) -> bool:
    return (
        _value(claim, "denials in the clause beyond the text's") != 0
        and _value(claim, "negators more than in the text") != 0
    )
