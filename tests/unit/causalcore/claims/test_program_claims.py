"""Claims over a Python function: what is found, how small it is, and what is refused."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import strategies as st

from causalcore.claims.checking import check_claim
from causalcore.claims.programs import Program, outputs, program
from causalcore.errors import (
    HypothesisMissingError,
    MalformedModelError,
    OutsideDomainError,
    ProgramFailedError,
    UnknownNameError,
)


class Season(Enum):
    LOW = "low"
    HIGH = "high"


def fee(days: int, member: bool, season: Season = Season.LOW, colour: str = "red") -> dict[str, object]:
    """A rental fee with a mistake: five days cost less than four, for members."""
    daily = 10 if season is Season.LOW else 15
    discount = 15 if member and days >= 5 else 0
    return {"total": daily * days - discount, "free": daily * days <= discount, "insured": member or days > 3}


RENTAL = program(fee, days=range(1, 8), member=[False, True], season=[Season.LOW, Season.HIGH], colour=["red", "blue"])


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("causes(days, total)", "holds"),
        ("causes(colour, total)", "fails"),
        ("no_effect(colour, total)", "holds"),
        ("no_effect(member, total)", "fails"),
        ("monotone(days, total, +)", "fails"),
        ("monotone(member, total, -)", "holds"),
        ("monotone(season, total, +)", "holds"),
        ("sufficient(member, insured)", "holds"),
        ("necessary(member, insured)", "fails"),
        ("necessary(days=2, total=20)", "holds"),
        ("necessary(days=2, total=21)", "fails"),
        ("prevents(member, insured=false)", "holds"),
        ("prevents(days=5, free)", "fails"),
        ("screens_off(days, colour, total)", "holds"),
        ("would(total=10, had=days=1 | season=low)", "holds"),
        ("would(total=10, had=days=1)", "fails"),
        ("would(insured=true, had=days=4 | member=false)", "holds"),
    ],
)
def test_a_claim_about_a_program_has_the_verdict_of_all_its_inputs(text: str, status: str) -> None:
    assert check_claim(RENTAL, text).status == status


def test_a_counterexample_is_the_smallest_pair_of_calls() -> None:
    verdict = check_claim(RENTAL, "monotone(days, total, +)")
    assert verdict.counterexample == (
        "fee(days=4, member=True, season=<Season.LOW: 'low'>, colour='red') gives total 40",
        "fee(days=5, member=True, season=<Season.LOW: 'low'>, colour='red') gives total 35",
    )


def test_a_claim_that_only_survives_is_open_with_its_runs() -> None:
    double = program(lambda x: 2 * x, x=st.integers(0, 10**9))
    verdict = check_claim(double, "monotone(x, result, +)")
    assert verdict.status == "open"
    assert verdict.tested >= 400
    broken = program(lambda x: x if x < 1000 else 0, x=st.integers(0, 10**6))
    assert check_claim(broken, "monotone(x, result, +)").counterexample == (
        "<lambda>(x=1) gives 1",
        "<lambda>(x=1000) gives 0",
    )


def test_a_rare_counterexample_among_listed_inputs_is_found_by_trying_all() -> None:
    needle = program(lambda a, b: int(a == 71 and b == 83), a=range(100), b=range(100))
    assert check_claim(needle, "no_effect(b, result)").status in {"fails", "open"}
    small = program(lambda a, b: int(a == 31 and b == 7), a=range(40), b=range(10))
    verdict = check_claim(small, "sufficient(b=7, result=0)")
    assert verdict.status == "fails"
    assert verdict.counterexample == ("<lambda>(a=31, b=7) gives 1",)


def test_an_input_that_may_be_left_to_the_program_screens_off_when_it_is_set() -> None:
    def parcel(weight: int, rate: int | None = None) -> int:
        return weight // 5 if rate is None else rate

    shop = program(parcel, weight=range(20), rate=[None, 1, 2])
    assert check_claim(shop, "screens_off(rate, weight, result)").status == "holds"
    assert check_claim(shop, "no_effect(weight, result)").status == "fails"


def test_outputs_are_named_by_what_comes_back() -> None:
    @dataclass
    class Bill:
        net: Decimal

    assert outputs(Bill(Decimal("2.50"))) == {"net": Decimal("2.50")}
    bill = program(lambda n: Bill(Decimal(n) / 2), n=[4, 5])
    assert check_claim(bill, "would(net=2.5, had=n=5)").status == "holds"
    assert check_claim(bill, "necessary(n=5, net=2.5)").status == "holds"


@pytest.mark.parametrize(
    ("subject", "text", "error", "words"),
    [
        (RENTAL, "causes(price, total)", UnknownNameError, "got price"),
        (RENTAL, "causes(days, price)", UnknownNameError, "got price"),
        (RENTAL, "sufficient(days=99, insured)", OutsideDomainError, "got 99"),
        (RENTAL, "sufficient(days, total)", MalformedModelError, "write total=VALUE"),
        (program(lambda n: 1 / n, n=[2, 1, 0]), "monotone(n, result, -)", ProgramFailedError, "n=0.*ZeroDivisionError"),
        (program(lambda n: "x" * n if n else 0, n=[0, 1]), "monotone(n, result, +)", MalformedModelError, "compared"),
        (program(lambda n: n, n=st.integers()), "sufficient(n, result=1)", MalformedModelError, "bare name"),
        (RENTAL, "would(total=1, had=days=1 | total@do(days ~ {1: 1})=1)", MalformedModelError, "a value for days"),
        (RENTAL, "would(total=1, had=days=1 | total@do(price=1)=1)", UnknownNameError, "got price"),
    ],
)
def test_what_cannot_be_tested_is_refused(subject: Program, text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        check_claim(subject, text)


def test_a_program_is_refused_with_wrong_or_missing_inputs() -> None:
    with pytest.raises(UnknownNameError, match="got hours"):
        program(fee, hours=[1])
    with pytest.raises(MalformedModelError, match="values for the input member"):
        program(fee, days=[1])
    with pytest.raises(MalformedModelError, match="values for the input days"):
        program(fee, days=[], member=[True])


def test_without_hypothesis_a_program_cannot_be_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(HypothesisMissingError, match="pip install hypothesis"):
        check_claim(program(lambda n: n, n=range(100)), "causes(n, result)")
    assert check_claim(RENTAL, "causes(days, total)").status == "holds"  # few inputs are all tried


@pytest.mark.parametrize(
    "values", [[1, 0, 10], [True, Decimal("2.5"), Fraction(1, 3)], [float("inf"), Decimal("3"), 2]]
)
def test_monotone_orders_numbers_by_size_however_they_are_listed(values: list[Any]) -> None:
    triple = program(lambda quantity: 3 * quantity, quantity=values)
    assert check_claim(triple, "monotone(quantity, result, +)").status == "holds"
    assert check_claim(triple, "monotone(quantity, result, -)").status == "fails"


def test_monotone_orders_other_values_as_they_are_listed() -> None:
    cost = {"small": 1, "large": 2}
    for values, status in ((["small", "large"], "holds"), (["large", "small"], "fails")):
        priced = program(lambda cup: cost[cup], cup=values)
        assert check_claim(priced, "monotone(cup, result, +)").status == status


@pytest.mark.parametrize("text", ["monotone(q, result, +)", "no_effect(q, result)", "effect(q: 1 -> 2, result) > 0"])
@pytest.mark.parametrize("nan", [float("nan"), Decimal("NaN")])
def test_a_result_that_is_not_a_number_is_refused(text: str, nan: Any) -> None:
    odd = program(lambda q: nan if q == 2 else 0, q=range(5))
    with pytest.raises(ProgramFailedError, match=r"<lambda>\(q=2\), got nan as result"):
        check_claim(odd, text)


def test_an_input_that_is_not_a_number_has_no_order() -> None:
    with pytest.raises(MalformedModelError, match="values of q that have an order, got nan"):
        check_claim(program(lambda q: 1, q=[1.0, float("nan")]), "monotone(q, result, +)")


def test_a_function_that_changes_its_input_changes_no_later_call() -> None:
    def total(basket: list[int], extra: int) -> int:
        basket.append(extra)
        return len(basket)

    shop = program(total, basket=[[], [1]], extra=[1, 2])
    assert check_claim(shop, "no_effect(extra, result)").status == "holds"
    assert shop.values("basket") == ([], [1])


def test_each_combination_of_inputs_is_run_once() -> None:
    calls: list[object] = []

    def double(n: float) -> float:
        calls.append(n)
        return 2 * n

    assert check_claim(program(double, n=range(60)), "monotone(n, result, +)").status == "holds"
    assert len(calls) == 60
    calls.clear()
    assert check_claim(program(double, n=[0.0, -0.0, 0, False]), "no_effect(n, result)").status == "holds"
    assert len(calls) == 4


@pytest.mark.parametrize("text", ["screens_off(goods, pieces, total)", "effect(goods, total) > 1"])
def test_a_claim_that_sets_what_the_function_computes_says_how_to_make_it_an_input(text):
    shop = program(lambda pieces: {"goods": 5 * pieces, "total": 5 * pieces + 1}, pieces=[1, 2])
    with pytest.raises(UnknownNameError, match="make what the function computes an input that is None by default"):
        check_claim(shop, text)


LEVELS = ["low", "mid", "high"]


@pytest.mark.parametrize(
    ("function", "text", "status"),
    [
        (lambda level: level, "monotone(level, result, +)", "holds"),
        (lambda level: level, "monotone(level, result, +, strict)", "holds"),
        (lambda level: level, "monotone(level, result, -)", "fails"),
        (lambda level: "mid", "monotone(level, result, +)", "holds"),
        (lambda level: LEVELS[::-1][LEVELS.index(level)], "monotone(level, result, +)", "fails"),
        (lambda level: LEVELS.index(level) + 8, "monotone(level, result, +, strict)", "holds"),  # 10 after 9
        (lambda level: (1, LEVELS.index(level)), "monotone(level, result, +, strict)", "holds"),
        (lambda level: level != "low", "sufficient(level, result | level>low)", "holds"),
        (lambda level: level, "no_effect(level, result | level<=low)", "holds"),
        (lambda level: LEVELS.index(level), "effect(level: low -> mid, result) = 1 | level<high", "holds"),
    ],
)
def test_texts_have_the_order_in_which_an_input_lists_them(function, text: str, status: str) -> None:
    assert check_claim(program(function, level=LEVELS), text).status == status


def test_an_output_may_have_the_order_of_another_input() -> None:
    raised = program(lambda steps, start: LEVELS[min(2, LEVELS.index(start) + steps)], steps=[0, 1, 2], start=LEVELS)
    assert check_claim(raised, "monotone(steps, result, +)").status == "holds"
    assert check_claim(raised, "monotone(steps, result, -)").status == "fails"


def test_texts_that_no_input_lists_are_refused_where_an_order_counts() -> None:
    named = program(lambda days: ["one", "two", "three"][days], days=range(3))
    with pytest.raises(MalformedModelError, match="expected numbers as result, got 'one'; return numbers, or list"):
        check_claim(named, "monotone(days, result, +)")
    with pytest.raises(MalformedModelError, match="that can be compared with two, got 'one'; use = or !="):
        check_claim(named, "causes(days, result | result<two)")
    assert check_claim(named, "causes(days, result | result!=two)").status == "holds"
    drawn = program(lambda word: len(word), word=st.text())
    with pytest.raises(MalformedModelError, match="values of word that have an order"):
        check_claim(drawn, "monotone(word, result, +)")


@pytest.mark.parametrize("values", [[1, 2.5, 10**400], [Decimal("1e400"), Decimal("1e401"), float("inf")]])
def test_numbers_beyond_the_range_of_floats_have_an_order(values: list[Any]) -> None:
    same = program(lambda x: x, x=values)
    assert check_claim(same, "monotone(x, result, +, strict)").status == "holds"
    assert check_claim(same, "monotone(x, result, -)").status == "fails"


def test_fractions_and_small_floats_are_numbers() -> None:
    import numpy as np

    half = program(lambda x: Fraction(x, 2), x=range(4))
    assert check_claim(half, "effect(x: 0 -> 1, result) = 0.5").status == "holds"
    assert check_claim(half, "would(result=1.5, had=x=3)").status == "holds"
    assert check_claim(program(lambda x: np.float32(x) / 3, x=range(4)), "monotone(x, result, +)").status == "holds"
    with pytest.raises(MalformedModelError, match="expected a number for result"):
        check_claim(program(lambda x: complex(x), x=[0, 1]), "effect(x, result) = 1")


@pytest.mark.parametrize("single", [3, "low", None, b"x"])
def test_a_single_value_instead_of_a_list_is_refused(single: Any) -> None:
    with pytest.raises(
        MalformedModelError, match=r"expected a list of values for the input days, .*write days=\[\.\.\.\]"
    ):
        program(lambda days: days, days=single)
