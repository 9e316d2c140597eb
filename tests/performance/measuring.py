"""Models, rows and clocks shared by the measurements of counterfactuals."""

from __future__ import annotations

import importlib.util
import random
import signal
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from causalcore.model.model import SCM, Mechanism, Noise
from causalcore.model.variable import Variable

LIMIT = 20
"""Time limit of a peer's query, in seconds."""
BUDGET = 0.5
"""Time budget for repeating one query, in seconds."""


@dataclass(slots=True)
class Table:
    """Times in seconds, by measurement and library."""

    cells: dict[tuple[str, str], list[float]] = field(default_factory=dict)

    def add(self, row: str, column: str, seconds: float) -> None:
        """Add one measurement."""
        self.cells.setdefault((row, column), []).append(seconds)

    def median(self, row: str, column: str) -> float | None:
        """Return the median of the measurements; None if there are none."""
        times = self.cells.get((row, column))
        return statistics.median(times) if times else None


def sparse_model(size: int, seed: int) -> SCM:
    """Make binary variables with up to three parents among the ten preceding ones, each flipped by its own noise.

    The values determine the noise, as DoWhy's exact counterfactuals require.
    """
    source = random.Random(seed)
    own = tuple(Variable(f"V{i}", (0, 1)) for i in range(size))
    hidden = tuple(Variable(f"U{i}", (0, 1)) for i in range(size))
    rules = []
    for i in range(size):
        parents = source.sample(own[max(0, i - 10) : i], k=min(i, source.randint(1, 3)))
        table = np.array([source.randrange(2) for _ in range(2 ** len(parents))], dtype=np.intp)
        table = table.reshape((2,) * len(parents))
        names = (*(parent.name for parent in parents), f"U{i}")
        rules.append(Mechanism(names, np.stack([table, 1 - table], axis=-1)))
    return SCM(own, hidden, tuple(Noise((u.name,), np.array([0.8, 0.2])) for u in hidden), tuple(rules))


def draw(model: SCM, count: int, seed: int) -> dict[str, np.ndarray]:
    """Draw rows of the endogenous variables."""
    rng = np.random.default_rng(seed)
    noise = {u.name: rng.choice(2, size=count, p=model.noise_of[u.name].probabilities) for u in model.exogenous}
    columns: dict[str, np.ndarray] = {}
    for name in model.order:
        rule = model.rule(name)
        columns[name] = rule.table[tuple(noise[p] if p in noise else columns[p] for p in rule.parents)]
    return {name: columns[name] for name in model.names}


def seconds(task: Callable[[], object]) -> float:
    """Return the best time of a task, repeated within the budget."""
    task()
    times: list[float] = []
    while not times or (sum(times) < BUDGET and len(times) < 200):
        start = time.perf_counter()
        task()
        times.append(time.perf_counter() - start)
    return min(times)


@contextmanager
def limit() -> Iterator[None]:
    """Raise TimeoutError after the limit."""

    def give_up(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(LIMIT)
    try:
        yield
    finally:
        signal.alarm(0)


def installed(name: str) -> bool:
    """Return whether a package can be imported."""
    return importlib.util.find_spec(name) is not None


def clock(task: Callable[[], float]) -> tuple[float, float]:
    """Return the time of a task, and its answer."""
    start = time.perf_counter()
    answer = task()
    return time.perf_counter() - start, answer


def times_as_long(ratio: float) -> str:
    """Format a ratio with two significant digits, never with an exponent."""
    return f"{float(f'{ratio:.2g}'):g}"
