"""Errors that the exact words of an edit prove against certain criteria.

Source: `docs/explanation/semantics.md`, verification as satisfiability, for what can be read without doubt. That is a
claim copied or denied word for word (`nlbridge.grounding.exact_claims`) that a criterion forbids, and a connective
right between two such claims. Weighing the rest cannot overrule these errors.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from causalcore.derivation.derivation import CompiledScenario, compile_scenario
from causalcore.derivation.rubric import Criterion
from causalcore.scenario.graph import ancestors
from causalcore.scenario.scenario import Kind, Link, Sign, Strength
from nlbridge.grounding.connectives.misuse import Mismatch
from nlbridge.grounding.passage import quoted
from nlbridge.grounding.quantity_moves import claim_of
from nlbridge.judging.error_classes import of_mismatch
from nlbridge.judging.report import ErrorClass
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.amounts import amounts
from nlbridge.language.meaning.word_relations import Word, related, words
from nlbridge.weights.thresholds import CERTAIN, PROVES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.derivation.rubric import Rubric
    from causalcore.scenario.scenario import Scenario
    from nlbridge.grounding.exact_claims import ExactClaim
    from nlbridge.grounding.grounding import Grounding


def contradiction(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Return why the values that were read cannot all hold; empty if they can."""
    result = _compiled(rubric.scenario).judge(rubric.intervention, values_told(rubric, grounding))
    return result.sentences if result.status == "inconsistent" else ()


def values_told(rubric: Rubric, grounding: Grounding) -> dict[str, frozenset[str]]:
    """Return the values that an edit gives to each event, for the events that were read."""
    values = {}
    for event in rubric.scenario.events:
        claim = grounding.claim(event.id)
        if claim is None or claim.stands is None:
            continue
        given = frozenset({event.fact}) if claim.stands else frozenset(event.values) - {event.fact}
        if claim.way in event.values:
            given = frozenset({claim.way})
        own = grounding.claim(event.id, supposed=True) if event.id in rubric.intervention else None
        if own is not None and own.stands:
            given = frozenset({rubric.intervention[event.id]})
        if given:
            values[event.id] = given
    return values


@lru_cache(maxsize=64)
def _compiled(scenario: Scenario) -> CompiledScenario:
    return compile_scenario(scenario)


@dataclass(frozen=True, slots=True, kw_only=True)
class CertainError:
    """A proved error."""

    error: ErrorClass
    reason: str


def certain_errors(rubric: Rubric, grounding: Grounding) -> tuple[CertainError, ...]:
    """Return the errors that the exact words of an edit prove; none if the what-if may mean something else."""
    if grounding.clause is not None and not _meant(rubric, grounding.clause):
        return ()
    errors = []
    for criterion in rubric.criteria:
        asked = criterion.stays
        if asked is None or not (_sure(rubric, criterion, stays=True) if asked else criterion.confidence >= PROVES):
            continue
        exact = grounding.of(criterion.event or "").exact
        # Only the solver can confirm what must change, so that is checked last.
        if exact is not None and exact.denied is asked and (asked or _sure(rubric, criterion, stays=False)):
            errors.append(_error(grounding, criterion, exact))
    unsuited = certain_mismatches(rubric, grounding)
    errors += [CertainError(error=ErrorClass.E3, reason=of_mismatch(rubric, odd)) for odd in unsuited]
    return tuple(errors)


def _meant(rubric: Rubric, clause: str) -> bool:
    """Return whether the what-if has no word that the text uses only outside the claims that the what-if sets.

    A word that is the opposite of one inside those claims refers to them, even if it also occurs elsewhere.
    """
    text = [word for word in words(rubric.scenario.text) if word.content]
    spans = [span for name, _ in rubric.intervention if (span := rubric.scenario.event(name).span)]
    inside = [w for w in text if any(a <= w.start < b for a, b in spans)]
    own = {lemma for word in inside for lemma in word.lemmas}
    others = {lemma for word in text for lemma in word.lemmas} - own
    return all(
        w.lemmas & own or not w.lemmas & others or any(related(w, other)[1] for other in inside)
        for w in words(clause)
        if w.content
    )


def _sure(rubric: Rubric, criterion: Criterion, *, stays: bool) -> bool:
    """Return whether nothing that the reader may have missed or guessed affects a criterion.

    What precedes the what-if, or causes it, does not depend on it whatever else was misread. What must change must do
    so by links that the text has words for.
    """
    scenario = rubric.scenario
    if all(link.confidence == 1 for link in scenario.links) and all(e.confidence == 1 for e in scenario.events):
        return criterion.confidence >= PROVES
    supposed = frozenset(name for name, _ in rubric.intervention)
    if stays:
        spans = [scenario.event(name).span for name in supposed]
        own = scenario.event(criterion.event or "").span
        first = min((span[0] for span in spans if span), default=0)
        earlier = own is not None and own[1] <= first
        return criterion.event in supposed or earlier or criterion.event in ancestors(scenario, supposed)
    through = [link for link in scenario.links if f"link {link.cause} -> {link.effect}" in criterion.evidence.core]
    return all(link.connective for link in through)


def _error(grounding: Grounding, criterion: Criterion, exact: ExactClaim) -> CertainError:
    quote = quoted(grounding.passage, grounding.edit.words[exact.first : exact.last + 1])
    how = "denies it outright" if exact.denied else "still says it word for word"
    reason = f"{criterion.statement} {criterion.evidence} The edit {how}: {quote!r}."
    return CertainError(error=ErrorClass.E1 if exact.denied else ErrorClass.E2, reason=reason)


COVERED: Final = 0.6
"""Least share of the words around a connective that the two claims must cover."""
_BOTH_SIDES: Final = word_class("both_sides")
_WEAKENING: Final = word_class("weakening_words")


def certain_mismatches(rubric: Rubric, grounding: Grounding) -> tuple[Mismatch, ...]:
    """Return the connectives of an edit that certainly do not fit the claims that they link."""
    edit = grounding.edit.words
    certain, every = [], grounding.mismatches
    for odd in every:
        together = [m for m in every if m.joint == odd.joint and m.linked]
        sure = all(_unsuited(rubric, grounding, mismatch) for mismatch in together)
        if sure and _plain(edit, odd) and odd.covered >= COVERED:
            certain.append(odd)
    return tuple(certain)


def _plain(edit: Sequence[Word], odd: Mismatch) -> bool:
    """Return whether a connective joins one clause on each side, is not parenthetical, and is not weakened."""
    first, last = odd.joint.place, odd.joint.place + len(odd.joint.words.split())
    before = edit[first - 1] if first else None
    after = edit[last] if last < len(edit) else None
    aside = before is not None and before.text in {",", ";"} and (after is None or after.mark)
    weakened = before is not None and before.text in _WEAKENING
    return odd.joint.words not in _BOTH_SIDES and not aside and not weakened and odd.linked and not odd.remote


def _unsuited(rubric: Rubric, grounding: Grounding, odd: Mismatch) -> bool:
    """Return whether two values certainly need the other kind of connective."""
    link = next((k for k in rubric.scenario.links if (k.cause, k.effect) == (odd.cause, odd.effect)), None)
    if link is None or odd.standing or not _worded(rubric, link):
        return False
    both = ((odd.cause, odd.joint.cause), (odd.effect, odd.joint.effect))
    values = [_altered(rubric, grounding, event, stretch) for event, stretch in both]
    if None in values:
        return False
    agree = values[0] is values[1]
    return (agree is (link.sign is Sign.PROMOTES)) is not odd.joint.consecutive


def _worded(rubric: Rubric, link: Link) -> bool:
    """Return whether a link has a sign and was given, or is stated by words of the text."""
    given = all(k.confidence == 1 for k in rubric.scenario.links)
    stated = given or (link.connective is not None and link.confidence >= PROVES)
    plain = link.sign is not Sign.DETERMINES and link.strength is not Strength.POSSIBLE
    kinds = {event.kind for event in rubric.scenario.events if event.id in {link.cause, link.effect}}
    return stated and plain and kinds == {Kind.EVENT}


def _altered(rubric: Rubric, grounding: Grounding, event_id: str, stretch: tuple[int, int]) -> bool | None:
    """Return whether an edit denies a claim; None if that is in doubt.

    A claim that contains a denial is too easily misread unless it is copied word for word, and so is one that a
    preceding negator may or may not scope over.
    """
    claim = grounding.of(event_id)
    if claim.exact is not None:
        return claim.exact.denied
    event, altered = rubric.scenario.event(event_id), claim.altered
    claim_words = claim_of(rubric.scenario, event)
    negative = any(word.negator for word in (*words(claim_words), *words(event.statement)))
    if negative or amounts(claim_words) or 1 - CERTAIN < altered < CERTAIN:
        return None
    negated = any(word.negator for word in grounding.edit.words[slice(*stretch)])
    return None if negated and altered < CERTAIN else altered >= CERTAIN
