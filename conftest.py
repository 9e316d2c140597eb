"""What every test shares: no network, and executed documentation.

Code blocks of README.md and docs/ are tests: `python` blocks run, and in `console`
blocks each `$ causalcore ...` runs from the repository's root and must print what the
page shows (`...` stands for anything).
"""

from __future__ import annotations

import atexit
import contextlib
import doctest
import faulthandler
import functools
import importlib.util
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser

# No test is timed: speed is measured in tests/performance.
settings.register_profile("causalcore", deadline=None)
settings.load_profile("causalcore")

pytest_plugins = ["pytester", "causalcore.claims.pytest_plugin"]
"""What runs pytest inside a test, and the plugin that the package brings, also where it is not installed."""

ROOT = Path(__file__).parent
collect_ignore_glob = ["tests/golden/[!t]*.py", "tests/properties/[!t]*.py", "tests/fuzz/[!t]*.py"]
"""Oracles and generators that tests import; they hold no examples to run."""
BUILT_ON = {
    "argilla": ("argilla_records",),
    "deepeval": ("deepeval_metric",),
    "inspect_ai": ("inspect_scorers", "inspect_tasks"),
    "nemo_gym": ("nemo_gym_server",),
    "verifiers": ("verifiers_taskset",),
}
"""Libraries, and the files of benchmarks/integrations that import them at once, for their classes and decorators."""


def missing(library: str) -> bool:
    """Tell whether a library is not installed; pages skip examples by it."""
    return importlib.util.find_spec(library) is None


collect_ignore = [
    f"benchmarks/integrations/{name}.py" for library, names in BUILT_ON.items() if missing(library) for name in names
]
# No process that a test starts can reach a paid endpoint, or the user's own cache of replies.
for name in [name for name in os.environ if name.startswith("OPENAI_")]:
    del os.environ[name]
os.environ["CAUSALCORE_LOOPBACK_ONLY"] = "1"
os.environ["CAUSALCORE_CACHE"] = str(Path(tempfile.gettempdir()) / f"causalcore-tests-{os.getpid()}")
atexit.register(shutil.rmtree, os.environ["CAUSALCORE_CACHE"], ignore_errors=True)
LOOPBACK = ("127.0.0.1", "::1", "localhost")
SECONDS = 60
UNSEEN = ("tests/repository/test_word_lists.py", "tests/repository/test_words.py")
"""Tests that coverage does not see, for it more than doubles what they take: they read sources and run none."""
RANDOM = tuple(
    f"tests/properties/test_{name}.py"
    for name in (
        "admission_laws",
        "bounds_oracles",
        "graph_question_oracles",
        "path_effects",
        "patterns_against_enumeration",
        "scm_against_enumeration",
        "scm_axioms",
        "signed_arguments",
        "units_against_enumeration",
    )
)
"""Laws over random models, each a case."""
CASES = 3
"""Cases of such a law that coverage sees: as many as CI has processes, each of which loads things of its own."""
SEEN = pytest.StashKey[bool]()
RESAMPLING = {"benchmarks.statistics.reliability": "bootstrapped", "nlbridge.apps.doctor.figures": "_figure"}
"""Functions, by module, that take one measure thousands of times, and up to five times as long under coverage."""
FIRST = 20
"""Their calls that coverage sees in each process."""


class NetworkUsedInTestError(AssertionError):
    """A test that opens a connection to another machine; use a recorded reply instead."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Run the examples of a page in one process, where tests run in several: each goes on from the one before.

    Tests in a browser run in one process, too: they share a server and a browser.
    """
    from xdist.scheduler import LoadScopeScheduling

    class OnePageTogether(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            page, is_page, _ = nodeid.partition(".md::")
            if "/browser/" in nodeid:
                return nodeid.partition("/browser/")[0]
            return page if is_page else nodeid

        def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
            """Forget what is done: all that a process was given is gone through whenever a test ends."""
            super().mark_test_complete(node, item_index, duration)
            given = self.assigned_work[node]
            scope = self._split_scope(self.registered_collections[node][item_index])
            if all(given[scope].values()):
                del given[scope]

    return OnePageTogether(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Note what coverage need not see, where it is measured."""
    cases: Counter[str] = Counter()
    for item in items:
        name = item.nodeid.partition("[")[0]
        cases[name] += 1
        more = name.startswith(RANDOM) and cases[name] > CASES
        item.stash[SEEN] = not more and not name.startswith(UNSEEN)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Let coverage, where it is measured, see one process only read and import everything: the others do the same."""
    with contextlib.nullcontext() if os.environ.get("PYTEST_XDIST_WORKER", "gw0") == "gw0" else _unseen():
        return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """Where coverage is measured, let it see the first calls only of what resamples."""
    if sys.gettrace() is not None:
        for module in [sys.modules[name] for name in RESAMPLING if name in sys.modules]:
            name = RESAMPLING[module.__name__]
            setattr(module, name, _seen_at_first(getattr(module, name)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Keep coverage, where it is measured, out of a test that it need not see, and of processes that it starts."""
    if item.stash.get(SEEN, True) or sys.gettrace() is None:
        return (yield)
    with pytest.MonkeyPatch.context() as patch, _unseen():
        patch.delenv("COVERAGE_PROCESS_START", raising=False)
        return (yield)


def _seen_at_first(function: Callable[..., Any]) -> Callable[..., Any]:
    left = iter(range(FIRST))

    @functools.wraps(function)
    def called(*args: Any, **named: Any) -> Any:
        with contextlib.nullcontext() if next(left, None) is not None else _unseen():
            return function(*args, **named)

    return called


@contextlib.contextmanager
def _unseen() -> Iterator[None]:
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracer)
        _enter()


def _enter() -> None:
    """Do nothing: with the first function that is entered the tracer takes the place of its slower stand-in."""


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse every connection that leaves this machine."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: object) -> None:
        if self.family != socket.AF_UNIX and not (isinstance(address, tuple) and address[0] in LOOPBACK):
            raise NetworkUsedInTestError(f"expected no network in a test, got a connection to {address!r}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture
def data() -> Path:
    """Return the folder of the benchmark data, or skip."""
    folder = os.environ.get("CAUSALCORE_DATA")
    if not folder:
        pytest.skip("needs the benchmark data: set CAUSALCORE_DATA to its folder")
    return Path(folder)


class ConsoleBlockParser(CodeBlockParser):
    """Run the `$` lines of a `console` block and compare what they print."""

    language = "console"

    def evaluate(self, example: Example) -> str | None:
        """Return a description of the first difference, or None."""
        for command, expected in _commands(example.parsed):
            shown = _run(command)
            checker = doctest.OutputChecker()
            flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
            if expected.strip() and not checker.check_output(expected, shown, flags):
                return f"$ {command}\nexpected:\n{expected}\ngot:\n{shown}"
        return None


def _commands(block: str) -> Iterator[tuple[str, str]]:
    """Split a block into commands and the output that follows each."""
    for part in f"\n{block}".split("\n$ ")[1:]:
        command, _, expected = part.partition("\n")
        yield command, expected + "\n"


def _run(command: str) -> str:
    """Run one `causalcore` or `python` command from the root and return what it printed."""
    name, *arguments = shlex.split(command)
    shown = {"COLUMNS": "100", "NO_COLOR": "1"}
    if name == "causalcore":
        return _run_here(arguments, shown)
    if name != "python":
        raise ValueError(f"expected a causalcore or python command in a console block, got {command!r}")
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
        env=os.environ | shown | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
    )
    return done.stdout + done.stderr


def _run_here(arguments: list[str], shown: dict[str, str]) -> str:
    """Run `causalcore` in this process, which has loaded what each process of its own would load again."""
    from typer.testing import CliRunner

    from nlbridge.apps.command.cli import app

    faulthandler.dump_traceback_later(SECONDS, exit=True)
    try:
        with contextlib.chdir(ROOT):
            done = CliRunner().invoke(app, arguments, input="", env=shown)
    finally:
        faulthandler.cancel_dump_traceback_later()
    return done.stdout + done.stderr


pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(), ConsoleBlockParser(), SkipParser()],
    patterns=["docs/**/*.md", "docs/*.md", "README.md"],
    setup=lambda namespace: namespace.update(missing=missing),
).pytest()
