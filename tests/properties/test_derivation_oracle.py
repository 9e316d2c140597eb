"""The engine against brute force over all response tables."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))

import pytest
from brute_force import is_contradictory, rank, worlds
from random_interventions import random_intervention, random_values

from causalcore.claims.generation import random_scenario
from causalcore.derivation.derivation import AnswerKind, Direction, JudgementStatus, compile_scenario
from causalcore.errors import ContradictoryScenarioError
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Kind, Scenario

MANY = settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck), database=None)


def expected(scenario: Scenario, intervention: dict[str, str]) -> dict[str, tuple]:
    found = worlds(scenario, intervention)
    result = {}
    for event in scenario.events:
        name = event.id
        kept = {world[name] == event.fact and name not in void for world, void in found}
        kind = {frozenset({True}): "unchanged", frozenset({False}): "changed"}.get(frozenset(kept), "open")
        void = all(name in gone for _, gone in found)
        ranks = {rank(event, world[name]) - rank(event, event.fact) for world, _ in found}
        direction = None
        if event.kind is Kind.QUANTITY and kind == "changed" and not any(name in gone for _, gone in found):
            if max(ranks) < 0:
                direction = Direction.LOWER
            elif min(ranks) > 0:
                direction = Direction.HIGHER
        values = {world[name] for world, _ in found}
        value = values.pop() if len(values) == 1 and not any(name in gone for _, gone in found) else None
        result[name] = (kind, direction, void, value)
    return result


@MANY
@given(seed=st.integers(0, 2**40))
def test_the_engine_agrees_with_all_response_tables(seed):
    source = random.Random(seed)
    scenario = random_scenario(source)
    if is_contradictory(scenario):
        with pytest.raises(ContradictoryScenarioError) as caught:
            compile_scenario(scenario)
        assert caught.value.core
        return
    compiled = compile_scenario(scenario)
    for _ in range(2):
        intervention = random_intervention(source, scenario)
        derivation = compiled.derive(do(intervention))
        got = {a.event: (a.kind.value, a.direction, a.void, a.value) for a in derivation.answers}
        assert got == expected(scenario, intervention)
        if seed % 5 == 0:
            for answer in derivation.answers:
                assert answer.evidence.check()
                assert answer.kind is not AnswerKind.OPEN or len(answer.evidence.worlds) == 2
        asserted = random_values(source, scenario, 0.7)
        fits = any(all(world[n] == v for n, v in asserted.items()) for world, _ in worlds(scenario, intervention))
        judgement = compiled.judge(do(intervention), asserted)
        assert judgement.status is (JudgementStatus.CONSISTENT if fits else JudgementStatus.INCONSISTENT)
        if not fits:
            core = {name: asserted[name] for name in judgement.core_events}
            assert core
            assert compiled.judge(do(intervention), core).status is JudgementStatus.INCONSISTENT
