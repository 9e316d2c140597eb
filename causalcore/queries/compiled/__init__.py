"""How is one question computed for many rows?

In: a question and the pattern of what is observed, set and asked.
Out: a plan whose rows cost arithmetic alone.

| file | holds |
|---|---|
| `factor` | A table over nodes, and how tables are laid flat |
| `grouping` | Which nodes are summed out in one step |
| `network` | The multi-world network of a counterfactual question, only the relevant part |
| `order` | In which order nodes are summed out, and what that costs |
| `pattern` | Questions that differ in values alone, compiled once |
| `plan` | The whole sum of products, compiled once, then arithmetic for each row |
| `rows` | Many rows of one plan at once |
| `steps` | One step of a plan: a product of flat tables, summed over some nodes |
"""
