"""What happened to a claim in an edit, and does the edit mention it at all?

In: an aligned edit and the words of a claim.
Out: features, and the chance of each value.

| file | holds |
|---|---|
| `exchanged` | Whether an edit denies a claim with another word in the place of one of its own, or recasts its roles |
| `features` | What an edit does to the words of one event, as numbers that a small model weighs |
| `polarity` | Whether an edit affirms or denies the predicate of a claim: negators |
| `same_matter` | Where in an edit the words of an event are, and of its own subject and object |
| `suspended` | Whether an edit leaves a claim open though it has its words, or tells it after all |
"""
