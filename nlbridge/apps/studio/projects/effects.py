"""The answers that a correction changes.

Examples
--------
>>> before = {"answers": [{"claim": "e2", "statement": "The roof leaked.", "state": "changed", "direction": None}]}
>>> after = {"answers": [{"claim": "e2", "statement": "The roof leaked.", "state": "unchanged", "direction": None}]}
>>> effects(before, after)
[{'claim': 'e2', 'statement': 'The roof leaked.', 'before': 'changed', 'after': 'unchanged'}]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def effects(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """Return the answers that a correction changed, in the order of the text; None where one view has no answers.

    Parameters
    ----------
    before, after
        Views of a text under the same what-if.
    """
    was = {row["claim"]: _answer(row) for row in before["answers"]}
    if not was or not after["answers"]:
        return None
    return [
        {"claim": row["claim"], "statement": row["statement"], "before": was[row["claim"]], "after": _answer(row)}
        for row in after["answers"]
        if row["claim"] in was and was[row["claim"]] != _answer(row)
    ]


def _answer(row: Mapping[str, Any]) -> str:
    """Return an answer with the way in which a quantity moves."""
    return f"{row['state']}, {row['direction']}" if row["direction"] else str(row["state"])
