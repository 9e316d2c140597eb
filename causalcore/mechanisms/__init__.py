"""What does a formula over a variable's parents compute?

In: the text of a formula.
Out: a checked formula that can be evaluated.

| file | holds |
|---|---|
| `formula` | Formulas as trees: names, constants, operations |
| `mechanism` | Mechanisms: the value of a formula over a variable's parents |
| `parsing` | Formulas read from text by recursive descent, never by `eval` |
"""
