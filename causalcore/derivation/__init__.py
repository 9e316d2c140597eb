"""What changes, what stays and what is open under an intervention?

In: a `Scenario` and an `Intervention`.
Out: a `Derivation` with evidence for every answer, and the `Rubric`.

| file | holds |
|---|---|
| `answer_kind` | What becomes of an event: the kinds of answer, and which way a quantity moves |
| `compilation` | A scenario laid out for fast answers: nodes in causal order with their responses |
| `confidence` | How sure an answer is, when the reader was not sure of every link |
| `constraints` | The constraints of a scenario as named formulas for the solver |
| `derivation` | What a hypothetical changes, what it leaves, and what stays open |
| `evidence` | Why an answer holds: a core of constraints in English, or two witness worlds |
| `expectation` | Answers beside the chance that a reader gives to each: where the two differ, or neither is sure |
| `explanation` | Works out, when asked, why an answer holds: a whole proof from the solver, or its last step |
| `formula_constraints` | Explicit mechanisms as formulas for the solver |
| `possibility` | The exact set of values that each event can take under an intervention |
| `propagation` | Which values each event can take in the counterfactual world |
| `response` | What is known of the response table of one event |
| `rubric` | From the answers of a derivation to criteria that a rewrite must meet |
| `wording` | Constraints of a scenario as English sentences |
"""
