"""Model servers on the usual ports of this machine; listed, and used only if the user names one."""

from __future__ import annotations

import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any, Final

from causalcore.files.json_text import read_json

PORTS: Final = ((11434, "Ollama"), (8080, "llama.cpp"), (8000, "vLLM"), (1234, "LM Studio"))
"""The port on which each of them listens by default."""
SECONDS: Final = 1.0
MOST_BYTES: Final = 2**20
MOST_MODELS: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalServer:
    """A server that answered a question for its models; nothing else was asked of it."""

    name: str
    address: str
    models: tuple[str, ...]

    def row(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {"name": self.name, "base_url": self.address, "models": list(self.models)}


def local_servers(ports: tuple[tuple[int, str], ...] = PORTS, seconds: float = SECONDS) -> tuple[LocalServer, ...]:
    """Return the servers that list models on this machine.

    Parameters
    ----------
    ports
        Where to look, and which server listens there by default.

    Units
    -----
    seconds : how long each may take

    Examples
    --------
    >>> local_servers(ports=())
    ()
    """
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect())
    found = (_asked(opener, port, name, seconds) for port, name in ports)
    return tuple(one for one in found if one is not None)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirects."""

    def redirect_request(self, *_: Any) -> None:
        """Follow nothing."""
        return


def _asked(opener: urllib.request.OpenerDirector, port: int, name: str, seconds: float) -> LocalServer | None:
    address = f"http://127.0.0.1:{port}/v1"
    try:
        with opener.open(f"{address}/models", timeout=seconds) as response:
            rows = read_json(response.read(MOST_BYTES))["data"]
        models = tuple(str(row["id"])[:200] for row in rows if isinstance(row, dict) and "id" in row)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return LocalServer(name=name, address=address, models=models[:MOST_MODELS])
