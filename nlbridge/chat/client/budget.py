"""Count and estimate the cost of replies, and enforce a limit."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

from causalcore.errors import MalformedDocumentError
from causalcore.files.json_text import read_json
from causalcore.files.text_file import read_text
from causalcore.files.unread import why_unread
from causalcore.files.yaml_text import read_yaml
from logic.errors import brief
from nlbridge.chat.errors import BudgetError, DryRunEnd, EndpointOptionError
from nlbridge.chat.replies.chat import ChatModel, ChatReply, ChatRequest, Spent, Usage

MILLION: Final = 1_000_000
CHARACTERS_PER_TOKEN: Final = 3.0
"""Characters per token; English has about four, so this estimate is cautious."""

TOKENS_PER_MESSAGE: Final = 8
USUAL_REPLY: Final = 600
"""Tokens assumed for a reply without a limit, until a first reply has come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """Price of a model, in US dollars per million tokens."""

    prompt: float
    completion: float

    def of(self, usage: Usage) -> float:
        """Return the cost of `usage` in US dollars.

        Examples
        --------
        >>> Price(prompt=1.0, completion=4.0).of(Usage(prompt_tokens=500_000, completion_tokens=250_000))
        1.5
        """
        return (usage.prompt_tokens * self.prompt + usage.completion_tokens * self.completion) / MILLION


def load_prices(path: Path) -> dict[str, Price]:
    """Read a JSON or YAML file of prices: model -> {"prompt": dollars, "completion": dollars}, per million tokens."""
    try:
        text = read_text(path)
        rows = read_json(text) if path.suffix.lower() == ".json" else read_yaml(text)
    except MalformedDocumentError as broken:
        message = f"expected JSON or YAML in {path}, got something else ({broken.came}); correct the file"
        raise EndpointOptionError(message) from broken
    except (OSError, UnicodeDecodeError) as broken:
        message = f"expected a price file, got {path}: {why_unread(broken)}"
        raise EndpointOptionError(message) from broken
    if not isinstance(rows, dict):
        message = f"expected models with prices in {path}, got {type(rows).__name__}; see the reference"
        raise EndpointOptionError(message)
    return {str(model): _price(model, row, path) for model, row in rows.items()}


def _price(model: object, row: object, path: Path) -> Price:
    if isinstance(row, dict) and set(row) == {"prompt", "completion"} and all(map(_is_price, row.values())):
        return Price(prompt=float(row["prompt"]), completion=float(row["completion"]))
    message = (
        f"expected {{prompt: dollars, completion: dollars}} for {model} in {path}, got {brief(row)}; "
        "give both, in dollars per million tokens"
    )
    raise EndpointOptionError(message)


def _is_price(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value >= 0


def prompt_tokens(request: ChatRequest) -> int:
    """Estimate the tokens of a prompt, erring on the high side."""
    characters = sum(len(message.content) for message in request.messages)
    characters += len(json.dumps(request.schema)) if request.schema is not None else 0
    return math.ceil(characters / CHARACTERS_PER_TOKEN) + TOKENS_PER_MESSAGE * len(request.messages)


def reply_tokens(text: str) -> int:
    """Estimate the tokens of a reply whose endpoint does not count them."""
    return math.ceil(len(text) / CHARACTERS_PER_TOKEN)


class Budget:
    """Counts spending and starts no call that could exceed a limit.

    A call reserves its prompt and its longest reply (`max_tokens` of the request, else the longest reply so far), then
    releases what it did not use. Limits are in US dollars and in tokens of prompts and replies.
    """

    def __init__(
        self,
        *,
        max_cost: float | None = None,
        max_tokens: int | None = None,
        prices: Mapping[str, Price] | None = None,
    ) -> None:
        self.max_cost, self.max_tokens = max_cost, max_tokens
        self.prices = dict(prices or {})
        self.spent = Spent()
        self._reserved_cost, self._reserved_tokens = 0.0, 0
        self._longest = 0
        self._changed = asyncio.Condition()

    def estimate(self, request: ChatRequest) -> Spent:
        """Return the most that one call is expected to use."""
        longest = request.max_tokens if request.max_tokens is not None else (self._longest or USUAL_REPLY)
        return self._priced(request.model, Usage(prompt_tokens=prompt_tokens(request), completion_tokens=longest))

    def cost(self, model: str, usage: Usage) -> float | None:
        """Return the cost in US dollars, or None without a price."""
        return self.prices[model].of(usage) if model in self.prices else None

    @asynccontextmanager
    async def reserved(self, request: ChatRequest) -> AsyncIterator[None]:
        """Reserve the estimate of one call; wait while running calls reserve too much."""
        call = self.estimate(request)
        if self.max_cost is not None and call.cost is None:
            message = f"expected a price for {request.model}, got none; name it in the price file, or leave --max-cost"
            raise BudgetError(message)
        tokens, cost = call.tokens, call.cost or 0.0
        async with self._changed:
            while not self._fits(tokens + self._reserved_tokens, cost + self._reserved_cost):
                self._refuse_if_never(tokens, cost)
                await self._changed.wait()
            self._reserved_tokens += tokens
            self._reserved_cost += cost
        try:
            yield
        finally:
            self._reserved_tokens -= tokens
            self._reserved_cost -= cost
            async with self._changed:
                self._changed.notify_all()

    def charge(self, model: str, usage: Usage, *, estimated: bool = False) -> None:
        """Add a reply to the spending."""
        self.spent += self._priced(model, usage, estimated=estimated)
        self._longest = max(self._longest, usage.completion_tokens)

    def _priced(self, model: str, usage: Usage, *, estimated: bool = False) -> Spent:
        return Spent(
            calls=1,
            prompt_tokens=usage.prompt_tokens,
            completion_tokens=usage.completion_tokens,
            cost=self.cost(model, usage),
            estimated=estimated,
        )

    def _fits(self, tokens: int, cost: float) -> bool:
        fits_tokens = self.max_tokens is None or self.spent.tokens + tokens <= self.max_tokens
        return fits_tokens and (self.max_cost is None or (self.spent.cost or 0.0) + cost <= self.max_cost)

    def _refuse_if_never(self, tokens: int, cost: float) -> None:
        if self.max_tokens is not None and self.spent.tokens + tokens > self.max_tokens:
            message = (
                f"expected to stay within {self.max_tokens} tokens, got {self.spent.tokens} used "
                f"and a call that may take {tokens}; raise --max-tokens"
            )
            raise BudgetError(message)
        if not self._fits(tokens, cost):
            message = (
                f"expected to stay within {self.max_cost} dollars, got {self.spent.cost:.4f} spent "
                f"and a call that may cost {cost:.4f}; raise --max-cost"
            )
            raise BudgetError(message)


READING: Final = "reading"
"""Name of the schema for reading a text, on which further calls depend."""
IN_ALL: Final = ": in all a text takes about 2.2 calls with its what-if, and 1.4 more for each edit"
"""Mean numbers of calls, from docs/how-to/choose-and-measure-your-model.md."""


class CollectingModel:
    """A chat model that collects requests and never answers."""

    def __init__(self) -> None:
        self.requests: list[ChatRequest] = []

    async def reply(self, request: ChatRequest) -> NoReturn:
        """Record one request and raise `DryRunEnd`."""
        self.requests.append(request)
        message = "expected a reply, got none in a dry run; leave --dry-run"
        raise DryRunEnd(message)

    def estimate(self, cached: int, budget: Budget) -> str:
        """Return a sentence with the estimated cost of the requests, as reserved, and the `cached` count."""
        total = sum((budget.estimate(request) for request in self.requests), Spent())
        calls = "1 call" if total.calls == 1 else f"{total.calls} calls"
        cost = "cost unknown without --prices" if total.cost is None else f"about {total.cost:.4f} dollars"
        readings = any(request.schema_name == READING for request in self.requests)
        return (
            f"dry run: {calls}, {cached} from the cache; about {total.prompt_tokens} prompt and "
            f"{total.completion_tokens} reply tokens; {cost}; repair turns and calls that depend on a reply come on top"
            f"{IN_ALL if readings else ''}"
        )


class Meter:
    """A chat model that counts calls and tokens; a reply from a cache or a recording counts as a call."""

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
