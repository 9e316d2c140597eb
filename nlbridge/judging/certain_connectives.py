"""Connectives that certainly do not suit the claims right beside them: E3 without weighing.

Source: `docs/explanation/semantics.md`, connectives: judged against the values that the edit itself asserts. It is
certain only where the two clauses at the connective hold hardly a word that is not of the two claims, the text says in
words that the one depends on the other, no other pair that the connective may join suits it, and both values are beyond
doubt: in the text's own words or a bare denial of them, or read with near certainty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from causalcore.scenario.scenario import Kind, Link, Sign, Strength
from nlbridge.grounding.connectives.misuse import Mismatch
from nlbridge.grounding.quantity_moves import claim_of
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.amounts import amounts
from nlbridge.language.meaning.alignment import Word, words
from nlbridge.weights.thresholds import CERTAIN, PROVES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.derivation.rubric import Rubric
    from nlbridge.grounding.grounding import Grounding

COVERED: Final = 0.6
"""Share of the words beside a connective that the claims must account for."""
_BOTH_SIDES: Final = word_class("both_sides")
_WEAKENING: Final = word_class("weakening_words")


def certain_mismatches(rubric: Rubric, grounding: Grounding) -> tuple[Mismatch, ...]:
    """Return the connectives of an edit that certainly do not suit what they join."""
    edit = grounding.edit.words
    found = []
    for odd in grounding.mismatches:
        together = [m for m in grounding.mismatches if m.joint == odd.joint and m.linked]
        sure = all(_unsuited(rubric, grounding, one) for one in together)
        if sure and _plain(edit, odd) and odd.covered >= COVERED:
            found.append(odd)
    return tuple(found)


def _plain(edit: Sequence[Word], odd: Mismatch) -> bool:
    """Whether a connective takes one clause on each side, is not put in between marks, and nothing weakens it."""
    first, last = odd.joint.place, odd.joint.place + len(odd.joint.words.split())
    before = edit[first - 1] if first else None
    after = edit[last] if last < len(edit) else None
    aside = before is not None and before.text in {",", ";"} and (after is None or after.mark)
    weakened = before is not None and before.text in _WEAKENING
    return odd.joint.words not in _BOTH_SIDES and not aside and not weakened and odd.linked and not odd.remote


def _unsuited(rubric: Rubric, grounding: Grounding, odd: Mismatch) -> bool:
    """Whether two values certainly call for the other kind of connective."""
    link = next((k for k in rubric.scenario.links if (k.cause, k.effect) == (odd.cause, odd.effect)), None)
    if link is None or odd.standing or not _told(rubric, link):
        return False
    both = ((odd.cause, odd.joint.cause), (odd.effect, odd.joint.effect))
    values = [_altered(rubric, grounding, event, stretch) for event, stretch in both]
    if None in values:
        return False
    agree = values[0] is values[1]
    return (agree is (link.sign is Sign.PROMOTES)) is not odd.joint.consecutive


def _told(rubric: Rubric, link: Link) -> bool:
    """Whether a link has a sign and was given, or is told by words of the text."""
    given = all(k.confidence == 1 for k in rubric.scenario.links)
    told = given or (link.connective is not None and link.confidence >= PROVES)
    plain = link.sign is not Sign.DETERMINES and link.strength is not Strength.POSSIBLE
    kinds = {event.kind for event in rubric.scenario.events if event.id in {link.cause, link.effect}}
    return told and plain and kinds == {Kind.EVENT}


def _altered(rubric: Rubric, grounding: Grounding, event_id: str, stretch: tuple[int, int]) -> bool | None:
    """Return whether an edit denies a claim, None where there is a doubt.

    In other words than the text's, a claim that denies something is too easily misread, and so is one that a negator
    before it may or may not reach.
    """
    told = grounding.of(event_id)
    if told.exact is not None:
        return told.exact.denied
    event, altered = rubric.scenario.event(event_id), told.altered
    claim = claim_of(rubric.scenario, event)
    negative = any(word.negator for word in (*words(claim), *words(event.statement)))
    if negative or amounts(claim) or 1 - CERTAIN < altered < CERTAIN:
        return None
    negated = any(word.negator for word in grounding.edit.words[slice(*stretch)])
    return None if negated and altered < CERTAIN else altered >= CERTAIN
