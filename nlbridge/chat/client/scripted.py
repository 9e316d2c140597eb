"""A chat model that answers from a script, for tests, examples and docs."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from nlbridge.chat.replies.chat import ChatReply, ChatRequest


class ScriptedModel:
    """Answers with a function of the request, or with given texts in turn.

    The last text repeats; `requests` holds the requests in order.

    Examples
    --------
    >>> import asyncio
    >>> from nlbridge.chat.replies.chat import ChatRequest, Message, Role
    >>> model = ScriptedModel(["no", "yes"])
    >>> request = ChatRequest(model="any", messages=(Message(role=Role.USER, content="Is it so?"),))
    >>> asyncio.run(model.reply(request)).text, asyncio.run(model.reply(request)).text, len(model.requests)
    ('no', 'yes', 2)
    """

    def __init__(self, script: Callable[[ChatRequest], str] | Iterable[str]) -> None:
        self.requests: list[ChatRequest] = []
        self._texts = None if callable(script) else list(script)
        self._script = script if callable(script) else self._next

    async def reply(self, request: ChatRequest) -> ChatReply:
        """Answer one request."""
        self.requests.append(request)
        return ChatReply(text=self._script(request), model=request.model)

    def _next(self, _: ChatRequest) -> str:
        if not self._texts:
            message = "expected a script with at least one reply, got none; give one"
            raise ValueError(message)
        return self._texts[0] if len(self._texts) == 1 else self._texts.pop(0)
