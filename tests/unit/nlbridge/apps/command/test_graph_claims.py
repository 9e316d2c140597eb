"""`causalcore claim` about a graph: a test file written, a table held against it."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from nlbridge.apps.command.cli import app


@pytest.fixture
def graph(tmp_path):
    path = tmp_path / "graph.dag"
    path.write_text("dag { X -> M -> Y }")
    return path


def table(tmp_path, skip):
    rng = np.random.default_rng(0)
    x = rng.normal(size=400)
    m = x + rng.normal(size=400)
    path = tmp_path / "study.csv"
    pd.DataFrame({"X": x, "M": m, "Y": m + skip * x + rng.normal(size=400)}).to_csv(path, index=False)
    return path


def ran(*arguments):
    return CliRunner().invoke(app, ["claim", *map(str, arguments)])


def test_a_test_file_is_written_once(graph, tmp_path):
    out = tmp_path / "test_claims.py"
    assert ran("--from", graph, "--out", out).exit_code == 0
    assert '"X _||_ Y | M"' in out.read_text()
    again = ran("--from", graph, "--out", out)
    assert again.exit_code == 2
    assert "expected a new file" in again.stderr


def test_a_test_file_for_a_function_goes_to_standard_output(graph):
    shown = ran("--from", graph, "--for", "simulator", "--target", "lab:simulate").stdout
    assert "from lab import simulate" in shown


@pytest.mark.parametrize(("skip", "code"), [(0.0, 0), (1.0, 1)])
def test_a_table_is_held_against_a_graph(graph, tmp_path, skip, code):
    done = ran(graph, "--data", table(tmp_path, skip), "--format", "json")
    assert done.exit_code == code
    assert json.loads(done.stdout)["contradicted"] is bool(code)


def test_a_failing_line_is_named_in_text(graph, tmp_path):
    assert "contradicted: X _||_ Y | M" in ran(graph, "--data", table(tmp_path, 1.0), "--format", "text").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("--from", "GRAPH", "--for", "song"),
        ("GRAPH",),
        (),
        ("GRAPH", "--data", "none.csv"),
        ("GRAPH", "x", "--from", "GRAPH"),
    ],
)
def test_wrong_usage_is_one_line(graph, arguments):
    done = ran(*(graph if each == "GRAPH" else each for each in arguments))
    assert done.exit_code == 2
    assert "expected" in done.stderr
