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
| defaults | `logic.default` |  |
| argument | `logic.argument` |  |
| SMT-LIB text | `logic.smtlib` | SMT-LIB 2.6 |
| solver session with limits | `logic.solver` | Z3 |
| interrupt of a late solver | `logic.watchdog` |  |

Examples
--------
>>> import logic
>>> logic.label(premises=["all x. (Heron(x) -> Bird(x))", "Heron(ada)"], hypothesis="Bird(ada)").label
<Label.ENTAILMENT: 'E'>
"""

from __future__ import annotations

from logic.entailment import Verdict, consistent, countermodel, entails, equivalent
from logic.errors import FormulaSyntaxError, LogicError, ReasoningError, SolverFailedError
from logic.faithfulness import counterfactuals
from logic.grammar import parse, show
from logic.nli import Label, Result, label
from logic.solver import Limits, Outcome, Session, Status
from logic.truth import Semantics

__all__ = [
    "FormulaSyntaxError",
    "Label",
    "Limits",
    "LogicError",
    "Outcome",
    "ReasoningError",
    "Result",
    "Semantics",
    "Session",
    "SolverFailedError",
    "Status",
    "Verdict",
    "consistent",
    "counterfactuals",
    "countermodel",
    "entails",
    "equivalent",
    "label",
    "parse",
    "show",
]
