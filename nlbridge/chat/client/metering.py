"""The calls and tokens of one piece of work, counted separately from the run's budget."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nlbridge.chat.replies.chat import ChatModel, ChatReply, ChatRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """Calls and tokens; a reply from a cache or a recording counts as a call.

    Examples
    --------
    >>> (Spent(calls=1, prompt_tokens=900) + Spent(calls=2)).row()
    {'calls': 3, 'prompt_tokens': 900, 'completion_tokens': 0}
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    def __add__(self, other: Spent) -> Spent:
        """Add up."""
        return Spent(
            calls=self.calls + other.calls,
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
        )

    def row(self) -> dict[str, int]:
        """Return it as a JSON object."""
        return {
            "calls": self.calls,
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
        }


class Meter:
    """A chat model that counts what goes through it.

    Attributes
    ----------
    spent
        What was asked so far.
    """

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self.spent = Spent()

    async def reply(self, request: ChatRequest) -> ChatReply:
        """Answer one request."""
        self.spent += Spent(calls=1)
        reply = await self._model.reply(request)
        usage = reply.usage
        self.spent += Spent(prompt_tokens=usage.prompt_tokens, completion_tokens=usage.completion_tokens)
        return reply
