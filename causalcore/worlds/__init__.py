"""Which worlds and which models does a scenario leave possible?

In: a `Scenario`, interventions, or an `SCM`.
Out: worlds under the same unknown tables, and the models that a scenario admits.

| file | holds |
|---|---|
| `admission` | From a scenario to the models that it admits, and from a model back to a scenario |
| `joint_worlds` | Several worlds of one scenario at once, under the same unknown tables |
"""
