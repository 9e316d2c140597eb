"""Deterministic stories against going through all worlds by hand."""

from __future__ import annotations

from itertools import product

import pytest

from causalcore.errors import CyclicModelError, ImpossibleEvidenceError
from causalcore.identification import Equation, Story

SQUAD = Story(
    ("court", "captain", "first", "second", "death"),
    (
        Equation("captain", 1, (("court", 1),)),
        Equation("first", 1, (("captain", 1),)),
        Equation("second", 1, (("captain", 1),)),
        Equation("death", 1, (("first", 1), ("second", 1)), every=False),
    ),
)


def test_had_the_first_not_shot_the_other_would_have():
    assert SQUAD.would({"death": 1}, {"first": 0}, {"death": 1}).holds is True
    assert SQUAD.would({"death": 1}, {"captain": 0}, {"death": 1}).holds is False


@pytest.mark.parametrize("every", [True, False])
@pytest.mark.parametrize("signs", list(product((0, 1), repeat=3)))
def test_two_causes_agree_with_their_truth_table(every, signs):
    one, two, result = signs
    story = Story(("a", "b", "y"), (Equation("y", result, (("a", one), ("b", two)), every=every),))
    for a, b in product((0, 1), repeat=2):
        met = [a == one, b == two]
        expected = result if (all(met) if every else any(met)) else 1 - result
        assert story.would({"y": 1}, {"a": a}, {"b": b}).holds is bool(expected)


def test_what_was_not_observed_leaves_open_what_depends_on_it():
    story = Story(("a", "b", "y"), (Equation("y", 1, (("a", 1), ("b", 1))),))
    assert story.would({"y": 1}, {"a": 1}).holds is None
    assert story.would({"y": 1}, {"a": 0}).holds is False


def test_impossible_observations_are_an_error():
    with pytest.raises(ImpossibleEvidenceError, match="captain=1, first=0"):
        SQUAD.would({"death": 1}, {"second": 0}, {"captain": 1, "first": 0})


def test_equations_in_a_circle_are_an_error():
    with pytest.raises(CyclicModelError):
        Story(("a", "b"), (Equation("a", 1, (("b", 1),)), Equation("b", 1, (("a", 1),))))


def test_too_many_free_variables_are_an_error():
    names = tuple(f"v{number}" for number in range(18))
    with pytest.raises(ValueError, match="at most 16"):
        Story((*names, "y"), (Equation("y", 1, tuple((name, 1) for name in names)),)).would({"y": 1}, {})
