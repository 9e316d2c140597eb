"""What a diagram and some probabilities say about a causal question."""

from causalcore.identification.adjustment import Choice, Criterion, adjustment_sets, back_door, compare_sets
from causalcore.identification.diagram import Diagram
from causalcore.identification.effects import identify, identify_given
from causalcore.identification.equations import Equation, Outcome, Story
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
    "Outcome",
    "Probability",
    "Query",
    "Story",
    "adjustment_sets",
    "back_door",
    "compare_sets",
    "identify",
    "identify_given",
    "probability",
    "solve",
]
