"""What actually caused what, and to what degree?

In: a model or a scenario with facts.
Out: actual causes with their contingencies.

| file | holds |
|---|---|
| `actual_cause` | Actual causes, by the modified definition of Halpern and Pearl |
| `contingency` | AC2 of the modified definition as a satisfiability question |
| `responsibility` | The degree of responsibility for an effect |
| `situation` | A model of mechanisms in one context, where every variable has a factual value |
| `uncertain_context` | Actual causes when facts describe the context and may leave noise open |
"""
