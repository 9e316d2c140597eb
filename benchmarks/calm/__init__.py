"""CaLM: are formal causal questions in English answered right?

In: items (Chen et al., 2024), and perhaps responses of models to them.
Out: answers with their steps, accuracy by task, items whose own steps do not fit their graph.

| file | holds |
|---|---|
| `arithmetic` | Sums written out in digits, as the steps of an item have them: `0.3/0.8 - (0.1 + 0.2)*0.5` |
| `benchmark` | CaLM in five steps |
| `command` | `causalcore score calm`: with a model for the questions that no text decides |
| `data` | Items of CaLM: a folder of its tasks, or one of them, in JSON Lines or JSON lists |
| `everyday_cause` | Questions that no text decides, answered by a language model: causes as people see them, what-ifs |
| `faults` | Items that do not fit themselves: steps that their graph forbids, wrong sums, options that hold alike |
| `item_text` | The text of an item, as the benchmark's own prompts put it together |
| `response` | Responses of models to questions of CaLM, and the answer that they give: yes or no, a number, an option |
| `score` | One question of CaLM answered, by the engine or by a model, as `samples.jsonl` keeps it |
| `scored_run` | Answer and score CaLM's questions into a folder, next to models' responses |
| `summary` | Figures of CaLM by task, with items that do not fit themselves, and tasks for a model |
| `summary_report` | The tables of a scored set of CaLM's questions, as sections of a report and as lines of text |
"""

from __future__ import annotations
