"""Is an edit valid, and if not, of which class is its error?

In: a `Rubric` and a `Grounding`.
Out: a `Report`: a verdict on every criterion, with its reason.

| file | holds |
|---|---|
| `by_words` | What do the words of an edit say for and against it, as numbers? |
| `scoring` | How likely is it that an edit is valid? |
| `witness` | What does an edit say of each claim, as a language model reads it? |
| `altered_latents` | Where an edit alters the background of its original: E5 |
| `certain_connectives` | Connectives that certainly do not suit the claims right beside them: E3 without weighing |
| `certain_errors` | Errors of an edit that follow from its exact words and sure criteria, with the proof as reason |
| `criteria_verdict` | An edit judged criterion by criterion, where a language model helped to read it |
| `criterion_verdict` | What an edit does to one criterion: meets it, breaks it, or leaves it undetermined |
| `error_classes` | What is wrong with an edit that is called invalid: CoBe's error classes, each with its proof |
| `exact_claims` | Claims that an edit asserts in the text's own words |
| `plain_contradictions` | Claims that an edit copies word for word, or copies and denies |
| `report` | What judging an edit comes to: a verdict for each criterion, and one for the whole |
| `setting_phrases` | The settings that a passage tells of: `on a December night`, `it was a clear evening` |
| `validity` | What stands against calling an edit valid: everything that was not positively shown |
| `verification` | An edit judged by a rubric: valid, invalid with its error classes, or undetermined |
"""
