"""What makes a formula true?

In: formulas.
Out: finite models, and worlds over ground atoms.

| file | holds |
|---|---|
| `completion` | When a ground formula is true, as a propositional formula over its atoms |
| `connection` | Which formulas are connected by shared atoms |
| `finite_model` | Finite models, and the value of a formula in one, by the definitions alone |
| `worlds` | All worlds over a few ground atoms, as truth tables, ranked and counted exactly |
"""
