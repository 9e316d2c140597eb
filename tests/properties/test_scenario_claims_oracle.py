"""Claims over a scenario against every filling of its response tables, one by one."""

from __future__ import annotations

import random
from itertools import combinations, product
from math import prod

import pytest
from brute_force import _key_tables, is_contradictory, number_of_tables, read

from causalcore.claims.claims import Claim, ClaimKind, Subject
from causalcore.claims.generation import random_scenario
from causalcore.claims.scenario_claims import check_over_scenario
from causalcore.mechanisms.mechanism import evaluate, names, parse_formula
from causalcore.queries.world import Fact, Term
from causalcore.scenario.scenario import Kind, Scenario

MAX_MECHANISMS = 1500
KINDS = tuple(kind for kind in ClaimKind if kind is not ClaimKind.EFFECT)  # which compares numbers


def fillings(scenario: Scenario):
    """Every choice of one valid table, and one value when void, for each event."""
    formulas = dict(scenario.mechanisms)
    options = []
    for event in scenario.events:
        tables = [None] if event.id in formulas else list(_key_tables(scenario, event.id))
        lost = {Kind.EVENT: ["false"], Kind.QUANTITY: [event.values[0]]}
        others = lost.get(event.kind, [v for v in event.values if v != event.fact])
        options.append(list(product(tables, others if event.presupposes else [None])))
    return None if prod(map(len, options)) > MAX_MECHANISMS else list(product(*options))


def outcome(scenario: Scenario, filling, settings: dict[str, str]) -> dict[str, str]:
    world: dict[str, str] = {}
    for event, (table, gone) in zip(scenario.events, filling, strict=True):
        if event.id in settings:
            world[event.id] = settings[event.id]
        elif any(world[other] != scenario.event(other).fact for other in event.presupposes):
            world[event.id] = gone
        elif table is None:
            formula = parse_formula(dict(scenario.mechanisms)[event.id])
            value = evaluate(formula, {cause: read(world[cause]) for cause in names(formula)})
            world[event.id] = str(value).lower() if isinstance(value, bool) else str(value)
        else:
            causes = [link.cause for link in scenario.links if link.effect == event.id]
            world[event.id] = table[tuple(world[cause] for cause in causes)]
    return world


def parents(scenario: Scenario, name: str) -> set[str]:
    text = dict(scenario.mechanisms).get(name)
    linked = {link.cause for link in scenario.links if link.effect == name} if text is None else set()
    return linked | set(names(parse_formula(text)) if text else ()) | set(scenario.event(name).presupposes)


def below(scenario: Scenario, start: str) -> set[str]:
    found: set[str] = set()
    for event in scenario.events:  # causes come first
        if parents(scenario, event.id) & (found | {start}):
            found.add(event.id)
    return found


def true_of(scenario: Scenario, filling, claim: Claim) -> bool:  # noqa: C901  one case a claim
    """The definitions of the claims, read literally for one filling."""
    c, e = scenario.event(claim.cause.variable), scenario.event(claim.effect.variable)
    x, y = claim.cause.value, claim.effect.value

    def effect(**settings: str) -> str:
        return outcome(scenario, filling, settings)[e.id]

    others = [value for value in c.values if value != x]
    match claim.kind:
        case ClaimKind.CAUSES:
            return len({effect(**{c.id: value}) for value in c.values}) > 1
        case ClaimKind.NO_EFFECT:
            return len({effect(**{c.id: value}) for value in c.values}) == 1
        case ClaimKind.NECESSARY:
            return c.fact == x and e.fact == y and all(effect(**{c.id: value}) != y for value in others)
        case ClaimKind.SUFFICIENT:
            free = [event for event in scenario.events if event.id not in below(scenario, c.id) | {c.id}]
            settings = (dict(zip((f.id for f in free), row, strict=True)) for row in product(*(f.values for f in free)))
            return all(effect(**{**row, c.id: x}) == y for row in settings)
        case ClaimKind.PREVENTS:
            return effect(**{c.id: x}) != y and any(effect(**{c.id: value}) == y for value in others)
        case ClaimKind.MONOTONE:
            ranks = [e.values.index(effect(**{c.id: value})) for value in c.values]
            return all((a <= b) if claim.rising else (a >= b) for a, b in combinations(ranks, 2))
        case ClaimKind.SCREENS_OFF:
            m = scenario.event(claim.mediator)
            return all(len({effect(**{m.id: u, c.id: value}) for value in c.values}) == 1 for u in m.values)
    return effect(**{c.id: x}) == y


def random_claim(source: random.Random, scenario: Scenario) -> Claim:
    kind = source.choice(KINDS)
    events = list(scenario.events)
    cause = source.choice(events[:-1])
    effect = source.choice([event for event in events if event is not cause])
    middle = [event.id for event in events if event not in (cause, effect)]
    if kind is ClaimKind.SCREENS_OFF and not middle:
        kind = ClaimKind.CAUSES
    given = ()
    if kind is ClaimKind.WOULD and source.random() < 0.5:
        other = source.choice(events)
        term = Term(effect.id, ((other.id, source.choice(other.values)),))
        given = (Fact(term, source.choice(effect.values)),)
    likely = source.random() < 0.6
    return Claim(
        kind=kind,
        cause=Subject(cause.id, cause.fact if likely else source.choice(cause.values)),
        effect=Subject(effect.id, effect.fact if likely else source.choice(effect.values)),
        mediator=source.choice(middle) if kind is ClaimKind.SCREENS_OFF else None,
        rising=source.random() < 0.7,
        given=given,
    )


@pytest.mark.parametrize("block", range(4))
def test_the_solver_agrees_with_every_filling_of_the_tables(block: int) -> None:
    seen = set()
    for seed in range(block * 30, block * 30 + 30):
        source = random.Random(seed)
        scenario = random_scenario(source, size=source.choice([2, 3, 3, 4]))
        if is_contradictory(scenario) or any(number_of_tables(scenario, e.id) > 300 for e in scenario.events):
            continue
        everything = fillings(scenario)
        if everything is None:
            continue
        for _ in range(4):
            claim = random_claim(source, scenario)
            fitting = [f for f in everything if all(_fits(scenario, f, fact) for fact in claim.given)]
            if not fitting:
                continue
            answers = {true_of(scenario, filling, claim) for filling in fitting}
            expected = "open" if len(answers) == 2 else "holds" if answers == {True} else "fails"
            verdict = check_over_scenario(scenario, claim)
            assert verdict.status == expected, (seed, str(claim), scenario)
            assert bool(verdict.counterexample) == (expected != "holds")
            seen.add((claim.kind, expected))
    assert len(seen) > 12


def _fits(scenario: Scenario, filling, fact: Fact) -> bool:
    return outcome(scenario, filling, dict(fact.term.do))[fact.term.variable] == fact.value
