"""How does a Python program get a rubric, or a verdict?

In: a text or a scenario, a what-if, edits, and the options of the command line.
Out: results that explain, draw, pickle and write themselves as JSON.

`from causalcore import rubric, check` finds the names of this package by the entry-point group `causalcore.door`; the
command line opens texts, settings and endpoints by the same files.

| file | holds |
|---|---|
| `functions` | What `import causalcore` gives for texts: `read`, `rubric`, `check`, `many`, and `aio` to await them |
| `derived_rubric` | What `rubric` returns: criteria, answers, proofs, verdicts on edits |
| `verdict` | What `check` returns: valid or not, errors, score, criteria; and the error in its place |
| `many` | Objects of a batch as lines, answered in order, in one process or several |
| `rows` | The JSON of every result, as types |
| `schema` | JSON Schemas of results |
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

_HOME: Final = {
    "BridgeError": "nlbridge.errors",
    "HypotheticalNotFoundError": "nlbridge.errors",
    "RequestError": "nlbridge.answering.request",
    "UnreadableTextError": "nlbridge.errors",
}


def offered(name: str) -> object:
    """Return what `causalcore` offers by a name; it is loaded at first use."""
    return getattr(import_module(_HOME.get(name, "nlbridge.apps.python.functions")), name)
