"""What identifies a counterfactual, and how is an estimand written?

In: a diagram with unobserved nodes; facts about several worlds.
Out: an estimand in probabilities of observation or of experiments, or what forbids one.

| file | holds |
|---|---|
| `counterfactual_estimand` | What identifies facts about several worlds: observation, experiments, or nothing |
| `district_factors` | The chance of facts about several worlds as a product, one factor per district |
| `estimand_notation` | Estimands as text, LaTeX and JSON; bound names get primes |
| `parallel_worlds` | The counterfactual graph of some facts: variables in their worlds, equal ones merged |
| `simpler_estimands` | Products, sums and quotients of estimands in short form |
| `two_values` | Counterfactuals that subtraction identifies if a variable has only two values |
"""
