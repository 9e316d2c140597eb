"""How does a Python program get a rubric, or a verdict?

In: a text or a scenario, a what-if, edits, and the options of the command line.
Out: results that explain, draw, pickle and write themselves as JSON.

`from causalcore import rubric, check` finds the names of this package by the entry-point group `causalcore.door`; the
command line opens texts, settings and endpoints by the same files.

| file | holds |
|---|---|
| `showing` | A result as HTML for a notebook, and the graph of a rubric with what an edit made of it |
| `batches` | The function `many`, for rows of a batch, and the namespace `aio`, for a program that awaits |
| `check` | The function `check`: is an edit valid? One, many, or awaited |
| `derived_rubric` | What `rubric` returns: criteria, answers, proofs, verdicts on edits |
| `many` | Objects of a batch as lines, worked on in order, in one process or several |
| `reading` | The function `read`: what a text claims, and which claim affects which |
| `rows` | The JSON of every result, as types |
| `rubric` | The function `rubric`: what must change, stay, and is open? One, many, or awaited |
| `schema` | JSON Schemas of results |
| `verdict` | What `check` returns: valid or not, errors, score, criteria; and the error in its place |
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

_HOME: Final = {
    "BridgeError": "nlbridge.errors",
    "HypotheticalNotFoundError": "nlbridge.errors",
    "RequestError": "nlbridge.answering.request",
    "UnreadableTextError": "nlbridge.errors",
    "aio": "nlbridge.apps.python.batches",
    "check": "nlbridge.apps.python.check",
    "many": "nlbridge.apps.python.batches",
    "read": "nlbridge.apps.python.reading",
    "rubric": "nlbridge.apps.python.rubric",
}
"""What `causalcore` offers of the language side, and where it is defined."""


def offered(name: str) -> object:
    """Return what `causalcore` offers by a name; it is loaded at first use."""
    return getattr(import_module(_HOME[name]), name)
