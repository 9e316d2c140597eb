"""How surprising is something, if rules hold normally but not always?

In: formulas and weighted defaults.
Out: ranks with certificates.

| file | holds |
|---|---|
| `default` | Defaults: rules that hold normally, with a weight for how firmly they hold |
| `grounding` | Quantifiers unfolded over the things that an argument names |
| `rank` | Ranks: how much must be violated for something to hold |
| `rank_engine` | Two ways to the same ranks: count all worlds, or ask the solver for a cheapest one |
| `rank_proof` | Certificates of ranks: a cheapest world, and a proof that none is cheaper |
| `ranking` | Weighted defaults: how surprising something is, and how firmly something else follows |
| `system_z` | System Z: rank rules without weights by how specific they are |
"""
