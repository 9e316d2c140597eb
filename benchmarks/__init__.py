"""Published benchmarks, scored by derived rubrics.

| room | answers |
|---|---|
| `benchmarks.chg` | CHG: does a new hypothesis fit a changed context? |
| `benchmarks.cladder` | CLadder: are causal questions in English answered right? |
| `benchmarks.clomo` | CLoMo: does a premise bear on an edited argument as it did on the first? |
| `benchmarks.cobe` | CoBe: does an edit of a narrative carry out a what-if? |
| `benchmarks.command` | What do `run`, `score`, `compare` and `export` do? |
| `benchmarks.conditionals` | Does a model complete the world that a conditional speaks of? |
| `benchmarks.ftc` | Is an explanation faithful to the label that a model gives? |
| `benchmarks.integrations` | How do people who already use another library use a rubric there? |
| `benchmarks.reports` | How are figures shown? |
| `benchmarks.runs` | How are responses asked for, kept, and scored so that a killed run loses nothing? |
| `benchmarks.statistics` | How sure is a figure? |
| `benchmarks.errors` | Errors of the benchmark layer |

Examples
--------
>>> from benchmarks import Outcome
>>> [str(outcome) for outcome in Outcome]
['correct', 'incorrect', 'undetermined']
"""

from __future__ import annotations

import causalcore.files.own_packages  # noqa: F401  finds packages of ours that a folder of the user's hides
from benchmarks.errors import BenchmarkError, DatasetMissingError, MalformedItemError
from benchmarks.runs.item import Generation, Item
from benchmarks.runs.scores import Blame, Outcome, Sample, Score

__all__ = [
    "BenchmarkError",
    "Blame",
    "DatasetMissingError",
    "Generation",
    "Item",
    "MalformedItemError",
    "Outcome",
    "Sample",
    "Score",
]
