"""Failures of an edit that exact words show, computed once.

It is what only exact words show: a background that is altered, amounts out of place, another value named than is
asked for, claims that are copied or denied as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from causalcore.derivation.rubric import CriterionKind
from causalcore.scenario.scenario import Kind
from nlbridge.grounding.claims.features import NAMES
from nlbridge.grounding.quantity_moves import claim_of, way_of
from nlbridge.grounding.setting_phrases import Scene, Setting, scene_of_text, term
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.backgrounds import Background, excluded, word_list
from nlbridge.reading.reader import background_of
from nlbridge.supposing.chosen_values import mistaken, unsaid
from nlbridge.weights.thresholds import ASKED, MOVES

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Criterion, Rubric
    from nlbridge.grounding.edit import Edit
    from nlbridge.grounding.grounding import GroundedClaim, Grounding


_ASKING: Final = frozenset({CriterionKind.NUMERIC, CriterionKind.CHANGED, CriterionKind.INTERVENTION})


def must_stay(rubric: Rubric, criterion: Criterion) -> bool:
    """Tell whether a criterion demands the value that the text states."""
    if criterion.event is None or criterion.kind is CriterionKind.LATENT:
        return False
    if criterion.kind is CriterionKind.INTERVENTION:
        return criterion.expected == rubric.scenario.event(criterion.event).fact
    return criterion.kind is CriterionKind.UNCHANGED


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
        shifts=altered_latents(rubric, grounding.edit),
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """A background that an edit alters, the word that alters it, and its latent, if any."""

    statement: str
    quote: str
    latent: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fixed:
    """A background that no what-if changes, and the words of the text that name it."""

    statement: str
    named: tuple[Background, ...]
    own: tuple[int, ...]
    latent: str | None = None


def altered_latents(rubric: Rubric, edit: Edit) -> tuple[Shift, ...]:
    """Return the backgrounds that an edit alters.

    Where the text has words for the background, the edit must drop them and put others in their place, in the same
    phrase or where both passages set their scene: elsewhere time may have gone on. Where it has none, any word counts
    that tells of a background which excludes the latent's.
    """
    mentioned = edit.text_scene.terms
    told = [one for one in edit.scene.settings if one.word not in mentioned]
    if not told:
        return ()
    moved = _supposed(rubric)
    found = []
    for fixed in _fixed(rubric, edit.text_scene):
        new = next((one for one in told if _alters(edit, fixed, one, moved)), None)
        if new is not None:
            found.append(Shift(statement=fixed.statement, quote=new.word, latent=fixed.latent))
    return tuple(found)


def _alters(edit: Edit, fixed: _Fixed, one: Setting, moved: frozenset[str]) -> bool:
    scales = excluded(one.named, fixed.named) - moved
    if not scales:
        return False
    text = edit.text_scene
    if not fixed.own:
        return not scales & {value.scale for values in text.named for value in values}
    own = [i for i in fixed.own if scales & {value.scale for value in text.named[i]}]
    gone = edit.scene.terms.isdisjoint(term(text.words, i) for i in own)
    return gone and one.framed and any(_same_place(text, i, edit.scene, one) for i in own)


def _fixed(rubric: Rubric, text: Scene) -> Iterator[_Fixed]:
    """Return what stands still: the latents, and what the text says of its setting besides."""
    said = [(i, named) for i, named in enumerate(text.named) if named]
    covered: set[str] = set()
    for latent in rubric.scenario.latents:
        mine = background_of(latent)
        covered |= {one.scale for one in mine}
        own = tuple(i for i, named in said if set(named) & set(mine))
        if not own or any(_stands(rubric, text, i) for i in own):
            yield _Fixed(statement=latent.statement.rstrip("."), named=tuple(mine), own=own, latent=latent.id)
    for one in text.settings:
        passing = one.framed and not one.claimed and one.word not in word_list("adjectives")
        clashing = any(excluded(one.named, named) for _, named in said)
        if passing and not clashing and _stands(rubric, text, one.place):
            free = tuple(value for value in one.named if value.scale not in covered)
            covered |= {value.scale for value in free}
            if free:
                yield _Fixed(statement=free[0].statement, named=free, own=(one.place,))


def _stands(rubric: Rubric, text: Scene, place: int) -> bool:
    """Whether a word of the text sets the scene, rather than saying when something came about that must change."""
    if any(one.place == place and one.opening for one in text.settings):
        return True
    start = text.words[place].start
    moved = {c.event for c in rubric.criteria if must_change(c)} | {name for name, _ in rubric.intervention}
    return not any(e.span and e.span[0] <= start < e.span[1] and e.id in moved for e in rubric.scenario.events)


def _supposed(rubric: Rubric) -> frozenset[str]:
    """Return the dimensions that the what-if itself moves: `it was dark`, `the concert was in May`."""
    scales: set[str] = set()
    known = {event.id for event in rubric.scenario.events}
    for event in (rubric.scenario.event(name) for name, _ in rubric.intervention if name in known):
        for said in (event.statement, claim_of(rubric.scenario, event)):
            told = scene_of_text(said)
            framed = {one.place for one in told.settings if one.opening and event.kind is not Kind.CHOICE}
            scales |= {one.scale for i, named in enumerate(told.named) if i not in framed for one in named}
    return frozenset(scales)


def _same_place(text: Scene, i: int, edit: Scene, one: Setting) -> bool:
    """Whether two words set the scene of their passages, or stand in the same phrase: after or before the same word."""
    if one.opening and any(own.place == i and own.opening for own in text.settings):
        return True
    original, told = text.words, edit.words
    k = one.place
    before = i > 0 and k > 0 and original[i - 1].text == told[k - 1].text
    after = original[i + 1 : i + 2] and told[k + 1 : k + 2] and original[i + 1].text == told[k + 1].text
    named = original[i - 1].text not in word_class("articles") if i else False
    return bool(before and (named or after))
