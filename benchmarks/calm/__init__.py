"""CaLM: are formal causal questions in English answered right?

In: items (Chen et al., 2024), and perhaps responses of models to them.
Out: answers with their steps, accuracy by task, items whose own steps contradict their graph.

| file | holds |
|---|---|
| `arithmetic` | Arithmetic expressions in digits, from an item's steps: `0.3/0.8 - (0.1 + 0.2)*0.5` |
| `benchmark` | CaLM in five steps |
| `command` | `causalcore score calm`: with a model for the questions that no text decides |
| `data` | Items of CaLM: a folder of its tasks, or a single task, in JSON Lines or JSON lists |
| `everyday_cause` | Questions that no text decides, answered by a language model: everyday causes and what-ifs |
| `faults` | Items that contradict themselves: steps that their graph forbids, wrong sums, several correct options |
| `item_text` | The text of an item, assembled like the benchmark's own prompts |
| `response` | Models' responses to questions of CaLM, and their answers: yes or no, a number, an option |
| `score` | Answers to CaLM questions by the engine or a model, as stored in `samples.jsonl` |
| `summary` | Figures of CaLM by task, with self-contradictory items, and tasks for a model |
| `summary_report` | The tables of a scored set of CaLM's questions, as sections of a report and as lines of text |
"""

from __future__ import annotations
