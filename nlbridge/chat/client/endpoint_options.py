"""The options of an endpoint; imports little, since every command imports it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

KEY: Final = "OPENAI_API_KEY"
ADDRESS: Final = "OPENAI_BASE_URL"
MODEL: Final = "CAUSALCORE_MODEL"
"""Environment variable with the model's name, used without `--model`."""
PUBLIC: Final = "https://api.openai.com/v1"


def is_loopback(address: str) -> bool:
    """Return whether an address is on this machine, so a key sent there does not leave it.

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


def _option(words: str, default: Any = None, **more: Any) -> Any:
    """Return a field with its help and bounds, which apply on the command line and in a settings file."""
    return field(default=default, metadata={"help": words, **more})


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointOptions:
    """Which model to ask, where, how, and at what cost; each field has its help, and none ever holds a key."""

    model: str | None = _option("Name of the model at the endpoint; default: $CAUSALCORE_MODEL.")
    base_url: str | None = _option("Address of the endpoint, up to /v1; default: $OPENAI_BASE_URL, else OpenAI's.")
    api_key_env: str | None = _option("Environment variable with the key; default: OPENAI_API_KEY.", metavar="NAME")
    max_cost: float | None = _option("Spend at most this many US dollars; needs --prices.", min=0.0)
    max_tokens: int | None = _option("Use at most this many tokens.", min=1)
    prices: Path | None = _option("JSON or YAML: {model: {prompt, completion}}, dollars per million tokens.")  # noqa: RUF009  a field
    concurrency: int = _option("Most calls at the same time.", 8, min=1, max=512)
    timeout: float = _option("Time limit of one attempt, in seconds.", 120.0, min=0.1)
    retries: int = _option("How often to try again after a failed attempt.", 5, min=0)
    cache: bool = _option("Keep replies on disk and reuse them.", True)
    record: Path | None = _option("Also write requests and replies to this file.")  # noqa: RUF009  a field
    replay: Path | None = _option("Take the replies from this recording; no network.")  # noqa: RUF009  a field
    dry_run: bool = _option("Make no call; estimate the number of calls and the cost.", False)

    @property
    def name(self) -> str:
        """The model's name from the options, else from the environment, else empty."""
        return self.model or os.environ.get(MODEL, "")

    @property
    def address(self) -> str:
        """The endpoint's address from the options, else from the environment, else OpenAI's."""
        return self.base_url or os.environ.get(ADDRESS) or PUBLIC
