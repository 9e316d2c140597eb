"""What do the words of an edit say for and against it, as numbers?

In: a `Rubric` and a `Grounding`.
Out: the measures that trees weigh.

| file | holds |
|---|---|
| `features` | What weighs for and against an edit as a whole, from its grounding and its rubric |
| `possible_rubrics` | What a what-if asks of each event under every way in which the text may have been read |
| `probable_satisfaction` | How probable it is that the values which an edit asserts are those that are asked for |
"""
