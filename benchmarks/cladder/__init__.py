"""CLadder: causal questions in English on all three rungs, answered yes or no.

Comes in: a data set (background, what is given, question, answer), and perhaps responses of models to its questions.
Goes out: an answer to each question with its steps, `summary.json` with the accuracy, and a report.

| concept | module | source |
|---|---|---|
| item | `benchmarks.cladder.data` | Jin et al. (2023), section 3 |
| responses of models, and the yes or no in them | `benchmarks.cladder.response` | section 4.1 |
| an answer scored | `benchmarks.cladder.score` | |
| accuracy by rung, query type and kind of story, risk and coverage | `benchmarks.cladder.summary` | Table 2 |
| report | `benchmarks.cladder.summary_report` | |
| answers scored into a folder | `benchmarks.cladder.scored_run` | |
| `causalcore score cladder` | `benchmarks.cladder.command` | |
"""

from __future__ import annotations
