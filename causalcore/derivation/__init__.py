"""What changes, what stays and what is open under an intervention?

In: a `Scenario` and an `Intervention`.
Out: a `Derivation` with evidence for every answer, and the `Rubric`.

| file | holds |
|---|---|
| `answer_kind` | What happens to an event: the kinds of answer, and the direction of a quantity |
| `compilation` | A scenario laid out for fast answers, and which values each event can take |
| `constraints` | The constraints of a scenario as named formulas for the solver |
| `derivation` | What an intervention changes, what it leaves, and what stays open |
| `expectation` | Compare each answer with the reader's probability; where they differ or are uncertain, it is open |
| `explanation` | Why an answer holds: a core of constraints in English, its last step, or two witness worlds |
| `formula_constraints` | Explicit mechanisms as formulas for the solver |
| `possibility` | The exact set of values that each event can take, and the confidence where links are uncertain |
| `response` | What is known of the response table of one event |
| `rubric` | From the answers of a derivation to criteria that a rewrite must meet |
| `wording` | Constraints of a scenario as English sentences |
"""
