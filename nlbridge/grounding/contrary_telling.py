"""Claims that the text tells by their contrary (`the hold would have flooded`), against edits that tell them outright.

The words of such a claim say what was not so. An edit that has them without the `would have` says that it was, and one
that denies them says what the text says.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from nlbridge.grounding.assertion import Assertion

SUPPOSED: Final = re.compile(r"\b(?:would|could|might)\b(?:\W+\w+){0,2}?\W+have\b", re.IGNORECASE)


def told_outright(assertion: Assertion, statement: str) -> Assertion:
    """Turn what an edit says of the words of a claim into what it says of the claim.

    Parameters
    ----------
    statement
        The claim as a sentence: the fact.
    """
    contrary = SUPPOSED.search(assertion.aligned) is not None and SUPPOSED.search(statement) is None
    if not contrary or not assertion.quote or SUPPOSED.search(assertion.quote):
        return assertion
    altered = 1 - assertion.altered
    why = "it says outright what the text only supposes" if altered >= 0.5 else "it denies what the text only supposes"
    return replace(assertion, altered=altered, why=why, values=())
