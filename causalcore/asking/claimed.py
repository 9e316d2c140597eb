"""The function `claim`: whether a causal claim holds for its subject."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from causalcore.asking.asked import model_from
from causalcore.claims.checking import check_claim

if TYPE_CHECKING:
    from causalcore.claims.claims import Claim
    from causalcore.claims.verdict import ClaimVerdict


def claim(subject: Any, text: Claim | str) -> ClaimVerdict:
    """Check one causal claim about a model, a scenario, or a function described by `program`.

    Parameters
    ----------
    subject
        A model, a scenario, a `Program`, or a mapping or file that contains a model.
    text
        Such as `monotone(weight, price, +)`; docs/reference/claims.md lists them.

    Raises
    ------
    QuerySyntaxError
        If the claim cannot be read.
    UnknownNameError, OutsideDomainError
        If it names something that the subject does not have.

    Examples
    --------
    >>> print(claim({"variables": {"X": [0, 1], "Y": [0, 1]}, "mechanisms": {"X": 1, "Y": "X"}}, "causes(X, Y)").status)
    holds
    """
    if isinstance(subject, str | Path | Mapping):
        return check_claim(model_from(subject), text)
    return check_claim(subject, text)
