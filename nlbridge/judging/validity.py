"""What stands against calling an edit valid: everything that was not positively shown.

An edit is valid only if the what-if is read as carried out, every claim that must change as changed or gone, every
claim that must stay as still told of the same things, no connective contradicts, nothing is denied from outside, and
nothing is added that cannot be held against the text. One doubt withholds the verdict, and is its reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from causalcore.derivation.rubric import CONCESSIVE, CriterionKind
from nlbridge.grounding.additions import additions
from nlbridge.grounding.outside import denied_from_outside
from nlbridge.grounding.quantity_moves import misplaced
from nlbridge.judging.criterion_verdict import SHOWN
from nlbridge.judging.error_classes import LIKELY
from nlbridge.judging.plain_contradictions import plain_contradictions, played_down, told_again
from nlbridge.judging.report import Outcome
from nlbridge.language.lexicon import word_class
from nlbridge.supposing.chosen_values import unsaid
from nlbridge.supposing.expectation import was_read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.derivation.rubric import Rubric
    from nlbridge.grounding.grounding import Grounding
    from nlbridge.judging.report import Verdict

CONCEDING: Final = word_class("conceding_words")
SURELY_READ: Final = 0.75
"""Confidence of a criterion below which it decides nothing."""


def doubts(
    rubric: Rubric, grounding: Grounding, verdicts: Sequence[Verdict], clause: str | None = None
) -> tuple[str, ...]:
    """Return why an edit cannot be called valid, the plainest reason first; empty if nothing stands against it.

    Parameters
    ----------
    clause
        The what-if in words, where it was given so.
    """
    unmet = [v for v in verdicts if v.required and v.outcome is not Outcome.PASS]
    amounts = misplaced(rubric, grounding, 0.0)
    still = [a for a in grounding.assertions if a.event in amounts]
    return (
        *grounding.doubts,
        *told_from_outside(grounding),
        *plain_contradictions(rubric, grounding),
        *told_again(rubric, grounding),
        *played_down(rubric, grounding, clause),
        *(f"{verdict.criterion.statement} Not shown: {verdict.why}." for verdict in unmet),
        *_unsurely_read(verdicts),
        *(f"{a.quote!r} does not move {a.aligned!r} as asked" for a in still),
        *unsaid(rubric, grounding.edit.words),
        *ill_joined(rubric, grounding),
        *unanswered(grounding),
        *_open(rubric, grounding),
        *left_out(rubric, grounding),
    )


def ill_joined(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Name the connectives of an edit that may not suit what they join, and concessions to nothing."""
    odd = (m for m in grounding.mismatches if m.weight >= LIKELY)
    unsuited = (f"{m.joint.words!r} may not suit the claims that it joins" for m in odd)
    return (*unsuited, *_uncalled_for(rubric, grounding))


def _uncalled_for(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Name words of concession that the edit brings in where nothing stands against anything that it tells."""
    asked = (criterion.expected for criterion in rubric.of_kind(CriterionKind.CONNECTIVE))
    if CONCESSIVE in asked:
        return ()
    known = {word.text for word in grounding.edit.original}
    new = (word.text for word in grounding.edit.words if word.text in CONCEDING and word.text not in known)
    return tuple(f"{word!r} concedes, and nothing stands against what it joins" for word in dict.fromkeys(new))


def _unsurely_read(verdicts: Sequence[Verdict]) -> tuple[str, ...]:
    """Name what is required by a reading of the text that is itself in doubt."""
    doubtful = [v.criterion for v in verdicts if v.required and v.criterion.confidence < SURELY_READ]
    return tuple(f"{c.statement} The text was not surely read so ({c.confidence:.0%})." for c in doubtful)


def told_from_outside(grounding: Grounding, quotes: Sequence[str] | None = None) -> tuple[str, ...]:
    """Say that an edit denies or suspends its own story, where it does; `quotes` are what is believed of it."""
    frame = denied_from_outside(grounding.edit, quotes)
    return (f"the edit denies or suspends its own story: {frame!r}",) if frame else ()


def unanswered(grounding: Grounding) -> tuple[str, ...]:
    """Name what an edit adds, of which the text says nothing."""
    return tuple(f"the edit adds {told!r}, of which the text says nothing" for told in additions(grounding.edit))


def _open(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Claims that are open because the reader is in doubt of them: nobody can say what an edit must do to them.

    An edit that keeps such a claim, and one that alters it, may each be wrong.
    """
    return tuple(
        f"it is open what becomes of {rubric.scenario.event(answer.event).statement!r}: {answer.doubt}"
        for answer in rubric.derivation.answers
        if answer.doubt
    )


def left_out(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Claims that may go either way by a reading of the text, and that the edit does not take up at all.

    Why a claim may go either way is itself read, and not surely: the edit may have dropped what must stay.
    """
    if not was_read(rubric.scenario):
        return ()
    untold = (c for c in rubric.of_kind(CriterionKind.OPEN) if c.event and grounding.assertion(c.event).told < SHOWN)
    return tuple(f"{c.statement} The edit does not take it up." for c in untold)
