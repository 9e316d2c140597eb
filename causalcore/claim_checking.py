"""Claims checked against whatever they are about: a model, a scenario, or a program.

=================================  ==================================================
about                              decided by
=================================  ==================================================
`causalcore.model.SCM`             exact inference, `causalcore.model_claims`
`causalcore.scenario.Scenario`     the solver, for all mechanisms that the text admits,
                                   `causalcore.scenario_claims`
`causalcore.program.Program`       tests by Hypothesis, `causalcore.program_claims`
=================================  ==================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from causalcore.claim_verdict import ClaimStatus, ClaimVerdict
from causalcore.claims import Claim, parse_claim, parse_claims
from causalcore.scenario import Scenario

if TYPE_CHECKING:
    from causalcore.model import SCM
    from causalcore.program import Program

    Subject = SCM | Scenario | Program

__all__ = ["ClaimStatus", "ClaimVerdict", "check_claim", "check_claims"]


def check_claim(subject: Subject, claim: Claim | str) -> ClaimVerdict:
    """Decide one claim about a model, a scenario or a program.

    Raises
    ------
    QuerySyntaxError
        If the claim is a text that cannot be read.
    UnknownNameError, OutsideDomainError
        If the claim is about something that the subject does not have.

    Examples
    --------
    >>> from causalcore.textbook import FIRING_SQUAD
    >>> print(check_claim(FIRING_SQUAD, "sufficient(A, D)").status)
    holds
    """
    from causalcore.program import Program

    found = parse_claim(claim) if isinstance(claim, str) else claim
    if isinstance(subject, Scenario):
        from causalcore.scenario_claims import check_over_scenario

        return check_over_scenario(subject, found)
    if isinstance(subject, Program):
        from causalcore.program_claims import check_over_program

        return check_over_program(subject, found)
    from causalcore.model_claims import check_over_model

    return check_over_model(subject, found)


def check_claims(subject: Subject, text: str) -> tuple[ClaimVerdict, ...]:
    r"""Decide claims that stand one a line.

    Examples
    --------
    >>> from causalcore.textbook import FIRING_SQUAD
    >>> [str(verdict.status) for verdict in check_claims(FIRING_SQUAD, "causes(C, D)\nno_effect(A, D)")]
    ['holds', 'fails']
    """
    return tuple(check_claim(subject, claim) for claim in parse_claims(text))
