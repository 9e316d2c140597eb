"""Between which limits does an answer lie, if the model leaves it open?

In: conditional tables, assumptions and a query.
Out: an interval.

| file | holds |
|---|---|
| `assumption` | The assumptions that may be added to a model's conditional tables |
| `bounds` | Intervals for queries that conditional tables leave open |
| `district` | Canonical response functions of variables whose mechanisms are unknown |
| `extremum` | The least and greatest value of a ratio of multilinear forms over polytopes |
"""
