"""Faster start-up of the command: what it does before it loads spaCy.

Three things slow start-up down. A third of spaCy's import time goes into its own command line, with all that it needs
to download models; here that is imported on first use. Python collects garbage after every few hundred new objects,
although start-up makes hundreds of thousands that all stay. And numpy multiplies small matrices on all cores, where
waiting costs more than it saves.
"""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from logic.solving.parent import end_with_parent

OBJECTS: Final = 50_000
"""New objects before Python collects garbage among the young ones."""

_is_command = [False]
_is_frozen = [False]

THREADS: Final = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Variables that numpy reads on import for its number of threads; the user's own values are kept."""

COMMAND_LINE: Final = ("spacy.cli", "spacy.cli.info")


def start_quickly() -> None:
    """Speed up start-up; for the command's own processes only, since it changes how modules load."""
    _is_command[0] = True
    gc.set_threshold(OBJECTS, *gc.get_threshold()[1:])
    if "numpy" not in sys.modules:
        for name in THREADS:
            os.environ.setdefault(name, "1")
    if "spacy" not in sys.modules:
        sys.modules.update({name: _Later(name) for name in COMMAND_LINE})


def start_worker() -> None:
    """Speed up start-up in a worker process, and end it with its parent."""
    end_with_parent()
    start_quickly()


def stay_quick() -> None:
    """Exempt all current objects from garbage collection, once: lexicons and models are large and stay."""
    if _is_command[0] and not _is_frozen[0]:
        _is_frozen[0] = True
        gc.collect()
        gc.freeze()


def settle() -> None:
    """Remove the stand-ins once spaCy is loaded, so that later imports get the real modules."""
    for name in COMMAND_LINE:
        if isinstance(sys.modules.get(name), _Later):
            del sys.modules[name]


class _Later(ModuleType):
    """Stand-in for a module of spaCy's command line until it is first used."""

    def __getattr__(self, name: str) -> Any:
        is_package = name == "__path__" and self.__name__ == "spacy.cli"
        if name.startswith("__") and not is_package:  # imports and `inspect` ask every module for these
            raise AttributeError(name)
        if self.__name__ == "spacy.cli.info" and name == "info":  # `import spacy` takes it; hardly anyone calls it
            return lambda *args, **named: getattr(_real(self.__name__), name)(*args, **named)
        return getattr(_real(self.__name__), name)


def _real(name: str) -> ModuleType:
    settle()
    return import_module(name)
