"""Measure counterfactuals against pgmpy's inference on a twin network and DoWhy's invertible models, in one run.

Usage: ``python tests/performance/counterfactual_speed.py [--chart FILE.svg]``

pgmpy comes with the package; DoWhy and matplotlib with the extra ``performance``. What is not installed is left out.
Every model is built before the clock starts, for the peers too: their twin network and their mechanisms, ours laid out
for units. All answers are compared with each other before they are timed. A time is the best of its repetitions, since
other work on the machine only adds to it; a figure is the median of that over models.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import random
import signal
import statistics
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import counterfactual_peers as peers
import numpy as np
from derivation_speed import sparse

from causalcore.derivation.derivation import compile_scenario
from causalcore.model.model import SCM, Mechanism, Noise
from causalcore.model.variable import Variable
from causalcore.queries.counterfactual import counterfactual
from causalcore.queries.unit import unit_model
from causalcore.queries.unit_rows import counterfactual_rows
from causalcore.scenario.intervention import do

SIZES = (10, 20, 50, 200)
PARTIAL = (10, 20, 30, 40, 50)
ROWS = 10_000
MODELS = 3
LIMIT = 20
"""Seconds after which a peer's query is given up."""
BUDGET = 0.5
"""Seconds that are spent on repeating one query."""


@dataclass(slots=True)
class Table:
    """Medians in seconds, by what is measured and by whom."""

    cells: dict[tuple[str, str], list[float]] = field(default_factory=dict)

    def add(self, row: str, column: str, seconds: float) -> None:
        """Enter one measurement."""
        self.cells.setdefault((row, column), []).append(seconds)

    def median(self, row: str, column: str) -> float | None:
        """Return the median of the measurements; None if there are none."""
        found = self.cells.get((row, column))
        return statistics.median(found) if found else None


def sparse_model(size: int, seed: int) -> SCM:
    """Make binary variables with up to three parents among the ten before, each flipped by noise of its own.

    The noise can be read back from the values, which DoWhy's exact counterfactuals need.
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
    found: dict[str, np.ndarray] = {}
    for name in model.order:
        rule = model.rule(name)
        found[name] = rule.table[tuple(noise[p] if p in noise else found[p] for p in rule.parents)]
    return {name: found[name] for name in model.names}


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
    """Give up after the limit."""

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


def all_observed(table: Table) -> None:
    """Measure rows in which every variable is observed."""
    for size in SIZES:
        for seed in range(MODELS):
            model = sparse_model(size, seed)
            columns = draw(model, ROWS, seed)
            unit_model(model)
            one_row(table, model, {name: int(column[0]) for name, column in columns.items()})
            many_rows(table, model, columns)


def one_row(table: Table, model: SCM, row: dict[str, int]) -> None:
    """Measure one row, and compare the answers."""
    first, last, label = model.names[0], model.names[-1], f"{len(model.names)}"
    setting, wanted = {first: 1 - row[first]}, {last: 1}
    ours = counterfactual(model, row, setting, wanted)
    table.add(label, "causalcore, one row", seconds(lambda: counterfactual(model, row, setting, wanted)))
    twin = peers.Twin(model, first)
    try:
        with limit():
            assert abs(twin.ask(row, setting[first], last) - ours) < 1e-9
            table.add(label, "pgmpy, one row", seconds(lambda: twin.ask(row, setting[first], last)))
    except TimeoutError:
        print(f"pgmpy gave no answer within {LIMIT} s: {label} variables, all observed")
    if installed("dowhy"):
        known = peers.Invertible(model)
        data = known.frame({name: np.array([value]) for name, value in row.items()})
        assert known.ask(data, setting, last)[0] == ours
        table.add(label, "DoWhy, one row", seconds(lambda: known.ask(data, setting, last)))


def many_rows(table: Table, model: SCM, columns: dict[str, np.ndarray]) -> None:
    """Measure many rows at once, per row."""
    first, last, label = model.names[0], model.names[-1], f"{len(model.names)}"
    ours = counterfactual_rows(model, columns, {first: 1}, {last: 1})
    taken = seconds(lambda: counterfactual_rows(model, columns, {first: 1}, {last: 1}))
    table.add(label, "causalcore, a row of many", taken / ROWS)
    if installed("dowhy"):
        known = peers.Invertible(model)
        data = known.frame(columns)
        assert np.array_equal(known.ask(data, {first: 1}, last), ours)
        table.add(label, "DoWhy, a row of many", seconds(lambda: known.ask(data, {first: 1}, last)) / ROWS)


def partly_observed(table: Table) -> None:
    """Measure rows in which one variable in five is observed."""
    for size in PARTIAL:
        for seed in range(MODELS):
            model = sparse_model(size, seed)
            row = {name: int(column[0]) for name, column in draw(model, 1, seed).items()}
            first, last, label = model.names[0], model.names[-1], f"{size}"
            kept = random.Random(seed).sample(model.names[1:-1], k=size // 5)
            seen = {name: row[name] for name in kept}
            wanted = {last: 1}
            ours = counterfactual(model, seen, {first: 1}, wanted)
            table.add(
                label,
                "causalcore, part seen",
                seconds(lambda m=model, s=seen, f=first, w=wanted: counterfactual(m, s, {f: 1}, w)),
            )
            twin = peers.Twin(model, first)
            try:
                with limit():
                    assert abs(twin.ask(seen, 1, last) - ours) < 1e-9
                    table.add(label, "pgmpy, part seen", seconds(lambda t=twin, s=seen, n=last: t.ask(s, 1, n)))
            except TimeoutError:
                print(f"pgmpy gave no answer within {LIMIT} s: {size} variables, part seen, model {seed}")


def statuses(table: Table) -> None:
    """Measure what all events of a scenario answer, over interventions on its first fifty events."""
    for size in (100, 1000):
        scenario = sparse(size)
        start = time.perf_counter()
        compiled = compile_scenario(scenario)
        table.add(f"{size} events", "compile", time.perf_counter() - start)
        for event in range(50 if size == 100 else 10):
            action = do({f"e{event}": "false"})
            task = lambda c=compiled, a=action: [answer.kind for answer in c.derive(a).answers]  # noqa: E731
            table.add(f"{size} events", "status of all", seconds(task))


COLUMNS = (
    ("one row, every variable observed", SIZES, "one row", ("causalcore", "pgmpy", "DoWhy"), 1e3, "ms"),
    (f"{ROWS:,} rows at once, a row", SIZES, "a row of many", ("causalcore", "DoWhy"), 1e6, "µs"),
    ("one row, one variable in five observed", PARTIAL, "part seen", ("causalcore", "pgmpy"), 1e3, "ms"),
)


def report(table: Table) -> Iterator[str]:
    """Write the tables as Markdown."""
    for title, sizes, suffix, names, scale, unit in COLUMNS:
        yield f"\n| {title}, {unit} | {' | '.join(names)} | {' | '.join(f'times {n}' for n in names[1:])} |"
        yield "|---" * (2 * len(names)) + "|"
        for size in sizes:
            found = [table.median(f"{size}", f"{name}, {suffix}") for name in names]
            times = ["" if value is None else f"{value * scale:.3g}" for value in found]
            ratios = ["" if value is None or not found[0] else f"{value / found[0]:.0f}" for value in found[1:]]
            yield f"| {size} variables | {' | '.join(times)} | {' | '.join(ratios)} |"
    yield "\n| status of all events under partial mechanisms | median, ms | worst, ms | compile, ms |"
    yield "|---|---|---|---|"
    for size in ("100 events", "1000 events"):
        found = table.cells[size, "status of all"]
        compiling = table.median(size, "compile") or 0.0
        yield f"| {size} | {statistics.median(found) * 1e3:.2g} | {max(found) * 1e3:.2g} | {compiling * 1e3:.0f} |"


def machine() -> str:
    """Say what this was measured on, without its name."""
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines() if Path("/proc/cpuinfo").exists() else []
    kind = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())
    return f"{os.cpu_count()} cores of {kind}, Python {platform.python_version()}, numpy {np.__version__}"


def draw_chart(table: Table, place: Path) -> None:
    """Draw the three comparisons side by side."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams.update({"svg.hashsalt": "causalcore", "font.size": 9, "svg.fonttype": "none"})
    from matplotlib import pyplot as plt

    colours = {"causalcore": "#0b6e4f", "pgmpy": "#c8553d", "DoWhy": "#3d5a98"}
    figure, panels = plt.subplots(1, 3, figsize=(10.5, 3.3), layout="constrained")
    for panel, (title, sizes, suffix, names, scale, unit) in zip(panels, COLUMNS, strict=True):
        for name, marker in zip(names, "os^", strict=False):
            points = [(size, table.median(f"{size}", f"{name}, {suffix}")) for size in sizes]
            known = [(size, value * scale) for size, value in points if value is not None]
            if known:
                panel.plot(*zip(*known, strict=True), marker=marker, label=name, color=colours[name])
        panel.set(xscale="log", yscale="log", title=title, xlabel="variables", ylabel=unit)
        panel.set_xticks(sizes, [str(size) for size in sizes])
        panel.minorticks_off()
        panel.grid(alpha=0.3)
        panel.legend(frameon=False)
    figure.savefig(place, metadata={"Date": None})


def main() -> None:
    """Print the tables, and draw the chart if asked."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--chart", type=Path)
    asked = arguments.parse_args()
    warnings.simplefilter("ignore")
    table = Table()
    all_observed(table)
    partly_observed(table)
    statuses(table)
    print(f"{machine()}; {peers.versions()}")
    print("\n".join(report(table)))
    if asked.chart is not None:
        draw_chart(table, asked.chart)


if __name__ == "__main__":
    main()
