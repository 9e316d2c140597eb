"""The key of a server, from the environment: it stands in no command line, and in no file."""

from __future__ import annotations

import os
import re
from typing import Final

from nlbridge.errors import BridgeError

SHORTEST: Final = 16
"""Characters of a key that nobody guesses."""
_KEY: Final = re.compile(r"[A-Za-z0-9._~-]+")


class KeyMissingError(BridgeError, LookupError):
    """No key, or none that can be used, in the environment variable that was named."""


def key_in(name: str) -> str:
    """Return the key that an environment variable holds."""
    key = os.environ.get(name, "")
    if len(key) < SHORTEST or not _KEY.fullmatch(key):
        got = f"{len(key)} characters" if key else "none"
        message = (
            f"expected a key of at least {SHORTEST} letters and digits in the environment variable {name}, got {got}; "
            f"set one, for example by: export {name}=$(openssl rand -hex 16)"
        )
        raise KeyMissingError(message)
    return key
