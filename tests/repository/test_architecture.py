"""The architecture page, the concept tables and the import contracts tell the same story."""

from __future__ import annotations

import ast
import configparser
import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("logic", "causalcore", "nlbridge", "benchmarks")
PAGE = (ROOT / "docs" / "explanation" / "architecture.md").read_text(encoding="utf-8")
LAYERS = re.compile(r"^(\w+(?: -> \w+){3})$", re.MULTILINE)
WALL = re.compile(r"^\| `([\w.]+)` \| `([\w.]+)` \|$", re.MULTILINE)
FILE = re.compile(r"^\| `([\w.]+)` \| (.+) \|$", re.MULTILINE)
MOST = 16
"""Files that a room, or rooms that a package, may list."""
NO_ROOMS = {"errors", "__main__"}
DATA = {"en_causalcore", "prompts", "suite"}
"""Folders that hold no modules."""


def contracts() -> configparser.ConfigParser:
    parser = configparser.ConfigParser()
    parser.read(ROOT / ".importlinter", encoding="utf-8")
    return parser


def forbidden() -> dict[str, str]:
    """Return, for each library behind a wall, the module that may import it."""
    found = {}
    for name in contracts().sections():
        section = contracts()[name]
        if section.get("type") == "forbidden":
            allowed = {
                line.split(" -> ")[0].removesuffix(".**") for line in section["ignore_imports"].split("\n") if line
            }
            assert len(allowed) == 1, name
            found[section["forbidden_modules"].strip()] = allowed.pop()
    return found


def rooms() -> list[Path]:
    """Return every folder of sources, the packages themselves included."""
    inits = (path for package in PACKAGES for path in (ROOT / package).rglob("__init__.py"))
    return sorted(path.parent for path in inits if not DATA & set(path.parts))


def listed(room: Path) -> list[str]:
    """Return the files and rooms that a room's docstring lists."""
    docstring = ast.get_docstring(ast.parse((room / "__init__.py").read_text(encoding="utf-8"))) or ""
    return [name.rsplit(".", 1)[-1] for name, _ in FILE.findall(docstring)]


def held(room: Path) -> list[str]:
    """Return the files and rooms that a room holds."""
    modules = [path.stem for path in room.glob("*.py") if path.stem != "__init__"]
    return modules + [path.parent.name for path in room.glob("*/__init__.py") if path.parent.name not in DATA]


def test_the_page_draws_the_layers_of_the_contract():
    drawn = LAYERS.search(PAGE)
    assert drawn is not None
    assert drawn[1].split(" -> ") == contracts()["importlinter:contract:layers"]["layers"].split()


def test_the_page_names_the_walls_of_the_contracts():
    assert dict(WALL.findall(PAGE)) == forbidden()


def test_every_contract_watches_all_packages():
    parser = contracts()
    assert tuple(parser["importlinter"]["root_packages"].split()) == PACKAGES
    for name in parser.sections():
        if parser[name].get("type") == "forbidden":
            assert tuple(parser[name]["source_modules"].split()) == PACKAGES


@pytest.mark.parametrize("room", rooms(), ids=lambda room: str(room.relative_to(ROOT)))
def test_a_room_lists_what_it_holds_and_not_too_much(room):
    assert sorted(listed(room)) == sorted(held(room))
    assert len(set(listed(room)) - NO_ROOMS) <= MOST


@pytest.mark.parametrize("package", PACKAGES)
def test_the_page_draws_the_rooms_in_the_order_of_the_contract(package):
    drawn = re.search(rf"^{package}\n((?:  .+\n)+)", PAGE, re.MULTILINE)
    assert drawn is not None
    order = [line.split() for line in contracts()[f"importlinter:contract:{package}"]["layers"].strip().splitlines()]
    assert [line.split() for line in drawn[1].replace("|", ":").splitlines()] == [
        layer for layer in order if layer != ["errors"]
    ]


NAMES = {"causalcore": 33}
"""Public names that a package may have, where that is not 25: `causalcore` offers the whole job."""


@pytest.mark.parametrize("package", PACKAGES)
def test_public_names_exist_and_are_few(package):
    module = importlib.import_module(package)
    assert len(module.__all__) <= NAMES.get(package, 25)
    assert [name for name in module.__all__ if not hasattr(module, name)] == []


@pytest.mark.parametrize(
    "module", sorted(set(re.findall(r"`((?:logic|causalcore|nlbridge|benchmarks)\.[\w.]+)`", PAGE)))
)
def test_modules_that_the_page_names_exist_unless_they_are_walls_not_yet_built(module):
    name = module.rsplit(".errors.", 1)[0] + (".errors" if ".errors." in module else "")
    try:
        built = importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:  # its folder is not there yet, either
        built = False
    assert built or module in forbidden().values()


OF_TEXTS = {"Criterion", "Derivation", "Grounding", "Intervention", "Link", "Rubric", "Scenario"}
"""Values of what texts say; what only talks to a model has none of them."""


@pytest.mark.parametrize("path", sorted((ROOT / "nlbridge" / "chat").rglob("*.py")), ids=lambda path: path.stem)
def test_what_talks_to_a_model_knows_no_event(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert not (node.module or "").startswith(("causalcore.scenario", "causalcore.derivation"))
        elif isinstance(node, ast.Name):
            assert node.id not in OF_TEXTS


def test_type_checking_imports_count():
    assert contracts()["importlinter"]["exclude_type_checking_imports"] == "False"
