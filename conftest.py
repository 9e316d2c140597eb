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
import gc
import importlib.util
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
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
UNMEASURED = (
    "benchmarks/",
    *(f"tests/{name}/" for name in ("repository", "unit/benchmarks", "unit/research")),
    *(f"tests/properties/test_{name}" for name in ("laws_of", "never_valid", "representative", "verification")),
)
"""Tests of what has no floor of coverage, and long ones whose lines the unit tests run too."""
CASES = 3
"""Cases of a test at which coverage looks, in each process: the others mostly run the same lines, at twice the time."""
_cases: Counter[str] = Counter()


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


def pytest_collection_finish() -> None:
    """Exempt from garbage collection what lives to the end: thousands of tests, and all modules with their tables.

    A library under test that collects garbage (statsmodels does, for each call) would go through all of it each time.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def measured(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep coverage away from further cases of a test, and from tests of what has no floor, with their processes."""
    measuring = sys.modules["coverage"].Coverage.current() if "coverage" in sys.modules else None
    test = request.node.nodeid.partition("[")[0]
    _cases[test] += 1
    if measuring is None or (_cases[test] <= CASES and not test.startswith(UNMEASURED)):
        yield
        return
    monkeypatch.delenv("COVERAGE_PROCESS_START", raising=False)
    measuring.stop()
    yield
    measuring.start()


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
