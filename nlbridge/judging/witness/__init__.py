"""What does an edit say of each claim, as a language model reads it?

In: an edit and the claims of its text.
Out: a `ToldEdit`.

| file | holds |
|---|---|
| `by_model` | Edit -> what it tells of each claim, read blind by a language model |
| `second_look` | A second blind look, in other words, at what one look leaves in doubt or what decides alone |
| `taken_away` | What an edit takes away beside what changes: people, a place, a thing that the text has |
"""
