"""What is a fully specified structural causal model?

In: formulas, tables or functions.
Out: an `SCM`.

| file | holds |
|---|---|
| `building` | Models from formulas, truth tables, Python functions and conditional tables |
| `model` | Fully specified structural causal models <U, V, F, P(U)> over finite domains |
| `textbook` | Named models with known answers, shared by documentation and tests |
| `variable` | Variables with a finite, ordered domain |
"""
