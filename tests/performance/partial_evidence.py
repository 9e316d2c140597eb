"""Measure rows in which one variable in five is observed, for `counterfactual_speed.py`.

All libraries measure a row before the next is drawn, so that other work on the machine slows them alike. No row is
asked twice.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import counterfactual_peers as peers
import numpy as np
from measuring import LIMIT, Table, clock, draw, installed, limit, seconds, sparse_model

from causalcore.model.model import SCM
from causalcore.queries.compiled.pattern import joint, kept
from causalcore.queries.counterfactual import counterfactual
from causalcore.queries.unit_rows import counterfactual_rows
from causalcore.queries.world import Fact, Term

PARTIAL = (10, 20, 30, 40, 50)
WIDE = (100, 200)
MODELS = 3
STEPS = 30
"""Number of rows, and of changes of one piece of evidence, measured per model."""
BATCH = 10_000
SAME = 1e-9


def observed(model: SCM, seed: int) -> list[str]:
    """Choose one variable in five."""
    return random.Random(seed).sample(model.names[1:-1], k=len(model.names) // 5)


def rows_of(model: SCM, names: list[str], count: int, seed: int) -> list[dict[str, int]]:
    """Draw distinct rows."""
    columns = draw(model, count * 20, seed)
    distinct = dict.fromkeys(zip(*(columns[name].tolist() for name in names), strict=True))
    return [dict(zip(names, row, strict=True)) for row in list(distinct)[:count]]


def partly_observed(table: Table) -> None:
    """Measure the first row, later rows, and changes of one piece of evidence."""
    for size in PARTIAL:
        for seed in range(MODELS):
            one_model(table, size, seed)


def one_model(table: Table, size: int, seed: int) -> None:
    """Measure one model."""
    model, label = sparse_model(size, seed), f"{size}"
    first, last = model.names[0], model.names[-1]
    names = observed(model, seed)
    rows = rows_of(model, names, STEPS + 1, seed)
    firsts = [clock(lambda: counterfactual(sparse_model_of(model), rows[0], {first: 1}, {last: 1})) for _ in range(5)]
    table.add(label, "causalcore, first row", min(taken for taken, _ in firsts))

    def ours(row: dict[str, int]) -> float:
        return counterfactual(model, row, {first: 1}, {last: 1})

    ours(rows[0])
    twin = peers.Twin(model, first)
    lazy = peers.LazyTwin(model, first, last) if installed("pyagrum") else None
    for place, row in enumerate(rows[1:]):
        taken, found = clock(lambda row=row: ours(row))
        table.add(label, "causalcore, part seen", taken)
        if place < 3:
            ask_pgmpy(table, twin, row, last, found)
        if lazy is not None:
            peer, answer = clock(lambda row=row: lazy.ask(row, 1))
            assert abs(answer - found) < SAME
            table.add(label, "pyAgrum, part seen", peer)
    if lazy is not None:
        changes(table, lazy, ours, rows[0], seed)


def sparse_model_of(model: SCM) -> SCM:
    """Return the same model with empty caches."""
    fresh = SCM(model.variables, model.exogenous, model.noise, model.rules)
    _ = fresh.noise_of
    return fresh


def ask_pgmpy(table: Table, twin: peers.Twin, row: dict[str, int], last: str, found: float) -> None:
    """Measure pgmpy on one row."""
    label = f"{sum(1 for name in twin.inference.variables if name.startswith('V')) // 2}"
    try:
        with limit():
            peer, answer = clock(lambda: twin.ask(row, 1, last))
            assert abs(answer - found) < SAME
            table.add(label, "pgmpy, part seen", peer)
    except TimeoutError:
        print(f"pgmpy gave no answer within {LIMIT} s: {label} variables, part seen")


def changes(table: Table, lazy: peers.LazyTwin, ours: object, row: dict[str, int], seed: int) -> None:
    """Measure one changed piece of evidence at a time, keeping pyAgrum's inference."""
    label = f"{len(row) * 5}"
    source, row = random.Random(seed), dict(row)
    lazy.keep(row, 1)
    for _ in range(STEPS):
        name = source.choice(list(row))
        row[name] = 1 - row[name]
        taken, expected = clock(lambda: ours(row))
        peer, answer = clock(lambda name=name: lazy.change({name: row[name]}))
        assert abs(answer - expected) < SAME
        table.add(label, "causalcore, changed", taken)
        table.add(label, "pyAgrum, changed", peer)


def batches(table: Table) -> None:
    """Measure many rows with one pattern at once, per row and per distinct row."""
    for size in PARTIAL:
        for seed in range(MODELS):
            model, label = sparse_model(size, seed), f"{size}"
            first, last = model.names[0], model.names[-1]
            names = observed(model, seed)
            drawn = draw(model, BATCH, seed)
            columns = {name: drawn[name] for name in names}
            answers = counterfactual_rows(model, columns, {first: 1}, {last: 1})
            row = {name: int(column[-1]) for name, column in columns.items()}
            assert abs(answers[-1] - counterfactual(model, row, {first: 1}, {last: 1})) < SAME
            spent = seconds(lambda m=model, c=columns, f=first, n=last: counterfactual_rows(m, c, {f: 1}, {n: 1}))
            distinct = len(np.unique(np.array(list(columns.values())), axis=1).T)
            table.add(label, "batch, a row", spent / BATCH)
            table.add(label, "batch, a distinct row", spent / distinct)
            table.add(label, "distinct rows", distinct)


def wide(table: Table) -> None:
    """Measure the cost of width: the first row, later rows, cells and bytes of the plan."""
    for size in WIDE:
        for seed in range(MODELS):
            model = sparse_model(size, seed)
            first, last = model.names[0], model.names[-1]
            rows = rows_of(model, observed(model, seed), 8, seed)
            start = time.perf_counter()
            for row in rows:
                counterfactual(model, row, {first: 1}, {last: 1})
                table.add(f"{size}, {seed}", "first" if row is rows[0] else "later", time.perf_counter() - start)
                start = time.perf_counter()
            term = Term(last, ((first, 1),))
            joint(model, [Fact(Term(name), value) for name, value in rows[0].items()], (term,))
            plan = kept(model).find(tuple(Fact(Term(n), v) for n, v in rows[0].items()), (term,))[0].plan
            table.add(f"{size}, {seed}", "width", plan.order.width)
            table.add(f"{size}, {seed}", "cells", plan.cells)
            table.add(f"{size}, {seed}", "bytes", plan.kept_bytes)


def width_rows(table: Table) -> Iterator[str]:
    """Yield the cost of width as Markdown."""
    yield "\n| one variable in five observed | width | cells a row | plan, MB | first row, ms | a row after it, ms |"
    yield "|---" * 6 + "|"
    for size in WIDE:
        for seed in range(MODELS):
            cells = [table.median(f"{size}, {seed}", name) or 0.0 for name in ("width", "cells", "bytes")]
            times = [(table.median(f"{size}, {seed}", name) or 0.0) * 1e3 for name in ("first", "later")]
            yield (
                f"| {size} variables, model {seed + 1} | {cells[0]:.0f} | {cells[1]:,.0f} | {cells[2] / 1e6:.1f} "
                f"| {times[0]:.0f} | {times[1]:.2g} |"
            )
