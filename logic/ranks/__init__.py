"""How surprising is a thing, when rules hold normally and not always?

In: formulas and weighted defaults.
Out: ranks with certificates.

| file | holds |
|---|---|
| `default` | Defaults: rules that hold normally, with a weight for how firmly |
| `grounding` | Quantifiers unfolded over the things that an argument names |
| `rank` | Ranks: how much must be violated for something to hold |
| `rank_engine` | Two ways to the same ranks: all worlds counted, or the solver asked for a cheapest one |
| `rank_proof` | Certificates of ranks: a cheapest world, and that there is none below it |
| `ranking` | Weighted defaults: how surprising a thing is, and how firmly another follows |
| `system_z` | System Z: rank rules without given weights by how specific they are |
"""
