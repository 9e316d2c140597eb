"""CLadder: are causal questions in English answered right?

In: items (Jin et al., 2023), and perhaps responses of models to them.
Out: answers with their steps, accuracy by rung, query type and kind of story, risk and coverage.

| file | holds |
|---|---|
| `benchmark` | CLadder in five steps |
| `data` | Items of CLadder: of its JSON, of JSON Lines with the same fields, or of its table with whole prompts |
| `response` | The yes or no that a response to a causal question says |
| `score` | One question answered, by the engine or by a model, as `samples.jsonl` keeps it |
| `scored_run` | Answer and score causal questions into a folder, next to models' responses |
| `summary` | Accuracy by rung, query type and kind of story, and how it grows where less is answered |
| `summary_report` | The tables of a scored set of causal questions, as sections of a report and as lines of text |
"""

from __future__ import annotations
