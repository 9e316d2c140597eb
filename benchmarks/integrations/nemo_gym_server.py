"""NeMo Gym: a resource server that rewards a response as a rewrite, run by a one-line `app.py`.

Needs the package `nemo-gym`, and a Python that it supports. The reward is between 0 and 1. An unjudgeable response gets
an HTTP error and no reward, because it is no wrong answer.
"""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import HTTPException
from nemo_gym.base_resources_server import (
    BaseResourcesServerConfig,
    BaseVerifyRequest,
    BaseVerifyResponse,
    SimpleResourcesServer,
)
from pydantic import ConfigDict

from benchmarks.integrations.judgement import FIELDS, KINDS, judged

UNJUDGED = 503
"""HTTP status of a response that could not be judged."""


class EditServerConfig(BaseResourcesServerConfig):
    """The reward of a rewrite.

    Parameters
    ----------
    undetermined
        The reward for undetermined validity.
    score
        Whether to reward with the calibrated chance of validity instead of 1 or 0.
    """

    undetermined: float = 0.0
    score: bool = False


class EditVerifyRequest(BaseVerifyRequest):
    """A row of the data set: `text` or `scenario`, and `had`, `query` or `do`, beside what NeMo Gym needs."""

    model_config = ConfigDict(extra="allow")

    text: str | None = None
    scenario: dict[str, Any] | None = None
    had: str | None = None
    query: str | None = None
    do: dict[str, str] | None = None


class EditVerifyResponse(BaseVerifyResponse):
    """The reward, and its basis.

    Parameters
    ----------
    criteria
        For each decided kind of criteria: 1 if all are met, 0 if one is broken.
    """

    model_config = ConfigDict(extra="allow")

    verdict: str
    undetermined: float
    reasons: list[str]
    criteria: dict[str, float]


class EditResourcesServer(SimpleResourcesServer):
    """A resource server; `app.py` calls `EditResourcesServer.run_webserver()`."""

    config: EditServerConfig

    async def verify(self, body: EditVerifyRequest) -> EditVerifyResponse:
        """Judge the text of a response."""
        row = {name: getattr(body, name) for name in FIELDS} | {"edit": body.response.output_text}
        verdict = await asyncio.to_thread(judged, row)
        if verdict.error is not None:
            raise HTTPException(UNJUDGED, f"not judged: {verdict.error}")
        graded = self.config.undetermined if verdict.valid is None else float(verdict.valid)
        met = {kind: verdict.of_kind(kind) for kind in KINDS}
        return EditVerifyResponse(
            **body.model_dump(),
            reward=verdict.score if self.config.score and verdict.answered else graded,
            verdict=verdict.verdict,
            undetermined=float(verdict.valid is None),
            reasons=list(verdict.reasons),
            criteria={kind: float(value) for kind, value in met.items() if value is not None},
        )
