"""The hook that Hypothesis calls when it loads: types are registered once a test imports them, and not before.

Hypothesis loads every installed entry point, also in projects unrelated to this package that may have modules with the
same names. So nothing is imported here until someone imports `SCM` or `Scenario`.
"""

from __future__ import annotations

import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

HOMES: Final = {
    "causalcore.model.model": ("SCM", "scms"),
    "causalcore.scenario.scenario": ("Scenario", "scenarios"),
}
"""Modules that define a type, the type's name, and the strategy that draws it."""


def register() -> None:
    """Register the types that are imported already; the others follow when they are imported."""
    for name in HOMES:
        if name in sys.modules:
            _register(sys.modules[name])
    if not any(isinstance(finder, _AtImport) for finder in sys.meta_path):
        sys.meta_path.insert(0, _AtImport())


def _register(module: ModuleType) -> None:
    from hypothesis import strategies as st

    type_name, strategy = HOMES[module.__name__]
    if hasattr(module, type_name):
        st.register_type_strategy(getattr(module, type_name), lambda _: _drawn_by(strategy))


def _drawn_by(strategy: str) -> Any:
    from causalcore.claims import strategies

    return getattr(strategies, strategy)()


class _AtImport(MetaPathFinder):
    """Finds the modules in `HOMES` as usual, and has their types registered once they are loaded."""

    def __init__(self) -> None:
        self._looking = False

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in HOMES or self._looking:
            return None
        self._looking = True
        try:
            spec = find_spec(fullname)
        finally:
            self._looking = False
        if spec is not None and spec.loader is not None:
            spec.loader = _Registering(spec.loader)
        return spec


class _Registering(Loader):
    """Loads a module with another loader, and registers its type."""

    def __init__(self, inner: Loader) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._inner.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._inner.exec_module(module)
        _register(module)
