"""Which world does a clause of a conditional speak of?

In: a conditional and what follows it.
Out: its mood, and the world of each clause.

| file | holds |
|---|---|
| `antecedents` | Where a text supposes something or gives a reason, and how it goes on after that |
| `mood` | Which world a clause speaks of: the mood of a conditional |
"""
