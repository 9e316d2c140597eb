"""What happened to a claim in an edit, and does the edit mention it at all?

In: an aligned edit and the words of a claim.
Out: features, and the chance of each value.

| file | holds |
|---|---|
| `exchanged_words` | Claims that an edit tells with a word exchanged, or of others |
| `features` | Where an edit has the words of an event, and what it does to them, as features of a small model |
| `other_matter` | Claims whose words an edit has, but that it leaves open, and claims that it asserts after all |
| `polarity` | Whether a word is denied within its clause |
| `same_matter` | Whether an edit mentions a claim's own subject and object |
"""
