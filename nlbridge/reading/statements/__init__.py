"""What does a clause claim, as a sentence that stands alone?

In: clauses.
Out: sentences.

| file | holds |
|---|---|
| `nominal_claims` | The claim of a noun phrase or relative clause: `Due to the storm` -> `There was a storm` |
| `passive_claims` | What was brought about, told without what did; subjects behind verbs; what would have been |
| `shared_subjects` | Which noun phrase a predicate is said of, and what a pronoun stands for |
| `statements` | The claim of a clause as a sentence that stands alone |
"""
