"""Verdicts on the pairs of premise and argument, and what follows from them: the score s.

| pair | premise | argument | should hold |
|---|---|---|---|
| `p1, a` | first | as given | yes |
| `p2, a'` | second | modified | yes |
| `p2, a` | second | as given | no |
| `p1, a'` | first | modified | no: the task asks so, the paper's score does not |

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
    """A premise and an argument between which the relation is asked for."""

    P1_A = "p1, a"
    P2_EDITED = "p2, a'"
    P2_A = "p2, a"
    P1_EDITED = "p1, a'"


class ScoreFormula(StrEnum):
    """Two ways to make one number of three pairs: equation 1 of the paper, and the code that was released with it."""

    PAPER = "paper"
    RELEASED = "released"


ASKED: Final = (Pair.P1_A, Pair.P2_EDITED, Pair.P2_A)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairVerdict:
    """Whether the relation holds for a pair.

    Parameters
    ----------
    holds
        None where it is not decided.
    evidence
        Cores, models and ranks, a line each, where logic decided; gaps, where they did.
    strict
        Whether a premise is sufficient in the strict sense, where gaps decided.
    """

    holds: bool | None
    why: str
    evidence: tuple[str, ...] = ()
    strict: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdicts:
    """What one scorer found about a response.

    Parameters
    ----------
    s
        The score by each formula; None where undecided pairs would change it.
    task_met
        Whether the relation holds for the second premise and the modified argument and no more for the first.
    blame
        Whose fault it is that the paper's score is not decided, or that nothing was answered.
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
    """Draw the conclusions from the pairs; `undecided` is whom to blame if the score is not decided."""
    held = {pair: verdict.holds for pair, verdict in pairs.items()}
    scores = {formula: s(held, formula) for formula in ScoreFormula}
    blame = undecided if scores[ScoreFormula.PAPER] is None else None
    return Verdicts(pairs=dict(pairs), s=scores, task_met=task_met(held), blame=blame)


def unanswered(why: str) -> Verdicts:
    """Return the verdicts on a response that answers nothing: it has no score, and the model is to blame.

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
    """Give the score of three pairs; None where those that are not decided would change it."""
    options = [(True, False) if held.get(pair) is None else (bool(held[pair]),) for pair in ASKED]
    scores = {_s(formula, *chosen) for chosen in product(*options)}
    return scores.pop() if len(scores) == 1 else None


def _s(formula: ScoreFormula, first: bool, edited: bool, unedited: bool) -> int:
    if formula is ScoreFormula.PAPER:
        return first * edited - unedited * edited
    return int(edited and (first or not unedited))


def task_met(held: Mapping[Pair, bool | None]) -> bool | None:
    """Say whether the second premise took the place of the first; None where that is not decided."""
    wanted = {Pair.P2_EDITED: True, Pair.P1_EDITED: False}
    found = [None if held.get(pair) is None else held[pair] is value for pair, value in wanted.items()]
    if False in found:
        return False
    return None if None in found else True
