"""Scenarios and the models that they admit, there and back."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from brute_force import _key_tables, is_contradictory
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from causalcore.causes.situation import situation
from causalcore.claims.checking import check_claim
from causalcore.claims.generation import random_scenario
from causalcore.claims.strategies import evidence, interventions, scenarios, scms
from causalcore.derivation.derivation import AnswerKind, derive
from causalcore.errors import MalformedModelError
from causalcore.model.building import scm
from causalcore.scenario.scenario import Event, Kind, Link, Scenario, Strength
from causalcore.worlds.admission import admits, admitted_models, number_of_models, scenario_of

SOME = settings(max_examples=80, database=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("seed", range(60))
def test_as_many_models_are_admitted_as_there_are_valid_tables(seed):
    scenario = random_scenario(random.Random(seed), size=3, consistent=True)
    assert not is_contradictory(scenario)
    plain = [event for event in scenario.events if not event.presupposes]
    formulas = dict(scenario.mechanisms)
    expected = 1
    for event in plain:
        expected *= 1 if event.id in formulas else len(_key_tables(scenario, event.id))
    if len(plain) == len(scenario.events):
        assert number_of_models(scenario) == expected


@SOME
@given(scenario=scenarios(max_events=3, max_tables=100), data=st.data())
def test_every_answer_is_what_all_admitted_models_say(scenario, data):
    assume(number_of_models(scenario) <= 400)
    action = data.draw(interventions(scenario))
    values: dict[str, set[str]] = {event.id: set() for event in scenario.events}
    for model in admitted_models(scenario):
        assert admits(scenario, model)
        for event in scenario.events:
            values[event.id].add(_value(model, dict(action), event.id))
    for answer in derive(scenario, action).answers:
        event, seen = scenario.event(answer.event), values[answer.event]
        if answer.void:
            assert answer.kind is AnswerKind.CHANGED
        elif answer.kind is AnswerKind.CHANGED:
            assert event.fact not in seen or event.presupposes
        elif answer.kind is AnswerKind.UNCHANGED:
            assert seen == {event.fact}
        elif not event.presupposes:
            assert len(seen) > 1


def _value(model, action, name):
    places = {key: model[key].index(value) for key, value in action.items()}
    case, facts = situation(model, {}), {}
    for key in model.order:
        facts[key] = places[key] if key in places else case.compute(key, facts)
    return model[name].values[facts[name]]


@SOME
@given(model=scms(), data=st.data())
def test_every_model_is_admitted_by_its_own_scenario(model, data):
    context = {name: data.draw(st.sampled_from(model[name].values)) for factor in model.noise for name in factor.names}
    assert admits(scenario_of(model, context), model, context)


@SOME
@given(scenario=scenarios(max_events=3, max_tables=100))
def test_an_admitted_model_says_at_least_as_much_as_its_scenario(scenario):
    assume(not any(event.presupposes or event.kind is Kind.CHOICE for event in scenario.events))
    for model in islice(admitted_models(scenario), 20):
        again = scenario_of(model)
        assert {event.id: event.fact for event in again.events} == {event.id: event.fact for event in scenario.events}
        assert admits(again, model)


def test_a_model_with_other_tables_or_values_is_not_admitted():
    events = tuple(Event(id=name, statement=f"{name} happened.") for name in "abc")
    scenario = Scenario(events=events, links=(Link(cause="a", effect="b"),))
    variables = {"a": [0, 1], "b": [0, 1], "c": [0, 1]}

    def made(b: str, noise=None):
        return scm(variables=variables, mechanisms={"a": 1, "b": b, "c": 1}, noise=noise)

    assert admits(scenario, made("a"))
    assert not admits(scenario, made("a and c"))  # b depends on c, which nobody said
    assert not admits(scenario, made("c"))
    assert not admits(scenario, made("not a"))
    noisy = made("a and U", {"U": {0: 0.5, 1: 0.5}})
    assert admits(scenario, noisy, {"U": 1})
    assert not admits(scenario, noisy, {"U": 0})
    with pytest.raises(MalformedModelError, match="a value of each noise variable"):
        admits(scenario, noisy)
    three = scm(variables={**variables, "c": [0, 1, 2]}, mechanisms={"a": 1, "b": "a", "c": 1})
    with pytest.raises(MalformedModelError, match="the values false, true of c"):
        admits(scenario, three)


def test_an_event_with_too_many_tables_is_refused():
    events = tuple(Event(id=f"e{n}", statement="It happened.") for n in range(6))
    links = tuple(Link(cause=f"e{n}", effect="e5", strength=Strength.POSSIBLE) for n in range(5))
    with pytest.raises(MalformedModelError, match=r"2\^32"):
        next(admitted_models(Scenario(events=events, links=links)))


@SOME
@given(scenario=scenarios(), data=st.data())
def test_evidence_of_a_scenario_is_its_facts(scenario, data):
    assert all(scenario.event(name).fact == value for name, value in data.draw(evidence(scenario)).items())


@pytest.mark.parametrize("seed", range(40))
def test_a_claim_over_a_scenario_is_what_it_is_over_all_admitted_models(seed):
    source = random.Random(seed)
    scenario = random_scenario(source, size=3, consistent=True)
    if number_of_models(scenario) > 60:
        return
    models = list(admitted_models(scenario))
    for kind in ("causes", "no_effect", "necessary", "prevents", "monotone", "would"):
        cause, effect = source.sample(scenario.events, 2)
        ends = f'{cause.id}="{cause.fact}", {effect.id}="{effect.fact}"'
        texts = {
            "monotone": f"monotone({ends}, +)",
            "would": f'would({effect.id}="{effect.fact}", had={cause.id}="{source.choice(cause.values)}")',
        }
        text = texts.get(kind, f"{kind}({ends})")
        statuses = {check_claim(model, text).status for model in models}
        assert check_claim(scenario, text).status == (statuses.pop() if len(statuses) == 1 else "open"), text
