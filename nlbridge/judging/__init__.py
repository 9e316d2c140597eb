"""Is an edit valid, and if not, of which class is its error?

In: a `Rubric` and a `Grounding`.
Out: a `Report`: a verdict on every criterion, with its reason.

| file | holds |
|---|---|
| `witness` | What does an edit say of each claim, as a language model reads it? |
| `by_values` | Verdicts from the values that a language model read; whether a joining word fits them |
| `criterion_verdict` | The verdict on one criterion: met, broken, or undetermined |
| `error_classes` | What is wrong with an invalid edit, proved or likely: CoBe's error classes, each with its proof |
| `report` | The verdict on an edit: one for each criterion, and one for the whole |
| `doubts` | Reasons not to call an edit valid: required criteria that were not shown |
| `findings` | What a criterion demands of a claim; failures of an edit that exact words show |
| `evidence` | Features of an edit, and evidence for its validity, as numbers |
| `score` | The probability that an edit is valid, and the thresholds of a verdict |
| `verification` | The judge: compares a rubric with what an edit was read to say |
"""
