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

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from causalcore.claims.claims import Claim, numbered_claims, parse_claim
from causalcore.claims.verdict import ClaimStatus, ClaimVerdict
from causalcore.errors import (
    ClaimNamesError,
    ClaimsSyntaxError,
    MalformedModelError,
    OutsideDomainError,
    UnknownNameError,
)
from causalcore.scenario.scenario import Scenario
from logic.errors import brief

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
    from causalcore.model.model import SCM

    parsed = _parsed(claim)
    if isinstance(subject, Scenario):
        from causalcore.claims.scenario_claims import check_over_scenario

        return check_over_scenario(subject, parsed)
    if isinstance(subject, Program):
        from causalcore.claims.program_claims import check_over_program

        return check_over_program(subject, parsed)
    if not isinstance(subject, SCM):
        raise MalformedModelError(_no_subject(subject))
    from causalcore.claims.model_claims import check_over_model

    return check_over_model(subject, parsed)


def check_claims(subject: Subject, text: str | Sequence[Claim | str]) -> tuple[ClaimVerdict, ...]:
    r"""Check claims: a text with one per line, or a list.

    Raises
    ------
    ClaimsSyntaxError
        If it is no claims at all, or with every line that cannot be read.
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
    for number, claim in _numbered(text):
        try:
            verdicts.append(check_claim(subject, claim))
        except (UnknownNameError, OutsideDomainError) as fault:
            faults.setdefault(str(fault), []).append(number)
    if faults:
        raise ClaimNamesError(tuple(f"{_lines(numbers)}: {fault}" for fault, numbers in faults.items()))
    return tuple(verdicts)


def _parsed(claim: object) -> Claim:
    if isinstance(claim, Claim):
        return claim
    if isinstance(claim, str):
        return parse_claim(claim)
    raise ClaimsSyntaxError((f"expected a claim as text, such as causes(rain, wet), got {brief(claim)}; write it so",))


def _numbered(claims: object) -> Iterable[tuple[int, Claim]]:
    if isinstance(claims, str):
        return numbered_claims(claims)
    if not isinstance(claims, Sequence):
        raise ClaimsSyntaxError((f"expected claims as text, one a line, or a list, got {brief(claims)}; pass claims",))
    if not claims:
        raise ClaimsSyntaxError(())
    return [(number, _parsed(claim)) for number, claim in enumerate(claims, 1)]


def _no_subject(subject: object) -> str:
    expected = "expected a model, a scenario or a program"
    if callable(subject):
        name = getattr(subject, "__name__", type(subject).__name__)
        return f"{expected}, got the function {name}; describe it by program({name}, INPUT=[VALUES])"
    return f"{expected}, got {type(subject).__name__}; pass one of them"


def _lines(numbers: list[int]) -> str:
    first, *more = numbers
    return f"line {first}" + (f" (and {', '.join(map(str, more))})" if more else "")
