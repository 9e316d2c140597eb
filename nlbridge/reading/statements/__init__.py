"""What does a clause claim, as a sentence that stands alone?

In: clauses.
Out: sentences.

| file | holds |
|---|---|
| `inverted_claims` | Claims whose subject follows the verb: `as did the sheep` |
| `nominal_claims` | The claim of a noun phrase as a clause: `Due to the storm` -> `There was a storm` |
| `passive_claims` | What was brought about, told without what brought it about |
| `pronoun_subjects` | What a pronoun stands for, where that is safe to say |
| `relative_claims` | The claim of a relative clause, with what its pronoun stands for |
| `shared_subjects` | Which noun phrase a predicate is said of, where its clause does not have it |
| `statements` | The claim of a clause as a sentence that stands alone |
| `unreal_claims` | The fact behind what would have been: `the hold would have flooded` tells that it did not |
"""
