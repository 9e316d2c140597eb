"""Test files that are written from a graph run, pass on what the graph describes, and fail on what it does not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from causalcore import graph
from causalcore.errors import MalformedModelError

ROOT = Path(__file__).parents[4]
CHAIN = graph("X -> M -> Y")
SHOP = """
def price(weight, colour):
    return {"shipping": 2 * weight, "paint": %s}
"""
LAB = """
import numpy as np
import pandas as pd

def simulate(do, rows):
    rng = np.random.default_rng(len(str(do)))
    x = np.full(rows, float(do["X"])) if "X" in do else rng.normal(size=rows)
    m = np.full(rows, float(do["M"])) if "M" in do else x + rng.normal(size=rows)
    y = np.full(rows, float(do["Y"])) if "Y" in do else m + %s * x + rng.normal(size=rows)
    return pd.DataFrame({"X": x, "M": m, "Y": y})
"""


def outcome(folder: Path) -> str:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "causalcore.claims.pytest_plugin",
            "test_it.py",
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": f"{ROOT}:{folder}", "PATH": ""},
        timeout=120,
    )
    return done.stdout


@pytest.mark.parametrize(("skip", "shown"), [(0.0, "1 passed"), (1.0, "contradicted: X _||_ Y | M")])
def test_a_file_for_data_tests_the_table(tmp_path, skip, shown):
    rng = np.random.default_rng(4)
    x = rng.normal(size=500)
    m = x + rng.normal(size=500)
    table = pd.DataFrame({"X": x, "M": m, "Y": m + skip * x + rng.normal(size=500)})
    table.to_csv(tmp_path / "study.csv", index=False)
    (tmp_path / "test_it.py").write_text(CHAIN.test_file("data", "study.csv"))
    assert shown in outcome(tmp_path)


@pytest.mark.parametrize(("paint", "shown"), [("colour", "2 passed"), ("colour + weight", "paint")])
def test_a_file_for_a_function_tests_its_calls(tmp_path, paint, shown):
    (tmp_path / "shop.py").write_text(SHOP % paint)
    (tmp_path / "test_it.py").write_text(
        graph("weight -> shipping, colour -> paint").test_file("function", "shop:price")
    )
    assert shown in outcome(tmp_path)


@pytest.mark.parametrize(("skip", "shown"), [("0", "3 passed"), ("1", "1 failed, 2 passed")])
def test_a_file_for_a_simulator_tests_what_it_draws(tmp_path, skip, shown):
    (tmp_path / "lab.py").write_text(LAB % skip)
    (tmp_path / "test_it.py").write_text(CHAIN.test_file("simulator", "lab:simulate"))
    assert shown in outcome(tmp_path)


@pytest.mark.parametrize("kind", ["data", "function", "simulator"])
def test_a_file_for_odd_names_is_python(kind):
    odd = graph([('the "old" mill', "b"), ("b", "c d"), ("e", "f")])
    compile(odd.test_file(kind, "shop:price" if kind != "data" else "a'b.csv"), "test_it.py", "exec")


def test_a_graph_that_implies_nothing_and_a_target_without_a_function_are_refused():
    with pytest.raises(MalformedModelError, match="implies something about a table of data"):
        graph("X -> Y").test_file("data")
    with pytest.raises(MalformedModelError, match="expected module:function"):
        CHAIN.test_file("simulator", "lab")
