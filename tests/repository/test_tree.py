"""The tree: no overlong file, no path of one machine, no empty room, nothing that hides a package."""

from __future__ import annotations

import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LONGEST = 400
PACKAGES = ("logic", "causalcore", "nlbridge", "benchmarks")
VAGUE = {"utils.py", "helpers.py", "manager.py", "common.py", "misc.py"}
BINARY = {".bin", ".gz", ".model", ".msgpack", ".npy", ".png"}
HOME_FOLDERS = tuple(f"/{name}/" for name in ("home", "root", "Users", "work"))


def tracked() -> list[Path]:
    """Return the files that git knows or would add; without git, skip."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        files = (path for path in ROOT.rglob("*") if not any(part.startswith(".venv") for part in path.parts))
        return [path for path in files if path.is_file() and "__pycache__" not in path.parts]
    return [ROOT / line for line in listed.stdout.splitlines() if (ROOT / line).is_file()]


def sources() -> list[Path]:
    return [path for path in tracked() if path.suffix == ".py"]


def test_no_file_of_tests_is_left_out_when_its_folder_is_run(request: pytest.FixtureRequest):
    ignored = request.config._getconftest_pathlist("collect_ignore", path=ROOT) or []
    patterns = request.config._getconftest_pathlist("collect_ignore_glob", path=ROOT) or []
    tests = [path for path in sources() if path.name.startswith("test_")]
    hidden = [str(p) for p in tests if p in ignored or any(fnmatch(str(p), str(pattern)) for pattern in patterns)]
    assert len(tests) > 10
    assert not hidden


def test_no_source_file_is_longer_than_one_concept():
    long = {
        str(path.relative_to(ROOT)): lines
        for path in sources()
        if (lines := len(path.read_text().splitlines())) > LONGEST
    }
    assert not long


def test_no_module_has_a_vague_name():
    assert not [path for path in sources() if path.name in VAGUE]


def test_no_file_names_a_folder_of_one_machine():
    own = Path(__file__).resolve()
    found = []
    for path in tracked():
        if path.suffix in BINARY or path.resolve() == own or "en_causalcore" in path.parts:
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        found += [
            f"{path.relative_to(ROOT)}: {folder}"
            for folder in HOME_FOLDERS
            if f" {folder}" in text or f'"{folder}' in text
        ]
    assert not found


def test_no_folder_of_tests_hides_a_package():
    assert not list((ROOT / "tests").rglob("__init__.py"))


def test_test_files_have_names_of_their_own():
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("package", PACKAGES)
def test_every_folder_with_sources_is_a_package(package):
    folders = {path.parent for path in (ROOT / package).rglob("*.py")}
    assert not [str(folder) for folder in folders if not (folder / "__init__.py").is_file()]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_module_says_what_it_is_for(package):
    import ast

    silent = [path for path in (ROOT / package).rglob("*.py") if not ast.get_docstring(ast.parse(path.read_text()))]
    assert not silent
