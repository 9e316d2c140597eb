"""CLoMo: does a premise affect an edited argument as it did the first?

In: items and edited arguments.
Out: scores by form, by logic, and by self-evaluation.

| file | holds |
|---|---|
| `gaps` | What does an argument leave unsaid, and which relations follow from that? |
| `argument_formalisation` | Formulas for arguments and premises by a language model, which are checked |
| `benchmark` | CLoMo in five steps |
| `command` | `causalcore score clomo`, and `causalcore run clomo` |
| `comparison` | Two scored runs of CLoMo on the same items: which is better, or a tie |
| `data` | CLoMo's published JSON, and responses in JSON Lines |
| `formalisation` | An item's arguments and premises as formulas, written by hand or by a language model |
| `rubric` | Checks of form, without a model: what an edit may touch, and what it may not |
| `score` | A scored response: its form, its relations by logic on formulas |
| `scored_run` | Responses scored in a folder: by form, by logic on formulas |
| `self_evaluation` | The paper's other scorer: a language model judges whether each pair has the relation |
| `statements` | The statements of an argument, and what an edit does to them |
| `summary` | The figures of a scored run: overall, by model, by scorer, by relation |
| `summary_report` | The figures of a scored run as sections of a report and as lines of text |
| `verdicts` | Verdicts on pairs of premise and argument, and the score s that follows from them |
"""
