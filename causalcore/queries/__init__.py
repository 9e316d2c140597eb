"""What is, what would be under an action, and what would have been?

In: an `SCM` and a query.
Out: a probability, a mean or an effect.

| file | holds |
|---|---|
| `compiled` | How is one question computed for many rows? |
| `abduction` | The first step: what the evidence says about the noise |
| `alike` | Many questions about one model: one contraction answers all that share a pattern |
| `contrast` | Effects as weighted sums of means in several worlds |
| `counterfactual` | Counterfactuals: abduction, action and prediction, composed |
| `effect` | Named effects of one variable on another, and changes of value |
| `path_effect` | Path-specific effects |
| `pattern_rows` | Many rows that need inference: rows with the same pattern are answered together |
| `prediction` | The second and third steps: change the model, then compute the consequences |
| `queries` | Questions about a model, on all three rungs, and their answers |
| `query_language` | The text form of queries |
| `unit` | Units: rows in which every endogenous variable is observed |
| `unit_layout` | How a model is laid out for units: noise states as bits, one table per variable |
| `unit_rows` | Counterfactuals for many rows at once |
| `whole_distribution` | Whole distributions: one probability for each value that a query leaves out |
| `world` | Counterfactual terms and facts: Y in the world where X had been set |
"""
