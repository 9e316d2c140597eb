"""What the strategies draw is well formed, and shrinks."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from causalcore.claims.generation import random_model, random_scenario
from causalcore.claims.strategies import evidence, interventions, scenarios, scms
from causalcore.derivation.constraints import lay_out
from causalcore.derivation.tables import fixed_values
from causalcore.errors import ContradictoryScenarioError, MalformedModelError
from causalcore.model.model import ConditionalTable
from causalcore.queries.abduction import abduct
from causalcore.queries.prediction import intervene
from causalcore.scenario.intervention import Intervention
from causalcore.scenario.scenario import Strength

SOME = settings(max_examples=80, database=None, suppress_health_check=list(HealthCheck))
SEARCH = settings(
    max_examples=2000,
    database=None,
    derandomize=True,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)


@SOME
@given(data=st.data(), model=scms(conditional=True))
def test_evidence_about_a_model_can_always_be_seen(data, model):
    assert abduct(model, data.draw(evidence(model))).weight > 0


@SOME
@given(data=st.data(), model=scms())
def test_a_model_takes_every_intervention_that_is_drawn_for_it(data, model):
    action = data.draw(interventions(model, max_size=2))
    assert 1 <= len(action) <= 2
    intervene(model, action)


@SOME
@given(data=st.data(), scenario=scenarios())
def test_a_scenario_is_consistent_and_takes_its_interventions(data, scenario):
    lay_out(scenario)
    action = data.draw(interventions(scenario))
    assert isinstance(action, Intervention)
    fixed_values(lay_out(scenario), action)
    assert all(scenario.event(name).fact == value for name, value in data.draw(evidence(scenario)).items())


@SOME
@given(model=scms(confounded=False))
def test_models_without_confounding_share_no_noise(model):
    used = [parent for name in model.names for parent in model.rule(name).parents if parent in model.noise_of]
    assert len(used) == len(set(used))
    assert all(len(factor.names) == 1 for factor in model.noise)


def test_models_shrink_to_the_smallest_that_will_do():
    chain = find(scms(), lambda model: "V2" in model.descendants(["V0"]), settings=SEARCH)
    assert chain.names == ("V0", "V1", "V2")
    assert chain.noise == ()
    assert {item.size for item in chain.variables} == {2}
    table = find(
        scms(conditional=True),
        lambda model: any(isinstance(rule, ConditionalTable) for rule in model.rules),
        settings=SEARCH,
    )
    assert table.names == ("V0",)


def test_scenarios_shrink_to_the_smallest_that_will_do():
    found = find(
        scenarios(), lambda scenario: any(x.strength is Strength.CONTRIBUTING for x in scenario.links), settings=SEARCH
    )
    assert [event.fact for event in found.events] == ["true", "true"]
    assert len(found.links) == 1
    assert found.mechanisms == ()


def test_without_consistency_contradictions_are_drawn_too():
    def contradicts(scenario) -> bool:
        try:
            lay_out(scenario)
        except ContradictoryScenarioError:
            return True
        return False

    assert find(scenarios(consistent=False), contradicts, settings=SEARCH).events


@pytest.mark.parametrize("seed", range(5))
def test_a_random_source_makes_the_same_things(seed):
    import random

    assert random_model(random.Random(seed)).names == random_model(random.Random(seed)).names
    assert random_scenario(random.Random(seed), size=4) == random_scenario(random.Random(seed), size=4)
    lay_out(random_scenario(random.Random(seed), consistent=True))


@pytest.mark.parametrize("draw", [interventions, lambda model: find(evidence(model), bool)])
def test_what_is_neither_a_model_nor_a_scenario_has_no_interventions(draw):
    with pytest.raises(MalformedModelError, match="expected a model or a scenario, got nothing; pass one"):
        draw(None)
