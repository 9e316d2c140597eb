"""What tables leave possible, what only the solver settles, and how sure an answer is."""

from __future__ import annotations

import re
from itertools import product

import pytest

from causalcore.derivation.answer_kind import AnswerKind
from causalcore.derivation.constraints import lay_out
from causalcore.derivation.derivation import compile_scenario, derive, with_expectation
from causalcore.derivation.tables import fixed_values, predict, run
from causalcore.errors import ContradictoryScenarioError, InvalidInterventionError, MalformedScenarioError
from causalcore.mechanisms.mechanism import evaluate, parse_formula
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import QUANTITY_VALUES, Event, Kind, Link, Scenario, Sign, Strength
from logic.solving.outcome import Status


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
    shown, all_readings = doubted.doubt.split(", but ")
    assert shown == "by the links shown it stays as it was"
    assert all_readings == "over all likely readings the chance of that is only 55%"
    likelier = with_expectation(found, {"e1": 0.87}).answer("e1")
    assert (likelier.kind, likelier.likeliest) == (AnswerKind.OPEN, AnswerKind.CHANGED)
    assert (
        likelier.doubt
        == "over all likely readings it probably changes (87%), but by the links shown it stays as it was"
    )
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


FORMULAS = (
    "not a",
    "a and b and c",
    "a or b or c",
    "a -> b",
    "a xor b",
    "a xor b xor c",
    "if a then b else c",
    "if a then true else not c",
    "a == b",
    "way == 'sea' and not (b or way == 'road')",
)


@pytest.mark.parametrize("formula", FORMULAS)
def test_the_solver_reads_a_mechanism_as_its_table_does(formula):
    way = Event(id="way", statement="They took a way.", kind=Kind.CHOICE, values=("sea", "road", "rail"), fact="sea")
    causes = (*(Event(id=name, statement=f"{name} happened.") for name in "abc"), way)
    known = {"a": True, "b": True, "c": True, "way": "sea"}
    fact = str(evaluate(parse_formula(formula), known)).lower()
    effect = Event(id="e", statement="It happened.", fact=fact)
    compiled = compile_scenario(Scenario(events=(*causes, effect), mechanisms=(("e", formula),)))
    layout, solver = compiled.layout, compiled._solver()
    place, everything = layout.place["e"], list(range(len(layout.nodes)))
    for values in product(("false", "true"), ("false", "true"), ("false", "true"), way.values):
        fixed = fixed_values(layout, do(dict(zip(("a", "b", "c", "way"), values, strict=True))))
        mask = run(layout, fixed, layout.downstream(fixed)).plain[place]
        assert solver.check(everything, fixed, {place: (mask, mask)}).status is Status.SAT
        assert solver.check(everything, fixed, {place: (3 - mask, 3 - mask)}).status is Status.UNSAT


@pytest.mark.parametrize("fact", ["false", "true"])
@pytest.mark.parametrize("strength", [Strength.POSSIBLE, Strength.CONTRIBUTING])
def test_an_unsigned_cause_changes_the_effect_only_where_the_others_stay(fact, strength):
    scenario = Scenario(
        events=events("true", "true", fact),
        links=(
            Link(cause="e0", effect="e2", sign=Sign.DETERMINES),
            Link(cause="e1", effect="e2", sign=Sign.DETERMINES, strength=strength),
        ),
    )
    answer = derive(scenario, do({"e0": "false"})).answer("e2")
    assert answer.kind is AnswerKind.CHANGED
    assert answer.evidence.check()
    assert derive(scenario, do({"e0": "false", "e1": "false"})).answer("e2").kind is AnswerKind.OPEN


@pytest.mark.parametrize(
    ("fact", "pushed", "other", "kind"),
    [
        ("true", "lower", "higher", AnswerKind.OPEN),
        ("true", "lower", "lower", AnswerKind.CHANGED),
        ("false", "higher", "lower", AnswerKind.OPEN),
        ("false", "higher", "higher", AnswerKind.CHANGED),
        ("true", "higher", "higher", AnswerKind.UNCHANGED),
        ("false", "lower", "lower", AnswerKind.UNCHANGED),
    ],
)
def test_a_needed_cause_changes_the_effect_unless_another_pushes_back(fact, pushed, other, kind):
    effect = Event(id="effect", statement="It went through.", fact=fact)
    links = (Link(cause="frost", effect="effect"), Link(cause="price", effect="effect", strength=Strength.CONTRIBUTING))
    scenario = Scenario(events=(quantity("frost"), quantity("price"), effect), links=links)
    answer = derive(scenario, do({"frost": pushed, "price": other})).answer("effect")
    assert answer.kind is kind
    assert answer.evidence.check()


@pytest.mark.parametrize(
    ("cause", "effect", "sign", "clashes"),
    [
        ("true", "true", Sign.PROMOTES, True),
        ("false", "true", Sign.PROMOTES, False),
        ("true", "false", Sign.PROMOTES, False),
        ("false", "false", Sign.PROMOTES, True),
        ("true", "true", Sign.INHIBITS, False),
        ("false", "true", Sign.INHIBITS, True),
        ("true", "false", Sign.INHIBITS, True),
        ("false", "true", Sign.DETERMINES, True),
        ("true", "false", Sign.DETERMINES, True),
    ],
)
def test_a_cause_that_is_needed_clashes_with_one_that_is_enough_where_it_can_work_against_the_fact(
    cause, effect, sign, clashes
):
    links = (Link(cause="e0", effect="e2", sign=sign), Link(cause="e1", effect="e2", strength=Strength.SUFFICIENT))
    scenario = Scenario(events=events(cause, "true", effect), links=links)
    if clashes:
        with pytest.raises(ContradictoryScenarioError):
            compile_scenario(scenario)
    else:
        assert derive(scenario, do({"e0": {"true": "false", "false": "true"}[cause]})).answer("e2").kind == "unchanged"


@pytest.mark.parametrize(
    ("kind", "values", "fact", "gone"),
    [
        (Kind.EVENT, ("false", "true"), "true", {"false"}),
        (Kind.EVENT, ("false", "true"), "false", {"false"}),
        (Kind.QUANTITY, QUANTITY_VALUES, "as stated", {"lower"}),
        (Kind.CHOICE, ("sea", "road", "rail"), "sea", {"road", "rail"}),
        (Kind.CHOICE, ("sea", "road", "rail"), "road", {"sea", "rail"}),
        (Kind.CHOICE, ("sea", "road", "rail"), "rail", {"sea", "road"}),
    ],
)
def test_a_void_claim_counts_as_false_lowest_or_any_other_choice(kind, values, fact, gone):
    trip = Event(id="trip", statement="They went.")
    claim = Event(id="claim", statement="It was so.", kind=kind, values=values, fact=fact, presupposes=("trip",))
    compiled = compile_scenario(Scenario(events=(trip, claim)))
    assert compiled.derive(do({"trip": "false"})).answer("claim").void
    possible = {
        value for value in values if compiled.judge(do({"trip": "false"}), {"claim": value}).status == "consistent"
    }
    assert possible == gone


def test_an_open_answer_takes_a_readers_chance_without_a_doubt():
    answer = with_expectation(derive(EITHER, do({"e0": "false"})), {"e1": 0.7}).answer("e1")
    assert (answer.kind, answer.expected, answer.doubt) == (AnswerKind.OPEN, 0.7, "")
    assert (answer.likeliest, answer.confidence) == (AnswerKind.CHANGED, 0.7)


def test_a_mechanism_computes_with_whole_and_decimal_numbers():
    dose = Event(id="dose", statement="The dose was 1.5.", kind=Kind.CHOICE, values=("0.5", "1.5", "2"), fact="1.5")
    sleep = Event(id="sleep", statement="They slept 3 hours.", kind=Kind.CHOICE, values=("1", "3", "4"), fact="3")
    scenario = Scenario(events=(dose, sleep), mechanisms=(("sleep", "2 * dose"),))
    assert [derive(scenario, do({"dose": dose})).answer("sleep").value for dose in ("0.5", "1.5", "2")] == [
        "1",
        "3",
        "4",
    ]


def test_a_mechanism_compares_levels_by_their_order():
    alarm = Event(id="alarm", statement="The alarm rang.", fact="false")
    scenario = Scenario(events=(quantity("price"), alarm), mechanisms=(("alarm", "price > 'as stated'"),))
    kinds = [derive(scenario, do({"price": level})).answer("alarm").value for level in QUANTITY_VALUES]
    assert kinds == ["false", "false", "true"]


@pytest.mark.parametrize("count", [1, 8, 9, 12])
def test_a_wrong_name_is_answered_with_the_first_eight_events(count):
    scenario = Scenario(events=events(*["true"] * count))
    names = ", ".join(f"e{k}" for k in range(min(count, 8))) + (", ..." if count > 8 else "")
    with pytest.raises(InvalidInterventionError, match=rf"on one of {re.escape(names)}, got rain"):
        derive(scenario, do({"rain": "false"}))
