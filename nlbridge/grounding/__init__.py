"""What does an edit say about each claim of a text?

In: an edit and a `Scenario`.
Out: a `Grounding`: a value for each claim, with quotes.

| file | holds |
|---|---|
| `claims` | What became of a claim in an edit, and does the edit speak of it at all? |
| `connectives` | Which connectives does an edit use, between which claims, and do they suit? |
| `models` | What do local models add to the words of a claim? |
| `additions` | Sentences of an edit that speak of nothing the text speaks of |
| `asked_sentences` | The sentences that a blind reader is asked about, claims, what is supposed |
| `claim_words` | Which words of the original make each event's claim |
| `comparison` | A text and an edit, aligned by form and by meaning, and the edit measured as a whole |
| `contrary_telling` | Claims that the text tells by their contrary (`the hold would have flooded`) |
| `edit` | An edit, worked out once: its passage, its words, and how they are aligned with the text |
| `edit_text` | The passage itself, without what a writer or a model wraps around it |
| `grounding` | An edit read into the value that it asserts for each event |
| `new_content` | What an edit says that no claim of the original has: new reasons, things denied |
| `outside` | What an edit says about its own story from outside: that it is not true, was dreamt, said |
| `quantity_moves` | How far the quantity of a claim stands from its fact in an edit |
| `told` | What a passage was read to tell: a value for each claim with its quote |
| `told_values` | What the claims that an edit was read to tell come to: values, details, what is gone with its base |
"""
