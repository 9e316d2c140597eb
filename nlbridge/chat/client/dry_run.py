"""Estimate the calls and the cost of a run by running it without an endpoint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from nlbridge.chat.errors import DryRunEnd

if TYPE_CHECKING:
    from nlbridge.chat.client.budget import Budget
    from nlbridge.chat.replies.chat import ChatRequest


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
