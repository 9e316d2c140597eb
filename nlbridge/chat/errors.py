"""What can go wrong between us and a language model."""

from __future__ import annotations

from nlbridge.errors import BridgeError


class EndpointError(BridgeError, RuntimeError):
    """An endpoint that gives no reply: refused, out of reach, out of time, or broken."""


class QuotaError(EndpointError):
    """The account has no quota left: the run stops, and asks no more."""


class BudgetError(BridgeError, RuntimeError):
    """The budget that the user set is used up."""


class ReplyError(BridgeError, ValueError):
    """A reply that says something unusable, also after its repair turns."""


class UnusableReplyError(ReplyError):
    """What a model said in every turn, none of it usable.

    Parameters
    ----------
    reason
        What is wrong with the last reply.
    texts
        The raw replies, in order.
    """

    def __init__(self, reason: str, texts: tuple[str, ...]) -> None:
        super().__init__(reason, texts)
        self.reason, self.texts = reason, texts

    def __str__(self) -> str:
        turns = "1 turn" if len(self.texts) == 1 else f"{len(self.texts)} turns"
        return f"expected a usable reply, got none in {turns} (the last: {self.reason}); try another model"


class ReplyTooLargeError(EndpointError):
    """A reply that does not end; use another endpoint, or fix that one.

    Parameters
    ----------
    most
        Bytes that are read.
    """

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most

    def __str__(self) -> str:
        return f"expected a reply of at most {self.most} bytes, got more; what came of it is dropped"


class AccessError(EndpointError):
    """A key, model or address that the endpoint does not take: the run stops, since every call would fail."""


class EndpointOptionError(BridgeError, ValueError):
    """Options from which no endpoint can be made: no model, no key, a broken address or price file."""


class ReplayMissError(EndpointError):
    """A request that the recording has no reply to; the prompt, the model or the input has changed since."""


class CacheError(BridgeError, RuntimeError):
    """A cache of replies that cannot be read or written."""


class RecordingError(BridgeError, ValueError):
    """A recording that is not one."""


class DryRunEnd(EndpointError):  # noqa: N818  the end that the user asked for
    """A dry run that has come to its end; its words are the estimate."""
