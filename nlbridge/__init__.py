"""Between sentences and formal objects.

| room | answers |
|---|---|
| `nlbridge.answering` | What is the answer to one request, or to a file of them? |
| `nlbridge.apps` | Where do people use it: command line, Python, studio, HTTP? |
| `nlbridge.asking` | What do all ways to ask share: the command line, functions of Python, and benchmarks? |
| `nlbridge.chat` | What does a language model reply, and which part of it counts? |
| `nlbridge.grounding` | What does an edit say about each claim of a text? |
| `nlbridge.judging` | Is an edit valid, and if not, of which class is its error? |
| `nlbridge.language` | What does a text say as English: words, clauses, forms, meanings? |
| `nlbridge.reading` | What does a text claim, and which claim affects which? |
| `nlbridge.supposing` | What does a what-if suppose? |
| `nlbridge.telling` | How is a derived world told in English? |
| `nlbridge.testing` | How does a test replace a language model? |
| `nlbridge.weights` | What was fitted, as readable files, and how is it loaded? |
| `nlbridge.errors` | Errors of the bridge between sentences and formal objects |
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

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


_BESIDES: Final = {
    "ChatRequest": "nlbridge.chat.replies.chat:ChatRequest",
    "ChatServer": "nlbridge.testing.chat_server:ChatServer",
    "Document": "nlbridge.apps.studio.document.document:Document",
    "Endpoint": "nlbridge.chat.client.endpoint:Endpoint",
    "EndpointOptions": "nlbridge.chat.client.endpoint_options:EndpointOptions",
    "History": "nlbridge.apps.studio.document.operations:History",
    "Message": "nlbridge.chat.replies.chat:Message",
    "RecordingModel": "nlbridge.chat.client.recording:RecordingModel",
    "ReplayModel": "nlbridge.chat.client.recording:ReplayModel",
    "Reply": "nlbridge.answering.review:Reply",
    "Respondent": "nlbridge.chat.replies.prompt:Respondent",
    "Role": "nlbridge.chat.replies.chat:Role",
    "RubricRequest": "nlbridge.apps.studio.service.openapi:RubricRequest",
    "ScriptedModel": "nlbridge.chat.client.scripted:ScriptedModel",
    "Settings": "nlbridge.answering.request:Settings",
    "compare_reviews": "nlbridge.apps.studio.projects.comparison:compare",
    "how_to_read": "nlbridge.asking.options:how_to_read",
    "load_review": "nlbridge.apps.studio.projects.comparison:load_review",
    "openapi": "nlbridge.apps.studio.service.openapi:openapi",
    "resolve": "nlbridge.supposing.hypothetical:resolve",
    "review_of": "nlbridge.answering.review:review_of",
    "serving": "nlbridge.testing.chat_server:serving",
    "studio_view": "nlbridge.apps.studio.views.view:view",
    "verify": "nlbridge.judging.verification:verify",
    "work_on": "nlbridge.apps.studio.service.tasks:work_on",
}
"""Names that documentation pages import too, each with its module and its name there; they may move."""


def __getattr__(name: str) -> object:
    if name in _BESIDES:
        module, _, there = _BESIDES[name].partition(":")
        return getattr(import_module(module), there)
    if name not in _HOME:
        message = f"expected a public name of nlbridge, got {name}; see nlbridge.__all__, or import its module"
        raise AttributeError(message)
    return getattr(import_module(_HOME[name]), name)
