"""What do a causal diagram and some probabilities say about a question on any rung?

In: a diagram (with unobserved nodes), probabilities of some events under some conditions, a query; or equations.
Out: the estimand with its rule, the value, or bounds with their sign, each checkable again.

| file | holds |
|---|---|
| `adjustment` | Which variables to adjust for: the back-door criterion, and sets that satisfy it |
| `diagram` | A causal diagram: its nodes and edges, which are unobserved, and independences checked path by path |
| `effects` | Effects of interventions from the observed distribution: the ID and IDC algorithms over c-components |
| `equations` | Deterministic stories: equations, and what would have been (abduction, action, prediction) |
| `estimand` | Estimands: sums of products of conditional probabilities, in letters |
| `expression` | Numbers made of probabilities: they print, evaluate, and say between which values they lie |
| `finding` | The answer to a query: a value or a range, how it was found, and a check of it |
| `instrument` | Instruments: what moves a cause and reaches the effect through it only |
| `knowledge` | What is given, and which other probabilities follow from it in a diagram |
| `mediation` | Natural and controlled effects, and effects on the treated, in terms of observed probabilities |
| `necessity` | Bounds on the probability that a cause was necessary, from the observed distribution and the effect |
| `open_terms` | Bounds on an expression some of whose probabilities are not given: corners, or a linear program |
| `query` | What can be asked of a diagram and some probabilities, on all three rungs |
| `response_types` | Bounds by linear programming over all ways in which the units of a diagram may respond |
| `solving` | From a query and what is given to a finding: identified, bounded, or under an assumption |
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
