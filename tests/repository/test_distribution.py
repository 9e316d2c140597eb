"""What a user gets: the README's commands, the metadata, the examples' form."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)(?:#[\w-]+)?\)")
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("*.md"))]


def command(which: str) -> str:
    script = ROOT / ".ci" / "readme_command.py"
    done = subprocess.run(
        [sys.executable, str(script), str(ROOT / "README.md"), which], capture_output=True, text=True, check=True
    )
    return done.stdout


def test_the_readme_has_one_command_to_run_and_one_to_test():
    assert "pip install ." in command("run")
    assert "pytest" in command("test")


def test_the_wheel_is_told_to_ship_the_four_packages_only():
    assert PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"] == [
        "logic",
        "causalcore",
        "nlbridge",
        "benchmarks",
    ]


def test_every_ignored_lint_rule_is_explained():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    block = text[text.index("\nignore = [") : text.index("[tool.ruff.lint.mccabe]")]
    assert all("#" in line for line in block.splitlines() if line.strip().startswith('"'))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page):
    broken = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if not (page.parent / link).exists()]
    assert not broken


@pytest.mark.parametrize("name", ["logic", "causalcore", "nlbridge", "benchmarks"])
def test_importing_a_package_loads_nothing_heavy(name):
    heavy = {"z3", "spacy", "pgmpy", "openai", "scipy", "sklearn", "pandas", "lemminflect"}
    code = f"import sys, {name}; print(*sorted({heavy!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("name", ["logic", "causalcore", "nlbridge", "benchmarks"])
def test_a_package_says_that_it_has_types(name):
    assert (ROOT / name / "py.typed").is_file()


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("[th]*/*.md")), ids=lambda page: page.stem)
def test_a_page_that_tells_how_names_what_it_needs(page):
    assert re.search(r"^Needs: |\bextras?\b", page.read_text(encoding="utf-8"), re.MULTILINE)
