from __future__ import annotations

from itertools import chain, combinations, product
from random import Random
from typing import Any

import numpy as np
import pytest

import causalcore.causes.actual_cause as search
import causalcore.causes.responsibility as degrees
from causalcore.causes.actual_cause import actual_cause, dependence
from causalcore.causes.contingency import Search, find_contingency
from causalcore.causes.responsibility import responsibility, responsibility_range
from causalcore.causes.situation import Situation, situation
from causalcore.errors import MalformedModelError
from causalcore.model.building import scm
from causalcore.model.model import SCM, Mechanism
from causalcore.model.textbook import DRUG_GENDER, FIRING_SQUAD
from causalcore.model.variable import Variable
from causalcore.queries.world import Fact, Term
from logic.solving.outcome import Limits, Outcome, Status
from logic.solving.solver import Session


def _case(mechanisms: dict[str, Any], domains: dict[str, list[int]] | None = None) -> Situation:
    variables = {name: (domains or {}).get(name, [0, 1]) for name in mechanisms}
    return situation(scm(variables=variables, mechanisms=mechanisms), {})


def _holds(case: Situation, cause: dict[str, Any], effect: str, value: int = 1) -> bool:
    return actual_cause(case, cause, Fact(Term(effect), value)).holds


def test_forest_fire_conjunctive_each_is_a_but_for_cause() -> None:
    case = _case({"lightning": 1, "match": 1, "fire": "lightning and match"})
    verdict = actual_cause(case, {"lightning": 1}, Fact(Term("fire"), 1))
    assert verdict.but_for
    assert not _holds(case, {"lightning": 1, "match": 1}, "fire")


def test_forest_fire_disjunctive_only_both_together_are_a_cause() -> None:
    case = _case({"lightning": 1, "match": 1, "fire": "lightning or match"})
    assert not _holds(case, {"lightning": 1}, "fire")
    assert _holds(case, {"lightning": 1, "match": 1}, "fire")
    assert responsibility(case, "lightning", Fact(Term("fire"), 1)) == 0.5


ROCKS = {"ST": 1, "BT": 1, "SH": "ST", "BH": "BT and not SH", "BS": "SH or BH"}


def test_rock_throwing_the_first_stone_is_the_cause_and_the_second_is_not() -> None:
    case = _case(ROCKS)
    verdict = actual_cause(case, {"ST": 1}, Fact(Term("BS"), 1))
    assert verdict.holds
    assert not verdict.but_for
    assert verdict.witness is not None
    assert verdict.witness.held == (("BH", 0),)
    assert str(verdict.witness) == "do(ST=0) while BH=0 is held"
    assert not _holds(case, {"BT": 1}, "BS")
    assert not _holds(case, {"ST": 1, "BT": 1}, "BS")


def test_voting_six_to_five_each_voter_is_a_cause() -> None:
    votes = {f"V{i}": int(i < 6) for i in range(11)}
    case = _case({**votes, "win": " + ".join(votes) + " > 5"})
    assert actual_cause(case, {"V0": 1}, Fact(Term("win"), 1)).but_for
    assert not _holds(case, {"V7": 0}, "win")


def test_voting_eleven_to_nothing_six_voters_are_a_cause_and_share_it() -> None:
    votes = {f"V{i}": 1 for i in range(11)}
    case = _case({**votes, "win": " + ".join(votes) + " > 5"})
    assert not _holds(case, {"V0": 1}, "win")
    assert _holds(case, {f"V{i}": 1 for i in range(6)}, "win")
    assert not _holds(case, {f"V{i}": 1 for i in range(7)}, "win")
    assert responsibility(case, "V0", Fact(Term("win"), 1)) == pytest.approx(1 / 6)


def test_switch_the_choice_of_the_track_is_no_cause_of_the_arrival() -> None:
    case = _case({"flip": 1, "track": "flip", "arrives": "track == 0 or track == 1"})
    assert not _holds(case, {"flip": 1}, "arrives")


def test_bogus_prevention_the_needless_antidote_is_no_part_of_a_cause() -> None:
    case = _case({"poison": 0, "antidote": 1, "neutral": "poison and antidote", "lives": "not poison or neutral"})
    effect = Fact(Term("lives"), 1)
    assert actual_cause(case, {"poison": 0}, effect).holds
    assert not actual_cause(case, {"antidote": 1}, effect).holds
    assert not actual_cause(case, {"poison": 0, "antidote": 1}, effect).holds
    assert responsibility(case, "antidote", effect) == 0.0


def test_overdetermination_by_two_riflemen() -> None:
    case = situation(FIRING_SQUAD, {"U": 1, "W": 1})
    assert not _holds(case, {"A": 1}, "D")
    assert _holds(case, {"A": 1, "B": 1}, "D")
    assert not _holds(case, {"C": 1}, "D"), "the nervous rifleman would have shot"


def test_what_is_no_fact_is_no_cause() -> None:
    case = situation(FIRING_SQUAD, {"U": 0, "W": 0})
    assert actual_cause(case, {"A": 1}, Fact(Term("D"), 0)).why == "AC1 fails: A=1 is false in this context"


def test_a_context_must_fix_all_noise_and_all_mechanisms() -> None:
    with pytest.raises(MalformedModelError, match="got none of W"):
        situation(FIRING_SQUAD, {"U": 1})
    with pytest.raises(MalformedModelError, match="a conditional table for gender"):
        situation(DRUG_GENDER, {})
    with pytest.raises(MalformedModelError, match="another variable's fact as effect"):
        actual_cause(situation(FIRING_SQUAD, {"U": 1, "W": 1}), {"D": 1}, Fact(Term("D"), 1))


def _world(case: Situation, setting: dict[str, int]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name in case.model.order:
        found[name] = setting[name] if name in setting else case.compute(name, found)
    return found


def _depends(case: Situation, cause: tuple[str, ...], effect: str) -> bool:
    rest = [name for name in case.model.names if name not in cause and name != effect]
    for held in chain.from_iterable(combinations(rest, size) for size in range(len(rest) + 1)):
        for values in product(*(range(case.model[name].size) for name in cause)):
            world = _world(case, {**{name: case.facts[name] for name in held}, **dict(zip(cause, values, strict=True))})
            if world[effect] != case.facts[effect]:
                return True
    return False


def _by_definition(case: Situation, cause: tuple[str, ...], effect: str) -> bool:
    parts = chain.from_iterable(combinations(cause, size) for size in range(1, len(cause)))
    return _depends(case, cause, effect) and not any(_depends(case, part, effect) for part in parts)


def _random_model(random: Random, count: int, width: int) -> SCM:
    own = tuple(Variable(f"V{i}", tuple(range(random.choice((2, 2, 3))))) for i in range(count))
    rules = []
    for i, item in enumerate(own):
        parents = random.sample(own[max(0, i - width) : i], k=min(i, random.randint(0 if i < 3 else 1, 3)))
        shape = tuple(parent.size for parent in parents)
        table = [random.randrange(item.size) for _ in range(int(np.prod(shape)))]
        rules.append(Mechanism(tuple(p.name for p in parents), np.array(table, dtype=np.intp).reshape(shape)))
    return SCM(own, (), (), tuple(rules))


@pytest.mark.parametrize("seed", range(150))
def test_the_search_equals_the_powerset_of_the_definition(seed: int) -> None:
    random = Random(seed)
    case = situation(_random_model(random, random.randint(3, 6), 6), {})
    effect = case.model.names[-1]
    for size in (1, 2, 3):
        for cause in combinations(case.model.names[:-1], min(size, len(case.model.names) - 1)):
            stated = {name: case.value(name) for name in cause}
            found = actual_cause(case, stated, Fact(Term(effect), case.value(effect)))
            assert found.holds == _by_definition(case, cause, effect), (seed, cause)
            if found.holds and found.witness is not None:
                setting = {name: case.model[name].index(value) for name, value in found.witness.setting}
                held = {name: case.facts[name] for name, _ in found.witness.held}
                assert _world(case, {**held, **setting})[effect] != case.facts[effect]


@pytest.mark.parametrize("seed", range(80))
def test_the_solver_finds_the_same_causes_with_as_few_variables_held(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(seed)
    case = situation(_random_model(random, random.randint(3, 7), 7), {})
    effect = case.model.names[-1]
    fact = Fact(Term(effect), case.value(effect))
    for size in (1, 2):
        for cause in combinations(case.model.names[:-1], size):
            monkeypatch.setattr(search, "MAX_STATES", 10_000)
            searched = dependence(case, cause, fact).witness
            monkeypatch.setattr(search, "MAX_STATES", 0)
            solved = dependence(case, cause, fact).witness
            assert (searched is None) == (solved is None)
            if searched is not None and solved is not None:
                assert len(searched.held) == len(solved.held)
                setting = {name: case.model[name].index(value) for name, value in solved.setting}
                held = {name: case.facts[name] for name, _ in solved.held}
                assert _world(case, {**held, **setting})[effect] != case.facts[effect]


def test_a_question_beyond_the_solvers_limits_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    case = situation(_dense_model(Random(1), 30, 4), {})
    relevant = list(case.model.order)
    asked = case, ("V0", "V1", "V2"), relevant, "V29", [1 - case.facts["V29"]]
    found = find_contingency(*asked, Limits(seconds=0.0))
    assert found == Search(None, "timeout")
    monkeypatch.setattr(Session, "check", lambda *_, **__: Outcome(status=Status.UNKNOWN, reason="canceled"))
    assert find_contingency(*asked) == Search(None, "canceled")
    monkeypatch.setattr(search, "MAX_STATES", 0)
    effect = Fact(Term("V29"), case.value("V29"))
    verdict = actual_cause(case, {name: case.value(name) for name in ("V0", "V1")}, effect, seconds=0.0)
    assert verdict.holds is None
    assert verdict.witness is None
    assert not verdict.but_for
    assert verdict.why.startswith("unknown: the solver gave up on AC2 (")


def test_a_part_that_is_not_decided_leaves_the_cause_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    case = situation(FIRING_SQUAD, {"U": 1, "W": 0})
    decided = search.dependence

    def part_unknown(case: Situation, cause: tuple[str, ...], *rest: Any) -> search.Dependence:
        return decided(case, cause, *rest) if len(cause) > 1 else search.Dependence(None, "timeout")

    monkeypatch.setattr(search, "dependence", part_unknown)
    verdict = actual_cause(case, {"A": 1, "B": 1}, Fact(Term("D"), 1))
    assert verdict.holds is None
    assert verdict.witness is not None
    assert verdict.why == "unknown: the solver gave up on AC3 for B (timeout)"


def test_a_degree_is_an_interval_where_a_cause_is_not_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    case = situation(FIRING_SQUAD, {"U": 1, "W": 0})
    unknown = search.CauseVerdict(None, None, "unknown")
    monkeypatch.setattr(degrees, "actual_cause", lambda *_: unknown)
    assert responsibility_range(case, "A", Fact(Term("D"), 1)) == (0.0, 1.0)
    monkeypatch.setattr(degrees, "MAX_SECONDS", -1.0)
    assert responsibility_range(case, "A", Fact(Term("D"), 1)) == (0.0, 1.0)


def test_a_witness_that_may_not_hold_the_fewest_leaves_the_degree_open(monkeypatch: pytest.MonkeyPatch) -> None:
    case = situation(FIRING_SQUAD, {"U": 1, "W": 0})
    witness = search.Witness((("A", 0),), (("B", 1), ("C", 1)), fewest=False)
    monkeypatch.setattr(degrees, "actual_cause", lambda *_: search.CauseVerdict(True, witness, ""))
    low, high = responsibility_range(case, "A", Fact(Term("D"), 1))
    assert low < high == 1.0


def _dense_model(random: Random, count: int, parents: int) -> SCM:
    own = tuple(Variable(f"V{i}", (0, 1)) for i in range(count))
    rules = []
    for i in range(count):
        chosen = random.sample(own[:i], k=min(i, parents))
        table = np.array([random.randrange(2) for _ in range(2 ** len(chosen))], dtype=np.intp)
        rules.append(Mechanism(tuple(p.name for p in chosen), table.reshape((2,) * len(chosen))))
    return SCM(own, (), (), tuple(rules))


def test_responsibility_that_too_many_causes_might_decide_is_a_range(monkeypatch: pytest.MonkeyPatch) -> None:
    votes = {f"V{i}": 1 for i in range(9)}
    case = _case({**votes, "win": " + ".join(votes) + " > 3"})
    assert responsibility(case, "V0", Fact(Term("win"), 1)) == pytest.approx(1 / 6)
    monkeypatch.setattr(degrees, "MAX_CAUSES", 60)
    assert responsibility_range(case, "V0", Fact(Term("win"), 1)) == (0.0, pytest.approx(1 / 4))
    with pytest.raises(MalformedModelError, match="still open"):
        responsibility(case, "V0", Fact(Term("win"), 1))
