"""What does an edit say about each claim of a text?

In: an edit and a `Scenario`.
Out: a `Grounding`: a value for each claim, with quotes.

| file | holds |
|---|---|
| `claims` | What happened to a claim in an edit, and does the edit mention it at all? |
| `connectives` | Which connectives does an edit use, between which claims, and do they suit? |
| `asked_sentences` | The sentences that a blind reader is asked about, claims, what is supposed |
| `passage` | The rewritten passage in an edit, and where an edit as it was given has its words |
| `edit` | An edit, worked out once: its passage, its words, and which of them stand where the text's stood |
| `new_content` | What an edit says that no claim of the original has: new reasons, things denied |
| `quantity_moves` | How far the quantity of a claim stands from its fact in an edit |
| `by_words` | An edit read by its words: for each claim, the chances of what the edit says of it |
| `exact_claims` | Claims that an edit asserts in the text's own words |
| `grounding` | What an edit says: of each claim and each joint, what is new in it, and what it denies |
"""
