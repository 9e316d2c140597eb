"""Failures of an edit that exact words show, computed once.

Only exact words show these: an altered background, misplaced amounts, another value than required, and claims that are
copied or denied verbatim.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from causalcore.derivation.rubric import MUST_CHANGE, MUST_MOVE, CriterionKind
from causalcore.scenario.scenario import Kind
from nlbridge.grounding.claims.features import NAMES
from nlbridge.grounding.quantity_moves import claim_of, way_of
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.backgrounds import Background, backgrounds_in, excluded, terms
from nlbridge.language.meaning.sentences import NEGATORS, sentences, words
from nlbridge.reading.reader import background_of
from nlbridge.supposing.chosen_values import mistaken, unsaid
from nlbridge.weights.thresholds import ASKED, MOVES

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Criterion, Rubric
    from nlbridge.grounding.edit import Edit
    from nlbridge.grounding.grounding import Grounding
    from nlbridge.language.meaning.sentences import Word


def must_move(rubric: Rubric, criterion: Criterion) -> int:
    """Return the direction that a criterion requires of a quantity: 1 for higher, -1 for lower, 0 for none."""
    event = rubric.scenario.event_by_id[criterion.event] if criterion.event and criterion.kind in MUST_MOVE else None
    if event is None or criterion.expected == event.fact:
        return 0
    if event.kind is Kind.QUANTITY:
        return {"higher": 1, "lower": -1}.get(criterion.expected or "", 0)
    return -way_of(rubric.scenario, event)


def _displaced(rubric: Rubric, grounding: Grounding) -> list[tuple[Criterion, str, int]]:
    """Return the quantities that an edit leaves where they were (0), or moves the wrong way (1 higher, -1 lower)."""
    found = []
    for criterion in rubric.criteria:
        claim = grounding.by_event.get(criterion.event or "")
        at = None if claim is None else claim.moved
        if claim is not None and at is not None and must_move(rubric, criterion) not in {0, at}:
            found.append((criterion, claim.event, at))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What the exact words of an edit show.

    Parameters
    ----------
    shifts
        Where the background is altered.
    displaced
        Quantities that are not where a criterion requires them; `misplaced` leaves out criteria below `MOVES`.
    wrong_way
        Events that must change and whose quantity moves the wrong way.
    mistaken
        Choices for which another value is named than required.
    unsaid
        Why the edit does not mention the supposed values.
    contradictions, again, played_down
        Claims copied or denied against their criteria, stated in the text's own words, or stated as a little less.
    """

    shifts: tuple[Shift, ...] = ()
    displaced: Mapping[str, int] = field(default_factory=dict)
    misplaced: Mapping[str, int] = field(default_factory=dict)
    wrong_way: tuple[str, ...] = ()
    mistaken: tuple[tuple[str, str], ...] = ()
    unsaid: tuple[str, ...] = ()
    contradictions: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    played_down: tuple[str, ...] = ()


def findings_of(rubric: Rubric, grounding: Grounding) -> Findings:
    """Collect all findings once."""
    edit, displaced = grounding.edit.words, _displaced(rubric, grounding)
    return Findings(
        shifts=altered_backgrounds(rubric, grounding.edit),
        displaced={event: place for _, event, place in displaced},
        misplaced={event: place for criterion, event, place in displaced if criterion.confidence >= MOVES},
        wrong_way=tuple(
            event for c, event, place in displaced if c.kind in MUST_CHANGE and must_move(rubric, c) * place < 0
        ),
        mistaken=mistaken(rubric, edit),
        unsaid=unsaid(rubric, edit),
        contradictions=plain_contradictions(rubric, grounding),
        again=told_again(rubric, grounding),
        played_down=played_down(rubric, grounding),
    )


FEWEST: Final = 3
"""Least number of words in a claim; with fewer, their order says nothing."""
LESS: Final = re.compile(r"\b(?:only|merely|slightly|briefly|a little)\b", re.IGNORECASE)
"""Words that weaken a claim and still assert it."""


def plain_contradictions(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Return the near-certain criteria that copied words break, as reasons."""
    reasons = []
    for criterion in rubric.criteria:
        claim = grounding.by_event.get(criterion.event or "")
        if claim is None or not claim.measures or criterion.confidence < ASKED:
            continue
        if len(claim.aligned.split()) < FEWEST:
            continue
        asked, measures = criterion.stays, dict(zip(NAMES, claim.measures, strict=False))
        if asked and measures["all copied"] > 0 and _denied(measures):
            reasons.append(f"{criterion.statement} The edit denies {claim.aligned!r}.")
        if asked is False and _verbatim(measures) and not _denied(measures):
            reasons.append(f"{criterion.statement} The edit repeats {claim.aligned!r}.")
    return tuple(reasons)


def _stands_alone(rubric: Rubric, grounding: Grounding, event: str) -> bool:
    """Return whether a sentence of an edit has just the words of a claim."""
    span = rubric.scenario.event_by_id[event].span
    if span is None or not rubric.scenario.text:
        return False
    own = [w.text for w in grounding.edit.original if span[0] <= w.start and w.end <= span[1] and not w.mark]
    edited = grounding.edit.words
    return bool(own) and own in ([w.text for w in edited[low:high] if not w.mark] for low, high in sentences(edited))


def told_again(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Return the claims that must change but that the edit states word for word, as reasons.

    One place of an edit may deny a claim and another assert it; the confidence of the criterion does not matter then.
    """
    reasons = []
    for criterion in (c for c in rubric.criteria if c.stays is False):
        event = str(criterion.event)
        asserted = any(not exact.denied for exact in grounding.by_event[event].every_exact)
        if asserted or _stands_alone(rubric, grounding, event):
            reasons.append(f"{criterion.statement} The edit still says it in the text's own words.")
    return tuple(reasons)


def played_down(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Return the claims that the what-if removes but that the edit only plays down, as reasons.

    `The roof leaked only a little` does not carry out a roof that kept the rain out, unless the what-if itself asks for
    less. Of 14 labeled rewrites of our own that do so with the predicate of the text, 9 do not carry it out.
    """
    if grounding.clause is not None and LESS.search(grounding.clause):
        return ()
    reasons = []
    for criterion in rubric.of_kind(CriterionKind.INTERVENTION):
        claim = grounding.by_event.get(criterion.event or "")
        if criterion.stays or claim is None or not claim.measures:
            continue
        less = LESS.search(claim.quote) is not None and LESS.search(claim.aligned) is None
        measures = dict(zip(NAMES, claim.measures, strict=False))
        if less and measures["a predicate affirmed as before"] and not _denied(measures):
            reasons.append(f"{criterion.statement} The edit still says it, if only as less: {claim.quote!r}.")
    return tuple(reasons)


def _verbatim(measures: Mapping[str, float]) -> bool:
    """Return whether a claim is in unbroken runs of the text, affirmed by the same predicate."""
    whole = measures["all copied"] > 0 and measures["copied"] == 1
    return whole and measures["the first predicate turned or affirmed"] < 0


def _denied(measures: Mapping[str, float]) -> bool:
    return measures["denials in the clause beyond the text's"] != 0 and measures["negators more than in the text"] != 0


OPENING: Final = 9
"""Words at the beginning of a passage in which a phrase sets its scene."""
NEAR: Final = 7
"""Words before a setting in which it may be denied, supposed, or moved to another day."""
_NOT_THE_SCENE: Final = NEGATORS | word_class("unreal_settings", "elsewhere_settings")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """A background that an edit alters, the word that alters it, and its latent, if any."""

    statement: str
    quote: str
    latent: str | None = None


def altered_backgrounds(rubric: Rubric, edit: Edit) -> tuple[Shift, ...]:
    """Return the backgrounds that an edit alters: a latent that the text has no word for, or the opening of the text.

    The edit alters the time, season or weather of an opening phrase if it opens with another and drops the text's.
    """
    text_terms, edit_terms = (terms([word.text for word in passage]) for passage in (edit.original, edit.words))
    own = _settings(edit.text, edit.original)
    new_settings = [pair for pair in _settings(edit.passage, edit.words) if edit_terms[pair[0]] not in text_terms]
    if not new_settings:
        return ()
    scenario = rubric.scenario
    supposed = " ".join(claim_of(scenario, scenario.event_by_id[name]) for name in rubric.intervention.values)
    moved = {value.scale for _, named in _settings(supposed, words(supposed)) for value in named}
    fixed: list[tuple[str, Sequence[Background], int | None, str | None]] = [
        (latent.statement.rstrip("."), background_of(latent), None, latent.id)
        for latent in rubric.scenario.latents
        if not {value.scale for value in background_of(latent)} & {value.scale for _, named in own for value in named}
    ]
    latents = {value: latent for latent in rubric.scenario.latents for value in background_of(latent)}
    for place, named in own:
        if place < OPENING and text_terms[place] not in edit_terms and not _verb_before(edit.original, place):
            latent = next((latents[value] for value in named if value in latents), None)
            statement = named[0].statement if latent is None else latent.statement.rstrip(".")
            fixed.append((statement, named, OPENING, None if latent is None else latent.id))
    shifts = []
    for statement, values, within, altered in fixed:
        for place, named in new_settings:
            inside = within is None or (place < within and not _verb_before(edit.words, place))
            if inside and excluded(named, values) - moved:
                shifts.append(Shift(statement=statement, quote=edit.words[place].text, latent=altered))
                break
    return tuple(shifts)


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
