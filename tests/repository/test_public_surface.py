"""What users import is what docs/reference/stability.md promises, and what the snapshot beside this file has."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import causalcore

ROOT = Path(__file__).parents[2]
SNAPSHOT = Path(__file__).with_name("public_surface.json")
ROOMS = ("causalcore", "causalcore.claims", "logic")
RESULTS = ("to_dict", "to_json", "explain")
PAGE = (ROOT / "docs" / "reference" / "stability.md").read_text(encoding="utf-8")
MOST_SECONDS = 0.3


def surface() -> dict[str, dict[str, str]]:
    """Return the public names of each root, and how each is called."""
    return {room: {name: written(room, name) for name in importlib.import_module(room).__all__} for room in ROOMS}


def written(room: str, name: str) -> str:
    value = getattr(importlib.import_module(room), name)
    if inspect.ismodule(value):
        return "module"
    if inspect.isclass(value) and issubclass(value, Exception | str):
        return "exception" if issubclass(value, Exception) else "enumeration"
    public = [each for each in dir(value) if not each.startswith("_")] if not inspect.isfunction(value) else []
    try:
        parameters = ", ".join(
            str(each).split(":")[0].split(" =")[0] for each in inspect.signature(value).parameters.values()
        )
    except (TypeError, ValueError):
        return f"{{{', '.join(public)}}}"
    return f"({parameters})" + (f" {{{', '.join(public)}}}" if public else "")


def test_the_public_surface_is_that_of_the_snapshot():
    """Change the snapshot with a line in CHANGELOG.md: python tests/repository/test_public_surface.py."""
    assert surface() == json.loads(SNAPSHOT.read_text(encoding="utf-8"))


DEEP = re.compile(r"(?:from|import) ((?:causalcore|logic|nlbridge|benchmarks)\.[\w.]+)")
ROOTS = {"causalcore.claims"}
SHOWN = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", *(ROOT / "examples").rglob("*.py")]
FOR_DEVELOPERS = ROOT / "docs" / "explanation" / "architecture.md"
"""Which names modules, for who reads the sources."""


@pytest.mark.parametrize("page", sorted(set(SHOWN) - {FOR_DEVELOPERS}), ids=lambda page: str(page.relative_to(ROOT)))
def test_pages_and_examples_import_from_the_roots_only(page):
    assert set(DEEP.findall(page.read_text(encoding="utf-8"))) <= ROOTS


@pytest.mark.parametrize("room", ["causalcore", "logic", "nlbridge", "benchmarks"])
def test_names_that_pages_import_besides_are_there(room):
    package = importlib.import_module(room)
    for name, place in package._BESIDES.items():
        library = {
            "argilla_records": "argilla",
            "CausalEditMetric": "deepeval",
            "causal_edit": "inspect_ai",
            "causal_verdict": "inspect_ai",
            "EditData": "verifiers",
            "EditTask": "verifiers",
            "EditTaskset": "verifiers",
            "EditResourcesServer": "nemo_gym",
        }
        if name not in library or importlib.util.find_spec(library[name]) is not None:
            assert getattr(package, name) is not None, place


@pytest.mark.parametrize("name", causalcore.__all__)
def test_the_stability_page_names_what_is_public(name):
    assert re.search(rf"`{name}\b", PAGE)


def test_the_import_is_quick():
    code = "import time; start = time.process_time(); import causalcore; print(time.process_time() - start)"
    seconds = [
        float(subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout)
        for _ in range(3)
    ]
    assert min(seconds) < MOST_SECONDS


def test_results_turn_into_plain_values_and_explain_themselves():
    text = "The pump failed, so the cellar flooded."
    scenario = causalcore.read(text)
    found = causalcore.rubric(text, had="the pump not failed")
    squad = {"variables": {"X": [0, 1], "Y": [0, 1]}, "mechanisms": {"X": 1, "Y": "X"}}
    results = [
        scenario,
        found,
        found.check("The pump held, so the cellar stayed dry."),
        causalcore.derive(scenario, causalcore.do({"e1": "false"})),
        causalcore.ask(squad, "P(Y=1)"),
        causalcore.claim(squad, "causes(X, Y)"),
        causalcore.graph("X -> Y").adjustment("X", "Y"),
    ]
    for result in results:
        assert json.loads(result.to_json()) == json.loads(json.dumps(result.to_dict()))
        assert result.explain()
        assert "object at 0x" not in str(result)
    for graphs in (scenario, found, results[3], causalcore.model(squad), causalcore.graph("X -> Y")):
        assert len(graphs.to_networkx().edges) == 1
    for table in (scenario, found, results[2], results[3], results[4], results[6]):
        assert len(table.to_pandas()) > 0


if __name__ == "__main__":
    SNAPSHOT.write_text(json.dumps(surface(), indent=1) + "\n", encoding="utf-8")
