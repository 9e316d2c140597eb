"""What would have happened.

| concept | module | source |
|---|---|---|
| partially specified model of a text | `causalcore.scenario.scenario` | docs/explanation/semantics.md, 1 |
| scenarios as JSON and YAML | `causalcore.scenario.file` |  |
| rules of a well-formed scenario | `causalcore.scenario.rules` |  |
| causal graph | `causalcore.scenario.graph` |  |
| explicit mechanisms | `causalcore.mechanisms.mechanism` |  |
| formulas and how they are read | `causalcore.mechanisms.formula`, `causalcore.mechanisms.parsing` |  |
| intervention do(X = x) | `causalcore.scenario.intervention` | Pearl (2009), Causality, 3.2 |
| scenario laid out in causal order | `causalcore.derivation.compilation` |  |
| response tables and what is known of them | `causalcore.derivation.response` | Balke and Pearl (1994) |
| changed, unchanged, open, void | `causalcore.derivation.derivation` | docs/explanation/semantics.md, 1 |
| values that events can take | `causalcore.derivation.possibility`, `causalcore.derivation.propagation` |  |
| from values to an answer | `causalcore.derivation.verdict` |  |
| constraints for the solver, in English | `causalcore.derivation.constraints`, `causalcore.derivation.wording` |  |
| explicit mechanisms for the solver | `causalcore.derivation.formula_constraints` |  |
| why an answer holds | `causalcore.derivation.explanation` |  |
| evidence and its check | `causalcore.derivation.evidence` |  |
| confidence of an answer | `causalcore.derivation.confidence` |  |
| criteria and fitting connectives | `causalcore.derivation.rubric` | docs/explanation/semantics.md, 1 |
| fully specified model | `causalcore.model.model` | Pearl (2009), Causality, 7.1 |
| variables, building models | `causalcore.model.variable`, `causalcore.model.building` |  |
| model files | `causalcore.exchange.model_file` |  |
| abduction | `causalcore.queries.abduction` | Pearl (2009), Causality, 7.1.7 |
| prediction | `causalcore.queries.prediction` | Pearl (2009), Causality, 7.1.7 |
| counterfactual | `causalcore.queries.counterfactual` | Pearl (2009), Causality, 7.1.7 |
| units: rows that say all | `causalcore.queries.unit`, `causalcore.queries.unit_layout` | Pearl, Glymour and Jewell (2016), 4.2.4 |
| many rows at once | `causalcore.queries.unit_rows` |  |
| counterfactual terms, their network | `causalcore.queries.world`, `causalcore.queries.network` |  |
| variable elimination | `causalcore.queries.elimination` |  |
| text form of queries | `causalcore.queries.query_language` |  |
| queries on three rungs, effects | `causalcore.queries.queries` | Pearl (2001); Pearl (2009), 9.2 |
| path-specific effects | `causalcore.queries.path_effect` | Avin, Shpitser and Pearl (2005) |
| effects as sums of means | `causalcore.queries.contrast` | Pearl (2001) |
| bounds | `causalcore.bounds.bounds` | Balke and Pearl (1994, 1997) |
| what may be assumed | `causalcore.bounds.assumption` |  |
| response functions, districts | `causalcore.bounds.district` | Balke and Pearl (1994); Tian and Pearl (2002) |
| linear programs | `causalcore.bounds.extremum` | Charnes and Cooper (1962) |
| actual cause | `causalcore.causes.actual_cause` | Halpern (2016), 2.2 |
| responsibility | `causalcore.causes.responsibility` | Halpern (2016), 6.1 |
| contingencies by a solver | `causalcore.causes.contingency` | Halpern (2016), 2.2; Ibrahim and Pretschner (2020) |
| actual cause where noise is open | `causalcore.causes.uncertain_context` |  |
| graph questions | `causalcore.graphs.causal_graph`, `causalcore.queries.graph_question` | Pearl (2009), 1.2.3 |
| graphs from DAGitty and DOT, as scenarios | `causalcore.graphs.notations`, `causalcore.scenario.from_graph` |  |
| pictures and their formats | `causalcore.pictures.picture`, `causalcore.pictures.text`, `causalcore.pictures.svg` |  |
| pictures of models | `causalcore.pictures.model_picture` |  |
| the models that a scenario admits, and back | `causalcore.causes.admission` | docs/explanation/semantics.md, 1 |
| Bayesian networks | `causalcore.exchange.bayesian` | pgmpy |
| networks as tables, UAI files | `causalcore.exchange.network_tables`, `causalcore.exchange.uai` | UAI 2014 competition |
| tables for pandas | `causalcore.exchange.dataframe` |  |
| causal claims | `causalcore.claims.claims` |  |
| claims checked: models, scenarios, programs | `causalcore.claims.checking`, `causalcore.claims.verdict` |  |
| claims over a model | `causalcore.claims.model_claims` |  |
| claims over a scenario, for all its mechanisms | `causalcore.claims.scenario_claims` | docs/explanation/semantics.md, 1 |
| several worlds under the same tables | `causalcore.derivation.joint_worlds` |  |
| programs, claims tested on them | `causalcore.claims.program`, `causalcore.claims.program_claims` | Hypothesis |
| models and scenarios from rows of numbers | `causalcore.claims.generation` |  |
| strategies for property-based tests | `causalcore.claims.strategies` | Hypothesis |
| claims in test files | `causalcore.claims.pytest_plugin` | pytest |
| textbook models | `causalcore.model.textbook` | as cited there |

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


def __getattr__(name: str) -> object:
    if name not in _HOME:
        message = f"expected a public name of causalcore, got {name}; see causalcore.__all__, or import its module"
        raise AttributeError(message)
    return getattr(import_module(_HOME[name]), name)
