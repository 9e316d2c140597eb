"""The paper's other scorer: a language model says for each pair whether the relation holds (Table 2).

Examples
--------
>>> import asyncio
>>> from nlbridge.llm.scripted import ScriptedModel
>>> judge = SelfEvaluation(
...     Respondent(chat=ScriptedModel(['{"reasoning": "It follows.", "answer": "yes"}']), model="any")
... )
>>> asyncio.run(judge.holds(Relation.SUFFICIENT, "Statement1: It rained. So it is wet.", "Rain wets."))
PairVerdict(holds=True, why='It follows.')
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict

from benchmarks.clomo.verdicts import Pair, PairVerdict
from logic.judgement import Relation
from nlbridge.llm.errors import UnusableReplyError
from nlbridge.llm.prompt import Prompt, Respondent, parse_prompt
from nlbridge.llm.structured import ask

if TYPE_CHECKING:
    from benchmarks.clomo.data import ClomoItem, Response

__all__ = ["Relation", "Respondent", "SelfEvaluation", "prompt"]


class _Reply(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    reasoning: str
    answer: Literal["yes", "no"]


@lru_cache(maxsize=1)
def prompt() -> Prompt:
    """Read what the judge is told."""
    return parse_prompt((files("benchmarks.clomo") / "prompts" / "self_evaluation.md").read_text(encoding="utf-8"))


@dataclass
class SelfEvaluation:
    """Asks a language model; pairs of the same words are asked once.

    Parameters
    ----------
    respondent
        Who is asked; the paper has the model that is tested judge itself.
    """

    respondent: Respondent
    _known: dict[tuple[Relation, str, str], PairVerdict] = field(default_factory=dict, init=False, repr=False)

    async def pairs(self, item: ClomoItem, response: Response) -> dict[Pair, PairVerdict]:
        """Ask for every pair of an item and a response.

        Raises
        ------
        nlbridge.llm.errors.EndpointError, nlbridge.llm.errors.BudgetError
            If there is no reply to be had: an error is no verdict.
        """
        asked = {
            Pair.P1_A: (item.argument, item.premise1),
            Pair.P2_EDITED: (response.text, item.premise2),
            Pair.P2_A: (item.argument, item.premise2),
            Pair.P1_EDITED: (response.text, item.premise1),
        }
        return {pair: await self.holds(item.relation, *words) for pair, words in asked.items()}

    async def holds(self, relation: Relation, argument: str, premise: str) -> PairVerdict:
        """Ask whether a premise stands in a relation to an argument; a reply that cannot be used decides nothing."""
        key = (relation, argument, premise)
        if key not in self._known:
            request = prompt().fill(self.respondent, relation=relation.value, argument=argument, premise=premise)
            try:
                reply = (await ask(self.respondent.chat, request, _Reply.model_validate)).value
            except UnusableReplyError as error:
                self._known[key] = PairVerdict(holds=None, why=str(error))
            else:
                self._known[key] = PairVerdict(holds=reply.answer == "yes", why=reply.reasoning)
        return self._known[key]
