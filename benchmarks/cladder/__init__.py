"""CLadder: are causal questions in English answered right?

In: items (Jin et al., 2023), and perhaps responses of models to them.
Out: answers with their steps, accuracy by rung, query type and kind of story, risk and coverage.

| file | holds |
|---|---|
| `benchmark` | CLadder in five steps |
| `data` | Items of CLadder: from its JSON, from JSON Lines with the same fields, or from its table of prompts |
| `response` | The yes or no in a response to a causal question |
| `score` | An answer to a question by the engine or a model, as stored in `samples.jsonl` |
| `scored_run` | Answers of the engine and of models to the same questions, scored in a folder |
| `summary` | Accuracy by rung, query type and kind of story, and its growth as coverage falls |
| `summary_report` | The tables of a scored set of causal questions, as sections of a report and as lines of text |
"""

from __future__ import annotations
