"""Many questions at once: bounded, in order, stopped cleanly."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlbridge.chat.client.bulk import Pace, ask_all
from nlbridge.chat.errors import AccessError, BudgetError, EndpointError, QuotaError, ReplyError


@given(st.lists(st.integers(0, 3), max_size=30), st.integers(1, 9))
def test_outcomes_keep_the_order_and_the_bound(delays, concurrency):
    under_way, most = 0, 0

    async def work(item: tuple[int, int]) -> int:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        for _ in range(item[1]):
            await asyncio.sleep(0)
        under_way -= 1
        return item[0]

    items = list(enumerate(delays))
    told: list[int] = []
    done = asyncio.run(ask_all(work, items, concurrency=concurrency, each=lambda one: told.append(one.value)))
    assert [outcome.value for outcome in done] == list(range(len(delays)))
    assert sorted(told) == list(range(len(delays)))
    assert most <= concurrency


def test_an_error_of_one_item_leaves_the_others_alone():
    async def work(number: int) -> int:
        if number == 1:
            raise ReplyError("no")
        if number == 2:
            raise EndpointError("down")
        return number

    done = asyncio.run(ask_all(work, range(4)))
    assert [(one.value, type(one.error).__name__, one.asked) for one in done] == [
        (0, "NoneType", True),
        (None, "ReplyError", True),
        (None, "EndpointError", True),
        (3, "NoneType", True),
    ]


@pytest.mark.parametrize("stop", [QuotaError, AccessError, BudgetError])
def test_after_an_error_that_all_would_meet_the_rest_is_not_asked(stop):
    asked: list[int] = []

    async def work(number: int) -> int:
        asked.append(number)
        await asyncio.sleep(0)
        if number == 3:
            raise stop("no more")
        return number

    done = asyncio.run(ask_all(work, range(100), concurrency=2))
    assert len(asked) <= 6
    assert [one.value for one in done[:3]] == [0, 1, 2]
    assert not done[3].asked
    assert all(isinstance(one.error, stop) and not one.asked for one in done[10:])


def test_an_error_in_our_own_code_ends_the_run_as_itself():
    async def work(number: int) -> float:
        return 1 / number

    with pytest.raises(ZeroDivisionError):
        asyncio.run(ask_all(work, [1, 0, 1]))


def test_an_interrupted_run_keeps_what_was_told():
    told: list[int] = []

    async def work(number: int) -> int:
        await asyncio.sleep(0.2 if number > 5 else 0)
        return number

    async def interrupted() -> None:
        async with asyncio.timeout(0.1):
            await ask_all(work, range(50), concurrency=3, each=lambda one: told.append(one.value))

    with pytest.raises(TimeoutError):
        asyncio.run(interrupted())
    assert sorted(told) == [0, 1, 2, 3, 4, 5]


def test_the_pace_halves_once_for_an_overload_and_recovers_one_a_round():
    now = 0.0
    pace = Pace(8, clock=lambda: now)
    pace.overloaded(1.0)
    pace.overloaded(1.0)  # a call of the same burst
    assert pace.limit == 4
    now = 2.0
    pace.overloaded(1.0)
    assert pace.limit == 2
    now = 4.0
    for _ in range(2):
        pace.succeeded()
    assert 2.8 < pace.limit < 3.01
    for _ in range(200):
        pace.succeeded()
    assert pace.limit == 8


def test_a_pace_of_nothing_is_refused():
    with pytest.raises(ValueError, match="at least one call"):
        Pace(0)
