"""What happened to a claim in an edit, and does the edit mention it at all?

In: an aligned edit and the words of a claim.
Out: features, and the chance of each value.

| file | holds |
|---|---|
| `exchanged_words` | Claims that an edit tells with a word exchanged, of others, or with another event in their place |
| `features` | What an edit does to the words of one event, as features of a small model |
| `other_matter` | Claims whose words an edit has, but that it leaves open, and claims that it asserts after all |
| `polarity` | Whether an edit affirms or denies the predicate of a claim |
| `same_matter` | Where an edit has the words of an event, and whether it mentions the same subject and object |
"""
