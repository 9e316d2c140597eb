"""CLoMo's self-evaluation: a language model judges whether a premise has a relation to an argument.

The model reasons step by step and ends with yes or no. Source: Huang et al., CLoMo, section 4 and table 2, in our own
words. It gives a second opinion beside the derivation of `logic.relations.argument`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from logic.relations.judgement import Relation
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import Respondent, load_prompt
from nlbridge.chat.replies.structured import ask
from nlbridge.language.quotation import shown
from nlbridge.language.reader_address import signs

_LAST: Final = re.compile(r"answer\W{1,6}(yes|no)\W*", re.IGNORECASE)
PROMPTS: Final = {
    Relation.NECESSARY: "evaluate-necessary",
    Relation.SUFFICIENT: "evaluate-sufficient",
    Relation.STRENGTHENS: "evaluate-strengthens",
    Relation.WEAKENS: "evaluate-weakens",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """A model's verdict on a premise and an argument, None if it gave none, and its reasoning or the reason."""

    holds: bool | None
    why: str


async def evaluate(relation: Relation, argument: str, premise: str, respondent: Respondent) -> Evaluation:
    """Ask whether `premise` has `relation` to `argument`.

    Examples
    --------
    >>> import asyncio
    >>> from nlbridge.chat.client.scripted import ScriptedModel
    >>> who = Respondent(chat=ScriptedModel(["Without it nothing follows. Answer: yes"]), model="any")
    >>> asyncio.run(evaluate(Relation.NECESSARY, "It is wet, so it rained.", "Only rain wets.", who)).holds
    True
    """
    if phrases := signs(f"{argument}\n{premise}"):
        return Evaluation(holds=None, why=f"the text addresses the model: {shown(phrases[0])}")
    request = load_prompt(PROMPTS[relation]).fill(respondent, argument=argument, premise=premise)
    try:
        return (await ask(respondent.chat, request, _ending)).value
    except ReplyError as unusable:
        return Evaluation(holds=None, why=str(unusable))


def _ending(reply: str) -> Evaluation:
    last = reply.strip().splitlines()[-1] if reply.strip() else ""
    matches = list(_LAST.finditer(last))
    if not matches or matches[-1].end() != len(last):
        message = f"expected the last words to be `Answer: yes` or `Answer: no`, got {shown(last)}; end so"
        raise ReplyError(message)
    return Evaluation(holds=matches[-1][1].lower() == "yes", why=reply)
