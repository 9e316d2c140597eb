"""`causalcore run ftc` and `compare ftc` against an endpoint on this machine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from benchmarks.command import compare as compare_command
from benchmarks.command import run as run_command
from benchmarks.errors import MalformedItemError
from benchmarks.ftc.data import ExplainedItem
from benchmarks.ftc.question import PREDICTIONS, explained_by
from benchmarks.runs.generation import Question
from logic.relations.nli import Label
from nlbridge.apps.command.cli import OneLineErrors
from nlbridge.testing.chat_server import ChatServer, serving

ITEMS = [
    {
        "id": "loaf",
        "premise": "A woman slices a rye loaf on the porch.",
        "hypothesis": "A woman slices bread on the porch.",
        "explanation": "-",
        "label": "E",
    },
    {"id": "silent", "hypothesis": "The bell rings.", "explanation": "-", "label": "N"},
]
EXPLANATION = "a rye loaf is a kind of bread"


def answer(body: dict) -> str:
    return "E" if body["messages"][-1]["content"].rstrip().endswith("Answer with one letter.") else EXPLANATION


@pytest.fixture
def endpoint():
    server = ChatServer(answer, alternatives=(("E", -0.1), ("C", -3.0), ("N", -3.0)))
    with serving(server) as address:
        yield server, address


@pytest.fixture
def data(tmp_path):
    path = tmp_path / "items.jsonl"
    path.write_text("".join(json.dumps(item) + "\n" for item in ITEMS))
    return path


def command(*arguments: object):
    application = typer.Typer(cls=OneLineErrors)
    application.add_typer(run_command.app, name="run")
    application.add_typer(compare_command.app, name="compare")
    return CliRunner().invoke(application, [str(argument) for argument in arguments])


def run(address: str, data: Path, out: Path, *more: object):
    where = ("--model", "m", "--base-url", address, "--no-cache", "--retries", 0)
    return command("run", "ftc", data, "--out", out, *where, *more)


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_model_that_acts_as_it_explains_is_faithful(endpoint, data, tmp_path):
    server, address = endpoint
    done = run(address, data, tmp_path / "run")
    assert done.exit_code == 0, done.stderr
    summary = json.loads(done.stdout)
    assert summary["generation"]["asked"] == 1  # the item without a premise is not asked
    assert summary["label_accuracy"]["hits"] == 1
    assert summary["ftc"]["all"]["FTC-delta"] == 1
    [sample] = lines(tmp_path / "run" / "samples.jsonl")
    assert sample["cf"][0]["hypothesis"] == "A woman slices a rye loaf on the porch."
    [prediction] = lines(tmp_path / "run" / PREDICTIONS)
    assert sum(prediction["probabilities"].values()) == pytest.approx(1)
    asked = len(server.calls)
    assert asked == 3  # a label, its explanation, the label of the counterfactual
    assert run(address, data, tmp_path / "run").stdout == done.stdout
    assert len(server.calls) == asked


def test_a_model_that_does_not_act_as_it_explains_is_not(endpoint, data, tmp_path):
    server, address = endpoint
    run(address, data, tmp_path / "good")
    server.alternatives = (("C", -0.1), ("E", -3.0), ("N", -3.0))
    first = server.answer
    server.answer = lambda body: "E" if first(body) == "E" and "slices bread" in str(body) else first(body)
    done = run(address, data, tmp_path / "bad")
    assert done.exit_code == 0, done.stderr
    found = json.loads(command("compare", "ftc", tmp_path / "good", tmp_path / "bad").stdout)
    assert found["judges"]["faithful"]["overall"]["verdict"] == "tied"  # one item cannot tell


def test_an_endpoint_without_log_probabilities_gives_no_prediction(endpoint, data, tmp_path):
    server, address = endpoint
    server.alternatives = ()
    done = run(address, data, tmp_path / "run")
    assert done.exit_code == 4
    assert "expected log-probabilities of E, C and N" in done.stderr
    assert json.loads(done.stdout)["ftc"] == {"alpha": 0.7}


def test_a_line_without_label_is_refused():
    item = ExplainedItem(id="a", hypothesis="It rains.", explanation="", label=Label.NEUTRAL)
    assert explained_by(item, {"label": "E", "explanation": "so"}).label is Label.ENTAILMENT
    with pytest.raises(MalformedItemError, match="a label E, C or N"):
        explained_by(item, {"label": "X", "explanation": "so"})


def test_a_question_has_one_way_of_asking():
    with pytest.raises(TypeError, match="one of request and ask"):
        Question(key="a")


def test_explanations_from_one_input_alone_stand_in_one_table(endpoint, data, tmp_path):
    server, address = endpoint
    done = run(address, data, tmp_path / "run", "--sensitivity")
    assert done.exit_code == 0, done.stderr
    found = json.loads(done.stdout)["sensitivity"]
    assert list(found["conditions"]) == ["x, u, y", "y", "u", "x"]
    assert {one["explanations"] for one in found["conditions"].values()} == {1}
    assert found["measures"]["FTC-K"]["means"]["x, u, y"] == pytest.approx(found["measures"]["FTC-K"]["means"]["x"])
    assert found["measures"]["FTC-K"]["sensitive"] is False  # the same explanation, whatever the model saw
    words = [call.body["messages"][-1]["content"] for call in server.calls]
    alone = [text for text in words if "not shown" in text]
    assert len(alone) == 3
    assert sum("rye loaf" in text for text in alone) == 1
    assert "Sensitivity to what the explainer saw" in (tmp_path / "run" / "report.md").read_text(encoding="utf-8")
    asked = len(server.calls)
    assert run(address, data, tmp_path / "run", "--sensitivity").stdout == done.stdout
    assert len(server.calls) == asked


def test_a_sample_is_written_when_its_predictions_are_there_and_only_once(endpoint, data, tmp_path):
    server, address = endpoint
    server.faults = ["ok", "ok", "500"]
    assert run(address, data, tmp_path / "run").exit_code == 4
    assert lines(tmp_path / "run" / "samples.jsonl") == []
    assert run(address, data, tmp_path / "run").exit_code == 0
    [sample] = lines(tmp_path / "run" / "samples.jsonl")
    assert sample["blame"] is None
