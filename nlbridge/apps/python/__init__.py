"""How does a Python program get a rubric, or a verdict?

In: a text or a scenario, a what-if, edits, and the options of the command line.
Out: results that can be explained, drawn, pickled and written as JSON.

`from causalcore import rubric, check` finds these names through the entry-point group `causalcore.door`; the command
line opens texts, settings and endpoints through the same files.

| file | holds |
|---|---|
| `functions` | Functions of `causalcore` for texts: `read`, `rubric`, `check`, `many`, and `aio` to await them |
| `derived_rubric` | What `rubric` returns: criteria, answers, proofs, verdicts on edits |
| `verdict` | What `check` returns: valid or not, errors, score, criteria; or why a row has no answer |
| `many` | Answers batch objects in order, in one process or several |
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
    """Return what `causalcore` offers under a name, loading it on first use."""
    return getattr(import_module(_HOME.get(name, "nlbridge.apps.python.functions")), name)
