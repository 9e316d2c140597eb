"""What would have happened.

| concept | module | source |
|---|---|---|
| partially specified model of a text | `causalcore.scenario` | docs/explanation/semantics.md, 1 |
| scenarios as JSON and YAML | `causalcore.scenario_file` |  |
| rules of a well-formed scenario | `causalcore.wellformed` |  |
| causal graph | `causalcore.graph` |  |
| explicit mechanisms | `causalcore.mechanism` |  |
| formulas and how they are read | `causalcore.mechanism_formula`, `causalcore.mechanism_reading` |  |
| intervention do(X = x) | `causalcore.intervention` | Pearl (2009), Causality, 3.2 |
| scenario laid out in causal order | `causalcore.compilation` |  |
| response tables and what is known of them | `causalcore.response` | Balke and Pearl (1994) |
| changed, unchanged, open, void | `causalcore.derivation` | docs/explanation/semantics.md, 1 |
| values that events can take | `causalcore.possibility`, `causalcore.propagation` |  |
| from values to an answer | `causalcore.verdict` |  |
| constraints for the solver, in English | `causalcore.constraints`, `causalcore.wording` |  |
| explicit mechanisms for the solver | `causalcore.formula_constraints` |  |
| why an answer holds | `causalcore.explanation` |  |
| evidence and its check | `causalcore.evidence` |  |
| confidence of an answer | `causalcore.confidence` |  |
| criteria and fitting connectives | `causalcore.rubric` | docs/explanation/semantics.md, 1 |
| fully specified model | `causalcore.model` | Pearl (2009), Causality, 7.1 |
| variables, building models | `causalcore.variable`, `causalcore.model_building` |  |
| model files | `causalcore.model_file` |  |
| abduction | `causalcore.abduction` | Pearl (2009), Causality, 7.1.7 |
| prediction | `causalcore.prediction` | Pearl (2009), Causality, 7.1.7 |
| counterfactual | `causalcore.counterfactual` | Pearl (2009), Causality, 7.1.7 |
| units: rows that say all | `causalcore.unit`, `causalcore.unit_layout` | Pearl, Glymour and Jewell (2016), 4.2.4 |
| many rows at once | `causalcore.unit_rows` |  |
| counterfactual terms, their network | `causalcore.world`, `causalcore.network` |  |
| variable elimination | `causalcore.elimination` |  |
| text form of queries | `causalcore.query_language` |  |
| queries on three rungs, effects | `causalcore.queries` | Pearl (2001); Pearl (2009), 9.2 |
| path-specific effects | `causalcore.path_effect` | Avin, Shpitser and Pearl (2005) |
| effects as sums of means | `causalcore.contrast` | Pearl (2001) |
| bounds | `causalcore.bounds` | Balke and Pearl (1994, 1997) |
| what may be assumed | `causalcore.assumption` |  |
| response functions, districts | `causalcore.district` | Balke and Pearl (1994); Tian and Pearl (2002) |
| linear programs | `causalcore.extremum` | Charnes and Cooper (1962) |
| actual cause | `causalcore.actual_cause` | Halpern (2016), 2.2 |
| responsibility | `causalcore.responsibility` | Halpern (2016), 6.1 |
| contingencies by a solver | `causalcore.contingency` | Halpern (2016), 2.2; Ibrahim and Pretschner (2020) |
| actual cause where noise is open | `causalcore.causation` |  |
| graph questions | `causalcore.causal_graph`, `causalcore.graph_question` | Pearl (2009), 1.2.3 |
| graphs from DAGitty and DOT, as scenarios | `causalcore.graph_reading`, `causalcore.graph_scenario` |  |
| pictures and their formats | `causalcore.picture`, `causalcore.picture_text`, `causalcore.picture_svg` |  |
| pictures of models | `causalcore.model_picture` |  |
| the models that a scenario admits, and back | `causalcore.admission` | docs/explanation/semantics.md, 1 |
| Bayesian networks | `causalcore.bayesian` | pgmpy |
| networks as tables, UAI files | `causalcore.network_tables`, `causalcore.uai` | UAI 2014 competition |
| tables for pandas | `causalcore.dataframe` |  |
| causal claims | `causalcore.claims` |  |
| claims checked: models, scenarios, programs | `causalcore.claim_checking`, `causalcore.claim_verdict` |  |
| claims over a model | `causalcore.model_claims` |  |
| claims over a scenario, for all its mechanisms | `causalcore.scenario_claims` | docs/explanation/semantics.md, 1 |
| several worlds under the same tables | `causalcore.joint_worlds` |  |
| programs, claims tested on them | `causalcore.program`, `causalcore.program_claims` | Hypothesis |
| models and scenarios from rows of numbers | `causalcore.generation` |  |
| strategies for property-based tests | `causalcore.strategies` | Hypothesis |
| claims in test files | `causalcore.pytest_plugin` | pytest |
| textbook models | `causalcore.textbook` | as cited there |

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
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from causalcore.derivation import (
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
    from causalcore.errors import CausalError, ContradictoryScenarioError, CyclicModelError, MalformedScenarioError
    from causalcore.intervention import Intervention, do
    from causalcore.rubric import Criterion, CriterionKind, Rubric, build_rubric
    from causalcore.scenario import Event, Latent, Link, Scenario

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
    "compile_scenario",
    "derive",
    "do",
]

_HOME = {
    "Answer": "causalcore.derivation",
    "AnswerKind": "causalcore.derivation",
    "CausalError": "causalcore.errors",
    "CompiledScenario": "causalcore.derivation",
    "ContradictoryScenarioError": "causalcore.errors",
    "Criterion": "causalcore.rubric",
    "CriterionKind": "causalcore.rubric",
    "CyclicModelError": "causalcore.errors",
    "Derivation": "causalcore.derivation",
    "Direction": "causalcore.derivation",
    "Event": "causalcore.scenario",
    "Evidence": "causalcore.derivation",
    "Intervention": "causalcore.intervention",
    "Judgement": "causalcore.derivation",
    "Latent": "causalcore.scenario",
    "Link": "causalcore.scenario",
    "MalformedScenarioError": "causalcore.errors",
    "Rubric": "causalcore.rubric",
    "Scenario": "causalcore.scenario",
    "build_rubric": "causalcore.rubric",
    "compile_scenario": "causalcore.derivation",
    "derive": "causalcore.derivation",
    "do": "causalcore.intervention",
}
"""Where each name is defined; a module is loaded at first use, since test runs import the package for its plugin."""


def __getattr__(name: str) -> object:
    if name not in _HOME:
        message = f"expected a public name of causalcore, got {name}; see causalcore.__all__, or import its module"
        raise AttributeError(message)
    return getattr(import_module(_HOME[name]), name)
