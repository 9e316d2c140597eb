"""Actual causes among a hundred variables whose causes are known from how the model is built, and a deadline kept."""

from __future__ import annotations

import time

import numpy as np
import pytest

from causalcore.causes import actual_cause as search
from causalcore.causes.actual_cause import actual_cause
from causalcore.causes.situation import situation
from causalcore.model.model import SCM, Mechanism
from causalcore.model.variable import Variable
from causalcore.queries.world import Fact, Term

pytestmark = pytest.mark.slow

COPY = np.array([0, 1])
AND, OR = np.array([[0, 0], [0, 1]]), np.array([[0, 1], [1, 1]])


def model(rules: dict[str, tuple[tuple[str, ...], object]]) -> SCM:
    """Make a model of binary mechanisms, causes first."""
    own = tuple(Variable(name, (0, 1)) for name in rules)
    tables = (Mechanism(parents, np.asarray(table, dtype=np.intp)) for parents, table in rules.values())
    return SCM(own, (), (), tuple(tables))


def verdict(
    rules: dict[str, tuple[tuple[str, ...], object]], *cause: str, effect: str, seconds: float = 20.0
) -> bool | None:
    """Return whether facts are a cause of the fact of an effect."""
    case = situation(model(rules), {})
    stated = {name: case.value(name) for name in cause}
    return actual_cause(case, stated, Fact(Term(effect), case.value(effect)), seconds=seconds).holds


def chain(size: int) -> dict[str, tuple[tuple[str, ...], object]]:
    """Return a chain: each variable copies the one before."""
    return {"V0": ((), 1)} | {f"V{i}": ((f"V{i - 1}",), COPY) for i in range(1, size)}


def tree(table: np.ndarray, leaves: int) -> dict[str, tuple[tuple[str, ...], object]]:
    """Return a balanced tree of one gate over leaves that are all 1; the root is the last name."""
    rules: dict[str, tuple[tuple[str, ...], object]] = {f"L{i}": ((), 1) for i in range(leaves)}
    row = list(rules)
    while len(row) > 1:
        above = []
        for left, right in zip(row[::2], row[1::2], strict=False):
            name = f"G{len(rules)}"
            rules[name] = ((left, right), table)
            above.append(name)
        row = above + row[len(row) - len(row) % 2 :]
    return rules


def relay(stages: int) -> dict[str, tuple[tuple[str, ...], object]]:
    """Return preemptions in a row: each backup would have done what its stage did, and was kept back by it.

    A stage is its trigger (on if the stage before is), its backup (on if that trigger is not), and their result.
    """
    rules: dict[str, tuple[tuple[str, ...], object]] = {"R0": ((), 1)}
    for k in range(1, stages + 1):
        rules[f"T{k}"] = ((f"R{k - 1}",), COPY)
        rules[f"B{k}"] = ((f"T{k}",), 1 - COPY)
        rules[f"R{k}"] = ((f"T{k}", f"B{k}"), OR)
    return rules


def test_every_variable_of_a_chain_causes_its_end_and_none_after_it():
    rules = chain(100)
    assert all(verdict(rules, f"V{i}", effect="V99") is True for i in range(0, 99, 14))
    assert verdict(rules, "V60", effect="V40") is False


def test_each_leaf_of_a_conjunction_is_a_cause_and_two_are_not_minimal():
    rules = tree(AND, 50)
    root = list(rules)[-1]
    assert len(rules) == 99
    assert verdict(rules, "L0", effect=root) is True
    assert verdict(rules, "L49", effect=root) is True
    assert verdict(rules, "L0", "L49", effect=root) is False


def test_no_leaf_of_a_disjunction_is_a_cause_but_all_together_are():
    rules = tree(OR, 50)
    root, leaves = list(rules)[-1], [f"L{i}" for i in range(50)]
    assert verdict(rules, "L7", effect=root) is False
    assert verdict(rules, *leaves[:-1], effect=root) is False
    assert verdict(rules, *leaves, effect=root) is True


def test_preempted_backups_are_no_causes_and_what_preempts_them_is():
    rules = relay(33)
    assert len(rules) == 100
    assert verdict(rules, "T33", effect="R33") is True
    assert verdict(rules, "R0", effect="R33") is True
    assert verdict(rules, "B33", effect="R33") is False
    assert verdict(rules, "B5", effect="R33") is False


def test_a_search_without_time_ends_undetermined(monkeypatch: pytest.MonkeyPatch):
    # With no room for partial worlds the question goes to the solver, which is out of time.
    monkeypatch.setattr(search, "MAX_STATES", 0)
    start = time.process_time()
    assert verdict(relay(33), "R0", effect="R33", seconds=0.0) is None
    assert time.process_time() - start < 5
