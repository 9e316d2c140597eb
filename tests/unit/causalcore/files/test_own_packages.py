"""Packages named like ours in the working folder hide nothing from us, and we hide nothing from them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from importlib.util import find_spec
from pathlib import Path

import pytest

from causalcore.errors import LanguageSideMissingError
from causalcore.files.own_packages import hidden_by, own_module, own_object, shadow

ROOT = Path(__file__).parents[4]
TEXT = "The pump failed, so the cellar flooded."
RUBRIC = f"""
from causalcore import RequestError, graph, read, rubric
found = rubric({TEXT!r}, had="the pump not failed")
assert found.check("The pump held, so the cellar stayed dry.").valid is True
assert graph("dag {{ Z -> X ; Z -> Y ; X -> Y }}").adjustment("X", "Y").sets == [["Z"]]
import logic, benchmarks
assert (logic.MINE, benchmarks.MINE) == ("logic", "benchmarks")
import pickle
assert pickle.loads(pickle.dumps(found)).answers.keys() == found.answers.keys()
print(*(str(answer.kind) for answer in found.answers.values()))
"""


KINDS = ("packages", "modules", "imported before")


def filled(folder: Path, kind: str) -> Path:
    """Write packages or modules of our names into a folder, and a script beside them."""
    for name in ("logic", "benchmarks"):
        if kind == "modules":
            (folder / f"{name}.py").write_text(f"MINE = {name!r}\n")
        else:
            (folder / name).mkdir()
            (folder / name / "__init__.py").write_text(f"MINE = {name!r}\n")
    before = "import logic, benchmarks\n" if kind == "imported before" else ""
    (folder / "script.py").write_text(before + RUBRIC)
    return folder


def ran(folder: Path, *arguments: str, python: str = sys.executable, path: str = f"{{here}}{os.pathsep}{ROOT}") -> str:
    where = os.environ | {"PYTHONPATH": path.format(here=folder)}
    done = subprocess.run(
        [python, *arguments], cwd=folder, capture_output=True, text=True, timeout=120, check=False, env=where
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_a_rubric_is_derived_beside_packages_of_the_same_names(tmp_path, kind):
    assert ran(filled(tmp_path, kind), "script.py") == "changed changed\n"


def test_the_command_of_a_benchmark_is_found_beside_packages_of_the_same_names(tmp_path):
    assert "cobe" in ran(filled(tmp_path, "modules"), "-m", "causalcore", "score", "--help")


def test_processes_of_a_batch_find_our_packages_too(tmp_path):
    folder = filled(tmp_path, "packages")
    line = json.dumps({"text": TEXT, "had": "the pump not failed"})
    (folder / "in.jsonl").write_text(f"{line}\n" * 3)
    lines = ran(folder, "-m", "causalcore", "rubric", "--jsonl", "in.jsonl", "--jobs", "2").splitlines()
    assert [json.loads(each)["events"][1]["answer"] for each in lines] == ["changed"] * 3


def test_a_test_run_in_such_a_folder_checks_claims(tmp_path):
    folder = filled(tmp_path, "packages")
    (folder / "test_mine.py").write_text(
        "import logic\nfrom causalcore.claims import program\n\n"
        "def test_it(claims):\n    assert logic.MINE == 'logic'\n"
        "    claims(program(lambda x: 2 * x, x=range(5)), 'monotone(x, result, +)')\n"
    )
    assert "1 passed" in ran(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_mine.py")


def test_a_folder_that_hides_the_language_side_is_named_in_one_line(tmp_path):
    (tmp_path / "nlbridge").mkdir()
    (tmp_path / "nlbridge" / "__init__.py").write_text("")
    code = "import causalcore\ntry: causalcore.rubric\nexcept ImportError as error: print(error)"
    printed = ran(tmp_path, "-c", code)
    assert printed.count("\n") == 1
    assert f"{tmp_path / 'nlbridge'} hides the package nlbridge of causalcore; rename it" in printed


def test_where_nothing_hides_them_our_packages_keep_their_names():
    assert hidden_by("logic") is None
    assert shadow("benchmarks") == ""
    assert own_module("logic.errors") is sys.modules["logic.errors"]
    assert own_object("logic.errors", "ReasoningError").__module__ == "logic.errors"
    assert own_module("causalcore.files.own_packages.logic.errors") is sys.modules["logic.errors"]


def test_an_error_says_what_hides_the_language_side():
    assert "hides" in str(LanguageSideMissingError("rubric", "/x hides the package nlbridge of causalcore"))


@pytest.mark.slow
@pytest.mark.skipif(find_spec("hatchling") is None, reason="builds the wheel with hatchling")
def test_the_installed_wheel_works_beside_packages_of_the_same_names(tmp_path_factory):
    place = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    venv.create(place / "venv", with_pip=True, system_site_packages=False)
    python = str(place / "venv" / "bin" / "python")
    wheel = next(place.glob("*.whl"))
    subprocess.run([python, "-m", "pip", "install", "-q", "--no-deps", str(wheel)], check=True)
    libraries = next((place / "venv" / "lib").glob("python*/site-packages")) / "libraries.pth"
    libraries.write_text("".join(f"{path}\n" for path in sys.path if path.endswith("site-packages")))
    command = str(place / "venv" / "bin" / "causalcore")
    for kind in KINDS:
        folder = filled(tmp_path_factory.mktemp("folder"), kind)
        assert ran(folder, "script.py", python=python, path="{here}") == "changed changed\n", kind
        assert "cobe" in ran(folder, command, "score", "--help", python=python, path="{here}"), kind
