"""What does a clause claim, as a sentence that stands alone?

In: clauses.
Out: sentences.

| file | holds |
|---|---|
| `nominal_claims` | The claim of a noun phrase as a clause: `Due to the storm` -> `There was a storm` |
| `passive_claims` | What was brought about, told without what brought it about |
| `shared_subjects` | Which noun phrase a predicate is said of, where its clause does not have it |
| `statements` | The claim of a clause as a sentence that stands alone |
"""
