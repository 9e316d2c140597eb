"""What would have happened.

| room | answers |
|---|---|
| `causalcore.bounds` | Between which limits does an answer lie, where the model leaves it open? |
| `causalcore.causes` | What actually caused what, and to which degree? |
| `causalcore.claims` | Does a causal claim hold, of a model, a scenario or a program? |
| `causalcore.derivation` | What changes, what stays and what is open under an intervention? |
| `causalcore.exchange` | How do models and results enter and leave other tools? |
| `causalcore.graph_questions` | What do users of a causal graph ask it, and what does it answer? |
| `causalcore.files` | How is a file from outside read within limits, and how is one's own kept to oneself? |
| `causalcore.graphs` | What does a causal graph alone say? |
| `causalcore.identification` | What do a causal diagram and some probabilities say about a question on any rung? |
| `causalcore.mechanisms` | What does a formula over the parents of a variable compute? |
| `causalcore.model` | What is a fully specified structural causal model? |
| `causalcore.pictures` | How does a causal graph look? |
| `causalcore.queries` | What is, what would be under an action, and what would have been? |
| `causalcore.scenario` | What does a text state, as a partially specified causal model? |
| `causalcore.worlds` | Which worlds and which models does a scenario leave possible? |
| `causalcore.__main__` | `python -m causalcore`: the command `causalcore` |
| `causalcore.errors` | Errors of the causal layer. Each also inherits the fitting builtin |

`rubric` and `check` read texts: they are the door of `nlbridge`, which is found when they are first used.

Examples
--------
>>> from causalcore import Event, Link, Scenario, derive, do
>>> frost = Event(id="e1", statement="The frost was hard.")
>>> pears = Event(id="e2", statement="The pear blossom died.")
>>> scenario = Scenario(events=(frost, pears), links=(Link(cause="e1", effect="e2", connective="because"),))
>>> print(derive(scenario, do({"e1": "false"})).answer("e2").evidence)
It is supposed that 'The frost was hard' is false; 'The pear blossom died' needs 'The frost was hard' (“because”).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from causalcore.derivation.derivation import (
        Answer,
        AnswerKind,
        CompiledScenario,
        Derivation,
        Direction,
        Evidence,
        Judgement,
        compile_scenario,
        derive,
    )
    from causalcore.derivation.rubric import Criterion, CriterionKind, Rubric, build_rubric
    from causalcore.errors import CausalError, ContradictoryScenarioError, CyclicModelError, MalformedScenarioError
    from causalcore.scenario.intervention import Intervention, do
    from causalcore.scenario.scenario import Event, Latent, Link, Scenario
    from nlbridge.apps.python.check import check
    from nlbridge.apps.python.rubric import rubric

__all__ = [
    "Answer",
    "AnswerKind",
    "CausalError",
    "CompiledScenario",
    "ContradictoryScenarioError",
    "Criterion",
    "CriterionKind",
    "CyclicModelError",
    "Derivation",
    "Direction",
    "Event",
    "Evidence",
    "Intervention",
    "Judgement",
    "Latent",
    "Link",
    "MalformedScenarioError",
    "Rubric",
    "Scenario",
    "build_rubric",
    "check",
    "compile_scenario",
    "derive",
    "do",
    "rubric",
]

_HOME = {
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
    "Rubric": "causalcore.derivation.rubric",
    "Scenario": "causalcore.scenario.scenario",
    "build_rubric": "causalcore.derivation.rubric",
    "compile_scenario": "causalcore.derivation.derivation",
    "derive": "causalcore.derivation.derivation",
    "do": "causalcore.scenario.intervention",
}
"""Where each name is defined; a module is loaded at first use, since test runs import the package for its plugin."""


DOOR: Final = "causalcore.door"
"""Entry-point group of the names that lie above this package; see docs/decisions/0013-the-door.md."""
_ABOVE = ("check", "rubric")


def __getattr__(name: str) -> object:
    if name in _ABOVE:
        return _above(name)
    if name not in _HOME:
        message = f"expected a public name of causalcore, got {name}; see causalcore.__all__, or import its module"
        raise AttributeError(message)
    return getattr(import_module(_HOME[name]), name)


def _above(name: str) -> Any:
    from importlib.metadata import entry_points

    from causalcore.errors import LanguageSideMissingError

    for found in entry_points(group=DOOR, name=name):
        globals()[name] = found.load()
        return globals()[name]
    raise LanguageSideMissingError(name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
