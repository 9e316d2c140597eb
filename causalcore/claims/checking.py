"""Claims checked against their subject: a model, a scenario or a program.

==========  =========================================================================================
subject     decided by
==========  =========================================================================================
`SCM`       exact inference, `causalcore.claims.model_claims`
`Scenario`  the solver, for all mechanisms that the text admits, `causalcore.claims.scenario_claims`
`Program`   tests by Hypothesis, `causalcore.claims.program_claims`
==========  =========================================================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from causalcore.claims.claims import Claim, numbered_claims, parse_claim
from causalcore.claims.verdict import ClaimStatus, ClaimVerdict
from causalcore.errors import ClaimNamesError, OutsideDomainError, UnknownNameError
from causalcore.scenario.scenario import Scenario

if TYPE_CHECKING:
    from causalcore.claims.programs import Program
    from causalcore.model.model import SCM

    Subject = SCM | Scenario | Program

__all__ = ["ClaimStatus", "ClaimVerdict", "check_claim", "check_claims"]


def check_claim(subject: Subject, claim: Claim | str) -> ClaimVerdict:
    """Decide one claim about a model, a scenario or a program.

    Raises
    ------
    QuerySyntaxError
        If the claim is a text that cannot be read.
    UnknownNameError, OutsideDomainError
        If the claim names something that the subject does not have.

    Examples
    --------
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> print(check_claim(FIRING_SQUAD, "sufficient(A, D)").status)
    holds
    """
    from causalcore.claims.programs import Program

    parsed = parse_claim(claim) if isinstance(claim, str) else claim
    if isinstance(subject, Scenario):
        from causalcore.claims.scenario_claims import check_over_scenario

        return check_over_scenario(subject, parsed)
    if isinstance(subject, Program):
        from causalcore.claims.program_claims import check_over_program

        return check_over_program(subject, parsed)
    from causalcore.claims.model_claims import check_over_model

    return check_over_model(subject, parsed)


def check_claims(subject: Subject, text: str) -> tuple[ClaimVerdict, ...]:
    r"""Check claims, one per line.

    Raises
    ------
    ClaimsSyntaxError
        With every line that cannot be read.
    ClaimNamesError
        With every name or value that the subject does not have, each listed once with its lines.

    Examples
    --------
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> [str(verdict.status) for verdict in check_claims(FIRING_SQUAD, "causes(C, D)\nno_effect(A, D)")]
    ['holds', 'fails']
    """
    verdicts: list[ClaimVerdict] = []
    faults: dict[str, list[int]] = {}
    for number, claim in numbered_claims(text):
        try:
            verdicts.append(check_claim(subject, claim))
        except (UnknownNameError, OutsideDomainError) as fault:
            faults.setdefault(str(fault), []).append(number)
    if faults:
        raise ClaimNamesError(tuple(f"{_lines(numbers)}: {fault}" for fault, numbers in faults.items()))
    return tuple(verdicts)


def _lines(numbers: list[int]) -> str:
    first, *more = numbers
    return f"line {first}" + (f" (and {', '.join(map(str, more))})" if more else "")
