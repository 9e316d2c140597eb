"""What follows from what.

| concept | module | source |
|---|---|---|
| formula | `logic.formulas.formula` | free logic |
| text to formula and back | `logic.formulas.grammar` |  |
| free variables, substitution | `logic.formulas.substitution` |  |
| truth, falsity, gap | `logic.formulas.truth` | van Fraassen (1966) |
| finite models | `logic.models.finite_model` |  |
| consistent, entails, equivalent | `logic.solving.entailment` |  |
| claims and certificates | `logic.solving.claim` |  |
| label E, C, N, X, U | `logic.relations.nli` | docs/explanation/semantics.md, 2 |
| counterfactual label | `logic.relations.faithfulness` |  |
| defaults | `logic.ranks.default` |  |
| rank, firmness | `logic.ranks.ranking` | Spohn (2012) |
| System Z | `logic.ranks.system_z` | Pearl (1990) |
| arithmetic of ranks | `logic.ranks.rank` |  |
| search for the cheapest world | `logic.ranks.rank_engine` |  |
| worlds as truth tables | `logic.models.worlds` |  |
| quantifiers over named things | `logic.ranks.grounding` |  |
| what shares atoms | `logic.models.connection` |  |
| listed completions | `logic.models.completion` | van Fraassen (1966) |
| certificate of a rank | `logic.ranks.rank_proof` |  |
| argument, its further premises | `logic.relations.argument` | docs/explanation/semantics.md, 2 |
| how each relation is decided | `logic.relations.argument_relation` |  |
| questions without defaults | `logic.relations.argument_questions` |  |
| judgement | `logic.relations.judgement` |  |
| SMT-LIB text | `logic.formulas.smtlib` | SMT-LIB 2.6 |
| solver session with limits | `logic.solving.solver` | Z3 |
| solver that can be killed | `logic.solving.solver_process` |  |
| interrupt of a late solver | `logic.solving.watchdog` |  |

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
    from logic.errors import FormulaSyntaxError, LogicError, ReasoningError, SolverFailedError
    from logic.formulas.grammar import parse, show
    from logic.formulas.truth import Semantics
    from logic.ranks.ranking import Ranking
    from logic.relations.argument import Argument, judge
    from logic.relations.faithfulness import counterfactuals
    from logic.relations.judgement import Judgement
    from logic.relations.nli import Label, Result, label
    from logic.solving.entailment import Verdict, consistent, countermodel, entails, equivalent
    from logic.solving.solver import Limits, Outcome, Session, Status

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
    "Argument": "logic.relations.argument",
    "FormulaSyntaxError": "logic.errors",
    "Judgement": "logic.relations.judgement",
    "Label": "logic.relations.nli",
    "Limits": "logic.solving.solver",
    "LogicError": "logic.errors",
    "Outcome": "logic.solving.solver",
    "Ranking": "logic.ranks.ranking",
    "ReasoningError": "logic.errors",
    "Result": "logic.relations.nli",
    "Semantics": "logic.formulas.truth",
    "Session": "logic.solving.solver",
    "SolverFailedError": "logic.errors",
    "Status": "logic.solving.solver",
    "Verdict": "logic.solving.entailment",
    "consistent": "logic.solving.entailment",
    "counterfactuals": "logic.relations.faithfulness",
    "countermodel": "logic.solving.entailment",
    "entails": "logic.solving.entailment",
    "equivalent": "logic.solving.entailment",
    "judge": "logic.relations.argument",
    "label": "logic.relations.nli",
    "parse": "logic.formulas.grammar",
    "show": "logic.formulas.grammar",
}
"""Where each name is defined; a module is loaded at first use, since the command line starts by importing this."""


def __getattr__(name: str) -> object:
    if name not in _HOME:
        message = f"expected a public name of logic, got {name}; see logic.__all__, or import its module"
        raise AttributeError(message)
    return getattr(import_module(_HOME[name]), name)
