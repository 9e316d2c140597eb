"""How likely does one claim of a text bear on another, and what does a what-if do to each?

In: a what-if, a text, and the spans of its claims.
Out: `Scores`, the chances that a small trained network gives.

| file | holds |
|---|---|
| `edit_scores` | Chances of what an edit says of each claim of a text, and of the edit being valid under a what-if |
| `scores` | The network, and chances of links, of what a what-if sets, and of what changes |
"""
