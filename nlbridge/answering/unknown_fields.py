"""Fields of a request that nothing reads: each is warned of beside the answer, as a batch of the command does.

Examples
--------
>>> unknown_fields({"id": 1, "hadd": "the pump not failed"}, ("id", "had"))
["expected the fields id, had, got 'hadd', which is ignored; did you mean 'had'?"]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final

from logic.errors import brief

MOST: Final = 10
"""Fields of one request that are named."""
LONGEST: Final = 40
"""Characters of a name that are compared with the known ones."""


def unknown_fields(row: Iterable[str], known: Sequence[str]) -> list[str]:
    """Return a warning for each field that is not among the known ones."""
    unknown = [name for name in row if name not in known]
    warnings = [warning(name, known) for name in unknown[:MOST]]
    if (more := len(unknown) - MOST) > 0:
        warnings.append(f"expected the fields {', '.join(known)}, got {more} more that are ignored; remove them")
    return warnings


def warning(name: str, known: Sequence[str], place: str = "") -> str:
    """Return what is wrong with one field, and the field that may be meant; a place is that of its line in a batch."""
    near = get_close_matches(name[:LONGEST], known, n=1)
    cure = f"did you mean {near[0]!r}?" if near else "correct its name or remove it"
    return f"expected the fields {', '.join(known)}, got {brief(name)}{place}, which is ignored; {cure}"
