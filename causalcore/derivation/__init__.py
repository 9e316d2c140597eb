"""What changes, what stays and what is open under an intervention?

In: a `Scenario` and an `Intervention`.
Out: a `Derivation` with evidence for every answer, and the `Rubric`.

Read `constraints`, `tables` and `derivation` in this order; they are the engine.

| file | holds |
|---|---|
| `answer_kind` | What happens to an event: the kinds of answer, and the direction of a quantity |
| `constraints` | Abduction: what a scenario's facts and links imply for each event's response table |
| `tables` | Intervention and prediction: the values that each event can take, and the confidence of an answer |
| `derivation` | The answers with their evidence, and whether asserted values are possible |
| `explanation` | Why an answer holds: constraints that force it, its last step, or two witness worlds |
| `solver_constraints` | The same constraints as named formulas for the solver, which settles what the tables cannot |
| `rubric` | The criteria that a rewrite must meet, built from the answers |
| `wording` | Constraints of a scenario as English sentences |
"""
