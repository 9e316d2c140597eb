"""Does a causal claim hold, of a model, a scenario or a program?

In: claims and what they are about.
Out: verdicts with counterexamples.

| file | holds |
|---|---|
| `average_effects` | Claims that model averages decide: effects compared, and cases that tables leave open |
| `checking` | Claims checked against their subject: a model, a scenario or a program |
| `claims` | Causal claims: sentences about a model that can be checked |
| `generation` | Models and scenarios built from rows of whole numbers |
| `hypothesis_plugin` | The hook that Hypothesis calls: it registers our types once a test imports them |
| `model_claims` | Claims over a fully specified model: holds, fails with a counterexample, or open |
| `program_claims` | Claims over a program, tested |
| `program_effects` | Claims about effects of a program: how much a change moves an output |
| `program_trials` | Trials of a program: all of them if they are few, else those that Hypothesis draws and shrinks |
| `programs` | Programs as causal systems: a Python function whose inputs can be set |
| `pytest_plugin` | Causal claims in test files: a marker to state them, fixtures to check them |
| `scenario_claims` | Claims over a scenario: for all mechanisms that the text admits |
| `strategies` | Hypothesis strategies for models, scenarios, interventions and evidence |
| `verdict` | The verdict on a claim: holds, fails with a counterexample, or open |
| `written_values` | Values of a program and how a claim writes them |
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from causalcore.claims.checking import check_claim, check_claims
    from causalcore.claims.claims import Claim, ClaimKind, parse_claim, parse_claims
    from causalcore.claims.programs import Program, program
    from causalcore.claims.strategies import evidence, interventions, scenarios, scms
    from causalcore.claims.verdict import ClaimStatus, ClaimVerdict

__all__ = [
    "Claim",
    "ClaimKind",
    "ClaimStatus",
    "ClaimVerdict",
    "Program",
    "check_claim",
    "check_claims",
    "evidence",
    "interventions",
    "parse_claim",
    "parse_claims",
    "program",
    "scenarios",
    "scms",
]

_HOME: Final = {
    "Claim": "claims",
    "ClaimKind": "claims",
    "ClaimStatus": "verdict",
    "ClaimVerdict": "verdict",
    "Program": "programs",
    "check_claim": "checking",
    "check_claims": "checking",
    "evidence": "strategies",
    "interventions": "strategies",
    "parse_claim": "claims",
    "parse_claims": "claims",
    "program": "programs",
    "scenarios": "strategies",
    "scms": "strategies",
}
"""The file of each name; it is loaded at first use."""


def __getattr__(name: str) -> object:
    if name not in _HOME:
        message = f"expected a public name of causalcore.claims, got {name}; see causalcore.claims.__all__"
        raise AttributeError(message)
    return getattr(import_module(f"causalcore.claims.{_HOME[name]}"), name)
