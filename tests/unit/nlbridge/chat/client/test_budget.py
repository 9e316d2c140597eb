"""Budgets: estimates on the safe side, and no call that could pass the limit."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlbridge.chat.client.budget import Budget, Price, load_prices
from nlbridge.chat.errors import BudgetError, EndpointOptionError
from nlbridge.chat.replies.chat import ChatRequest, Message, Role, Usage


def request(characters: int, longest: int | None) -> ChatRequest:
    return ChatRequest(model="m", messages=(Message(role=Role.USER, content="x" * characters),), max_tokens=longest)


async def spend(budget: Budget, calls: list[tuple[int, int, float]]) -> int:
    """Make calls of (characters, longest reply, share of it that is used), all at once; return how many were made."""

    async def one(characters: int, longest: int, share: float) -> None:
        asked = request(characters, longest)
        async with budget.reserved(asked):
            await asyncio.sleep(0)
            budget.charge("m", Usage(prompt_tokens=characters // 4, completion_tokens=int(longest * share)))

    done = await asyncio.gather(*(one(*call) for call in calls), return_exceptions=True)
    assert all(result is None or isinstance(result, BudgetError) for result in done)
    return sum(result is None for result in done)


CALLS = st.lists(st.tuples(st.integers(0, 400), st.integers(1, 200), st.floats(0, 1)), max_size=20)


@given(CALLS, st.integers(1, 2000))
def test_no_run_passes_its_limit_of_tokens(calls, limit):
    budget = Budget(max_tokens=limit)
    made = asyncio.run(spend(budget, calls))
    assert budget.spent.tokens <= limit
    assert budget.spent.calls == made


@given(CALLS, st.floats(0.0001, 0.01))
def test_no_run_passes_its_limit_of_cost(calls, limit):
    budget = Budget(max_cost=limit, prices={"m": Price(prompt=1.0, completion=10.0)})
    asyncio.run(spend(budget, calls))
    assert budget.spent.cost is not None
    assert budget.spent.cost <= limit + 1e-12


def test_calls_wait_for_what_others_give_back():
    budget = Budget(max_tokens=240)
    assert asyncio.run(spend(budget, [(100, 100, 0.1)] * 3)) == 3


def test_what_is_left_is_said_when_it_is_not_enough():
    budget = Budget(max_tokens=50)
    with pytest.raises(BudgetError, match="within 50 tokens, got 0 used and a call that may take 110"):
        asyncio.run(spend_one(budget, request(6, 100)))
    dear = Budget(max_cost=0.0001, prices={"m": Price(prompt=10, completion=10)})
    with pytest.raises(
        BudgetError, match=r"within 0\.0001 dollars, got 0\.0000 spent and a call that may cost 0\.0011"
    ):
        asyncio.run(spend_one(dear, request(6, 100)))


def test_a_limit_of_cost_needs_a_price():
    with pytest.raises(BudgetError, match="expected a price for m"):
        asyncio.run(spend_one(Budget(max_cost=1.0), request(1, 1)))


async def spend_one(budget: Budget, asked: ChatRequest) -> None:
    async with budget.reserved(asked):
        budget.charge("m", Usage())


def test_a_failed_call_gives_back_what_it_held():
    async def twice(budget: Budget) -> None:
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                async with budget.reserved(request(6, 80)):
                    raise ZeroDivisionError
        await spend_one(budget, request(6, 80))

    asyncio.run(twice(Budget(max_tokens=100)))


def test_the_longest_reply_so_far_stands_for_a_reply_without_limit():
    budget = Budget()
    assert budget.estimate(request(3, None)).completion_tokens == 600
    budget.charge("m", Usage(completion_tokens=70))
    assert budget.estimate(request(3, None)).completion_tokens == 70


@pytest.mark.parametrize(
    ("name", "text"),
    [("p.json", '{"m": {"prompt": 1, "completion": 2.5}}'), ("p.yaml", "m: {prompt: 1, completion: 2.5}\n")],
)
def test_prices_are_read_from_json_and_yaml(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    assert load_prices(tmp_path / name) == {"m": Price(prompt=1.0, completion=2.5)}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "m: 1",
        "m: {prompt: 1}",
        "m: {prompt: -1, completion: 1}",
        "m: {prompt: .nan, completion: 1}",
        "a: [",
        "m: {prompt: true, completion: 1}",
    ],
)
def test_prices_that_are_none_are_refused(tmp_path, text):
    (tmp_path / "p.yaml").write_text(text)
    with pytest.raises(EndpointOptionError, match="expected"):
        load_prices(tmp_path / "p.yaml")


def test_a_price_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(EndpointOptionError, match="No such file or directory; check the path"):
        load_prices(tmp_path / "p.json")
