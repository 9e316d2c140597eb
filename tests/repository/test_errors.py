"""Every error has a family, a builtin that callers may already catch, and a test that meets it."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
import pickle
import pkgutil
from functools import lru_cache
from pathlib import Path

import pytest

from logic.errors import ReasoningError

ROOT = Path(__file__).parents[2]
PACKAGES = ("logic", "causalcore", "nlbridge", "benchmarks")
SKIPPED = ("training", "en_causalcore")
BUILT_ON = {
    "argilla_records": "argilla",
    "deepeval_metric": "deepeval",
    "inspect_scorers": "inspect_ai",
    "inspect_tasks": "inspect_ai",
    "verifiers_taskset": "verifiers",
    "nemo_gym_server": "nemo_gym",
}
"""Files that import another library at once."""
UNUSABLE = {
    f"benchmarks.integrations.{name}" for name, library in BUILT_ON.items() if importlib.util.find_spec(library) is None
}


def error_classes() -> list[type[ReasoningError]]:
    """Return every error class that the packages define."""
    for name in PACKAGES:
        package = importlib.import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            if not any(part in SKIPPED for part in module.name.split(".")) and module.name not in UNUSABLE:
                importlib.import_module(module.name)
    found: set[type[ReasoningError]] = set()
    waiting = [ReasoningError]
    while waiting:
        for child in waiting.pop().__subclasses__():
            if child.__module__.split(".")[0] in PACKAGES and child not in found:
                found.add(child)
                waiting.append(child)
    return sorted(found, key=lambda error: error.__qualname__)


def is_family(error: type[ReasoningError]) -> bool:
    return ReasoningError in error.__bases__


@lru_cache(maxsize=1)
def names_used_by_tests() -> frozenset[str]:
    """Return every name that the code of a test uses; an import, a comment or a string is no use."""
    found: set[str] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Name):
                found.add(node.id)
            elif isinstance(node, ast.Attribute):
                found.add(node.attr)
    return frozenset(found)


every_error = pytest.mark.parametrize(
    "error", [e for e in error_classes() if not is_family(e)], ids=lambda e: e.__name__
)


def test_each_package_has_one_family():
    families = [error for error in error_classes() if is_family(error)]
    assert {error.__module__ for error in families} == {f"{package}.errors" for package in PACKAGES}


@every_error
def test_every_error_is_also_a_builtin_exception(error):
    builtin = [base for base in error.__mro__ if base.__module__ == "builtins"]
    assert builtin[0] not in (Exception, BaseException, object)


@every_error
def test_every_error_says_in_a_docstring_of_its_own_what_it_stands_for(error):
    own = vars(error).get("__doc__")
    assert own
    assert own != inspect.getdoc(error.__base__)


@every_error
def test_every_error_is_met_by_a_test(error):
    assert error.__name__ in names_used_by_tests()


@every_error
def test_every_error_survives_a_pickle(error):
    own = "__init__" in vars(error)
    named = list(inspect.signature(error.__init__).parameters.values())[1:] if own else []
    arguments = [1 if p.annotation in (int, "int") else ("x",) if "tuple" in str(p.annotation) else "x" for p in named]
    original = error(*(arguments or ["x"]))
    assert str(pickle.loads(pickle.dumps(original))) == str(original)
