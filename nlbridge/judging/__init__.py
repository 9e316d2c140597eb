"""Is an edit valid, and if not, of which class is its error?

In: a `Rubric` and a `Grounding`.
Out: a `Report`: a verdict on every criterion, with its reason.

| file | holds |
|---|---|
| `scoring` | How likely is it that an edit is valid? |
| `witness` | What does an edit say of each claim, as a language model reads it? |
| `certain_errors` | Errors of an edit that follow from its exact words and sure criteria, with the proof as reason |
| `criterion_verdict` | What an edit does to one criterion: meets it, breaks it, or leaves it undetermined |
| `error_classes` | What is wrong with an edit that is called invalid: CoBe's error classes, each with its proof |
| `report` | What judging an edit comes to: a verdict for each criterion, and one for the whole |
| `demands` | What a criterion asks of a claim: to stay, to change, or to move one way |
| `doubts` | Reasons not to call an edit valid: required criteria that were not shown |
| `findings` | What an edit does against its rubric beside its claims, worked out once |
| `proof` | The engine's word on an edit: whether the values that it gives to the events can hold together |
| `suspected_connectives` | Whether a connective that a model read suits the values that the edit gives to its claims |
| `verification` | The judge: a rubric and what an edit was read to say, held against each other |
"""
