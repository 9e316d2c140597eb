"""Ask many questions at once: bounded, in order, and stopped cleanly."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from logic.errors import ReasoningError
from nlbridge.chat.errors import AccessError, BudgetError, QuotaError

I = TypeVar("I")  # noqa: E741  an item, beside T
T = TypeVar("T")

STOPS = (QuotaError, AccessError, BudgetError)
"""Errors after which every further question would fail too."""


class Pace:
    """How many calls may run at once: halved on each overload, raised by one after a round of successes.

    Additive increase, multiplicative decrease [1]_.

    References
    ----------
    .. [1] Chiu and Jain (1989), Analysis of the increase and decrease algorithms for congestion avoidance.
    """

    def __init__(self, most: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        if most < 1:
            message = f"expected at least one call at a time, got {most}; raise --concurrency"
            raise ValueError(message)
        self.most, self.limit = most, float(most)
        self.under_way = 0
        self._resume = 0.0
        self._clock = clock
        self._changed = asyncio.Condition()

    async def __aenter__(self) -> None:
        """Wait for a free slot and for the end of a pause."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.under_way < int(self.limit))
            self.under_way += 1
        try:
            while (left := self._resume - self._clock()) > 0:
                await asyncio.sleep(left)
        except BaseException:
            await self.__aexit__()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.under_way -= 1
        async with self._changed:
            self._changed.notify_all()

    def succeeded(self) -> None:
        """Raise the limit a little."""
        self.limit = min(float(self.most), self.limit + 1 / self.limit)

    def overloaded(self, seconds: float) -> None:
        """Halve the limit and pause for some seconds."""
        if self._clock() >= self._resume:  # calls that fail together count as one overload
            self.limit = max(1.0, self.limit / 2)
        self._resume = max(self._resume, self._clock() + seconds)


@dataclass(frozen=True, slots=True, kw_only=True)
class BulkOutcome(Generic[I, T]):
    """The outcome of one item: a value or an error; `asked` is false if the run stopped at this item or before it."""

    item: I
    value: T | None = None
    error: ReasoningError | None = None
    asked: bool = True


async def ask_all(
    work: Callable[[I], Awaitable[T]],
    items: Sequence[I],
    *,
    concurrency: int = 8,
    each: Callable[[BulkOutcome[I, T]], None] | None = None,
) -> tuple[BulkOutcome[I, T], ...]:
    """Do `work` for every item, `concurrency` at a time, and return the outcomes in the order of the items.

    An error of one item does not affect the others, unless it is one of `STOPS`: then items in progress finish, and the
    rest are not asked.

    Parameters
    ----------
    each
        Called with the outcome of each item that was tried, before its worker starts another; save the outcome here.

    Examples
    --------
    >>> async def double(number: int) -> int:
    ...     return 2 * number
    >>> [outcome.value for outcome in asyncio.run(ask_all(double, [1, 2, 3]))]
    [2, 4, 6]
    """
    outcomes: dict[int, BulkOutcome[I, T]] = {}
    waiting = iter(enumerate(items))
    stopped: list[ReasoningError] = []

    async def worker() -> None:
        for index, item in waiting:
            if stopped:
                outcomes[index] = BulkOutcome(item=item, error=stopped[0], asked=False)
                continue
            try:
                outcomes[index] = BulkOutcome(item=item, value=await work(item))
            except ReasoningError as refused:
                stops = isinstance(refused, STOPS)
                stopped.extend([refused] if stops else [])
                outcomes[index] = BulkOutcome(item=item, error=refused, asked=not stops)
            if each is not None:
                each(outcomes[index])

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(max(1, concurrency), len(items))):
                group.create_task(worker())
    except ExceptionGroup as broken:
        raise broken.exceptions[0] from None
    return tuple(outcomes[place] for place in range(len(items)))
