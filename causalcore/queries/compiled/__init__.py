"""How is one question computed for many rows?

In: a question and the pattern of what is observed, set and asked.
Out: a plan whose rows need only arithmetic.

| file | holds |
|---|---|
| `factor` | A table over nodes, and the flat layout of tables |
| `grouping` | Which nodes are summed out in one step |
| `network` | The multi-world network of a counterfactual question, restricted to the relevant part |
| `order` | The order in which nodes are summed out, and its cost |
| `pattern` | Questions that differ only in values, compiled once |
| `plan` | The whole sum of products, compiled once, then arithmetic for each row |
| `rows` | Many rows of one plan at once |
| `steps` | One step of a plan: a product of flat tables, summed over some nodes |
"""
