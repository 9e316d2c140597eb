"""Find this project's packages even if a user's folder hides one.

A user's folder may also contain `logic` or `benchmarks`, and Python takes the first on its path. While a package is
hidden, each module of ours imports it from next to this file instead, under the name
`causalcore.files.own_packages.NAME`; the user's code still gets the user's package. If nothing is hidden, this module
does nothing.
"""

from __future__ import annotations

import builtins
import sys
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import ModuleType

HIDEABLE: Final = ("logic", "benchmarks")
"""Packages to find here if something hides them; the other two have unique names."""
OURS: Final = ("logic", "causalcore", "nlbridge", "benchmarks")
FOLDER: Final = Path(__file__).resolve().parents[2]
"""The folder of the four packages."""
ALIAS: Final = __name__
__path__: list[str] = []
"""Lets Python look for modules below this one; `_Finder` finds them."""


def hidden_by(name: str) -> str | None:
    """Return the file or folder that hides a package of ours; None if Python finds ours.

    Examples
    --------
    >>> hidden_by("logic") is None
    True
    """
    if name in _BESIDE:
        return _BESIDE[name]
    loaded = sys.modules.get(name)
    if loaded is not None:
        return None if _is_ours(_place(loaded.__spec__, loaded), name) else _place(loaded.__spec__, loaded)
    where = (name, tuple(sys.path), str(Path.cwd()) if "" in sys.path else "")
    if where not in _SEEN:
        spec = PathFinder.find_spec(name)
        place = _place(spec, None)
        _SEEN[where] = None if _is_ours(place, name) else place
    return _SEEN[where]


_BESIDE: dict[str, str] = {}
"""The folder that hid each package; it does not change, since a package is loaded once."""
_SEEN: dict[tuple[object, ...], str | None] = {}
"""The place that hides a package, by Python's path; looking at the file system each time would take too long."""


def _place(spec: ModuleSpec | None, module: ModuleType | None) -> str:
    """Return the place of a module: its file, or the folder of a package without `__init__.py`; empty if unknown."""
    file = getattr(module, "__file__", None) or getattr(spec, "origin", None)
    if file:
        return str(file)
    folders = list(getattr(spec, "submodule_search_locations", None) or [])
    return str(folders[0]) if folders else ""


def _is_ours(place: str, name: str) -> bool:
    return bool(place) and Path(place).resolve().parent == FOLDER / name


def shadow(name: str) -> str:
    """Return one line that names the folder hiding a package and says what to do; empty if nothing hides it.

    Examples
    --------
    >>> shadow("logic")
    ''
    """
    place = hidden_by(name)
    if place is None:
        return ""
    folder = Path(place).parent if Path(place).name == "__init__.py" else Path(place)
    return f"{folder} hides the package {name} of causalcore; rename it, or work in another folder"


def own_module(name: str) -> ModuleType:
    """Import a module of ours, whatever the working folder contains.

    Examples
    --------
    >>> own_module("logic.errors").__name__
    'logic.errors'
    """
    top = name.partition(".")[0]
    hidden = top in HIDEABLE and hidden_by(top) is not None
    return import_module(f"{ALIAS}.{name}" if hidden else name)


def own_object(module: str, name: str) -> Any:
    """Return the object that an entry point of ours names."""
    target: Any = own_module(module)
    for part in name.split("."):
        target = getattr(target, part)
    return target


# ---------------------------------------------------------------- what modules of ours import


def _import(
    name: str,
    globals: Mapping[str, object] | None = None,
    locals: Mapping[str, object] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    """Like Python's own `__import__`, but finds a hidden package of ours next to this file."""
    top = name.partition(".")[0]
    if level or top not in HIDEABLE or hidden_by(top) is None:
        return builtins.__import__(name, globals, locals, fromlist or (), level)
    if fromlist:
        return builtins.__import__(f"{ALIAS}.{name}", globals, locals, fromlist, 0)
    import_module(f"{ALIAS}.{name}")
    return sys.modules[f"{ALIAS}.{top}"]


class _OwnLoader(SourceFileLoader):
    """Loads a module of ours and makes its imports use `_import`."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the module with its own `__import__`."""
        module.__dict__["__builtins__"] = vars(builtins) | {"__import__": _import}
        super().exec_module(module)


class _SameModule(Loader):
    """Returns the module under its other name, if nothing hides it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def create_module(self, _spec: ModuleSpec) -> ModuleType:
        """Return the module itself."""
        module = import_module(self.name)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Restore the module's own spec."""
        module.__spec__ = self.spec


class _Finder(MetaPathFinder):
    """Finds hidden packages of ours, and loads our modules with the loader that lets them find these."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how to load a module, or None to leave it to Python."""
        if fullname.startswith(f"{ALIAS}."):
            return _beside(fullname)
        if fullname.partition(".")[0] not in OURS or not any(hidden_by(name) for name in HIDEABLE):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        return spec if spec is None else _guarded(spec)


def _beside(alias: str) -> ModuleSpec | None:
    name = alias.removeprefix(f"{ALIAS}.")
    top = name.partition(".")[0]
    if top not in HIDEABLE:
        return None
    hiding = hidden_by(top)
    if hiding is None:
        return ModuleSpec(alias, _SameModule(name), is_package=(FOLDER / name.replace(".", "/")).is_dir())
    place = FOLDER.joinpath(*name.split("."))
    package = (place / "__init__.py").is_file()
    file = place / "__init__.py" if package else place.with_suffix(".py")
    if not file.is_file():
        return None
    _BESIDE[top] = hiding
    folders = [str(place)] if package else None
    return spec_from_file_location(alias, file, loader=_OwnLoader(alias, str(file)), submodule_search_locations=folders)


def _guarded(spec: ModuleSpec) -> ModuleSpec | None:
    """Return a spec that loads a module with `_OwnLoader`; None if it is not one of ours."""
    file = spec.origin or ""
    if not file.endswith(".py") or FOLDER not in Path(file).resolve().parents:
        return None
    if Path(file).resolve().relative_to(FOLDER).parts[0] not in OURS:
        return None
    folders = spec.submodule_search_locations
    return spec_from_file_location(
        spec.name, file, loader=_OwnLoader(spec.name, file), submodule_search_locations=folders
    )


def install() -> None:
    """Let modules of ours find each other, whatever the working folder contains; called once, on import."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


install()
