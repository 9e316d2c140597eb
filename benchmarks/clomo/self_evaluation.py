"""The paper's other scorer: a language model says for each pair whether the relation holds (Table 2).

Examples
--------
>>> import asyncio
>>> from nlbridge.chat.client.scripted import ScriptedModel
>>> judge = SelfEvaluation(Respondent(chat=ScriptedModel(["It follows. Answer: yes"]), model="any"))
>>> asyncio.run(judge.holds(Relation.SUFFICIENT, "Statement1: It rained. So it is wet.", "Rain wets."))
PairVerdict(holds=True, why='It follows. Answer: yes', evidence=(), strict=None)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from benchmarks.clomo.roles.self_evaluation import evaluate
from benchmarks.clomo.score import pairs_of
from benchmarks.clomo.verdicts import Pair, PairVerdict
from logic.relations.judgement import Relation
from nlbridge.chat.replies.prompt import Respondent

if TYPE_CHECKING:
    from benchmarks.clomo.data import ClomoItem, Response

__all__ = ["Relation", "Respondent", "SelfEvaluation"]


@dataclass
class SelfEvaluation:
    """Asks a language model once about each distinct pair.

    Parameters
    ----------
    respondent
        The model to ask; in the paper, the tested model judges itself.
    """

    respondent: Respondent
    _known: dict[tuple[Relation, str, str], PairVerdict] = field(default_factory=dict, init=False, repr=False)

    async def pairs(self, item: ClomoItem, response: Response) -> dict[Pair, PairVerdict]:
        """Ask about every pair of an item and a response."""
        asked = pairs_of(item, response)
        return {pair: await self.holds(item.relation, *words) for pair, words in asked.items()}

    async def holds(self, relation: Relation, argument: str, premise: str) -> PairVerdict:
        """Ask whether a premise has a relation to an argument; an unusable reply decides nothing."""
        key = (relation, argument, premise)
        if key not in self._known:
            evaluation = await evaluate(relation, argument, premise, self.respondent)
            self._known[key] = PairVerdict(holds=evaluation.holds, why=evaluation.why)
        return self._known[key]
