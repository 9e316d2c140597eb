"""Is an edit valid, and if not, of which class is its error?

In: a `Rubric` and a `Grounding`.
Out: a `Report`: a verdict on every criterion, with its reason.

| file | holds |
|---|---|
| `scoring` | How likely is it that an edit is valid? |
| `witness` | What does an edit say of each claim, as a language model reads it? |
| `by_values` | What a value that a language model read does to a criterion; whether a joining word fits such values |
| `certain_errors` | Errors that the exact words of an edit prove, or the engine from what it says |
| `criterion_verdict` | What an edit does to one criterion: meets it, breaks it, or leaves it undetermined |
| `error_classes` | What is wrong with an edit that is called invalid: CoBe's error classes, each with its proof |
| `report` | What judging an edit comes to: a verdict for each criterion, and one for the whole |
| `doubts` | Reasons not to call an edit valid: required criteria that were not shown |
| `findings` | What a criterion demands of a claim; failures of an edit that exact words show |
| `verification` | The judge: a rubric and what an edit was read to say, held against each other |
"""
