"""Models that lie on this machine, named on the command line by folder or by name, never fetched.

The libraries are asked for local files alone, and for no code that a model brings along.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any

from nlbridge.errors import BridgeError


class ModelMissingError(BridgeError, LookupError):
    """A model that does not lie where it was named, or is of another kind."""


class LibraryMissingError(BridgeError, ImportError):
    """The library that runs a model is not installed."""


def library(module: str, option: str, extra: str) -> Any:
    """Import the library behind `option`.

    Raises
    ------
    LibraryMissingError
        If the extra is not installed.
    """
    # The libraries read these when they load: nothing asks the network for what lies here, or talks on stderr.
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    try:
        return import_module(module)
    except ImportError as missing:
        name = module.replace("_", "-")
        message = f"expected {name} for {option}, which is not installed; try: pip install 'causalcore[{extra}]'"
        raise LibraryMissingError(message) from missing


def opened(name: str, option: str, kind: str, load: Callable[[], Any]) -> Any:
    """Return what `load` returns.

    Raises
    ------
    ModelMissingError
        If the model is not on this machine.
    """
    try:
        return load()
    except (OSError, ValueError, KeyError, TypeError, RuntimeError, AttributeError, AssertionError) as refused:
        reason = str(refused).strip().partition("\n")[0][:160]
        message = (
            f"expected the folder of {kind}, or the name of one that was downloaded before, for {option}, got {name!r} "
            f"({type(refused).__name__}: {reason}); correct it, or download the model first: hf download NAME"
        )
        raise ModelMissingError(message) from refused
