"""Does a model complete the world that a conditional is about?

In: pairs of completions with log-probabilities.
Out: accuracy by condition.

| file | holds |
|---|---|
| `antecedents` | Antecedents in a text, suppositions or reasons, and how the text continues after them |
| `benchmark` | Counterfactual conditionals in five steps |
| `command` | `causalcore conditionals`, and `causalcore score conditionals` |
| `data` | The published tables of sentences, repaired, with rows paired into items of two completions |
| `generate` | New items from a vocabulary, balanced over conditions and manipulations (appendices A.2 and A.4) |
| `language_models` | Log-probabilities of completions from local models of the transformers library |
| `mood` | The world that a clause is about, and the mood of a conditional |
| `question` | The question to a model: which completion it finds more probable |
| `rubric` | The logical completion of a sentence |
| `score` | The completion that a model prefers, by condition, and whether it is the logical one |
| `scored_run` | Score preferences in a folder; a killed run resumes |
| `summary_report` | The figures of a scored set of conditionals, as sections of a report and as lines of text |
"""

from __future__ import annotations
