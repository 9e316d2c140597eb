"""A process that starts soon: what the command does before it loads spaCy.

spaCy imports its own command line, with all that it needs to download models, and that takes a third of its time. In
processes of the command it is imported when somebody asks for it. Python looks for unused cycles each time that some
hundred objects were made, though start-up makes hundreds of thousands that all stay. And numpy multiplies small
matrices on all cores, where waiting for one another costs more than it saves.
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
"""Objects made before Python looks for cycles among the young ones."""

_is_command = [False]
_is_frozen = [False]

THREADS: Final = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""What numpy reads, when it is imported, to know on how many cores it multiplies; who sets them is heeded."""

COMMAND_LINE: Final = ("spacy.cli", "spacy.cli.info")


def start_quickly() -> None:
    """Make start-up short; for processes of the command only, since it touches how modules are loaded."""
    _is_command[0] = True
    gc.set_threshold(OBJECTS, *gc.get_threshold()[1:])
    if "numpy" not in sys.modules:
        for name in THREADS:
            os.environ.setdefault(name, "1")
    if "spacy" not in sys.modules:
        sys.modules.update({name: _Later(name) for name in COMMAND_LINE})


def start_worker() -> None:
    """Make start-up short in a process that works for another one, and end with that."""
    end_with_parent()
    start_quickly()


def stay_quick() -> None:
    """Exempt what is loaded by now from the search for unused cycles: lexicons and models are large, and stay."""
    if _is_command[0] and not _is_frozen[0]:
        _is_frozen[0] = True
        gc.collect()
        gc.freeze()


def settle() -> None:
    """Leave no stand-in behind once spaCy is loaded: who imports its command line from now on gets that."""
    for name in COMMAND_LINE:
        if isinstance(sys.modules.get(name), _Later):
            del sys.modules[name]


class _Later(ModuleType):
    """Stands for a module of spaCy's command line until something of it is used."""

    def __getattr__(self, name: str) -> Any:
        is_package = name == "__path__" and self.__name__ == "spacy.cli"
        if name.startswith("__") and not is_package:  # What imports and `inspect` ask of every module.
            raise AttributeError(name)
        if self.__name__ == "spacy.cli.info" and name == "info":  # What `import spacy` takes, and hardly anyone calls.
            return lambda *args, **named: getattr(_real(self.__name__), name)(*args, **named)
        return getattr(_real(self.__name__), name)


def _real(name: str) -> ModuleType:
    settle()
    return import_module(name)
