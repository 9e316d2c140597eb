"""What a user says of an endpoint; light, since every command has these options."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointOptions:
    """Which model to ask, where, how, and for how much; no field ever holds a key.

    Parameters
    ----------
    model
        The endpoint's name of the model; a replay of one model needs none.
    base_url
        Address up to `/v1`; default: `$OPENAI_BASE_URL`, else OpenAI's.
    api_key_env
        Name of the environment variable that holds the key; default `OPENAI_API_KEY`.
    max_cost, max_tokens
        Limits of this run, in US dollars and in tokens.
    prices
        Price file; needed for `max_cost`.
    concurrency, seconds, retries
        Calls at a time, time limit of one attempt, further attempts.
    cache
        Whether replies are kept on disk and used again.
    record, replay
        Recordings to write and to answer from; a replay reaches no network.
    """

    model: str | None = None
    base_url: str | None = None
    api_key_env: str | None = None
    max_cost: float | None = None
    max_tokens: int | None = None
    prices: Path | None = None
    concurrency: int = 8
    seconds: float = 120.0
    retries: int = 5
    cache: bool = True
    record: Path | None = None
    replay: Path | None = None
    dry_run: bool = False
