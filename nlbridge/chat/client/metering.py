"""The calls and tokens of one piece of work, counted separately from the run's budget."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from nlbridge.chat.errors import DryRunEnd

if TYPE_CHECKING:
    from nlbridge.chat.client.budget import Budget
    from nlbridge.chat.replies.chat import ChatModel, ChatReply, ChatRequest


class CollectingModel:
    """A chat model that does not answer and records the requests."""

    def __init__(self) -> None:
        self.requests: list[ChatRequest] = []

    async def reply(self, request: ChatRequest) -> NoReturn:
        """Remember one request.

        Raises
        ------
        DryRunEnd
            Always.
        """
        self.requests.append(request)
        message = "expected a reply, got none in a dry run; leave --dry-run"
        raise DryRunEnd(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """The estimate of a run.

    Parameters
    ----------
    calls, cached
        Requests to be paid, and those that the cache answers.
    cost
        US dollars, or None without a price.

    Examples
    --------
    >>> print(Estimate(calls=2, cached=1, prompt_tokens=400, completion_tokens=1200, cost=None))
    dry run: 2 calls, 1 from the cache; about 400 prompt and 1200 reply tokens; cost unknown without --prices; \
repair turns and calls that depend on a reply come on top
    """

    calls: int
    cached: int
    prompt_tokens: int
    completion_tokens: int
    cost: float | None

    def __str__(self) -> str:
        """Say it on one line."""
        calls = "1 call" if self.calls == 1 else f"{self.calls} calls"
        cost = "cost unknown without --prices" if self.cost is None else f"about {self.cost:.4f} dollars"
        return (
            f"dry run: {calls}, {self.cached} from the cache; about {self.prompt_tokens} prompt and "
            f"{self.completion_tokens} reply tokens; {cost}; repair turns and calls that depend on a reply come on top"
        )


def estimate(requests: list[ChatRequest], cached: int, budget: Budget) -> Estimate:
    """Return the estimate for `requests`: what each call reserves in the budget."""
    usages = [budget.estimate(request) for request in requests]
    costs = [budget.cost(request.model, usage) for request, usage in zip(requests, usages, strict=True)]
    return Estimate(
        calls=len(requests),
        cached=cached,
        prompt_tokens=sum(usage.prompt_tokens for usage in usages),
        completion_tokens=sum(usage.completion_tokens for usage in usages),
        cost=None if None in costs else sum(cost for cost in costs if cost is not None),
    )


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
