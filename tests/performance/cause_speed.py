"""Measure questions about actual causes, for `counterfactual_speed.py`; on its own, print the table.

Usage: ``python tests/performance/cause_speed.py``
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator

import numpy as np

from causalcore.causes.actual_cause import actual_cause
from causalcore.causes.situation import situation
from causalcore.model.model import SCM, Mechanism
from causalcore.model.variable import Variable
from causalcore.queries.world import Fact, Term

SIZES = (30, 50, 100)
QUESTIONS = 12
"""Questions about each kind of model."""
KINDS = (("tables", 3, 1), ("tables", 5, 2), ("parity", 3, 1), ("parity", 5, 2), ("majority", 3, 3))
"""The function of the mechanisms, their most parents, and the number of cause variables."""


def gates(kind: str, size: int, parents: int, seed: int) -> SCM:
    """Make a model with six roots and binary mechanisms over the twenty preceding variables."""
    source = random.Random(seed)
    own = tuple(Variable(f"V{i}", (0, 1)) for i in range(size))
    rules = []
    for i in range(size):
        if i < 6:
            rules.append(Mechanism((), np.array(source.randrange(2), dtype=np.intp)))
            continue
        chosen = source.sample(own[max(0, i - 20) : i], k=source.randint(2, parents))
        ones = np.indices((2,) * len(chosen)).sum(axis=0)
        if kind == "tables":
            table = np.array([source.randrange(2) for _ in range(ones.size)]).reshape(ones.shape)
        else:
            table = ones % 2 if kind == "parity" else (2 * ones > len(chosen))
        rules.append(Mechanism(tuple(item.name for item in chosen), table.astype(np.intp)))
    return SCM(own, (), (), tuple(rules))


def causes() -> Iterator[str]:
    """Measure, and yield a Markdown table in processor time."""
    yield "\n| is it an actual cause? | questions | median, s | worst, s | unknown |"
    yield "|---" * 5 + "|"
    for size in SIZES:
        times, unknown = [], 0
        for kind, parents, count in KINDS:
            for seed in range(QUESTIONS):
                case = situation(gates(kind, size, parents, seed), {})
                names = random.Random(seed).sample(case.model.names[:10], k=count)
                effect = case.model.names[-1]
                start = time.process_time()
                stated = {name: case.value(name) for name in names}
                cause = actual_cause(case, stated, Fact(Term(effect), case.value(effect)))
                times.append(time.process_time() - start)
                unknown += cause.holds is None
        yield (f"| {size} variables | {len(times)} | {statistics.median(times):.2g} | {max(times):.2g} | {unknown} |")


if __name__ == "__main__":
    print("\n".join(causes()))
