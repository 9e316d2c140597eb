"""What does a formula over the parents of a variable compute?

In: the text of a formula.
Out: a checked formula that can be evaluated.

| file | holds |
|---|---|
| `formula` | Formulas as trees: names, constants, operations |
| `mechanism` | Mechanisms: what a formula over the parents of a variable computes |
| `parsing` | Formulas read from text by recursive descent; never handed to `eval` |
"""
