"""Which worlds and which models does a scenario leave possible?

In: a `Scenario`, interventions, or an `SCM`.
Out: worlds under the same unknown tables, and the models that a scenario admits.

| file | holds |
|---|---|
| `admission` | The models that a scenario admits, and the scenario of a given model |
| `joint_worlds` | Several worlds of one scenario at once, under the same unknown tables |
"""
