"""What tables leave possible, what only the solver settles, and how sure an answer is."""

from __future__ import annotations

import pytest

from causalcore.derivation.answer_kind import AnswerKind
from causalcore.derivation.constraints import lay_out
from causalcore.derivation.derivation import compile_scenario, derive, with_expectation
from causalcore.derivation.tables import fixed_values, predict
from causalcore.errors import MalformedScenarioError
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import QUANTITY_VALUES, Event, Kind, Link, Scenario, Sign, Strength


def events(*facts: str) -> tuple[Event, ...]:
    return tuple(Event(id=f"e{k}", statement=f"Thing {k} broke.", fact=fact) for k, fact in enumerate(facts))


EITHER = Scenario(
    events=events("true", "true", "true"),
    links=(Link(cause="e0", effect="e1", strength=Strength.CONTRIBUTING),),
    mechanisms=(("e2", "e1 or not e1"),),
)
"""The last event is true whatever the one before is, which one formula shows."""

SPLIT = Scenario(
    events=events("true", "true", "true", "false", "true"),
    links=(Link(cause="e0", effect="e1", strength=Strength.CONTRIBUTING),),
    mechanisms=(("e2", "e1"), ("e3", "not e1"), ("e4", "e2 or e3")),
)
"""The last event is true in every world, though sets of values carried along the graph lose that."""

APART = Scenario(
    events=events("true", "true", "true", "false"),
    links=tuple(Link(cause="e0", effect=name, strength=Strength.CONTRIBUTING) for name in ("e1", "e2")),
    mechanisms=(("e3", "e1 xor e2"),),
)
"""The last event changes only where one of two events stays and the other does not."""


class GivesUp:
    """A solver that has no time."""

    def possible(self, rest, fixed):
        return None, "out of time"


def test_a_formula_that_always_holds_is_settled_by_its_table():
    assert derive(EITHER, do({"e0": "false"})).answer("e2").kind is AnswerKind.UNCHANGED


def test_what_sets_of_values_lose_the_solver_settles():
    answer = derive(SPLIT, do({"e0": "false"})).answer("e4")
    assert answer.kind is AnswerKind.UNCHANGED
    assert answer.value == "true"
    assert "link e0 -> e1" not in answer.evidence.core
    assert answer.evidence.check()


def test_what_no_simple_policy_shows_the_solver_shows():
    answer = derive(APART, do({"e0": "false"})).answer("e3")
    assert answer.kind is AnswerKind.OPEN
    assert [dict(world)["e3"] for world in answer.evidence.worlds] == ["false", "true"]
    assert answer.evidence.check()


@pytest.mark.parametrize(("scenario", "name"), [(SPLIT, "e4"), (APART, "e3")])
def test_a_doubt_that_the_solver_leaves_is_unknown_with_its_reason(scenario, name):
    layout = lay_out(scenario)
    found = predict(layout, fixed_values(layout, do({"e0": "false"})), GivesUp)
    assert found.finding(layout.place[name]).kind is AnswerKind.UNKNOWN
    assert found.finding(layout.place["e1"]).kind is AnswerKind.OPEN
    assert found.reason == "out of time"


def test_a_choice_among_changed_values_is_changed_though_the_solver_gave_up():
    way = Event(id="way", statement="They took a way.", kind=Kind.CHOICE, values=("sea", "road", "rail"), fact="sea")
    scenario = Scenario(
        events=(*APART.events, way),
        links=APART.links,
        mechanisms=(*APART.mechanisms, ("way", "if e0 then 'sea' else if e3 then 'road' else 'rail'")),
    )
    layout = lay_out(scenario)
    finding = predict(layout, fixed_values(layout, do({"e0": "false"})), GivesUp).finding(layout.place["way"])
    assert (finding.kind, finding.value, finding.direction) == (AnswerKind.CHANGED, None, None)
    assert derive(scenario, do({"e0": "false"})).answer("way").value is None


def test_an_answer_is_unknown_with_the_reason_where_the_solver_gives_up(monkeypatch):
    compiled = compile_scenario(SPLIT)
    monkeypatch.setattr(type(compiled), "_solver", lambda *_: GivesUp())
    answer = compiled.derive(do({"e0": "false"})).answer("e4")
    assert str(answer.evidence) == "The solver gave up: out of time."


@pytest.mark.parametrize("count", [8, 9, 12])
def test_many_uncertain_links_are_drawn_close_to_the_exact_chance(count):
    links = tuple(Link(cause=f"e{k}", effect=f"e{k + 1}", confidence=0.9) for k in range(count))
    scenario = Scenario(events=events(*["true"] * (count + 1)), links=links)
    answers = derive(scenario, do({"e0": "false"})).answers
    assert [answer.confidence for answer in answers] == pytest.approx([0.9**k for k in range(count + 1)], abs=0.075)
    exact = answers[-1].confidence == pytest.approx(0.9**count, abs=1e-9)
    assert exact is (count <= 8)


def test_an_uncertain_link_that_carries_no_change_costs_no_confidence():
    links = (Link(cause="e0", effect="e1"), Link(cause="e2", effect="e1", confidence=0.5))
    scenario = Scenario(events=events("true", "true", "true"), links=links)
    assert derive(scenario, do({"e0": "false"})).answer("e1").confidence == 1
    assert derive(scenario, do({"e2": "false"})).answer("e1").confidence == 0.5
    assert derive(scenario, do({"e2": "false", "e1": "false"})).answer("e1").confidence == 1


def test_arithmetic_over_too_many_rows_is_refused_where_the_solver_needs_it():
    levels = tuple(
        Event(id=f"e{k}", statement=f"Level {k} stood.", kind=Kind.CHOICE, values=("0", "1"), fact="0")
        for k in range(13)
    )
    alarm = Event(id="alarm", statement="The alarm rang.", fact="false")
    total = " + ".join(event.id for event in levels)
    scenario = Scenario(events=(*levels, alarm), mechanisms=(("alarm", f"{total} > 5"),))
    given = {event.id: "1" for event in levels}
    answer = derive(scenario, do(given)).answer("alarm")
    assert answer.kind is AnswerKind.CHANGED
    with pytest.raises(MalformedScenarioError, match=r"at most 4096 rows for the arithmetic .* got 8192"):
        answer.evidence.check()


@pytest.mark.parametrize(
    ("chance", "kind", "likeliest", "confidence"),
    [
        (0.9, AnswerKind.CHANGED, AnswerKind.CHANGED, 0.9),
        (0.6, AnswerKind.CHANGED, AnswerKind.CHANGED, 0.6),
        (0.5, AnswerKind.OPEN, AnswerKind.CHANGED, 0.5),
        (0.2, AnswerKind.OPEN, AnswerKind.UNCHANGED, 0.8),
    ],
)
def test_a_readers_chance_weighs_a_change(chance, kind, likeliest, confidence):
    found = derive(Scenario(events=events("true", "true"), links=(Link(cause="e0", effect="e1"),)), do({"e0": "false"}))
    answer = with_expectation(found, {"e1": chance}).answer("e1")
    assert (answer.kind, answer.likeliest, answer.confidence) == (kind, likeliest, pytest.approx(confidence))
    assert bool(answer.doubt) is (kind is AnswerKind.OPEN)
    assert (answer.value is None) is (kind is AnswerKind.OPEN)


def test_a_readers_chance_weighs_what_stays_and_leaves_what_is_supposed():
    found = derive(Scenario(events=events("true", "true")), do({"e0": "false"}))
    weighed = with_expectation(found, {"e0": 0.1, "e1": 0.3})
    assert weighed.answer("e0").kind is AnswerKind.CHANGED
    assert (weighed.answer("e1").kind, weighed.answer("e1").confidence) == (AnswerKind.UNCHANGED, pytest.approx(0.7))
    doubted = with_expectation(found, {"e1": 0.45}).answer("e1")
    assert doubted.kind is AnswerKind.OPEN
    assert doubted.doubt == "the links as read say unchanged, with a confidence of only 55%"
    assert with_expectation(found, {}) == found


def quantity(name: str) -> Event:
    return Event(id=name, statement=f"The {name} was 9.", kind=Kind.QUANTITY, values=QUANTITY_VALUES, fact="as stated")


@pytest.mark.parametrize(
    ("sign", "supposed", "direction", "value"),
    [
        (Sign.PROMOTES, "lower", "lower", "lower"),
        (Sign.PROMOTES, "higher", "higher", "higher"),
        (Sign.INHIBITS, "lower", "higher", "higher"),
        (Sign.DETERMINES, "lower", None, None),
        (Sign.PROMOTES, "as stated", None, "as stated"),
    ],
)
def test_a_quantity_moves_as_its_sign_says(sign, supposed, direction, value):
    scenario = Scenario(
        events=(quantity("frost"), quantity("price")), links=(Link(cause="frost", effect="price", sign=sign),)
    )
    answer = derive(scenario, do({"frost": supposed})).answer("price")
    assert answer.kind is (AnswerKind.UNCHANGED if supposed == "as stated" else AnswerKind.CHANGED)
    assert (answer.direction and answer.direction.value, answer.value) == (direction, value)
