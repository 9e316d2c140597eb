"""The chat-completions server of `nlbridge.testing`, answering about one small story."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from model_of_replies import honest


def about_the_story(body: dict[str, Any], script=honest) -> str:
    """Answer the body of a call as the scripted model answers a request."""
    named = body.get("response_format", {}).get("json_schema", {}).get("name")
    messages = tuple(SimpleNamespace(content=message["content"]) for message in body["messages"])
    return script(SimpleNamespace(schema_name=named, messages=messages, repeat=0))
