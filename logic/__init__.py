"""What follows from what.

| room | answers |
|---|---|
| `logic.formulas` | What is a formula, how is it written, and when is it true? |
| `logic.models` | What makes a formula true? |
| `logic.ranks` | How surprising is something, if rules hold normally but not always? |
| `logic.relations` | Which label does a sentence get, and how does a premise affect an argument? |
| `logic.solving` | What does the solver answer, within which limits, and how is that checked again? |
| `logic.errors` | The root of all errors of the project, and those of `logic` |

Examples
--------
>>> import logic
>>> logic.label(premises=["all x. (Heron(x) -> Bird(x))", "Heron(ada)"], hypothesis="Bird(ada)").label
<Label.ENTAILMENT: 'E'>
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from logic.errors import FormulaSyntaxError, LogicError, ReasoningError, SolverFailedError
    from logic.formulas.formula import show
    from logic.formulas.grammar import parse
    from logic.formulas.truth import Semantics
    from logic.ranks.ranking import Ranking
    from logic.relations.argument import judge
    from logic.relations.faithfulness import counterfactuals
    from logic.relations.formal_argument import Argument
    from logic.relations.judgement import Judgement
    from logic.relations.nli import Label, Result, label
    from logic.solving.entailment import EntailmentVerdict, consistent, countermodel, entails, equivalent
    from logic.solving.outcome import Limits, Outcome, Status
    from logic.solving.solver import Session

__all__ = [
    "Argument",
    "EntailmentVerdict",
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
    "Argument": "logic.relations.formal_argument",
    "FormulaSyntaxError": "logic.errors",
    "Judgement": "logic.relations.judgement",
    "Label": "logic.relations.nli",
    "Limits": "logic.solving.outcome",
    "LogicError": "logic.errors",
    "Outcome": "logic.solving.outcome",
    "Ranking": "logic.ranks.ranking",
    "ReasoningError": "logic.errors",
    "Result": "logic.relations.nli",
    "Semantics": "logic.formulas.truth",
    "Session": "logic.solving.solver",
    "SolverFailedError": "logic.errors",
    "Status": "logic.solving.outcome",
    "EntailmentVerdict": "logic.solving.entailment",
    "consistent": "logic.solving.entailment",
    "counterfactuals": "logic.relations.faithfulness",
    "countermodel": "logic.solving.entailment",
    "entails": "logic.solving.entailment",
    "equivalent": "logic.solving.entailment",
    "judge": "logic.relations.argument",
    "label": "logic.relations.nli",
    "parse": "logic.formulas.grammar",
    "show": "logic.formulas.formula",
}
"""The module that defines each name; it is loaded at first use, since the command line starts by importing this.

`causalcore.files.own_packages` loads this package under another name if a user's folder hides it.
"""


_BESIDES: Final = {
    "Case": "logic.relations.faithfulness:Case",
    "Condition": "logic.relations.faithfulness:Condition",
    "Relation": "logic.relations.faithfulness:Relation",
    "Theorem": "logic.relations.faithfulness:Theorem",
    "argument": "logic.relations.argument:argument",
    "default": "logic.ranks.default:default",
    "necessary": "logic.relations.argument:necessary",
    "strengthens": "logic.relations.argument:strengthens",
    "sufficient": "logic.relations.argument:sufficient",
    "weakens": "logic.relations.argument:weakens",
}
"""Other names that documentation pages import, each with its module and its name there; they may move."""


def __getattr__(name: str) -> object:
    if name in _BESIDES:
        module, _, there = _BESIDES[name].replace("logic", __name__, 1).partition(":")
        return getattr(import_module(module), there)
    if name not in _HOME:
        message = f"expected a public name of logic, got {name}; see logic.__all__, or import its module"
        raise AttributeError(message)
    return getattr(import_module(_HOME[name].replace("logic", __name__, 1)), name)
