"""How texts are read by the settings file and the environment, with one endpoint for the process.

Integrations run inside other programs, often in an event loop or in several threads. They do all their work here, one
piece at a time; with a language model in a thread of its own, where budget and cache last as long as the process.
"""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

from nlbridge.answering.request import Settings
from nlbridge.asking.options import HowToRead, how_to_read
from nlbridge.chat.sharing import SharedEndpoint
from nlbridge.errors import BridgeError


class ModelMissingError(BridgeError, LookupError):
    """A model that does not lie where it was named, or is of another kind."""


class LibraryMissingError(BridgeError, ImportError):
    """The library that runs a model is not installed."""


def library(module: str, option: str, extra: str) -> Any:
    """Import the library behind `option`."""
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
    """Return what `load` returns."""
    try:
        return load()
    except (OSError, ValueError, KeyError, TypeError, RuntimeError, AttributeError, AssertionError) as refused:
        reason = str(refused).strip().partition("\n")[0][:160]
        message = (
            f"expected the folder of {kind}, or the name of one that was downloaded before, for {option}, got {name!r} "
            f"({type(refused).__name__}: {reason}); correct it, or download the model first: hf download NAME"
        )
        raise ModelMissingError(message) from refused


T = TypeVar("T")
ONE_AT_A_TIME = threading.Lock()
"""Parsers and solver serve one thread at a time."""


_handed_over: list[Settings] = []
"""The settings of the process that started this one, if it handed them over."""


def take_over(settings: Settings) -> None:
    """Read as another process of the same run does; its endpoint is asked."""
    _handed_over[:] = [settings]


@cache
def configured() -> Settings:
    """Return the settings of this process; without a model they read offline.

    Examples
    --------
    >>> configured().reader
    'offline'
    """
    if _handed_over:
        return _handed_over[0]
    endpoint = _shared()
    return Settings() if endpoint is None else how_to_read({}).settings(endpoint.here().__enter__())


@contextmanager
def shared(how: HowToRead) -> Iterator[tuple[Settings, SharedEndpoint | None]]:
    """Give a server its settings, with an endpoint that all its threads and processes share; None without a model.

    Examples
    --------
    >>> with shared(HowToRead()) as (settings, endpoint):
    ...     settings.reader, endpoint
    ('offline', None)
    """
    if how.reader == "offline":
        yield how.settings(), None
        return
    with SharedEndpoint(how.endpoint) as asked, asked.here() as here:
        yield how.settings(here), asked


def handed_over() -> Settings:
    """Return settings that can be sent to other processes, which then ask the endpoint of this one."""
    endpoint = _shared()
    return Settings() if endpoint is None else replace(configured(), endpoint=endpoint.elsewhere())


def done(work: Callable[[Settings], T]) -> T:
    """Do a piece of work by the settings of this process, one piece at a time, from whatever thread or event loop.

    Examples
    --------
    >>> done(lambda settings: settings.reader)
    'offline'
    """
    settings = configured()
    if settings.reader == "offline":
        with ONE_AT_A_TIME:
            return work(settings)
    return _thread().submit(work, settings).result()


@cache
def _shared() -> SharedEndpoint | None:
    how = how_to_read({})
    if how.reader == "offline":
        return None
    endpoint = SharedEndpoint(how.endpoint).__enter__()
    atexit.register(endpoint.__exit__, None, None, None)
    return endpoint


@cache
def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="causalcore")
