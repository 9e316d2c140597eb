"""What would have happened.

| room | answers |
|---|---|
| `causalcore.asking` | What can a program ask of a model or of a graph, and what does it get back? |
| `causalcore.bounds` | Between which limits does an answer lie, if the model leaves it open? |
| `causalcore.causes` | What actually caused what, and to what degree? |
| `causalcore.claims` | Does a causal claim hold, of a model, a scenario or a program? |
| `causalcore.derivation` | What changes, what stays and what is open under an intervention? |
| `causalcore.exchange` | How do models and results enter and leave other tools? |
| `causalcore.files` | How does the program read foreign files within limits, and protect its own? |
| `causalcore.graph_questions` | What do users of a causal graph ask it, and what does it answer? |
| `causalcore.graphs` | What does a causal graph alone say? |
| `causalcore.identification` | What do a causal diagram and some probabilities say about a question on any rung? |
| `causalcore.mechanisms` | What does a formula over a variable's parents compute? |
| `causalcore.model` | What is a fully specified structural causal model? |
| `causalcore.pictures` | How does a causal graph look? |
| `causalcore.queries` | What is, what would be under an action, and what would have been? |
| `causalcore.scenario` | What does a text state, as a partially specified causal model? |
| `causalcore.worlds` | Which worlds and which models does a scenario leave possible? |
| `causalcore.__main__` | `python -m causalcore`: the command `causalcore` |
| `causalcore.errors` | Errors of the causal layer, each also a matching builtin |

`read`, `rubric`, `check`, `many` and `aio` read texts. They belong to `nlbridge`, which is imported at their first use.
docs/reference/stability.md says which of these names are stable.

Examples
--------
>>> from causalcore import Event, Link, Scenario, derive, do
>>> frost = Event(id="e1", statement="The frost was hard.")
>>> pears = Event(id="e2", statement="The pear blossom died.")
>>> scenario = Scenario(events=(frost, pears), links=(Link(cause="e1", effect="e2", connective="because"),))
>>> print(derive(scenario, do({"e1": "false"})).answer("e2").evidence)
The what-if says that 'The frost was hard' is false; 'The pear blossom died' needs 'The frost was hard' (“because”).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from causalcore.files.own_packages import shadow

if TYPE_CHECKING:
    from causalcore import errors
    from causalcore.asking.asked import ask
    from causalcore.asking.claimed import claim
    from causalcore.asking.graph_object import graph
    from causalcore.claims.programs import program
    from causalcore.derivation.derivation import (
        Answer,
        AnswerKind,
        Derivation,
        Direction,
        compile_scenario,
        derive,
    )
    from causalcore.derivation.rubric import Criterion, Rubric, build_rubric
    from causalcore.errors import CausalError
    from causalcore.exchange.model_file import load_model, model
    from causalcore.scenario.intervention import Intervention, do
    from causalcore.scenario.scenario import Event, Latent, Link, Scenario
    from logic.errors import ReasoningError
    from nlbridge.answering.request import RequestError
    from nlbridge.apps.python.functions import aio, check, many, read, rubric
    from nlbridge.errors import BridgeError, HypotheticalNotFoundError, UnreadableTextError

__all__ = [
    "Answer",
    "AnswerKind",
    "BridgeError",
    "CausalError",
    "Criterion",
    "Derivation",
    "Direction",
    "Event",
    "HypotheticalNotFoundError",
    "Intervention",
    "Latent",
    "Link",
    "ReasoningError",
    "RequestError",
    "Rubric",
    "Scenario",
    "UnreadableTextError",
    "aio",
    "ask",
    "build_rubric",
    "check",
    "claim",
    "compile_scenario",
    "derive",
    "do",
    "errors",
    "graph",
    "load_model",
    "many",
    "model",
    "program",
    "read",
    "rubric",
]

_HOME: Final = {
    "Answer": "causalcore.derivation.derivation",
    "AnswerKind": "causalcore.derivation.derivation",
    "CausalError": "causalcore.errors",
    "CompiledScenario": "causalcore.derivation.derivation",
    "ContradictoryScenarioError": "causalcore.errors",
    "Criterion": "causalcore.derivation.rubric",
    "CriterionKind": "causalcore.derivation.rubric",
    "CyclicModelError": "causalcore.errors",
    "Derivation": "causalcore.derivation.derivation",
    "Direction": "causalcore.derivation.derivation",
    "Event": "causalcore.scenario.scenario",
    "Evidence": "causalcore.derivation.derivation",
    "Intervention": "causalcore.scenario.intervention",
    "Judgement": "causalcore.derivation.derivation",
    "Latent": "causalcore.scenario.scenario",
    "Link": "causalcore.scenario.scenario",
    "MalformedScenarioError": "causalcore.errors",
    "ReasoningError": "causalcore.errors",
    "Rubric": "causalcore.derivation.rubric",
    "Scenario": "causalcore.scenario.scenario",
    "ask": "causalcore.asking.asked",
    "build_rubric": "causalcore.derivation.rubric",
    "claim": "causalcore.asking.claimed",
    "compile_scenario": "causalcore.derivation.derivation",
    "derive": "causalcore.derivation.derivation",
    "do": "causalcore.scenario.intervention",
    "graph": "causalcore.asking.graph_object",
    "load_model": "causalcore.exchange.model_file",
    "program": "causalcore.claims.programs",
}
"""The module that defines each name; it is loaded at first use, since test runs import the package for its plugin.

Names outside `__all__` are kept for code that imported them before.
"""
_BESIDES: Final = {
    "DRUG_GENDER": "causalcore.model.textbook:DRUG_GENDER",
    "Diagram": "causalcore.identification:Diagram",
    "EffectQuestion": "causalcore.identification:Query",
    "FIRING_SQUAD": "causalcore.model.textbook:FIRING_SQUAD",
    "Given": "causalcore.identification:Given",
    "Knowledge": "causalcore.identification:Knowledge",
    "QuestionKind": "causalcore.identification:Kind",
    "SMOKING_STUDY": "causalcore.model.textbook:SMOKING_STUDY",
    "Sign": "causalcore.scenario.scenario:Sign",
    "Strength": "causalcore.scenario.scenario:Strength",
    "TEXTBOOK_ANSWERS": "causalcore.model.textbook:ANSWERS",
    "abduct": "causalcore.queries.abduction:abduct",
    "admits": "causalcore.worlds.admission:admits",
    "admitted_models": "causalcore.worlds.admission:admitted_models",
    "ancestors": "causalcore.graphs.causal_graph:ancestors",
    "answer_question": "causalcore.graph_questions.question_answers:answer_question",
    "ask_number": "causalcore.queries.queries:ask",
    "colliders": "causalcore.graphs.causal_graph:colliders",
    "counterfactual": "causalcore.queries.counterfactual:counterfactual",
    "counterfactual_rows": "causalcore.queries.unit_rows:counterfactual_rows",
    "d_separated": "causalcore.graphs.causal_graph:d_separated",
    "from_network": "causalcore.exchange.bayesian:from_network",
    "graph_from_dict": "causalcore.graphs.graph_file:graph_from_dict",
    "graph_of": "causalcore.graphs.causal_graph:graph_of",
    "graph_type": "causalcore.graphs.causal_graph:graph_type",
    "intervene": "causalcore.queries.prediction:intervene",
    "known_probability": "causalcore.identification:probability",
    "model_picture": "causalcore.pictures.model_picture:model_picture",
    "parse_graph_question": "causalcore.graph_questions.graph_question:parse_graph_question",
    "parse_query": "causalcore.queries.query_language:parse_query",
    "predict": "causalcore.queries.prediction:predict",
    "probability": "causalcore.queries.counterfactual:probability",
    "read_graph": "causalcore.graphs.notations:read_graph",
    "scenario_from_dict": "causalcore.scenario.file:scenario_from_dict",
    "scenario_of": "causalcore.worlds.admission:scenario_of",
    "scenario_to_dict": "causalcore.scenario.file:scenario_to_dict",
    "scm": "causalcore.model.building:scm",
    "solve": "causalcore.identification:solve",
    "to_dataframe": "causalcore.exchange.dataframe:to_dataframe",
    "to_network": "causalcore.exchange.bayesian:to_network",
    "write_network": "causalcore.exchange.bayesian:write_network",
    "write_picture": "causalcore.pictures.formats:write_picture",
}
"""Other names that documentation pages import, each with its module and its name there; they may move."""
_MODULES: Final = ("errors", "model")
"""Names that are modules of this package; `model` can be called."""

DOOR: Final = "causalcore.door"
"""Entry-point group of the package that defines the names above this one; see docs/decisions/0013-the-door.md."""
_ABOVE: Final = (
    "BridgeError",
    "HypotheticalNotFoundError",
    "RequestError",
    "UnreadableTextError",
    "aio",
    "check",
    "many",
    "read",
    "rubric",
)


def __getattr__(name: str) -> object:
    if name in _ABOVE:
        return _above(name)
    if name in _MODULES:
        return import_module(f"causalcore.{name}")
    if name in _BESIDES:
        module, _, there = _BESIDES[name].partition(":")
        return getattr(import_module(module), there)
    if name not in _HOME:
        message = f"expected a public name of causalcore, got {name}; see causalcore.__all__, or import its module"
        raise AttributeError(message)
    return getattr(import_module(_HOME[name]), name)


def _above(name: str) -> Any:
    from importlib.metadata import entry_points

    from causalcore.errors import LanguageSideMissingError

    for entry in entry_points(group=DOOR):
        try:
            globals()[name] = import_module(entry.module.rpartition(".")[0]).offered(name)
        except ImportError as error:
            raise LanguageSideMissingError(name, shadow(entry.module.partition(".")[0]) or str(error)) from error
        return globals()[name]
    raise LanguageSideMissingError(name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
