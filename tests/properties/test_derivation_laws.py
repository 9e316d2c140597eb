"""Laws that answers obey, whatever the scenario."""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))

from random_interventions import random_intervention

from causalcore.claims.generation import random_scenario
from causalcore.derivation.derivation import AnswerKind, CompiledScenario, compile_scenario
from causalcore.errors import ContradictoryScenarioError
from causalcore.scenario.graph import ancestors, descendants, parents
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Scenario, Sign, Strength

FEW = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck), database=None)
SEEDS = st.integers(0, 2**40)


def consistent(source: random.Random) -> tuple[Scenario, CompiledScenario]:
    while True:
        scenario = random_scenario(source)
        try:
            return scenario, compile_scenario(scenario)
        except ContradictoryScenarioError:
            continue


def kinds(compiled: CompiledScenario, intervention: dict[str, str]) -> dict[str, tuple]:
    answers = compiled.derive(do(intervention)).answers
    return {a.event: (a.kind, a.direction, a.void, a.value) for a in answers}


@FEW
@given(seed=SEEDS)
def test_what_is_not_downstream_never_changes(seed):
    source = random.Random(seed)
    scenario, compiled = consistent(source)
    intervention = random_intervention(source, scenario)
    below = descendants(scenario, intervention) | set(intervention)
    for answer in compiled.derive(do(intervention)).answers:
        if answer.event not in below:
            assert answer.kind is AnswerKind.UNCHANGED
            assert "not downstream" in str(answer.evidence)


@FEW
@given(seed=SEEDS)
def test_doing_what_is_already_so_changes_nothing(seed):
    source = random.Random(seed)
    scenario, compiled = consistent(source)
    chosen = {event.id: event.fact for event in scenario.events if source.random() < 0.5}
    assert not [a for a in compiled.derive(do(chosen)).answers if a.kind is not AnswerKind.UNCHANGED]


@FEW
@given(seed=SEEDS)
def test_answers_do_not_depend_on_links_into_what_is_set(seed):
    source = random.Random(seed)
    scenario, compiled = consistent(source)
    intervention = random_intervention(source, scenario)
    cut = replace(
        scenario,
        links=tuple(link for link in scenario.links if link.effect not in intervention),
        mechanisms=tuple((name, text) for name, text in scenario.mechanisms if name not in intervention),
        events=tuple(replace(e, presupposes=()) if e.id in intervention else e for e in scenario.events),
    )
    assert kinds(compiled, intervention) == kinds(compile_scenario(cut), intervention)


@FEW
@given(seed=SEEDS)
def test_a_new_necessary_link_leaves_what_is_not_below_its_effect_alone(seed):
    source = random.Random(seed)
    scenario, compiled = consistent(source)
    joined = {(link.cause, link.effect) for link in scenario.links}
    formulas = {name for name, _ in scenario.mechanisms}
    ids = [event.id for event in scenario.events]
    free = [
        (cause, effect)
        for index, cause in enumerate(ids)
        for effect in ids[index + 1 :]
        if (cause, effect) not in joined and effect not in formulas
    ]
    if not free:
        return
    cause, effect = source.choice(free)
    longer = replace(scenario, links=(*scenario.links, Link(cause=cause, effect=effect)))
    try:
        other = compile_scenario(longer)
    except ContradictoryScenarioError:
        return
    intervention = random_intervention(source, scenario)
    before, after = kinds(compiled, intervention), kinds(other, intervention)
    below = descendants(longer, (effect,)) | {effect}
    assert {n: a for n, a in before.items() if n not in below} == {n: a for n, a in after.items() if n not in below}
    assert not ancestors(longer, (effect,)) & below


@FEW
@given(
    signs=st.lists(st.sampled_from([Sign.PROMOTES, Sign.INHIBITS, Sign.DETERMINES]), min_size=1, max_size=40),
)
def test_a_chain_of_necessary_links_flips_to_the_end(signs):
    facts = ["true"]
    for sign in signs:
        flips = sign is Sign.INHIBITS
        facts.append({"true": "false", "false": "true"}[facts[-1]] if flips else facts[-1])
    events = tuple(Event(id=f"e{i}", statement=f"Thing {i} happened.", fact=fact) for i, fact in enumerate(facts))
    links = tuple(Link(cause=f"e{i}", effect=f"e{i + 1}", sign=sign) for i, sign in enumerate(signs))
    derivation = compile_scenario(Scenario(events=events, links=links)).derive(do({"e0": "false"}))
    assert {answer.kind for answer in derivation.answers} == {AnswerKind.CHANGED}


@FEW
@given(seed=SEEDS)
def test_strengths_only_ever_settle_more(seed):
    source = random.Random(seed)
    scenario, compiled = consistent(source)
    weak = replace(scenario, links=tuple(replace(link, strength=Strength.POSSIBLE) for link in scenario.links))
    intervention = random_intervention(source, scenario)
    before, after = kinds(compile_scenario(weak), intervention), kinds(compiled, intervention)
    for name, (kind, *_) in before.items():
        assert kind is AnswerKind.OPEN or after[name][0] is kind


@FEW
@given(seed=SEEDS)
def test_the_causes_that_a_last_step_names_force_the_answer_whatever_the_others_are(seed):
    source = random.Random(seed)
    scenario, compiled = consistent(source)
    intervention = random_intervention(source, scenario)
    found = compiled.derive(do(intervention))
    values = {answer.event: answer.value for answer in found.answers if not answer.void}
    moved = descendants(scenario, intervention) - set(intervention)
    for answer in found.answers:
        causes = [name for name in parents(scenario)[answer.event] if name in {e.id for e in scenario.events}]
        if answer.event not in moved or answer.kind not in {AnswerKind.CHANGED, AnswerKind.UNCHANGED}:
            continue
        named = {part.split()[-1] for part in answer.step.core if part.startswith(("do ", "answer ", "fact of "))}
        if any(values.get(name) is None for name in named & set(causes)):
            continue
        put = {name: values[name] if name in named else source.choice(scenario.event(name).values) for name in causes}
        assert compiled.derive(do(put)).answer(answer.event).kind is answer.kind, (answer.step, put)
        assert answer.step.check()
