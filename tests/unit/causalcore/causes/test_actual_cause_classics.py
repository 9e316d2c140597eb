"""All actual causes of named stories, as published.

The verdicts are those of Halpern (2015), A modification of the Halpern-Pearl
definition of causality, sections 2 and 3 (forest fire, rocks, loader and
shooter, antidote, lamp, voting, train); the full sets for the train with
blocks and for double prevention are those that come with McAreavey's
PyActualCausality, an implementation of the same definition by brute force.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest

from causalcore.causes.actual_cause import actual_cause
from causalcore.causes.situation import Situation, situation
from causalcore.model.building import scm
from causalcore.queries.world import Fact, Term

Cause = frozenset[tuple[str, Any]]


def _case(mechanisms: dict[str, Any], domains: dict[str, list[int]] | None = None) -> Situation:
    variables = {name: (domains or {}).get(name, [0, 1]) for name in mechanisms}
    return situation(scm(variables=variables, mechanisms=mechanisms), {})


def _causes(case: Situation, effect: str) -> set[Cause]:
    """Return all causes of a variable's factual value, the value itself left out."""
    others = [name for name in case.model.names if name != effect]
    fact = Fact(Term(effect), case.value(effect))
    sets = (names for size in range(1, len(others) + 1) for names in combinations(others, size))
    stated = ({name: case.value(name) for name in names} for names in sets)
    return {frozenset(each.items()) for each in stated if actual_cause(case, each, fact).holds}


def _set(*causes: dict[str, Any]) -> set[Cause]:
    return {frozenset(cause.items()) for cause in causes}


STORIES: list[Any] = [
    pytest.param(
        {"L": 1, "MD": 1, "FF": "L and MD"}, "FF", _set({"L": 1}, {"MD": 1}), id="forest fire that needs both"
    ),
    pytest.param({"L": 1, "MD": 1, "FF": "L or MD"}, "FF", _set({"L": 1, "MD": 1}), id="forest fire that needs one"),
    pytest.param({"ST": 1, "BT": 1, "BS": "ST or BT"}, "BS", _set({"ST": 1, "BT": 1}), id="rocks, naive"),
    pytest.param(
        {"ST": 1, "BT": 1, "SH": "ST", "BH": "BT and not SH", "BS": "SH or BH"},
        "BS",
        _set({"ST": 1}, {"SH": 1}),
        id="rocks, the first one hits",
    ),
    pytest.param(
        {"A": 1, "B": 0, "C": 1, "D": "(A and B) or C"},
        "D",
        _set({"C": 1}),
        id="loading a gun that is not fired is no cause",
    ),
    pytest.param(
        {"P": 0, "A": 1, "VS": "not P or A"}, "VS", _set({"P": 0, "A": 1}), id="antidote, naive: part of a cause"
    ),
    pytest.param(
        {"P": 0, "A": 1, "PN": "P and A", "VS": "not P or PN"},
        "VS",
        _set({"P": 0}),
        id="antidote, whether poison was neutralised is said",
    ),
    pytest.param(
        {"F": 1, "LB": 0, "RB": 0, "A": "if F then not LB else not RB"},
        "A",
        _set({"LB": 0}, {"F": 1, "RB": 0}),
        id="train whose tracks may be blocked",
    ),
    pytest.param(
        {"F": 1, "T": "F", "A": "T == 0 or T == 1"}, "A", set(), id="train whose tracks both arrive: no cause at all"
    ),
    pytest.param(
        {
            "BGU": 1,
            "ESU": 0,
            "BPT": "BGU and ESU",
            "EE": "ESU and not BPT",
            "ESS": "EE",
            "SBT": "not ESS",
            "TD": "SBT",
        },
        "TD",
        _set({"ESU": 0}, {"EE": 0}, {"ESS": 0}, {"SBT": 1}),
        id="double prevention with no enemy in the air",
    ),
    pytest.param(
        {"V1": 1, "V2": 1, "V3": 0, "V4": 0, "W": "V1 + V2 + V3 + V4"},
        "W",
        _set({"V1": 1}, {"V2": 1}, {"V3": 0}, {"V4": 0}),
        id="a tie of four voters",
    ),
]


@pytest.mark.parametrize(("mechanisms", "effect", "published"), STORIES)
def test_a_story_has_exactly_its_published_causes(
    mechanisms: dict[str, Any], effect: str, published: set[Cause]
) -> None:
    assert _causes(_case(mechanisms, {"W": [0, 1, 2, 3, 4]}), effect) == published


def test_a_lamp_switch_on_three_terminals_lights_by_who_stands_where() -> None:
    """Weslake's lamp: it lights when two of three switches agree; A and B are not of one mind, B and C are."""
    switches = {"A": 1, "B": -1, "C": -1}
    domains = {name: [-1, 0, 1] for name in switches}
    agree = " or ".join(f"({x} == {y})" for x, y in combinations(switches, 2))
    case = _case({**switches, "lamp": agree}, domains)
    found = _causes(case, "lamp")
    assert frozenset({("A", 1)}) not in found
    assert {frozenset({("B", -1)}), frozenset({("C", -1)})} & found


def test_six_of_eleven_voters_are_each_a_cause_and_any_other_split_takes_as_many_as_the_margin() -> None:
    for ayes in range(6, 9):
        votes = {f"V{i}": int(i < ayes) for i in range(11)}
        case = _case({**votes, "win": " + ".join(votes) + " > 5"})
        fact = Fact(Term("win"), 1)
        for size in range(1, ayes - 4):
            holds = actual_cause(case, {f"V{i}": 1 for i in range(size)}, fact).holds
            assert holds == (size == ayes - 5)


def test_every_cause_of_a_small_story_is_found_in_every_context() -> None:
    for first, second in product((0, 1), repeat=2):
        case = _case({"L": first, "MD": second, "FF": "L or MD"})
        expected = {
            (0, 0): _set({"L": 0}, {"MD": 0}),
            (1, 0): _set({"L": 1}),
            (0, 1): _set({"MD": 1}),
            (1, 1): _set({"L": 1, "MD": 1}),
        }[first, second]
        assert _causes(case, "FF") == expected
