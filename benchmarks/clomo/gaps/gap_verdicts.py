"""Relations decided from gaps: what people mean by necessary, sufficient, strengthens and weakens.

| relation | holds if |
|---|---|
| necessary | the premise states a gap, and if false it would break or weaken the conclusion |
| sufficient | the conclusion follows, or is likelier and a gap is stated or supported; no gap is denied |
| strengthens | the conclusion follows or is likelier, and no gap is denied |
| weakens | the conclusion is less likely, or a gap is denied or undermined |

*Sufficient* in the strict sense of examiners: the statements and the premise entail the conclusion.

Examples
--------
>>> from benchmarks.clomo.gaps.gap_reading import Gap
>>> gap = Gap(text="Rain wets the path.", formula="Rain -> Wet", does=Does.STATES, quote="rain wets")
>>> reading = GapReading(
...     conclusion="it is wet",
...     concludes="Wet",
...     stated=("Rain",),
...     gaps=(gap,),
...     premise="Rain -> Wet",
...     if_false=IfFalse.BREAKS,
...     if_true=IfTrue.FOLLOWS,
... )
>>> print(verdict(Relation.NECESSARY, reading).why)
the argument needs 'Rain wets the path.'; the premise states it: 'rain wets'; were it false, the conclusion breaks
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.clomo.gaps.gap_reading import PHRASES, Does, GapReading, IfFalse, IfTrue, Unread
from benchmarks.clomo.verdicts import PairVerdict
from logic.relations.judgement import Relation
from nlbridge.language.quotation import shown

if TYPE_CHECKING:
    from benchmarks.clomo.gaps.gap_reading import Gap

HELPED = frozenset({IfTrue.FOLLOWS, IfTrue.LIKELIER})


def verdict(relation: Relation, reading: GapReading | Unread) -> PairVerdict:
    """Decide a relation; every decision names its gaps."""
    if isinstance(reading, Unread):
        return PairVerdict(holds=None, why=reading.why)
    return PairVerdict(
        holds=_holds(relation, reading),
        why=_why(relation, reading),
        evidence=_certificate(reading),
        strict=reading.if_true is IfTrue.FOLLOWS if relation is Relation.SUFFICIENT else None,
    )


def _holds(relation: Relation, reading: GapReading) -> bool:
    denied = reading.which(Does.DENIES)
    if relation is Relation.NECESSARY:
        return bool(reading.which(Does.STATES)) and reading.if_false is not IfFalse.SAME
    if relation is Relation.WEAKENS:
        return reading.if_true is IfTrue.LESS_LIKELY or bool(reading.which(Does.DENIES, Does.UNDERMINES))
    if relation is Relation.STRENGTHENS:
        return reading.if_true in HELPED and not denied
    closes = reading.if_true is IfTrue.LIKELIER and bool(reading.which(Does.STATES, Does.SUPPORTS))
    return not denied and (reading.if_true is IfTrue.FOLLOWS or closes)


def _why(relation: Relation, reading: GapReading) -> str:
    affected = [gap for gap in reading.gaps if gap.does is not Does.NOTHING]
    effects = "; ".join(_clause(gap) for gap in affected)
    if not affected:
        needed = "; ".join(shown(gap.text) for gap in reading.gaps)
        effects = f"the argument needs {needed}; the premise says nothing of that"
    if relation is Relation.NECESSARY:
        after = {IfFalse.BREAKS: "breaks", IfFalse.WEAKER: "is weaker", IfFalse.SAME: "is the same"}
        return f"{effects}; were it false, the conclusion {after[reading.if_false]}"
    then = {IfTrue.FOLLOWS: "follows", IfTrue.SAME: "is as likely as before"}
    return f"{effects}; with it the conclusion {then.get(reading.if_true, f'is {reading.if_true}')}"


def _clause(gap: Gap) -> str:
    return f"the argument needs {shown(gap.text)}; the premise {PHRASES[gap.does]}: {shown(gap.quote)}"


def _certificate(reading: GapReading) -> tuple[str, ...]:
    """Return the gaps, and the solver's findings about them."""
    stated = "; ".join(reading.stated) or "nothing"
    return (
        f"conclusion {shown(reading.conclusion)} [{reading.concludes}]; stated: {stated}",
        *map(str, reading.gaps),
        "by logic: what is stated and the gaps entail the conclusion; without any one of the gaps they do not",
        f"premise [{reading.premise}]: if false {reading.if_false}, if true {reading.if_true}",
    )
