"""What does a clause claim, as a full sentence?

In: clauses.
Out: sentences.

| file | holds |
|---|---|
| `nominal_claims` | The claim of a noun phrase or relative clause: `Due to the storm` -> `There was a storm` |
| `passive_claims` | Effects stated without their cause; subjects after verbs; facts behind counterfactuals |
| `shared_subjects` | The subject of a predicate without one, and what a pronoun refers to |
| `statements` | The claim of a clause as a full sentence |
"""
