"""How is a clause denied, and a denial undone?

In: words and clauses.
Out: negated forms.

| file | holds |
|---|---|
| `negation` | Negating an English clause in place, and undoing a negation |
"""
