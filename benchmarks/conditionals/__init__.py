"""Does a model complete the world that a conditional is about?

In: pairs of completions with log-probabilities.
Out: accuracy by condition.

| file | holds |
|---|---|
| `antecedents` | Where a text supposes something or gives a reason, and how it goes on after that |
| `benchmark` | Counterfactual conditionals in five steps |
| `command` | `causalcore conditionals`, and `causalcore score conditionals` |
| `data` | The published tables of sentences, damage repaired and rows paired into items of two completions |
| `generate` | New items from a vocabulary, balanced over conditions and manipulations (appendices A.2 and A.4) |
| `language_models` | Log-probabilities of completions from local models of the transformers library |
| `mood` | Which world a clause is about, and the mood of a conditional |
| `question` | What a model is asked for conditionals: which completion it finds more probable |
| `rubric` | Which completion is logical |
| `score` | Which completion a model prefers, condition by condition, and whether that is the logical one |
| `scored_run` | Score preferences into a folder; a killed run resumes |
| `summary_report` | The figures of a scored set of conditionals, as sections of a report and as lines of text |
"""

from __future__ import annotations
