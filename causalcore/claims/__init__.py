"""Does a causal claim hold, of a model, a scenario or a program?

In: claims and what they are about.
Out: verdicts with counterexamples.

| file | holds |
|---|---|
| `checking` | Claims checked against whatever they are about: a model, a scenario, or a program |
| `claims` | Causal claims: sentences about a model that can be checked |
| `generation` | Models and scenarios made from rows of whole numbers |
| `hypothesis_plugin` | What Hypothesis calls when it is loaded: types are registered once a test imports them |
| `model_claims` | Claims over a fully specified model: holds, fails with a counterexample, or open |
| `program` | Programs as causal systems: a Python function whose inputs can be set |
| `program_claims` | Claims over a program, tested |
| `pytest_plugin` | Causal claims in test files: a marker that states them, fixtures that check them |
| `scenario_claims` | Claims over a scenario: for all mechanisms that the text admits |
| `strategies` | Hypothesis strategies for models, scenarios, interventions and evidence |
| `verdict` | What comes of a claim: holds, fails with a counterexample, or open |
"""
