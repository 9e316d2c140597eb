"""What is loaded before somebody waits for it: pipeline, encoder, verifier."""

from __future__ import annotations

from typing import Final

TEXT: Final = "The pump failed, so the cellar flooded."
REWRITE: Final = "The pump did not fail, so the cellar did not flood."


def warm_up() -> None:
    """Judge a small rewrite, so that all that judging needs is in memory."""
    from nlbridge.answering.answers import judge
    from nlbridge.answering.request import Request, Settings

    judge(Request(source=TEXT, had="the pump not failed"), REWRITE, Settings())
