"""Counterfactual conditionals: does a model complete the world that the sentence speaks of (Li, Yu, Ettinger 2023).

| concept | module | source |
|---|---|---|
| published rows, paired into items | `benchmarks.conditionals.data` | section 2, appendix A.1 |
| which completion is logical | `benchmarks.conditionals.rubric` | Tables 1, 3 and 5 |
| preferences, both right, correlation | `benchmarks.conditionals.score` | Tables 2, 4, 6, 10 and 15 |
| new items from a vocabulary | `benchmarks.conditionals.generate` | appendices A.2 and A.4 |
| log-probabilities of local models | `benchmarks.conditionals.language_models` | section 2 |
| preferences scored into a folder | `benchmarks.conditionals.scored_run` | |
| what a model is asked | `benchmarks.conditionals.question` | |
"""

from __future__ import annotations
