"""Whether the relation holds for each pair of premise and argument, and the score s.

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

from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from benchmarks.clomo.formalisation import Formalisation, Unformalised
from benchmarks.clomo.rubric import Check, checks, edits
from benchmarks.score import Blame
from logic.argument import judge
from logic.errors import LogicError
from logic.judgement import Judgement, Standing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from benchmarks.clomo.data import ClomoItem, Response
    from benchmarks.clomo.formalisation import Formaliser
    from benchmarks.clomo.statements import Change
    from logic.judgement import Relation
    from logic.solver import Limits


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
    """

    holds: bool | None
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClomoSample:
    """A response with all that was found about it.

    Parameters
    ----------
    s
        The score by each formula; None where undecided pairs would change it.
    task_met
        Whether the relation holds for the second premise and the modified argument and no more for the first.
    blame
        Whose fault it is that the paper's score is not decided.
    good
        A human's verdict, where there is one.
    """

    id: str
    model: str
    relation: Relation
    response: str
    form: tuple[Check, ...]
    changes: tuple[Change, ...]
    pairs: Mapping[Pair, PairVerdict]
    s: Mapping[ScoreFormula, int | None]
    task_met: bool | None
    blame: Blame | None
    good: bool | None

    def to_dict(self) -> dict[str, Any]:
        """Return the sample as a JSON object."""
        return {
            "id": self.id,
            "model": self.model,
            "relation": self.relation,
            "response": self.response,
            "form": [asdict(check) for check in self.form],
            "changes": [asdict(change) for change in self.changes],
            "pairs": {pair.value: asdict(verdict) for pair, verdict in self.pairs.items()},
            "s": {formula.value: score for formula, score in self.s.items()},
            "task_met": self.task_met,
            "blame": self.blame,
            "human": self.good,
        }


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


def score(item: ClomoItem, response: Response, formaliser: Formaliser, *, limits: Limits | None = None) -> ClomoSample:
    """Judge one response."""
    formal = formaliser(item, response)
    pairs = relations(item.relation, formal, limits=limits)
    return sample(item, response, pairs, Blame.DATA if isinstance(formal, Unformalised) else Blame.GRADER)


def sample(
    item: ClomoItem, response: Response, pairs: Mapping[Pair, PairVerdict], undecided: Blame = Blame.GRADER
) -> ClomoSample:
    """Put together what was found about a response, whoever decided the pairs."""
    held = {pair: verdict.holds for pair, verdict in pairs.items()}
    scores = {formula: s(held, formula) for formula in ScoreFormula}
    return ClomoSample(
        id=item.id,
        model=response.model,
        relation=item.relation,
        response=response.text,
        form=checks(item, response.text),
        changes=edits(item, response.text),
        pairs=dict(pairs),
        s=scores,
        task_met=task_met(held),
        blame=undecided if scores[ScoreFormula.PAPER] is None else None,
        good=response.good,
    )


def relations(
    relation: Relation, formal: Formalisation | Unformalised, *, limits: Limits | None = None
) -> dict[Pair, PairVerdict]:
    """Decide the relation for every pair by `logic.argument`."""
    if isinstance(formal, Unformalised):
        return {pair: PairVerdict(holds=None, why=formal.why) for pair in Pair}
    asked = {
        Pair.P1_A: (formal.argument, formal.premise1),
        Pair.P2_EDITED: (formal.modified, formal.premise2),
        Pair.P2_A: (formal.argument, formal.premise2),
        Pair.P1_EDITED: (formal.modified, formal.premise1),
    }
    found = {}
    for pair, (case, premise) in asked.items():
        try:
            found[pair] = _verdict(judge(relation, case, premise, limits=limits))
        except LogicError as error:
            found[pair] = PairVerdict(holds=None, why=str(error))
    return found


def _verdict(judgement: Judgement) -> PairVerdict:
    decided = {Standing.HOLDS: True, Standing.FAILS: False}
    return PairVerdict(holds=decided.get(judgement.standing), why=str(judgement))
