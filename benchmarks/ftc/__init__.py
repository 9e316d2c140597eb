"""Is an explanation faithful to the label that a model gives?

In: explained items and label probabilities.
Out: faithfulness through counterfactuals.

| file | holds |
|---|---|
| `explanations` | What does an explanation of an entailment label say, and which hypotheses follow from it? |
| `benchmark` | FTC in five steps |
| `command` | `causalcore score ftc` |
| `data` | Explained items with their reference counterfactuals, and a task model's predictions on counterfactuals |
| `measures` | How faithful is an explanation, by which measure, and is that measure to be trusted? |
| `question` | The questions to a model: a label with its explanation, then labels of the counterfactuals |
| `rated_words` | Words of explained items, kept or dropped by rewriter and references, for agreement tables |
| `reading_by_model` | Explanations read, hypotheses rewritten, and labels proved with a language model |
| `relation_by_model` | The relation that an explanation states, and the rewritten hypothesis, by a language model |
| `rewrite_command` | `causalcore rewrite`: the counterfactual hypotheses of an explanation, with their labels |
| `rewriting_quality` | Similarity of rewritten hypotheses to people's: METEOR by label and case |
| `score` | One sample per item: its reading, its counterfactuals, their similarity to the references |
| `scored_run` | Rewrite and score hypotheses into a folder; a killed run resumes |
| `sensitivity` | Whether faithfulness falls for explanations from fewer inputs (section 3.4, Table 6) |
| `summary_report` | The figures of a scored set of explanations, as sections of a report and as lines of text |
| `task_model` | A function that gives probabilities of E, C and N for premise and hypothesis |
"""

from __future__ import annotations
