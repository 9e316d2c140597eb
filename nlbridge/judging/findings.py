"""Failures of an edit that exact words show, computed once.

It is what only exact words show: a background that is altered, amounts out of place, another value named than is
asked for, claims that are copied or denied as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from causalcore.derivation.rubric import CriterionKind
from causalcore.scenario.scenario import Kind
from nlbridge.grounding.claims.features import NAMES
from nlbridge.grounding.quantity_moves import claim_of, way_of
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.backgrounds import Background, backgrounds_in, excluded, terms
from nlbridge.language.meaning.word_relations import NEGATORS, sentences, words
from nlbridge.reading.reader import background_of
from nlbridge.supposing.chosen_values import mistaken, unsaid
from nlbridge.weights.thresholds import ASKED, MOVES

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Criterion, Rubric
    from nlbridge.grounding.edit import Edit
    from nlbridge.grounding.grounding import GroundedClaim, Grounding
    from nlbridge.language.meaning.word_relations import Word


_ASKING: Final = frozenset({CriterionKind.NUMERIC, CriterionKind.CHANGED, CriterionKind.INTERVENTION})


def must_change(criterion: Criterion) -> bool:
    """Tell whether a criterion demands another value than the text states, leaving what-ifs aside."""
    return criterion.kind in {CriterionKind.CHANGED, CriterionKind.NUMERIC}


def must_move(rubric: Rubric, criterion: Criterion) -> int:
    """Return which way a criterion asks a quantity to go: 1 higher, -1 lower, 0 where it does not say."""
    event = rubric.scenario.event(criterion.event) if criterion.event and criterion.kind in _ASKING else None
    if event is None or criterion.expected == event.fact:
        return 0
    if event.kind is Kind.QUANTITY:
        return {"higher": 1, "lower": -1}.get(criterion.expected or "", 0)
    return -way_of(rubric.scenario, event)


def _displaced(rubric: Rubric, grounding: Grounding) -> list[tuple[Criterion, str, int]]:
    """Return the quantities that an edit leaves where they were (0), or puts further out (1 higher, -1 lower)."""
    places = {claim.event: claim.moved for claim in reversed(grounding.claims) if not claim.supposed}
    told = [(c, c.event, places.get(c.event)) for c in rubric.criteria if c.event]
    return [(c, event, at) for c, event, at in told if at is not None and must_move(rubric, c) not in {0, at}]


def wrong_way(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Name the events that must change whose quantity is further out than the text has it."""
    out = _displaced(rubric, grounding)
    return tuple(event for c, event, place in out if must_change(c) and must_move(rubric, c) * place < 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What the words of an edit show.

    Parameters
    ----------
    shifts
        Where the background is altered.
    displaced
        Quantities that are not where some criterion asks for them; `misplaced`, where a sure one does.
    mistaken
        Choices of which another value is named than is asked for.
    unsaid
        Why the edit does not say the values that are supposed.
    contradictions, again, played_down
        Claims that are copied or denied against their criteria, told in the text's own words, or told as a little less.
    """

    shifts: tuple[Shift, ...]
    displaced: Mapping[str, int]
    misplaced: Mapping[str, int]
    mistaken: tuple[tuple[str, str], ...]
    unsaid: tuple[str, ...]
    contradictions: tuple[str, ...]
    again: tuple[str, ...]
    played_down: tuple[str, ...]


def findings_of(rubric: Rubric, grounding: Grounding) -> Findings:
    """Look for all of it once."""
    edit, displaced = grounding.edit.words, _displaced(rubric, grounding)
    return Findings(
        shifts=altered_backgrounds(rubric, grounding.edit),
        displaced={event: place for _, event, place in displaced},
        misplaced={event: place for criterion, event, place in displaced if criterion.confidence >= MOVES},
        mistaken=mistaken(rubric, edit),
        unsaid=unsaid(rubric, edit),
        contradictions=plain_contradictions(rubric, grounding),
        again=told_again(rubric, grounding),
        played_down=played_down(rubric, grounding),
    )


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
        asked = criterion.stays
        if asked and _copied(claim) and _denied(claim):
            found.append(f"{criterion.statement} The edit denies {claim.aligned!r}.")
        if asked is False and _verbatim(claim) and not _denied(claim):
            found.append(f"{criterion.statement} The edit repeats {claim.aligned!r}.")
    return tuple(found)


def _stands_alone(rubric: Rubric, grounding: Grounding, event: str) -> bool:
    """Tell whether a sentence of an edit is the words of a claim and nothing else."""
    span = rubric.scenario.event(event).span
    if span is None or not rubric.scenario.text:
        return False
    own = [w.text for w in grounding.edit.original if span[0] <= w.start and w.end <= span[1] and not w.mark]
    told = grounding.edit.words
    return bool(own) and own in ([w.text for w in told[low:high] if not w.mark] for low, high in sentences(told))


def told_again(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Return for each claim that must change and stands in the edit word for word that it does, whatever else it says.

    One place of an edit may deny a claim and another tell it: how sure the criterion is does not matter then.
    """
    found = []
    for criterion in (one for one in rubric.criteria if one.stays is False):
        event = str(criterion.event)
        said = grounding.of(event).exact
        if (said is not None and not said.denied) or _stands_alone(rubric, grounding, event):
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
    asked = [c for c in rubric.of_kind(CriterionKind.INTERVENTION) if not c.stays and c.event in said]
    found = []
    for criterion, claim in ((c, said[c.event]) for c in asked if c.event):
        less = LESS.search(claim.quote) is not None and LESS.search(claim.aligned) is None
        if less and _value(claim, "a predicate affirmed as before") and not _denied(claim):
            found.append(f"{criterion.statement} The edit still tells it, if only as less: {claim.quote!r}.")
    return tuple(found)


def _value(claim: GroundedClaim, name: str) -> float:
    return claim.measures[NAMES.index(name)]


def _copied(claim: GroundedClaim) -> bool:
    return _value(claim, "all copied") > 0


def _verbatim(claim: GroundedClaim) -> bool:
    """Tell whether the claim stands in unbroken runs of the text, affirmed by the same predicate."""
    whole = _copied(claim) and _value(claim, "copied") == 1
    return whole and _value(claim, "the first predicate turned or affirmed") < 0


def _denied(claim: GroundedClaim) -> bool:
    return (
        _value(claim, "denials in the clause beyond the text's") != 0
        and _value(claim, "negators more than in the text") != 0
    )


OPENING: Final = 9
"""Words from the beginning of a passage within which a phrase sets its scene."""
NEAR: Final = 7
"""Words before a setting that may deny it, suppose it, or move it to another day."""
_NOT_THE_SCENE: Final = NEGATORS | word_class("unreal_settings", "elsewhere_settings")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """A background that an edit alters, the word that alters it, and its latent, if any."""

    statement: str
    quote: str
    latent: str | None = None


def altered_backgrounds(rubric: Rubric, edit: Edit) -> tuple[Shift, ...]:
    """Return the backgrounds that an edit alters: a latent for which the text has no word, or the opening of the text.

    The time, season or weather of an opening phrase is altered where the edit opens with another and drops the text's.
    """
    known, said = (terms([word.text for word in passage]) for passage in (edit.original, edit.words))
    own = _settings(edit.text, edit.original)
    told = [one for one in _settings(edit.passage, edit.words) if said[one[0]] not in known]
    if not told:
        return ()
    supposed = _supposed(rubric)
    moved = {one.scale for _, named in _settings(supposed, words(supposed)) for one in named}
    fixed: list[tuple[str, Sequence[Background], int | None, str | None]] = [
        (latent.statement.rstrip("."), background_of(latent), None, latent.id)
        for latent in rubric.scenario.latents
        if not {one.scale for one in background_of(latent)} & {one.scale for _, named in own for one in named}
    ]
    latents = {value: latent for latent in rubric.scenario.latents for value in background_of(latent)}
    for place, named in own:
        if place < OPENING and known[place] not in said and not _verb_before(edit.original, place):
            latent = next((latents[value] for value in named if value in latents), None)
            statement = named[0].statement if latent is None else latent.statement.rstrip(".")
            fixed.append((statement, named, OPENING, None if latent is None else latent.id))
    found = []
    for statement, values, within, altered in fixed:
        for place, named in told:
            inside = within is None or (place < within and not _verb_before(edit.words, place))
            if inside and excluded(named, values) - moved:
                found.append(Shift(statement=statement, quote=edit.words[place].text, latent=altered))
                break
    return tuple(found)


def _supposed(rubric: Rubric) -> str:
    """Return the claims that are supposed otherwise, as the text has them."""
    events = (rubric.scenario.event(name) for name, _ in rubric.intervention)
    return " ".join(claim_of(rubric.scenario, event) for event in events)


def _settings(text: str, passage: tuple[Word, ...]) -> list[tuple[int, tuple[Background, ...]]]:
    """Return the places of words that set a time or the weather, and what they name."""
    named_at = backgrounds_in([text[word.start : word.end] for word in passage])
    return [
        (k, named)
        for k, named in named_at
        if named and not any(word.text in _NOT_THE_SCENE for word in passage[max(0, k - NEAR) : k])
    ]


def _verb_before(passage: tuple[Word, ...], place: int) -> bool:
    return any(word.mark or word.text in word_class("finite_auxiliaries") for word in passage[:place])
