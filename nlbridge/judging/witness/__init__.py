"""What does an edit say of each claim, as a language model reads it?

In: an edit and the claims of its text.
Out: a `Grounding`.

| file | holds |
|---|---|
| `by_model` | What an edit says of each claim, read blind by a language model |
| `second_look` | A second blind look, in other words, at doubtful claims and those that decide alone |
"""
