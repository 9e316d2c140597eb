"""A scored response: its form, its relations by logic on formulas, and optionally by a language model."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from benchmarks.clomo.formalisation import Formalisation, Unformalised
from benchmarks.clomo.rubric import Check, checks, edits
from benchmarks.clomo.statements import Change
from benchmarks.clomo.verdicts import Pair, PairVerdict, Verdicts, unanswered, verdicts
from benchmarks.runs.runner import row_key
from benchmarks.runs.scores import Blame, read_as
from logic.errors import LogicError
from logic.relations.argument import judge
from logic.relations.judgement import Judgement, Relation, Standing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from benchmarks.clomo.data import ClomoItem, Response
    from logic.solving.outcome import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class ClomoSample:
    """A response with all its verdicts.

    Parameters
    ----------
    logic
        By `logic.relations.argument` on formulas.
    judge
        By a language model; None if not requested.
    gaps
        By the gaps of the argument; None if not requested.
    good
        A human's verdict, if any.
    """

    id: str
    model: str
    relation: Relation
    argument: str
    response: str
    form: tuple[Check, ...]
    changes: tuple[Change, ...]
    logic: Verdicts
    judge: Verdicts | None
    gaps: Verdicts | None
    good: bool | None

    def to_dict(self) -> dict[str, Any]:
        """Return the sample as a JSON object."""
        return {
            "id": self.id,
            "model": self.model,
            "relation": self.relation,
            "argument": self.argument,
            "response": self.response,
            "form": [asdict(check) for check in self.form],
            "changes": [asdict(change) for change in self.changes],
            "blame": self.logic.blame,
            "logic": self.logic.to_dict(),
            "judge": self.judge.to_dict() if self.judge else None,
            "gaps": self.gaps.to_dict() if self.gaps else None,
            "human": self.good,
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> ClomoSample:
        """Read the output of `to_dict`."""
        return read_as(cls, {**row, "good": row["human"]})


def key(item: ClomoItem, response: Response) -> str:
    """Return a key that changes with everything that affects the verdict, except the formulas."""
    parts = [item.relation, item.argument, item.premise1, item.premise2, response.text, str(response.good)]
    parts += [response.failure] if response.failure else []
    return row_key(item.id, response.model, of=parts)


def score(
    item: ClomoItem,
    response: Response,
    formal: Formalisation | Unformalised,
    *,
    judged: Mapping[Pair, PairVerdict] | None = None,
    gaps: Mapping[Pair, PairVerdict] | None = None,
    limits: Limits | None = None,
) -> ClomoSample:
    """Judge one response.

    Parameters
    ----------
    formal
        The item and the response as formulas.
    judged
        A language model's verdicts on the pairs; see `benchmarks.clomo.self_evaluation`.
    gaps
        Verdicts on the pairs by gaps; see `benchmarks.clomo.gaps.gap_verdicts`.
    """
    failed = response.failure
    if failed is None:
        pairs = relations(item.relation, formal, limits=limits)
        logic = verdicts(pairs, formal.blame if isinstance(formal, Unformalised) else Blame.GRADER)
    else:
        logic = unanswered(failed)
    return ClomoSample(
        id=item.id,
        model=response.model,
        relation=item.relation,
        argument=item.argument,
        response=response.text,
        form=checks(item, response.text),
        changes=edits(item, response.text),
        logic=logic,
        judge=None if judged is None else logic if failed else verdicts(judged, Blame.GRADER),
        gaps=None if gaps is None else logic if failed else verdicts(gaps, Blame.GRADER),
        good=response.good,
    )


def pairs_of(item: ClomoItem, response: Response) -> dict[Pair, tuple[str, str]]:
    """Return the text of argument and premise for every pair."""
    return {
        Pair.P1_A: (item.argument, item.premise1),
        Pair.P2_EDITED: (response.text, item.premise2),
        Pair.P2_A: (item.argument, item.premise2),
        Pair.P1_EDITED: (response.text, item.premise1),
    }


def relations(
    relation: Relation, formal: Formalisation | Unformalised, *, limits: Limits | None = None
) -> dict[Pair, PairVerdict]:
    """Decide the relation for every pair by `logic.relations.argument`."""
    if isinstance(formal, Unformalised):
        return {pair: PairVerdict(holds=None, why=formal.why) for pair in Pair}
    formulas = {
        Pair.P1_A: (formal.argument, formal.premise1),
        Pair.P2_EDITED: (formal.modified, formal.premise2),
        Pair.P2_A: (formal.argument, formal.premise2),
        Pair.P1_EDITED: (formal.modified, formal.premise1),
    }
    decided: dict[Pair, PairVerdict] = {}
    for pair, (case, premise) in formulas.items():
        try:
            decided[pair] = _verdict(judge(relation, case, premise, limits=limits))
        except LogicError as error:
            decided[pair] = PairVerdict(holds=None, why=str(error))
    return decided


def _verdict(judgement: Judgement) -> PairVerdict:
    decided = {Standing.HOLDS: True, Standing.FAILS: False}
    proofs = (*map(str, judgement.certificates), *map(str, judgement.ranks))
    evidence = tuple(line for proof in proofs for line in proof.splitlines())
    return PairVerdict(holds=decided.get(judgement.standing), why=str(judgement), evidence=evidence)
