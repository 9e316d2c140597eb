"""Errors of endpoints, replies, budgets, caches and recordings."""

from __future__ import annotations

from nlbridge.errors import BridgeError


class EndpointError(BridgeError, RuntimeError):
    """The endpoint gave no reply: it refused, was unreachable, timed out, or broke."""


class QuotaError(EndpointError):
    """The account has no quota left, so the run stops."""


class BudgetError(BridgeError, RuntimeError):
    """The user's budget is used up."""


class ReplyError(BridgeError, ValueError):
    """A reply is unusable, even after its repair turns."""


class UnusableReplyError(ReplyError):
    """A model gave no usable reply in any turn; `reason` is the fault of the last of the raw replies, `texts`."""

    def __init__(self, reason: str, texts: tuple[str, ...]) -> None:
        super().__init__(reason, texts)
        self.reason, self.texts = reason, texts

    def __str__(self) -> str:
        turns = "1 turn" if len(self.texts) == 1 else f"{len(self.texts)} turns"
        return f"expected a usable reply, got none in {turns} (the last: {self.reason}); try another model"


class ReplyTooLargeError(EndpointError):
    """A reply is longer than `most` bytes; use another endpoint, or fix this one."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most

    def __str__(self) -> str:
        return f"expected a reply of at most {self.most} bytes, got more; what came of it is dropped"


class AccessError(EndpointError):
    """The endpoint rejects the key, model or address; the run stops, since every call would fail."""


class EndpointOptionError(BridgeError, ValueError):
    """The options do not define an endpoint: no model, no key, or an invalid address or price file."""


class ReplayMissError(EndpointError):
    """The recording has no reply to a request: the prompt, the model or the input has changed."""


class CacheError(BridgeError, RuntimeError):
    """The cache of replies cannot be read or written."""


class RecordingError(BridgeError, ValueError):
    """A file is not a valid recording."""


class DryRunEnd(EndpointError):  # noqa: N818  an end that the user asked for
    """The end of a dry run; its message is the estimate."""
