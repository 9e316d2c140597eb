"""What does the solver say, within which limits, and how is it checked again?

In: claims about the truth of formulas.
Out: outcomes with certificates.

| file | holds |
|---|---|
| `claim` | Claims about the truth value of formulas, and certificates that can be checked again |
| `entailment` | Consistency, entailment, equivalence and countermodels in free logic |
| `outcome` | Limits for a question to the solver, and its outcome |
| `parent` | A process that ends when its parent ends, even when the parent is killed |
| `solver` | Z3 behind one small session: assert, check, core, model, consequences, limits |
| `solver_process` | The solver in a process of its own, which can be killed whatever it is doing |
| `term` | Terms of the solver, and worlds in which they have values, as other files see them |
"""
