"""Bounded concurrency that backs off when an endpoint is overloaded."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


class Pace:
    """How many calls may run at once: halved at each overload, raised by one after a round of successes.

    Additive increase, multiplicative decrease, as in congestion control [1]_.

    Parameters
    ----------
    most
        Calls under way at most.
    clock, sleep
        Time in seconds, and how to wait; others in tests.

    References
    ----------
    .. [1] Chiu and Jain (1989), Analysis of the increase and decrease algorithms for congestion avoidance.
    """

    def __init__(
        self,
        most: int,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        if most < 1:
            message = f"expected at least one call at a time, got {most}; raise --concurrency"
            raise ValueError(message)
        self.most, self.limit = most, float(most)
        self.under_way = 0
        self._resume = 0.0
        self._clock, self._sleep = clock, sleep
        self._changed = asyncio.Condition()

    async def __aenter__(self) -> None:
        """Wait for a free place, and for the end of a pause."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.under_way < int(self.limit))
            self.under_way += 1
        try:
            while (left := self._resume - self._clock()) > 0:
                await self._sleep(left)
        except BaseException:
            await self.__aexit__()
            raise

    async def __aexit__(self, *_: object) -> None:
        """Free the place."""
        self.under_way -= 1
        async with self._changed:
            self._changed.notify_all()

    def succeeded(self) -> None:
        """Raise the limit a little."""
        self.limit = min(float(self.most), self.limit + 1 / self.limit)

    def overloaded(self, seconds: float) -> None:
        """Halve the limit, and pause for some seconds."""
        if self._clock() >= self._resume:  # calls that fail together show one overload
            self.limit = max(1.0, self.limit / 2)
        self._resume = max(self._resume, self._clock() + seconds)
