"""`causalcore ask` about graphs in files and on standard input, and about documents that are none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from causalcore.exchange import model_file
from causalcore.exchange.model_file import parse_text
from nlbridge.apps.command.cli import app


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("e.yaml", 'edges: ["x -> y"]'),
        ("e.json", '{"edges": ["x -> y"]}'),
        ("e.txt", "x -> y"),
        ("e.dag", "dag { x -> y }"),
        ("e.yml", "dag { x -> y }"),
    ],
)
def test_a_probability_on_a_graph_is_identified_in_every_notation_and_from_standard_input(
    tmp_path: Path, name: str, text: str
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    for source, given in ((str(tmp_path / name), None), ("-", text)):
        result = CliRunner().invoke(app, ["ask", source, "P(y | do(x))", "--format", "text"], input=given)
        assert (result.exit_code, result.stdout) == (0, "P(y | do(x)) = P(y | x)\n")
    row = json.dumps({"model": str(tmp_path / name), "query": "P(y | do(x))"})
    result = CliRunner().invoke(app, ["ask", "--jsonl", "-"], input=row + "\n")
    assert json.loads(result.stdout)["answer"]["identified"] is True


def test_an_error_about_a_graph_quotes_the_query_as_typed(tmp_path: Path) -> None:
    (tmp_path / "g.dag").write_text("dag { X -> Y }", encoding="utf-8")
    result = CliRunner().invoke(app, ["ask", str(tmp_path / "g.dag"), "P(Y | do(X)"])
    assert result.exit_code == 2
    assert "got the end at column 12 of 'P(Y | do(X)'" in result.stderr


def test_a_document_that_is_no_model_says_what_came(tmp_path: Path) -> None:
    (tmp_path / "empty.yaml").write_text("", encoding="utf-8")
    for source, given, came in (
        (str(tmp_path / "empty.yaml"), None, "got nothing"),
        ("-", "[1, 2]", "got a list of 2"),
    ):
        result = CliRunner().invoke(app, ["ask", source, "P(X=1)"], input=given)
        assert result.exit_code == 2
        assert came in result.stderr


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("variables: {X: [0, 1]}\nmechanisms: {X: {cpt: [0.25, 0.75]}}", "P(X=1)"),
        ("variables: {X: [0, 1]}\nmechanisms: {X: {cpt: [0.25, 0.75]}}", "ancestors(X)"),
        ("edges: [X -> Y]", "P(Y | do(X))"),
    ],
)
def test_a_batch_reads_the_file_of_its_lines_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, query: str
) -> None:
    (tmp_path / "m.yaml").write_text(text, encoding="utf-8")
    texts = []
    monkeypatch.setattr(model_file, "parse_text", lambda text: texts.append(text) or parse_text(text))
    line = json.dumps({"model": str(tmp_path / "m.yaml"), "query": query})
    unlike = json.dumps({"model": str(tmp_path / "m.yaml"), "query": "ancestors(X)"})
    result = CliRunner().invoke(app, ["ask", "--jsonl", "-"], input=f"{line}\n{line}\n{unlike}\n")
    assert (result.exit_code, len(result.stdout.splitlines())) == (0, 3)
    assert texts == [text]
