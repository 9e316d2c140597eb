"""Which connectives does an edit use, between which claims, and do they fit?

In: an aligned edit.
Out: connectives that do not fit, with their weight.

| file | holds |
|---|---|
| `arguments` | Connectives of a passage, and which stretches of it they join |
| `misuse` | Connectives of an edit that do not fit the values of the events they join, with probabilities |
"""
