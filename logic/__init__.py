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
| rank, firmness | `logic.ranking` | Spohn (2012) |
| System Z | `logic.system_z` | Pearl (1990) |
| arithmetic of ranks | `logic.rank` |  |
| search for the cheapest world | `logic.rank_engine` |  |
| worlds as truth tables | `logic.worlds` |  |
| quantifiers over named things | `logic.grounding` |  |
| what shares atoms | `logic.connection` |  |
| listed completions | `logic.completion` | van Fraassen (1966) |
| certificate of a rank | `logic.rank_proof` |  |
| argument, its further premises | `logic.argument` | docs/explanation/semantics.md, 2 |
| how each relation is decided | `logic.argument_relation` |  |
| questions without defaults | `logic.argument_questions` |  |
| judgement | `logic.judgement` |  |
| SMT-LIB text | `logic.smtlib` | SMT-LIB 2.6 |
| solver session with limits | `logic.solver` | Z3 |
| solver that can be killed | `logic.solver_process` |  |
| interrupt of a late solver | `logic.watchdog` |  |

Examples
--------
>>> import logic
>>> logic.label(premises=["all x. (Heron(x) -> Bird(x))", "Heron(ada)"], hypothesis="Bird(ada)").label
<Label.ENTAILMENT: 'E'>
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from logic.argument import Argument, judge
    from logic.entailment import Verdict, consistent, countermodel, entails, equivalent
    from logic.errors import FormulaSyntaxError, LogicError, ReasoningError, SolverFailedError
    from logic.faithfulness import counterfactuals
    from logic.grammar import parse, show
    from logic.judgement import Judgement
    from logic.nli import Label, Result, label
    from logic.ranking import Ranking
    from logic.solver import Limits, Outcome, Session, Status
    from logic.truth import Semantics

__all__ = [
    "Argument",
    "FormulaSyntaxError",
    "Judgement",
    "Label",
    "Limits",
    "LogicError",
    "Outcome",
    "Ranking",
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
    "judge",
    "label",
    "parse",
    "show",
]

_HOME = {
    "Argument": "logic.argument",
    "FormulaSyntaxError": "logic.errors",
    "Judgement": "logic.judgement",
    "Label": "logic.nli",
    "Limits": "logic.solver",
    "LogicError": "logic.errors",
    "Outcome": "logic.solver",
    "Ranking": "logic.ranking",
    "ReasoningError": "logic.errors",
    "Result": "logic.nli",
    "Semantics": "logic.truth",
    "Session": "logic.solver",
    "SolverFailedError": "logic.errors",
    "Status": "logic.solver",
    "Verdict": "logic.entailment",
    "consistent": "logic.entailment",
    "counterfactuals": "logic.faithfulness",
    "countermodel": "logic.entailment",
    "entails": "logic.entailment",
    "equivalent": "logic.entailment",
    "judge": "logic.argument",
    "label": "logic.nli",
    "parse": "logic.grammar",
    "show": "logic.grammar",
}
"""Where each name is defined; a module is loaded at first use, since the command line starts by importing this."""


def __getattr__(name: str) -> object:
    if name not in _HOME:
        message = f"expected a public name of logic, got {name}; see logic.__all__, or import its module"
        raise AttributeError(message)
    return getattr(import_module(_HOME[name]), name)
