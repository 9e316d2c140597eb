"""How is a model asked to write an argument as formulas, or to judge one?

In: an argument.
Out: formulas, or the model's own evaluation.

| file | holds |
|---|---|
| `argument_formalisation` | Arguments -> formulas over one signature, with weighted defaults |
| `model_formalisation` | Formulas for an item and a response by a language model, which are checked |
| `self_evaluation` | A language model judges whether a premise has a relation to an argument |
"""
