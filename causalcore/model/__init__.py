"""What is a fully specified structural causal model?

In: formulas, tables or functions.
Out: an `SCM`.

| file | holds |
|---|---|
| `building` | Models from formulas, truth tables, Python functions and conditional tables |
| `model` | Fully specified structural causal models <U, V, F, P(U)> over finite domains |
| `textbook` | Named models with known answers, shared by documentation and tests |
| `variable` | Variables with a finite, ordered domain |
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _Room(ModuleType):
    """A module that can be called, as `causalcore.model(...)`, to build a model."""

    def __call__(self, source: Any = None, /, **parts: Any) -> Any:
        """Build a model; see `causalcore.exchange.model_file.model`."""
        build = import_module("causalcore.exchange.model_file").model
        return build(source, **parts)


sys.modules[__name__].__class__ = _Room
