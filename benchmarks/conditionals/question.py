"""The question to a model: which completion it finds more probable.

Chat endpoints do not return the log-probability of a given text. The prompt therefore offers the completions as
choices in every order, and uses the letters' log-probabilities.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from benchmarks.runs.generation import Question
from benchmarks.runs.writing import score_completions
from nlbridge.chat.errors import ReplyError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from benchmarks.conditionals.data import ConditionalItem
    from benchmarks.runs.generation import Asking
    from nlbridge.chat.replies.chat import ChatModel
    from nlbridge.chat.replies.prompt import Respondent

PROMPT: Final = "score-completions"


def questions(items: Iterable[ConditionalItem], respondent: Respondent) -> Iterator[Question]:
    """Yield one question for each item, in order; an endpoint without log-probabilities yields no response."""
    for item in items:
        yield Question(key=item.id, ask=_asking(item, respondent), row={"id": item.id})


def _asking(item: ConditionalItem, respondent: Respondent) -> Asking:
    async def ask(model: ChatModel) -> Mapping[str, Any]:
        scored = await score_completions(
            item.context, (item.congruent, item.incongruent), replace(respondent, chat=model)
        )
        if scored is None:
            message = (
                f"expected log-probabilities of both choices for {item.id}, got none; "
                "ask an endpoint that gives them, or score a local model with `causalcore score conditionals`"
            )
            raise ReplyError(message)
        congruent, incongruent = scored.logprobs
        return {"logprobs": {"congruent": congruent, "incongruent": incongruent}}

    return ask
