"""How likely does one claim of a text bear on another, and what does a what-if do to each?

In: a what-if, a text, the spans of its claims, and maybe an edit.
Out: `Scores` and `EditScores`, the chances that a small trained network gives.

| file | holds |
|---|---|
| `scores` | Chances of links, of what a what-if sets and changes, and of what an edit says of each claim |
"""
