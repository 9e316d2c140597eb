"""Between sentences and formal objects.

| room | answers |
|---|---|
| `nlbridge.answering` | What is the answer to one request, or to a file of them? |
| `nlbridge.apps` | Where do people use it: command line, Python, studio, HTTP? |
| `nlbridge.chat` | What does a language model say, and what of it is believed? |
| `nlbridge.grounding` | What does an edit say about each claim of a text? |
| `nlbridge.judging` | Is an edit valid, and if not, of which class is its error? |
| `nlbridge.language` | What does a text say as English: words, clauses, forms, meanings? |
| `nlbridge.questions` | What does a causal question in English ask, and what follows? |
| `nlbridge.reading` | What does a text claim, and which claim bears on which? |
| `nlbridge.supposing` | What does a what-if suppose? |
| `nlbridge.telling` | How is a derived world told in English? |
| `nlbridge.testing` | How does a test of yours stand in for the outside? |
| `nlbridge.weights` | What was fitted, as readable files, and how is it loaded? |
| `nlbridge.errors` | Errors of the bridge between sentences and formal objects |
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import causalcore.files.own_packages  # noqa: F401  finds packages of ours that a folder of the user's hides

if TYPE_CHECKING:
    from nlbridge.errors import BridgeError, HypotheticalNotFoundError, PipelineMissingError, UnreadableTextError
    from nlbridge.reading.reader import read

__all__ = ["BridgeError", "HypotheticalNotFoundError", "PipelineMissingError", "UnreadableTextError", "read"]

_HOME = {
    "BridgeError": "nlbridge.errors",
    "HypotheticalNotFoundError": "nlbridge.errors",
    "PipelineMissingError": "nlbridge.errors",
    "UnreadableTextError": "nlbridge.errors",
    "read": "nlbridge.reading.reader",
}
"""Where each name is defined; a module is loaded at first use, since the command line starts by importing this."""


def __getattr__(name: str) -> object:
    if name not in _HOME:
        message = f"expected a public name of nlbridge, got {name}; see nlbridge.__all__, or import its module"
        raise AttributeError(message)
    return getattr(import_module(_HOME[name]), name)
