"""Verdicts on pairs of premise and argument, and the score s that follows from them.

| pair | premise | argument | should hold |
|---|---|---|---|
| `p1, a` | first | as given | yes |
| `p2, a'` | second | modified | yes |
| `p2, a` | second | as given | no |
| `p1, a'` | first | modified | no: required by the task, ignored by the paper's score |

Examples
--------
>>> held = {Pair.P1_A: True, Pair.P2_EDITED: True, Pair.P2_A: False}
>>> s(held, ScoreFormula.PAPER), s(held | {Pair.P2_A: True}, ScoreFormula.PAPER)
(1, 0)
>>> s({Pair.P1_A: None, Pair.P2_EDITED: False, Pair.P2_A: None}, ScoreFormula.PAPER)
0
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import product
from typing import Any, Final

from benchmarks.runs.scores import Blame


class Pair(StrEnum):
    """A premise and an argument that may have the relation."""

    P1_A = "p1, a"
    P2_EDITED = "p2, a'"
    P2_A = "p2, a"
    P1_EDITED = "p1, a'"


class ScoreFormula(StrEnum):
    """Two ways to score three pairs: equation 1 of the paper, and the paper's released code."""

    PAPER = "paper"
    RELEASED = "released"


ASKED: Final = (Pair.P1_A, Pair.P2_EDITED, Pair.P2_A)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairVerdict:
    """Whether the relation holds for a pair.

    Parameters
    ----------
    holds
        None if undecided.
    evidence
        Lines of cores, models and ranks if logic decided; of gaps if they did.
    strict
        Whether the premise is sufficient in the strict sense; only gaps decide this.
    """

    holds: bool | None
    why: str
    evidence: tuple[str, ...] = ()
    strict: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdicts:
    """One scorer's verdicts on a response.

    Parameters
    ----------
    s
        The score by each formula; None if it depends on undecided pairs.
    task_met
        Whether, with the modified argument, the relation holds for the second premise and not for the first.
    blame
        Who is to blame for an undecided score by the paper's formula, or for a missing answer.
    """

    pairs: Mapping[Pair, PairVerdict]
    s: Mapping[ScoreFormula, int | None]
    task_met: bool | None
    blame: Blame | None

    def to_dict(self) -> dict[str, Any]:
        """Return the verdicts as a JSON object."""
        return {
            "pairs": {pair.value: asdict(verdict) for pair, verdict in self.pairs.items()},
            "s": {formula.value: score for formula, score in self.s.items()},
            "task_met": self.task_met,
            "blame": self.blame,
        }


def verdicts(pairs: Mapping[Pair, PairVerdict], undecided: Blame) -> Verdicts:
    """Derive scores from the pairs; `undecided` is to blame if the paper's score is undecided."""
    held = {pair: verdict.holds for pair, verdict in pairs.items()}
    scores = {formula: s(held, formula) for formula in ScoreFormula}
    blame = undecided if scores[ScoreFormula.PAPER] is None else None
    return Verdicts(pairs=dict(pairs), s=scores, task_met=task_met(held), blame=blame)


def unanswered(why: str) -> Verdicts:
    """Return the verdicts on a response without an answer: it scores 0, and the model is to blame.

    Examples
    --------
    >>> found = unanswered("the model gave an empty response")
    >>> found.s[ScoreFormula.PAPER], found.task_met
    (0, False)
    """
    pairs = {pair: PairVerdict(holds=None if pair is Pair.P1_A else False, why=why) for pair in Pair}
    scores: dict[ScoreFormula, int | None] = dict.fromkeys(ScoreFormula, 0)
    return Verdicts(pairs=pairs, s=scores, task_met=False, blame=Blame.MODEL)


def s(held: Mapping[Pair, bool | None], formula: ScoreFormula) -> int | None:
    """Return the score of three pairs; None if undecided pairs could change it."""
    options = [(True, False) if held.get(pair) is None else (bool(held[pair]),) for pair in ASKED]
    scores = {_s(formula, *chosen) for chosen in product(*options)}
    return scores.pop() if len(scores) == 1 else None


def _s(formula: ScoreFormula, first: bool, edited: bool, unedited: bool) -> int:
    if formula is ScoreFormula.PAPER:
        return first * edited - unedited * edited
    return int(edited and (first or not unedited))


def task_met(held: Mapping[Pair, bool | None]) -> bool | None:
    """Return whether the second premise replaced the first; None if undecided."""
    required = {Pair.P2_EDITED: True, Pair.P1_EDITED: False}
    matches = [None if held.get(pair) is None else held[pair] is value for pair, value in required.items()]
    if False in matches:
        return False
    return None if None in matches else True
