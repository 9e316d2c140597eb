"""NeMo Gym: a resource server that rewards a response as a rewrite; run it by a file `app.py` of one line.

Needs the package `nemo-gym`, and a Python that it runs on. The reward lies between 0 and 1. A response that could not
be judged gets an HTTP error and no reward: that is no wrong answer.
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
    """What a rewrite is rewarded with.

    Parameters
    ----------
    undetermined
        The reward where validity is not determined.
    score
        Reward with the calibrated chance that the rewrite is valid, instead of 1 or 0.
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
    """The reward, with what it rests on.

    Parameters
    ----------
    criteria
        For each kind of criteria that is decided: 1 if all are met, 0 if one is broken.
    """

    model_config = ConfigDict(extra="allow")

    verdict: str
    undetermined: float
    reasons: list[str]
    criteria: dict[str, float]


class EditResourcesServer(SimpleResourcesServer):
    """A resource server; in `app.py` stands `EditResourcesServer.run_webserver()`."""

    config: EditServerConfig

    async def verify(self, body: EditVerifyRequest) -> EditVerifyResponse:
        """Judge the text of a response."""
        row = {name: getattr(body, name) for name in FIELDS} | {"edit": body.response.output_text}
        found = await asyncio.to_thread(judged, row)
        if found.error is not None:
            raise HTTPException(UNJUDGED, f"not judged: {found.error}")
        graded = self.config.undetermined if found.valid is None else float(found.valid)
        met = {kind: found.of_kind(kind) for kind in KINDS}
        return EditVerifyResponse(
            **body.model_dump(),
            reward=found.score if self.config.score and found.answered else graded,
            verdict=found.verdict,
            undetermined=float(found.valid is None),
            reasons=list(found.reasons),
            criteria={kind: float(value) for kind, value in met.items() if value is not None},
        )
