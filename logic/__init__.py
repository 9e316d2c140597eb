"""What follows from what.

| concept | module | source |
|---|---|---|
| formula | `logic.formula` | free logic |
| text to formula and back | `logic.grammar` |  |
| free variables, substitution | `logic.substitution` |  |
| truth, falsity, gap | `logic.truth` | van Fraassen (1966) |
| finite models | `logic.finite_model` |  |
| consistent, entails, equivalent | `logic.entailment` |  |
| claims and certificates | `logic.claim` |  |
| label E, C, N, X, U | `logic.nli` | docs/explanation/semantics.md, 2 |
| counterfactual label | `logic.faithfulness` |  |
| SMT-LIB text | `logic.smtlib` | SMT-LIB 2.6 |
| solver session with limits | `logic.solver` | Z3 |
"""

from __future__ import annotations

from logic.errors import FormulaSyntaxError, LogicError, ReasoningError, SolverFailedError
from logic.solver import Limits, Outcome, Session, Status

__all__ = [
    "FormulaSyntaxError",
    "Limits",
    "LogicError",
    "Outcome",
    "ReasoningError",
    "Session",
    "SolverFailedError",
    "Status",
]
