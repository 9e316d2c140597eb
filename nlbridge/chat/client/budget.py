"""What replies cost, and a limit that no call may exceed."""

from __future__ import annotations

import asyncio
import json
import math
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from causalcore.errors import MalformedDocumentError
from causalcore.files.json_text import read_json
from causalcore.files.yaml_text import read_yaml
from logic.errors import brief
from nlbridge.chat.errors import BudgetError, EndpointOptionError
from nlbridge.chat.replies.chat import Usage

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping
    from pathlib import Path

    from nlbridge.chat.replies.chat import ChatRequest

MILLION: Final = 1_000_000
CHARACTERS_PER_TOKEN: Final = 3.0
"""Characters per token; English has about four, so this estimate is cautious."""

TOKENS_PER_MESSAGE: Final = 8
USUAL_REPLY: Final = 600
"""Assumed tokens of an unlimited reply, before the first one is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What a model costs.

    Units
    -----
    prompt, completion : US dollars per million tokens
    """

    prompt: float
    completion: float

    def of(self, usage: Usage) -> float:
        """Return what `usage` costs, in US dollars.

        Examples
        --------
        >>> Price(prompt=1.0, completion=4.0).of(Usage(prompt_tokens=500_000, completion_tokens=250_000))
        1.5
        """
        return (usage.prompt_tokens * self.prompt + usage.completion_tokens * self.completion) / MILLION


def load_prices(path: Path) -> dict[str, Price]:
    """Read a price file: a JSON or YAML object model -> {"prompt": dollars, "completion": dollars} a million tokens.

    Raises
    ------
    EndpointOptionError
        If it is no such file.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as broken:
        message = f"expected a price file, got {path} ({broken}); check the name"
        raise EndpointOptionError(message) from broken
    rows = _parsed(text, path)
    if not isinstance(rows, dict):
        message = f"expected models with prices in {path}, got {type(rows).__name__}; see the reference"
        raise EndpointOptionError(message)
    return {str(model): _price(model, row, path) for model, row in rows.items()}


def _parsed(text: str, path: Path) -> Any:
    try:
        return read_json(text) if path.suffix.lower() == ".json" else read_yaml(text)
    except MalformedDocumentError as broken:
        message = f"expected JSON or YAML in {path}, got something else ({broken.came}); correct the file"
        raise EndpointOptionError(message) from broken


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
    """Estimate the tokens of a prompt, a little too many rather than too few."""
    characters = sum(len(message.content) for message in request.messages)
    characters += len(json.dumps(request.schema)) if request.schema is not None else 0
    return math.ceil(characters / CHARACTERS_PER_TOKEN) + TOKENS_PER_MESSAGE * len(request.messages)


def reply_tokens(text: str) -> int:
    """Estimate the tokens of a reply whose endpoint does not count them."""
    return math.ceil(len(text) / CHARACTERS_PER_TOKEN)


@dataclass(slots=True, kw_only=True)
class Spending:
    """What was spent so far.

    Parameters
    ----------
    calls
        Replies that were paid.
    cost
        In US dollars; None where a model has no known price.
    estimated
        Whether some endpoint did not count its tokens.
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = 0.0
    estimated: bool = False

    @property
    def tokens(self) -> int:
        """All tokens."""
        return self.prompt_tokens + self.completion_tokens


class Budget:
    """Counts what is spent and starts no call that could exceed a limit.

    A call reserves its prompt and its longest reply (`max_tokens` of the request, else the longest reply so far)
    and gives back what it did not use.

    Parameters
    ----------
    max_cost
        In US dollars; None: no limit.
    max_tokens
        Prompt and reply tokens of all calls; None: no limit.
    prices
        Price of each model.
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
        self.spent = Spending()
        self._reserved_cost, self._reserved_tokens = 0.0, 0
        self._longest = 0
        self._changed = asyncio.Condition()

    def estimate(self, request: ChatRequest) -> Usage:
        """Return what one call may use."""
        longest = request.max_tokens if request.max_tokens is not None else (self._longest or USUAL_REPLY)
        return Usage(prompt_tokens=prompt_tokens(request), completion_tokens=longest)

    def cost(self, model: str, usage: Usage) -> float | None:
        """Return the cost in US dollars, or None without a price."""
        price = self.prices.get(model)
        return None if price is None else price.of(usage)

    @asynccontextmanager
    async def reserved(self, request: ChatRequest) -> AsyncIterator[None]:
        """Reserve what one call may use; wait while running calls reserve too much.

        Raises
        ------
        BudgetError
            If what is left is not enough.
        """
        usage = self.estimate(request)
        tokens, cost = usage.prompt_tokens + usage.completion_tokens, self.cost(request.model, usage)
        if self.max_cost is not None and cost is None:
            message = f"expected a price for {request.model}, got none; name it in the price file, or leave --max-cost"
            raise BudgetError(message)
        async with self._changed:
            while not self._fits(tokens, cost or 0.0):
                self._refuse_if_never(tokens, cost or 0.0)
                await self._changed.wait()
            self._reserved_tokens += tokens
            self._reserved_cost += cost or 0.0
        try:
            yield
        finally:
            self._reserved_tokens -= tokens
            self._reserved_cost -= cost or 0.0
            async with self._changed:
                self._changed.notify_all()

    def charge(self, model: str, usage: Usage, *, estimated: bool = False) -> None:
        """Count a reply."""
        cost = self.cost(model, usage)
        spent = self.spent
        spent.calls += 1
        spent.prompt_tokens += usage.prompt_tokens
        spent.completion_tokens += usage.completion_tokens
        spent.cost = None if cost is None or spent.cost is None else spent.cost + cost
        spent.estimated = spent.estimated or estimated
        self._longest = max(self._longest, usage.completion_tokens)

    def _fits(self, tokens: int, cost: float) -> bool:
        held_tokens, held_cost = self.spent.tokens + self._reserved_tokens, (self.spent.cost or 0) + self._reserved_cost
        return _within(held_tokens + tokens, self.max_tokens) and _within(held_cost + cost, self.max_cost)

    def _refuse_if_never(self, tokens: int, cost: float) -> None:
        if not _within(self.spent.tokens + tokens, self.max_tokens):
            message = (
                f"expected to stay within {self.max_tokens} tokens, got {self.spent.tokens} used "
                f"and a call that may take {tokens}; raise --max-tokens"
            )
            raise BudgetError(message)
        if not _within((self.spent.cost or 0) + cost, self.max_cost):
            message = (
                f"expected to stay within {self.max_cost} dollars, got {self.spent.cost:.4f} spent "
                f"and a call that may cost {cost:.4f}; raise --max-cost"
            )
            raise BudgetError(message)


def _within(value: float, limit: float | None) -> bool:
    return limit is None or value <= limit
