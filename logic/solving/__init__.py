"""What does the solver answer, within which limits, and how is that checked again?

In: claims about the truth of formulas.
Out: outcomes with certificates.

| file | holds |
|---|---|
| `claim` | Claims about the truth value of formulas, and certificates that can be checked again |
| `entailment` | Consistency, entailment, equivalence and countermodels in free logic |
| `outcome` | The limits of a question to the solver, and its outcome |
| `parent` | A process that ends with its parent, even if the parent is killed |
| `solver` | Z3 behind one small session: assert, check, core, model, consequences, limits |
| `solver_process` | The solver in a separate process, which can be killed at any time |
| `term` | The solver's terms, and worlds that give them values, as other files see them |
"""
