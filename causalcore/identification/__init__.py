"""What do a causal diagram and some probabilities say about a question on any rung?

In: a diagram (with unobserved nodes), probabilities of some events under some conditions, a query; or equations.
Out: the estimand with its rule, the value, or bounds with their sign, each of which can be checked again.

| file | holds |
|---|---|
| `adjustment` | Which variables to adjust for: the back-door criterion, and sets that satisfy it |
| `diagram` | A causal diagram: nodes, edges, unobserved nodes, and independences checked path by path |
| `effects` | Effects of interventions from the observed distribution: the ID and IDC algorithms over c-components |
| `equations` | Deterministic stories: equations, and what would have happened (abduction, action, prediction) |
| `estimand` | Estimands: symbolic sums of products of conditional probabilities |
| `expression` | Numbers built from probabilities: they print, evaluate and have bounds |
| `finding` | The answer to a query: a value or a range, its derivation, and a check |
| `instrument` | Instruments: variables that move a cause and reach the effect only through it |
| `knowledge` | The given probabilities, and which others follow from them in a diagram |
| `mediation` | Natural and controlled effects, and effects on the treated, in terms of observed probabilities |
| `necessity` | Bounds on the probability that a cause was necessary, from the observed distribution and the effect |
| `open_terms` | Bounds on an expression with probabilities that are not given: corners, or a linear program |
| `query` | The questions that a diagram and some probabilities can answer, on all three rungs |
| `response_types` | Bounds by linear programming over all ways in which the units of a diagram can respond |
| `solving` | From a query and the given probabilities to a finding: identified, bounded, or under an assumption |
"""

from causalcore.identification.adjustment import Choice, Criterion, adjustment_sets, back_door, compare_sets
from causalcore.identification.diagram import Diagram
from causalcore.identification.effects import identify, identify_given
from causalcore.identification.equations import Equation, Story, StoryOutcome
from causalcore.identification.expression import Probability, probability
from causalcore.identification.finding import Finding
from causalcore.identification.knowledge import Given, Knowledge
from causalcore.identification.query import RUNG, Kind, Query
from causalcore.identification.solving import solve

__all__ = [
    "RUNG",
    "Choice",
    "Criterion",
    "Diagram",
    "Equation",
    "Finding",
    "Given",
    "Kind",
    "Knowledge",
    "Probability",
    "Query",
    "Story",
    "StoryOutcome",
    "adjustment_sets",
    "back_door",
    "compare_sets",
    "identify",
    "identify_given",
    "probability",
    "solve",
]
