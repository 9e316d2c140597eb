"""Measure the speed of derivations; run on one core of an idle machine.

Usage: ``python tests/performance/derivation_speed.py``
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from causalcore.derivation.derivation import compile_scenario
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Scenario, Sign, Strength


def sparse(size: int, seed: int = 1) -> Scenario:
    """Make a scenario in which every event except the first has one to three nearby causes."""
    source = random.Random(seed)
    events = tuple(Event(id=f"e{i}", statement=f"Thing {i} happened.") for i in range(size))
    links = []
    for i in range(1, size):
        for cause in source.sample(range(max(0, i - 10), i), min(i, source.choice([1, 1, 2, 3]))):
            strength = source.choice([Strength.NECESSARY, Strength.NECESSARY, Strength.CONTRIBUTING])
            sign = Sign.INHIBITS if strength is Strength.CONTRIBUTING and source.random() < 0.5 else Sign.PROMOTES
            links.append(Link(cause=f"e{cause}", effect=f"e{i}", sign=sign, strength=strength))
    return Scenario(events=events, links=tuple(links))


def seconds(task: Callable[[], object], repeat: int) -> float:
    """Return the mean time of a task."""
    start = time.perf_counter()
    for _ in range(repeat):
        task()
    return (time.perf_counter() - start) / repeat


def main() -> None:
    """Print one line per measurement."""
    ten = compile_scenario(sparse(10))
    ten.judge(do({"e0": "false"}), {"e1": "false"})
    print(f"derive, 10 events, compiled: {1 / seconds(lambda: ten.derive(do({'e0': 'false'})), 2000):.0f} a second")
    fresh = 1 / seconds(lambda: compile_scenario(sparse(10)).derive(do({"e0": "false"})), 500)
    print(f"compile and derive, 10 events: {fresh:.0f} a second")
    asserted = {f"e{i}": "false" for i in range(1, 10)}
    print(
        f"judge, 10 events, compiled: {1 / seconds(lambda: ten.judge(do({'e0': 'false'}), asserted), 300):.0f} a second"
    )
    rubric = 1 / seconds(lambda: build_rubric(ten.derive(do({"e0": "false"}))), 50)
    print(f"rubric with all evidence, 10 events, compiled: {rubric:.0f} a second")
    for size in (100, 1000):
        scenario = sparse(size)
        whole = seconds(lambda s=scenario: compile_scenario(s).derive(do({"e0": "false"})), 3)
        print(f"compile and derive, {size} events: {whole * 1000:.1f} ms")
        compiled = compile_scenario(scenario)
        again = seconds(lambda c=compiled: c.derive(do({"e3": "false"})), 5)
        print(f"derive, {size} events, compiled: {again * 1000:.1f} ms")
        first = seconds(lambda c=compiled, n=size: c.derive(do({"e3": "false"})).answers[n - 1].evidence, 1)
        print(f"first evidence, {size} events, terms built: {first * 1000:.1f} ms")


if __name__ == "__main__":
    main()
