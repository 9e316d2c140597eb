"""Models of other libraries, loaded from this machine alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.errors import BenchmarkError


class ModelMissingError(BenchmarkError, LookupError):
    """A model that is missing at the given place, or is of another kind."""


def opened(name: str, option: str, kind: str, load: Callable[[], Any]) -> Any:
    """Return the result of `load`; report any failure as a missing model."""
    try:
        return load()
    except (OSError, ValueError, KeyError, TypeError, RuntimeError, AttributeError, AssertionError) as refused:
        reason = str(refused).strip().partition("\n")[0][:160]
        message = (
            f"expected the folder of {kind}, or the name of one that was downloaded before, for {option}, got {name!r} "
            f"({type(refused).__name__}: {reason}); correct it, or download the model first: hf download NAME"
        )
        raise ModelMissingError(message) from refused
