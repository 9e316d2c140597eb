from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from nlbridge.apps.command.cli import app

MODEL = {
    "variables": {"X": [0, 1], "Y": [0, 1]},
    "noise": {"UX": {"0": 0.5, "1": 0.5}, "U": {"0": 0.7, "1": 0.3}},
    "mechanisms": {"X": "UX", "Y": "X xor U"},
}
TABLES: dict[str, Any] = {
    "variables": {"X": [0, 1], "Y": [0, 1]},
    "mechanisms": {"X": {"cpt": [0.5, 0.5]}, "Y": {"parents": ["X"], "cpt": {"0": [0.8, 0.2], "1": [0.4, 0.6]}}},
}


@pytest.fixture
def model_file(tmp_path: Path) -> Path:
    place = tmp_path / "model.json"
    place.write_text(json.dumps(MODEL), encoding="utf-8")
    return place


def test_a_counterfactual_is_printed(model_file: Path) -> None:
    result = CliRunner().invoke(app, ["ask", str(model_file), "P(Y=1 @ do(X=1))", "--format", "text"])
    assert (result.exit_code, result.stdout) == (0, "0.7\n")


@pytest.mark.parametrize("command", [["ask", "-", "pn(X, Y)"], ["claim", "-", "causes(X, Y)"]])
def test_bytes_that_are_no_text_are_refused_on_standard_input_as_in_a_file(command: list[str]) -> None:
    result = CliRunner().invoke(app, command, input=b"\xff")
    told = f"{result.stderr} {result.exception}"
    assert result.exit_code != 0
    assert "expected UTF-8 in standard input, got byte 0xff" in told


def test_a_model_comes_from_standard_input_too() -> None:
    result = CliRunner().invoke(app, ["ask", "-", "pn(X, Y)", "--format", "json"], input=json.dumps(MODEL))
    assert result.exit_code == 0
    assert json.loads(result.stdout)["value"] == pytest.approx(1.0)


def test_impossible_evidence_is_wrong_input(model_file: Path) -> None:
    result = CliRunner().invoke(app, ["ask", str(model_file), "P(Y=1 | X=0, X=1)"])
    assert result.exit_code == 2
    assert "X=0; X=1" in result.stderr


def test_what_a_table_leaves_open_is_an_interval() -> None:
    result = CliRunner().invoke(app, ["ask", "-", "pn(X, Y)", "--format", "json"], input=json.dumps(TABLES))
    assert result.exit_code == 0
    assert json.loads(result.stdout)["interval"] == pytest.approx([2 / 3, 1.0])
    text = CliRunner().invoke(app, ["ask", "-", "pn(X, Y)", "--format", "text"], input=json.dumps(TABLES))
    assert text.stdout.startswith("[0.6666666667, 1]: sharp bounds; not identifiable: the tables of Y do")
    assert text.stdout.endswith("mechanisms and noise of Y would identify it; monotone(X, Y, +) would give 0.666667\n")


def test_what_the_model_does_not_fix_is_undetermined() -> None:
    names = [f"C{i}" for i in range(5)]
    wide: dict[str, Any] = {name: {"cpt": [0.5, 0.5]} for name in names}
    rows = {", ".join(map(str, row)): [0.4, 0.6] for row in product((0, 1), repeat=5)}
    wide["Y"] = {"parents": names, "cpt": rows}
    model = {"variables": {name: [0, 1] for name in wide}, "mechanisms": wide}
    result = CliRunner().invoke(app, ["ask", "-", "pn(C0, Y)"], input=json.dumps(model))
    assert result.exit_code == 3
    assert "not identifiable, and no bounds: expected at most 4096 response functions of Y" in result.stdout


def test_an_assumption_narrows_an_interval_to_a_point() -> None:
    command = ["ask", "-", "pn(X, Y)", "--assume", "monotone(X, Y, +)", "--format", "json"]
    found = json.loads(CliRunner().invoke(app, command, input=json.dumps(TABLES)).stdout)
    assert found["value"] == pytest.approx(2 / 3)
    assert found["why"] == "exact, the bounds meet: assuming monotone(X, Y, +)"


def test_an_assumption_widens_a_point_to_an_interval() -> None:
    command = ["ask", "-", "P(Y=1 @ do(X=1))", "--assume", "confounded(X, Y)", "--format", "json"]
    found = json.loads(CliRunner().invoke(app, command, input=json.dumps(TABLES)).stdout)
    assert found["interval"] == pytest.approx([0.3, 0.8])
    assert "no_confounding(X, Y) would give 0.6" in found["why"]


def test_an_assumption_that_cannot_be_meant_is_wrong_input() -> None:
    for assume, words in (("monotone(Y, X, +)", "direct cause of X"), ("calm(X, Y)", "expected one of confounded")):
        result = CliRunner().invoke(app, ["ask", "-", "ate(X, Y)", "--assume", assume], input=json.dumps(TABLES))
        assert result.exit_code == 2
        assert words in result.stderr
    command = ["ask", "-", "cause(X=1, Y=1)", "--assume", "exogenous(X)"]
    result = CliRunner().invoke(app, command, input=json.dumps(MODEL))
    assert (result.exit_code, "actual cause" in result.stderr) == (2, True)


def test_a_line_of_a_batch_may_assume(tmp_path: Path) -> None:
    lines = [
        {"id": "a", "model": TABLES, "query": "pn(X, Y)", "assume": ["monotone(X, Y, +)"]},
        {"id": "b", "model": TABLES, "query": "pn(X, Y)", "assume": "monotone(X, Y, +)"},
    ]
    place = tmp_path / "lines.jsonl"
    place.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    result = CliRunner().invoke(app, ["ask", "--jsonl", str(place)])
    first, second = map(json.loads, result.stdout.splitlines())
    assert first["value"] == pytest.approx(2 / 3)
    assert "expected a list of assumptions" in second["error"]
    assert result.exit_code == 2


def test_too_few_arguments_are_wrong_usage() -> None:
    assert CliRunner().invoke(app, ["ask"]).exit_code == 2
    assert CliRunner().invoke(app, ["ask", "--jsonl", "no-such-file"]).exit_code == 2


def test_a_batch_keeps_order_and_goes_on_after_an_error(model_file: Path) -> None:
    lines = [
        {"id": "a", "model": str(model_file), "query": "P(Y=1)"},
        {"id": "b", "model": MODEL, "query": "P(Q=1)"},
        {"id": "c", "model": TABLES, "query": "pns(X, Y)"},
        {"id": "d", "query": "P(Y=1)"},
        {"id": "e", "model": 3, "query": "P(Y=1)"},
    ]
    text = "\n".join(map(json.dumps, lines)) + "\n\nnot json\n"
    result = CliRunner().invoke(app, ["ask", "--jsonl", "-"], input=text)
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 2
    assert [row["id"] for row in rows] == ["a", "b", "c", "d", "e", None]
    assert rows[0]["value"] == pytest.approx(0.5)
    assert "got Q" in rows[1]["error"]
    assert rows[2]["interval"] == pytest.approx([0.4, 0.6])
    assert all("expected" in row["error"] for row in rows[3:])


TIDE = "The tide has a direct effect on the catch. "
LOW, HIGH = (
    f"For those with the tide being {value}, the probability of the catch being rich is {chance}. "
    for value, chance in (("low", 0.2), ("high", 0.65))
)


def test_a_batch_takes_questions_in_english_among_others() -> None:
    asked = "If the tide is changed to be high, will the catch be more likely to be rich?"
    bound = (
        "The probability of the catch being rich is 0.5. The probability of the tide being high and the catch "
        "being rich is "
        "0.4. Given that the tide was high and the catch was rich, what is the lower bound of the probability that the "
        "catch would have been poor if the tide had been low?"
    )
    offered = (
        "A causes S, and S causes D. Which set of variables satisfies the back-door criterion for the effect of S on D?"
    )
    lines = [
        {"id": "effect", "text": TIDE + LOW + HIGH + asked},
        {"id": "model", "model": MODEL, "query": "P(Y=1)"},
        {"id": "bound", "text": TIDE + LOW + bound},
        {"id": "options", "text": f"{offered}\nOption 1: D\nOption 2: A"},
        {"id": "open", "text": TIDE + LOW + asked},
        {"id": "unread", "text": "Is it so?"},
        {"id": "both", "text": TIDE, "model": MODEL},
    ]
    result = CliRunner().invoke(app, ["ask", "--jsonl", "-"], input="\n".join(map(json.dumps, lines)))
    rows = {row["id"]: row for row in map(json.loads, result.stdout.splitlines())}
    assert list(rows) == [line["id"] for line in lines]
    assert (rows["effect"]["answer"], rows["effect"]["verdict"]) == ("yes", True)
    assert rows["effect"]["value"] == pytest.approx(0.45)
    assert "back-door adjustment" in rows["effect"]["why"]
    assert rows["model"]["value"] == pytest.approx(0.5)
    assert (rows["bound"]["answer"], rows["bound"]["value"]) == ("0.7500", pytest.approx(0.75))
    assert (rows["options"]["answer"], rows["options"]["option"]) == ("option 2", 2)
    assert rows["open"]["answer"] == "open"
    assert rows["open"]["interval"] == pytest.approx([-0.2, 0.8])
    assert "known form" in rows["unread"]["error"]
    assert "text alone" in rows["both"]["error"]
    assert result.exit_code == 2


def test_a_cause_gets_a_verdict_with_its_witness(model_file: Path) -> None:
    result = CliRunner().invoke(app, ["ask", str(model_file), "cause(X=1, Y=1 | UX=1, U=0)", "--format", "json"])
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {"verdict": True, "witness": "do(X=0)", "why": "do(X=0) undoes Y=1"}
    text = CliRunner().invoke(app, ["ask", str(model_file), "cause(X=1, Y=1 | U=1, UX=1)", "--format", "text"])
    assert (text.exit_code, text.stdout) == (0, "no cause: AC1 fails: Y=1 is false in this context\n")
    open_context = CliRunner().invoke(app, ["ask", str(model_file), "cause(X=1, Y=1)", "--format", "text"])
    assert open_context.exit_code == 3
    assert "probability 0.35" in open_context.stdout


@pytest.mark.parametrize(
    "arguments", [["nowhere.json", "P(Y=1)"], ["-", "P(Y=1"], ["-", "P(Q=1)"], ["--jsonl", "nowhere.jsonl"], ["-"]]
)
def test_wrong_input_is_one_line_on_standard_error(arguments: list[str]) -> None:
    result = CliRunner().invoke(app, ["ask", *arguments], input=json.dumps(MODEL))
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert result.stderr.startswith("causalcore: ")
    assert "internal error" not in result.stderr


GRAPH_MODEL = {"variables": {"X": [0, 1], "M": [0, 1], "Y": [0, 1]}, "mechanisms": {"X": 1, "M": "X", "Y": "M"}}


@pytest.mark.parametrize(
    ("query", "shown", "answer"),
    [
        ("ancestors(Y)", "M, X", ["M", "X"]),
        ("descendants(Y)", "none", []),
        ("d_separated(X, Y | M)", "yes", True),
        ("d_separated(X, Y)", "no", False),
        ("colliders()", "none", []),
        ("graph_type()", "chain", "chain"),
    ],
)
def test_a_graph_is_asked_by_the_same_command(tmp_path: Path, query: str, shown: str, answer: object) -> None:
    model, drawn = tmp_path / "chain.json", tmp_path / "chain.dagitty"
    model.write_text(json.dumps(GRAPH_MODEL), encoding="utf-8")
    drawn.write_text("dag { X -> M -> Y }", encoding="utf-8")
    for place in (model, drawn):
        run = CliRunner().invoke(app, ["ask", str(place), query, "--format", "text"])
        assert (run.exit_code, run.stdout) == (0, f"{shown}\n")
    line = json.dumps({"id": "a", "model": GRAPH_MODEL, "query": query})
    row = json.loads(CliRunner().invoke(app, ["ask", "--jsonl", "-"], input=line).stdout)
    assert (row["id"], row["answer"]) == ("a", answer)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("d_separated(X)", "two names"),
        ("ancestors()", "a name"),
        ("ancestors(Q)", "got Q"),
        ("graph_type(X)", r"'\)'"),
        ("d_separated(X, X)", "do not overlap"),
    ],
)
def test_a_question_that_no_graph_answers_is_refused(tmp_path: Path, query: str, words: str) -> None:
    place = tmp_path / "chain.json"
    place.write_text(json.dumps(GRAPH_MODEL), encoding="utf-8")
    run = CliRunner().invoke(app, ["ask", str(place), query])
    assert run.exit_code == 2
    assert re.search(words, run.stderr)
    assert run.stderr.count("\n") == 1


def test_a_whole_distribution_is_printed_value_by_value(model_file: Path) -> None:
    result = CliRunner().invoke(app, ["ask", str(model_file), "P(Y @ do(X=1))", "--format", "text"])
    assert (result.exit_code, result.stdout) == (0, "Y@do(X=1)=0: 0.3\nY@do(X=1)=1: 0.7\n")
    result = CliRunner().invoke(app, ["ask", str(model_file), "P(X, Y=1)", "--format", "json"])
    found = json.loads(result.stdout)["distribution"]
    assert [row["values"] for row in found] == [{"X": 0}, {"X": 1}]
    assert [row["value"] for row in found] == pytest.approx([0.15, 0.35])


def test_a_distribution_that_tables_leave_open_is_made_of_intervals() -> None:
    query = "P(Y @ do(X=0) | X=1, Y=1)"
    result = CliRunner().invoke(app, ["ask", "-", query, "--format", "json"], input=json.dumps(TABLES))
    rows = json.loads(result.stdout)["distribution"]
    assert [row["interval"] for row in rows] == [pytest.approx([2 / 3, 1]), pytest.approx([0, 1 / 3])]


@pytest.mark.parametrize(
    ("graph", "query", "shown"),
    [
        ("dag { X -> M -> Y; X <-> Y }", "adjustment(X, Y)", "none"),
        ("edges: [Z -> X -> Y, Z -> Y]", "adjustment(X, Y)", "{Z}"),
        ('{"edges": ["Z -> X -> Y", "X <-> Y"]}', "instruments(X, Y)", "Z"),
        ("Z -> X -> Y\n\nZ -> Y\n", "adjustment(X, Y)", "{Z}"),
        ("digraph { X -> Y }", "paths(X, Y)", "X -> Y  directed, open"),
        ('graph [ directed 1 node [ id 1 label "X" ] node [ id 2 label "Y" ] ]', "implications()", "X _||_ Y"),
    ],
)
def test_graphs_without_numbers_come_in_every_notation(tmp_path: Path, graph: str, query: str, shown: str) -> None:
    place = tmp_path / "graph.txt"
    place.write_text(graph, encoding="utf-8")
    for arguments, typed in ((["ask", str(place), query], None), (["ask", "-", query], graph)):
        result = CliRunner().invoke(app, [*arguments, "--format", "text"], input=typed)
        assert result.exit_code == 0
        assert result.stdout.startswith(shown)


def test_what_is_not_identified_is_undetermined() -> None:
    query = "identify(P(Y @ do(X)))"
    result = CliRunner().invoke(app, ["ask", "-", query, "--format", "json"], input="dag { X -> Y; X <-> Y }")
    assert result.exit_code == 3
    assert json.loads(result.stdout)["answer"]["hedge"] == {"nodes": ["X", "Y"], "inner": ["Y"]}


def test_a_batch_asks_graphs_of_files_and_of_objects(tmp_path: Path) -> None:
    (tmp_path / "front.dag").write_text("dag { X -> M -> Y }", encoding="utf-8")
    lines = [
        {"id": 1, "model": str(tmp_path / "front.dag"), "query": "implications()"},
        {"id": 2, "model": {"edges": ["X -> Y"]}, "query": "identify(P(Y | do(X)))"},
        {"id": 3, "model": {"edges": ["X -> Y"]}, "query": "identify(P(Y | do(Q)))"},
        {"id": 4, "model": {"edges": ["X -> Y"]}, "query": "P(Y=1)"},
    ]
    source = tmp_path / "lines.jsonl"
    source.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    result = CliRunner().invoke(app, ["ask", "--jsonl", str(source)])
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert rows[0]["answer"]["pairs"] == [{"left": ["X"], "right": ["Y"], "given": ["M"]}]
    assert rows[1]["answer"]["estimand"]["text"] == "P(Y | X)"
    assert "Q" in rows[2]["error"]
    assert rows[3]["answer"]["estimand"]["text"] == "P(Y=1)"
    assert result.exit_code == 2


def test_a_graph_that_cannot_be_read_is_one_line_on_standard_error(tmp_path: Path) -> None:
    for text in (
        "dag { X -> ",
        "edges: [X --- Y]",
        "edges: {X: Y}",
        "graph [ directed 1",
        "[1, 2]",
        "X and Y",
        "/etc/hosts",
    ):
        result = CliRunner().invoke(app, ["ask", "-", "adjustment(X, Y)"], input=text)
        assert result.exit_code == 2
        assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("question", ["what do I adjust for", "adjust(X, Y)", "cause(X=1, Y=1)"])
def test_what_is_no_question_to_a_graph_is_answered_by_those_that_are(question, tmp_path) -> None:
    graph = tmp_path / "graph.dag"
    graph.write_text("dag { X -> Y }", encoding="utf-8")
    out = CliRunner().invoke(app, ["ask", str(graph), question])
    assert out.exit_code == 2
    assert "such as adjustment(X, Y)" in out.stderr
    assert "docs/reference/queries.md" in out.stderr


def test_a_question_in_english_needs_the_package_that_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nlbridge.apps.command.ask.entry_points", lambda group: ())
    result = CliRunner().invoke(app, ["ask", "--text", "-"], input="Does A cause B?")
    assert result.exit_code == 2
    assert "expected a module that answers questions in English, got none" in result.stderr


def test_a_line_without_an_id_takes_none_that_another_line_may_have(model_file: Path) -> None:
    good = json.dumps({"id": 2, "model": str(model_file), "query": "P(Y=1)"})
    result = CliRunner().invoke(app, ["ask", "--jsonl", "-"], input=f"{good}\n{{oops\n")
    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == [2, None]


@pytest.mark.parametrize(
    "arguments",
    [
        ("ask", "FILE", "ancestors(X)"),
        ("ask", "FILE", "P(X=1)"),
        ("claim", "FILE", "causes(X, Y)"),
        ("claim", "MODEL", "FILE"),
        ("claim", "--from", "FILE", "--target", "x.csv"),
        ("claim", "GRAPH", "--data", "FILE"),
    ],
)
def test_a_file_in_another_encoding_is_named_with_its_byte(model_file: Path, tmp_path: Path, arguments) -> None:
    (tmp_path / "graph.dag").write_text("dag { X -> Y -> Z }")
    (tmp_path / "latin1.csv").write_bytes(b"caf\xe9,b\n1,2\n")
    places = {
        "FILE": str(tmp_path / "latin1.csv"),
        "GRAPH": str(tmp_path / "graph.dag"),
        "MODEL": str(model_file),
    }
    result = CliRunner().invoke(app, [places.get(one, one) for one in arguments])
    assert result.exit_code == 2
    assert "byte 0xe9 at offset 3, which is not UTF-8; convert " in result.stderr + str(result.exception)


@pytest.mark.parametrize("query", ["adjustment(X, Y)", "P(Y=1 @ do(X=1))"])
def test_a_question_about_a_graph_draws_it_too(tmp_path: Path, query: str) -> None:
    (tmp_path / "graph.dag").write_text("dag { U [latent]; U -> X; U -> Y; X -> Y }")
    drawn = tmp_path / "graph.mmd"
    CliRunner().invoke(app, ["ask", str(tmp_path / "graph.dag"), query, "--draw", str(drawn)])
    assert drawn.read_text().count("-->") == 3
