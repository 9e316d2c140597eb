"""How likely is a link between two claims of a text, and what does a what-if do to each claim?

In: a what-if, a text, the spans of its claims, and optionally an edit.
Out: `Scores` and `EditScores`, the probabilities that a small trained network gives.

| file | holds |
|---|---|
| `scores` | Probabilities of links, of what a what-if sets and changes, and of what an edit says about each claim |
"""
