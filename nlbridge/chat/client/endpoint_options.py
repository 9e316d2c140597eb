"""The options of an endpoint; imports little, since every command has them."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

KEY: Final = "OPENAI_API_KEY"
ADDRESS: Final = "OPENAI_BASE_URL"
MODEL: Final = "CAUSALCORE_MODEL"
"""Environment variable that names the model where `--model` does not."""
PUBLIC: Final = "https://api.openai.com/v1"


def is_loopback(address: str) -> bool:
    """Tell whether an address is on this machine, so that no key can leave it.

    Examples
    --------
    >>> [is_loopback(url) for url in ("http://127.0.0.1:1/v1", "http://[::1]:1", "http://localhost", "http://10.0.0.1")]
    [True, True, True, False]
    """
    try:
        host = urlsplit(address).hostname or ""
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointOptions:
    """Which model to ask, where, how, and for how much; no field ever holds a key.

    The bounds of a number hold on the command line and in a settings file.

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
    concurrency, timeout, retries
        Calls at a time, seconds that one attempt may take, further attempts.
    cache
        Whether replies are kept on disk and used again.
    record, replay
        Recordings to write and to answer from; a replay reaches no network.
    """

    model: str | None = None
    base_url: str | None = None
    api_key_env: str | None = None
    max_cost: float | None = field(default=None, metadata={"min": 0.0})
    max_tokens: int | None = field(default=None, metadata={"min": 1})
    prices: Path | None = None
    concurrency: int = field(default=8, metadata={"min": 1, "max": 512})
    timeout: float = field(default=120.0, metadata={"min": 0.1})
    retries: int = field(default=5, metadata={"min": 0})
    cache: bool = True
    record: Path | None = None
    replay: Path | None = None
    dry_run: bool = False

    @property
    def name(self) -> str:
        """The model's name, by the environment where the options have none; empty if there is none."""
        return self.model or os.environ.get(MODEL, "")

    @property
    def address(self) -> str:
        """The endpoint's address: by the options, the environment, or OpenAI's."""
        return self.base_url or os.environ.get(ADDRESS) or PUBLIC
