"""Measure counterfactuals against pgmpy, pyAgrum and DoWhy, and questions about causes, in one run.

Usage: ``python tests/performance/counterfactual_speed.py [--page docs/research/performance.md] [--chart FILE.svg]``

pgmpy comes with the package; pyAgrum, DoWhy and matplotlib with the extra ``performance``. Missing ones are skipped.
Every model is built before the clock starts, including the peers' twin networks and mechanisms, and our unit model. All
answers are compared before timing. A time is the best of its repetitions, because other work on the machine only adds
to it; without repeated rows, it is the row's single time. A figure is the median over rows and models.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import time
import warnings
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from textwrap import wrap

import counterfactual_peers as peers
import numpy as np
from cause_speed import causes
from derivation_speed import sparse
from measuring import LIMIT, Table, draw, installed, limit, seconds, sparse_model, times_as_long
from partial_evidence import PARTIAL, batches, partly_observed, wide, width_rows

from causalcore.derivation.derivation import compile_scenario
from causalcore.model.model import SCM
from causalcore.queries.counterfactual import counterfactual
from causalcore.queries.unit import unit_model
from causalcore.queries.unit_rows import counterfactual_rows
from causalcore.scenario.intervention import do

SIZES = (10, 20, 50, 200)
ROWS = 10_000
MODELS = 3


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
        dowhy = peers.Invertible(model)
        data = dowhy.frame({name: np.array([value]) for name, value in row.items()})
        assert dowhy.ask(data, setting, last)[0] == ours
        table.add(label, "DoWhy, one row", seconds(lambda: dowhy.ask(data, setting, last)))


def many_rows(table: Table, model: SCM, columns: dict[str, np.ndarray]) -> None:
    """Measure many rows at once, per row."""
    first, last, label = model.names[0], model.names[-1], f"{len(model.names)}"
    ours = counterfactual_rows(model, columns, {first: 1}, {last: 1})
    taken = seconds(lambda: counterfactual_rows(model, columns, {first: 1}, {last: 1}))
    table.add(label, "causalcore, a row of many", taken / ROWS)
    if installed("dowhy"):
        gcm = peers.Invertible(model)
        data = gcm.frame(columns)
        assert np.array_equal(gcm.ask(data, {first: 1}, last), ours)
        table.add(label, "DoWhy, a row of many", seconds(lambda: gcm.ask(data, {first: 1}, last)) / ROWS)


def statuses(table: Table) -> None:
    """Measure the answers of all events of a scenario, over interventions on its first fifty events."""
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
    ("one row, one variable in five observed", PARTIAL, "part seen", ("causalcore", "pyAgrum", "pgmpy"), 1e3, "ms"),
    ("one piece of evidence changed, inference kept", PARTIAL, "changed", ("causalcore", "pyAgrum"), 1e3, "ms"),
)


def report(table: Table) -> Iterator[str]:
    """Yield the tables as Markdown."""
    for title, sizes, suffix, names, scale, unit in COLUMNS:
        yield f"\n| {title}, {unit} | {' | '.join(names)} | {' | '.join(f'times {n}' for n in names[1:])} |"
        yield "|---" * (2 * len(names)) + "|"
        for size in sizes:
            medians = [table.median(f"{size}", f"{name}, {suffix}") for name in names]
            times = ["" if value is None else f"{value * scale:.3g}" for value in medians]
            ratios = [
                "" if value is None or not medians[0] else times_as_long(value / medians[0]) for value in medians[1:]
            ]
            yield f"| {size} variables | {' | '.join(times)} | {' | '.join(ratios)} |"
    yield "\n| one variable in five observed | first row, ms | batch, a row, µs | a distinct row, µs | distinct rows |"
    yield "|---" * 5 + "|"
    for size in PARTIAL:
        names = ("causalcore, first row", "batch, a row", "batch, a distinct row", "distinct rows")
        first, row, distinct, count = (table.median(f"{size}", name) or 0.0 for name in names)
        yield f"| {size} variables | {first * 1e3:.3g} | {row * 1e6:.2g} | {distinct * 1e6:.3g} | {count:.0f} |"
    yield from width_rows(table)
    yield "\n| status of all events under partial mechanisms | median, ms | worst, ms | compile, ms |"
    yield "|---|---|---|---|"
    for size in ("100 events", "1000 events"):
        medians = table.cells[size, "status of all"]
        compiling = table.median(size, "compile") or 0.0
        yield f"| {size} | {statistics.median(medians) * 1e3:.2g} | {max(medians) * 1e3:.2g} | {compiling * 1e3:.0f} |"


def machine() -> str:
    """Describe the machine without its name."""
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines() if Path("/proc/cpuinfo").exists() else []
    kind = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())
    return f"{os.cpu_count()} cores of {kind}, Python {platform.python_version()}, numpy {np.__version__}"


def draw_chart(table: Table, place: Path) -> None:
    """Draw the comparisons side by side."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams.update({"svg.hashsalt": "causalcore", "font.size": 9, "svg.fonttype": "none"})
    from matplotlib import pyplot as plt

    colours = {"causalcore": "#0b6e4f", "pgmpy": "#c8553d", "DoWhy": "#3d5a98", "pyAgrum": "#8a6d00"}
    figure, panels = plt.subplots(1, len(COLUMNS), figsize=(3.5 * len(COLUMNS), 3.3), layout="constrained")
    for panel, (title, sizes, suffix, names, scale, unit) in zip(panels, COLUMNS, strict=True):
        for name, marker in zip(names, "os^d", strict=False):
            points = [(size, table.median(f"{size}", f"{name}, {suffix}")) for size in sizes]
            drawn = [(size, value * scale) for size, value in points if value is not None]
            if drawn:
                panel.plot(*zip(*drawn, strict=True), marker=marker, label=name, color=colours[name])
        panel.set(xscale="log", yscale="log", title=title, xlabel="variables", ylabel=unit)
        panel.set_xticks(sizes, [str(size) for size in sizes])
        panel.minorticks_off()
        panel.grid(alpha=0.3)
        panel.legend(frameon=False)
    figure.savefig(place, metadata={"Date": None})


BEGIN, END = "<!-- counterfactuals: made by counterfactual_speed.py -->", "<!-- counterfactuals: end -->"


def write_page(text: str, page: Path) -> None:
    """Insert the tables into the page, between its two marks."""
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    page.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}", encoding="utf-8")


def main() -> None:
    """Print the tables; write them into the page and draw the chart if asked."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--page", type=Path)
    arguments.add_argument("--chart", type=Path)
    asked = arguments.parse_args()
    warnings.simplefilter("ignore")
    table = Table()
    for measure in (partly_observed, batches, wide, all_observed, statuses):
        measure(table)
    day = datetime.now(tz=UTC).date().isoformat()
    head = f"Measured on {day} on {machine()}, against {peers.versions()}, all in one run."
    text = "\n".join(("\n".join(wrap(head, 120)), *report(table), *causes()))
    print(text)
    if asked.page is not None:
        write_page(text, asked.page)
    if asked.chart is not None:
        draw_chart(table, asked.chart)


if __name__ == "__main__":
    main()
