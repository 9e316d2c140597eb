"""Change the code of a room in small ways, and say how many of the changes its tests notice.

    python .ci/mutants.py causalcore/derivation --sample 150

Needs cosmic-ray (`pip install cosmic-ray`), whose operators make the mutants. Works on a copy of the tree, in one
process that collects the tests once: they run in a child that notes which test calls which function of the room, then
each mutant gets a child of its own, where the function has the changed code, and the tests that call it run, quick ones
first, up to the first that fails, for as long as `--budget` allows. A change outside every function is written to the
file, and all tests of the room run on it. A mutant that no test notices is printed: it is either a change that makes no
difference, or a test that is missing. The sample is drawn with a seed: two runs draw the same mutants of the same code.
"""

from __future__ import annotations

import argparse
import ast
import functools
import gc
import inspect
import itertools
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
TESTS = {
    "causalcore/derivation": (
        "tests/unit/causalcore/derivation",
        "tests/golden/test_derived_rubrics.py",
        "tests/properties/test_derivation_oracle.py",
        "tests/properties/test_derivation_laws.py",
        "causalcore/derivation",
    ),
    "nlbridge/grounding": (
        "tests/unit/nlbridge/grounding",
        "tests/unit/nlbridge/judging",
        "tests/golden/test_measured_edits.py",
        "nlbridge/grounding",
    ),
    "nlbridge/judging": (
        "tests/unit/nlbridge/judging",
        "tests/unit/nlbridge/grounding",
        "tests/golden/test_judged_edits.py",
        "nlbridge/judging",
    ),
}
"""Tests of a room in addition to `tests/unit/ROOM` and the examples in its docstrings."""
NO_CHANGE = {"Is_Eq", "IsNot_NotEq", "Eq_Is", "NotEq_IsNot"}
"""Changes of comparisons that are equivalent for singletons: None, truth values, members of enumerations."""
PACKAGES = ("logic", "causalcore", "nlbridge", "benchmarks")


@dataclass(frozen=True)
class Mutant:
    """One change of one file."""

    path: str
    line: int
    operator: str
    source: str

    def difference(self) -> list[str]:
        """Return the first line that differs, before and after."""
        before, after = Path(self.path).read_text().split("\n"), self.source.split("\n")
        return [f"{a.strip()}  ->  {b.strip()}" for a, b in zip(before, after, strict=False) if a != b][:1]


def copied(folder: Path) -> Path:
    """Copy the files that git tracks or would add."""
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def without_annotations(source: str) -> str:
    """Return a dump of the code that runs, without annotations, cache decorators and type-checking imports."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign):
            node.annotation = ast.Name("int") if isinstance(node, ast.AnnAssign) else None  # type: ignore[assignment]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
            node.args.args += [*node.args.posonlyargs, *node.args.kwonlyargs]  # `*` is no multiplication
            node.args.posonlyargs, node.args.kwonlyargs = [], []
            node.decorator_list = [one for one in node.decorator_list if "cache" not in ast.unparse(one)]
        elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            node.test = ast.Constant(False)
    return ast.dump(tree)


def changes(path: str) -> Iterator[Callable[[], Mutant | None]]:
    """Yield a function that makes each mutant of a file; it returns None if the change is invalid or never runs."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.operators.provider import OperatorProvider

    source = Path(path).read_text()
    provider = OperatorProvider()
    runs = without_annotations(source)

    nodes = list(ast_nodes(get_ast(source)))

    def made(operator: Any, name: str, wanted: int) -> Mutant | None:
        tree = get_ast(source)
        places = (
            (node, index, start)
            for node in ast_nodes(tree)
            for index, (start, _) in enumerate(operator.mutation_positions(node))
        )
        node, index, start = next(itertools.islice(places, wanted, None))
        parent, changed = node.parent, operator.mutate(node, index)
        if changed is not node:
            at = next(i for i, child in enumerate(parent.children) if child is node)
            parent.children[at : at + 1] = [] if changed is None else [changed]
        text = tree.get_code()
        try:
            return None if without_annotations(text) == runs else Mutant(path, start[0], name, text)
        except SyntaxError:
            return None

    for name in provider:
        kind = provider[name]
        if kind.arguments() or name.partition("Operator_")[2] in NO_CHANGE:
            continue
        operator = kind()
        positions = sum(1 for node in nodes for _ in operator.mutation_positions(node))
        yield from (functools.partial(made, operator, name, wanted) for wanted in range(positions))


def sampled(paths: list[str], count: int, seed: int) -> tuple[list[Mutant], int]:
    """Return a sample of the mutants of files, and the number of possible changes."""
    makers = [maker for path in paths for maker in changes(path)]
    random.Random(seed).shuffle(makers)
    mutants: list[Mutant] = []
    for maker in makers:
        if len(mutants) < count and (mutant := maker()) is not None:
            mutants.append(mutant)
    return mutants, len(makers)


def codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of a module and of its functions, except functions nested in functions."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType) and not code.co_flags & inspect.CO_NEWLOCALS:
            yield from codes(inner)


def changed_functions(before: str, mutant: Mutant, filename: str) -> dict[tuple[str, int], CodeType] | None:
    """Return the new code of each changed function, by name and first line; None if module code changed."""
    old = list(codes(compile(before, filename, "exec")))
    new = list(codes(compile(mutant.source, filename, "exec")))
    if len(old) != len(new):
        return None
    changed = {}
    for one, other in zip(old, new, strict=True):
        if one.co_qualname != other.co_qualname:
            return None
        if one.co_flags & inspect.CO_OPTIMIZED:
            if one != other:
                changed[one.co_qualname, one.co_firstlineno] = other
        elif _bare(one) != _bare(other):
            return None
    return changed


def _bare(code: CodeType) -> tuple[object, ...]:
    """Return the code of a module or class itself, without its functions."""
    return code.co_code, code.co_names, tuple(one for one in code.co_consts if not isinstance(one, CodeType))


def in_child(work: Callable[[], Any], seconds: float) -> Any:
    """Run work in a child process and return its result; None if the child dies or takes too long."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.setpgid(0, 0)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        signal.alarm(int(seconds) + 1)
        try:
            with os.fdopen(writing, "wb") as out:
                pickle.dump(work(), out)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as read:
        held = read.read()
    os.waitpid(child, 0)
    return pickle.loads(held) if held else None


class Runner:
    """A pytest plugin that runs the collected tests on each mutant."""

    def __init__(self, room: str, mutants: list[Mutant], seconds: float, budget: float) -> None:
        self.room, self.mutants, self.seconds, self.budget = room, mutants, seconds, budget
        self.failed = False
        self.alive: list[Mutant] = []
        self.uncalled = 0
        self.slow: list[Mutant] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note that a test failed."""
        self.failed = self.failed or report.failed

    def _run(self, items: list[pytest.Item]) -> bool:
        """Return whether a test fails."""
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                return True
        return False

    def _recorded(self, items: list[pytest.Item]) -> tuple[bool, dict[Any, dict[int, float]], list[Any]]:
        """Return whether a test fails, the functions and time of each test, and what is loaded only once."""
        called: dict[Any, dict[int, float]] = defaultdict(dict)
        folder = str(Path(self.room).resolve())
        own_caches = [one for one in _caches() if self._holds(one)]
        for k, item in enumerate(items):
            for one in own_caches:  # a cache filled by an earlier test would hide calls
                one.cache_clear()
            seen: set[Any] = set()

            def note(frame: Any, event: str, _: Any, seen: set[Any] = seen) -> None:
                code = frame.f_code
                if event == "call" and code.co_filename.startswith(folder):
                    seen.add((code.co_filename, code.co_qualname, code.co_firstlineno))

            started = time.perf_counter()
            sys.setprofile(note)
            self._run([item])
            sys.setprofile(None)
            taken = time.perf_counter() - started
            for one in seen:
                called[one][k] = taken
        loaded = [
            (one.__module__, one.__qualname__)
            for one in _caches()
            if one.cache_info().currsize and not inspect.signature(one).parameters and not self._holds(one)
        ]
        return self.failed, dict(called), loaded

    def _holds(self, one: Any) -> bool:
        return str(one.__module__).startswith(self.room.replace("/", "."))

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests once, then on each mutant."""
        failed, called, loaded = in_child(lambda: self._recorded(session.items), 3600) or (True, {}, [])
        if failed:
            message = "expected tests that pass before anything is changed; run them, and mend what fails"
            raise pytest.UsageError(message)
        for module, name in loaded:
            getattr(sys.modules[module], name, lambda: None)()
        for number, mutant in enumerate(self.mutants, 1):
            self._try(mutant, session.items, called)
            print(f"{number} tried, {len(self.alive)} not noticed", file=sys.stderr, flush=True)
        return True

    def _try(self, mutant: Mutant, items: list[pytest.Item], called: dict[Any, dict[int, float]]) -> None:
        path = str(Path(mutant.path).resolve())
        changed = changed_functions(Path(path).read_text(), mutant, path)
        if changed is None:
            self.slow.append(mutant)
            return
        taken: dict[int, float] = {}
        for name, line in changed:
            taken |= called.get((path, name, line), {})
        self.uncalled += not taken
        quick_first = sorted(taken, key=lambda k: taken[k])
        spent = itertools.accumulate(taken[k] for k in quick_first)
        chosen = [items[k] for k, sum_ in zip(quick_first, spent, strict=True) if sum_ <= self.budget]

        def noticed() -> bool:
            put_in(changed, path)
            for one in _caches():
                if self._holds(one):
                    one.cache_clear()
            return self._run(chosen)

        if not taken or in_child(noticed, self.seconds) is False:
            self.alive.append(mutant)


def put_in(changed: dict[tuple[str, int], CodeType], path: str) -> None:
    """Install the changed code in a file's functions."""
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename == path:
            code = changed.get((one.__code__.co_qualname, one.__code__.co_firstlineno))
            one.__code__ = code or one.__code__


def _caches() -> list[Any]:
    kind = type(functools.cache(len))
    return [one for one in gc.get_objects() if isinstance(one, kind) and str(one.__module__).startswith(PACKAGES)]


def written(mutant: Mutant, command: list[str], seconds: float) -> bool:
    """Return whether the tests notice a mutant that is written to its file."""
    path = Path(mutant.path)
    kept = path.read_text()
    path.write_text(mutant.source)
    try:
        return subprocess.run(command, capture_output=True, timeout=seconds, check=False).returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_text(kept)


def main() -> int:
    """Make mutants, run the tests on each, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("room", help="folder of sources, or one file, such as causalcore/derivation")
    parser.add_argument("--sample", type=int, default=150)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=120.0, help="after which a mutant counts as noticed")
    parser.add_argument("--budget", type=float, default=30.0, help="seconds of tests that a mutant is worth")
    asked = parser.parse_args()
    room = asked.room.strip("/")
    whole = room if not room.endswith(".py") else next((one for one in TESTS if room.startswith(one)), room)
    tests = TESTS.get(whole, (f"tests/unit/{whole}", whole))
    with tempfile.TemporaryDirectory() as held:
        tree = copied(Path(held).resolve() / "tree")
        os.chdir(tree)
        sys.path.insert(0, str(tree))
        os.environ["PYTHONPATH"] = str(tree)
        paths = [Path(room)] if room.endswith(".py") else sorted(Path(room).rglob("*.py"))
        mutants, total = sampled([str(one) for one in paths if one.stem != "__init__"], asked.sample, asked.seed)
        runner = Runner(whole, mutants, asked.seconds, asked.budget)
        options = ["-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:xdist"]
        if code := pytest.main([*options, *tests], plugins=[runner]):
            return int(code)
        command = [sys.executable, "-m", "pytest", "-x", *options, *tests]
        alive = runner.alive + [one for one in runner.slow if not written(one, command, 10 * asked.seconds)]
        for one in sorted(alive, key=lambda one: (one.path, one.line)):
            print(f"{one.path}:{one.line} {one.operator}", *one.difference(), sep="\n    ")
    by_file = Counter(one.path for one in alive), Counter(one.path for one in mutants)
    for path, count in sorted(by_file[1].items()):
        print(f"{path}: {count - by_file[0][path]} of {count}")
    killed = len(mutants) - len(alive)
    share = killed / max(len(mutants), 1)
    print(
        f"{room}: {killed} of {len(mutants)} mutants noticed ({share:.1%}), of {total}; no test calls {runner.uncalled}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
