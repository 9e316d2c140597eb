"""How is a clause negated, and how is a negation removed?

In: words and clauses.
Out: negated forms.

| file | holds |
|---|---|
| `negation` | Negates an English clause in place, or removes its negation |
"""
