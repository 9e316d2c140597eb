"""The paper's other scorer: a language model says for each pair whether the relation holds (Table 2).

The model reasons step by step and ends with yes or no. Source: Huang et al., CLoMo, section 4 and table 2, in our own
words. It gives a second opinion beside the derivation of `logic.relations.argument`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from benchmarks.clomo.score import pairs_of
from benchmarks.clomo.verdicts import Pair, PairVerdict
from logic.relations.judgement import Relation
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import Respondent, load_prompt
from nlbridge.chat.replies.structured import ask
from nlbridge.language.quotation import shown
from nlbridge.language.reader_address import signs

if TYPE_CHECKING:
    from benchmarks.clomo.data import ClomoItem, Response

_LAST: Final = re.compile(r"answer\W{1,6}(yes|no)\W*", re.IGNORECASE)
PROMPTS: Final = {
    Relation.NECESSARY: "evaluate-necessary",
    Relation.SUFFICIENT: "evaluate-sufficient",
    Relation.STRENGTHENS: "evaluate-strengthens",
    Relation.WEAKENS: "evaluate-weakens",
}


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
            self._known[key] = await evaluate(relation, argument, premise, self.respondent)
        return self._known[key]


async def evaluate(relation: Relation, argument: str, premise: str, respondent: Respondent) -> PairVerdict:
    """Ask whether `premise` has `relation` to `argument`; an unusable reply decides nothing.

    Examples
    --------
    >>> import asyncio
    >>> from nlbridge.chat.client.scripted import ScriptedModel
    >>> who = Respondent(chat=ScriptedModel(["Without it nothing follows. Answer: yes"]), model="any")
    >>> asyncio.run(evaluate(Relation.NECESSARY, "It is wet, so it rained.", "Only rain wets.", who)).holds
    True
    """
    if phrases := signs(f"{argument}\n{premise}"):
        return PairVerdict(holds=None, why=f"the text addresses the model: {shown(phrases[0])}")
    request = load_prompt(PROMPTS[relation]).fill(respondent, argument=argument, premise=premise)
    try:
        return (await ask(respondent.chat, request, _ending)).value
    except ReplyError as unusable:
        return PairVerdict(holds=None, why=str(unusable))


def _ending(reply: str) -> PairVerdict:
    last = reply.strip().splitlines()[-1] if reply.strip() else ""
    matches = list(_LAST.finditer(last))
    if not matches or matches[-1].end() != len(last):
        message = f"expected the last words to be `Answer: yes` or `Answer: no`, got {shown(last)}; end so"
        raise ReplyError(message)
    return PairVerdict(holds=matches[-1][1].lower() == "yes", why=reply)
