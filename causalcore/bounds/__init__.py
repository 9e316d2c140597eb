"""Between which limits does an answer lie, where the model leaves it open?

In: conditional tables, assumptions and a query.
Out: an interval.

| file | holds |
|---|---|
| `assumption` | What may be assumed beyond a model's conditional tables |
| `bounds` | Intervals where conditional tables leave a query open |
| `district` | Canonical response functions of variables whose mechanisms are not known |
| `extremum` | The least and greatest value of a ratio of multilinear forms over polytopes |
"""
