"""CLoMo: does a premise affect an edited argument as it did the first?

In: items and edited arguments.
Out: scores by form, by logic, and by self-evaluation.

| file | holds |
|---|---|
| `gaps` | What does an argument leave unsaid, and which relations follow from that? |
| `roles` | How is a model asked to write an argument as formulas, or to judge one? |
| `benchmark` | CLoMo in five steps |
| `command` | `causalcore score clomo`, and `causalcore run clomo` |
| `comparison` | Two scored runs of CLoMo on the same items: which is better, or that they are tied |
| `data` | CLoMo's published JSON, and responses in JSON Lines |
| `formalisation` | Arguments and premises of an item as formulas, written by hand or by a language model |
| `question` | What a model is asked for CLoMo: the item's own instruction, argument and premises, and nothing else |
| `rubric` | Checks of form, which need no model: what an edit may touch, and what it may not |
| `score` | A response judged: its form, the relations by logic on formulas |
| `scored_run` | Responses judged into a folder: by form, by logic on formulas |
| `self_evaluation` | The paper's other scorer: a language model says for each pair whether the relation holds |
| `statements` | The statements of an argument, and what an edit did to them |
| `summary` | The figures of a scored run: overall, by model, by scorer, by relation |
| `summary_report` | The figures of a scored run as sections of a report and as lines of text |
| `verdicts` | Verdicts on the pairs of premise and argument, and what follows from them: the score s |
"""
