"""Causal questions scored: data of several forms, responses of models, figures, and what cannot be read."""

from __future__ import annotations

import json

import pytest
from told_stories import questions
from typer.testing import CliRunner

from benchmarks.cladder.data import load
from benchmarks.cladder.response import yes_or_no
from benchmarks.cladder.score import Firmness, answered, firmness
from benchmarks.cladder.scored_run import score_into
from benchmarks.cladder.summary import summarise
from benchmarks.cladder.summary_report import words
from benchmarks.command.score import app
from benchmarks.errors import DatasetMissingError, MalformedItemError
from benchmarks.questions import answer
from benchmarks.runs.generation import plain_responses
from benchmarks.runs.scores import Blame, SampleOutcome


def row(number, question, **changed):
    return {
        "id": str(number),
        "background": "",
        "given_info": "",
        "question": question.text,
        "answer": "yes" if question.yes else "no",
        "query_type": question.name.split("-")[1],
        "rung": 2,
        "story_id": "bell",
        "part": "easy",
        **changed,
    }


@pytest.fixture
def rows():
    found = [row(number, one) for number, one in enumerate(questions("bell", 0))]
    return [*found, {**found[0], "id": "x", "question": "Is it so?", "part": "non", "rung": 1}]


@pytest.fixture
def data(rows, tmp_path):
    path = tmp_path / "questions.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
    return path


def test_items_come_from_lines_from_a_list_and_from_whole_prompts(rows, data, tmp_path):
    listed = tmp_path / "questions.json"
    listed.write_text(json.dumps(rows), encoding="utf-8")
    assert load(listed) == load(data)
    prompted = tmp_path / "prompts.jsonl"
    one = {"id": 1, "prompt": rows[0]["question"], "label": "no", "query_type": "ate", "story_id": "nonsense2"}
    prompted.write_text(json.dumps(one), encoding="utf-8")
    [item] = load(prompted)
    assert (item.answer, item.rung, item.kind, item.id) == (False, 2, "nonsense", "1")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "expected JSON"),
        ("[1]", "expected an object"),
        ('{"id": 1, "question": "Is it?"}', "yes or no"),
        ('{"id": 1, "question": "Is it?", "answer": "maybe"}', "expected \"answer\" to be yes or no, got 'maybe'"),
        ("\n", "got none"),
    ],
    ids=["no JSON", "no object", "no answer", "another answer", "nothing"],
)
def test_what_is_no_item_is_an_error(content, said, tmp_path):
    path = tmp_path / "broken.jsonl"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(MalformedItemError, match=said):
        load(path)


def test_a_missing_file_and_a_double_id_are_errors(rows, tmp_path):
    with pytest.raises(DatasetMissingError, match="not a file"):
        load(tmp_path / "none.jsonl")
    path = tmp_path / "double.json"
    path.write_text(json.dumps([rows[0], rows[0]]), encoding="utf-8")
    with pytest.raises(MalformedItemError, match="twice"):
        load(path)


def test_undetermined_counts_as_wrong_and_says_why(data, tmp_path):
    samples = score_into(tmp_path, load(data))
    summary = summarise(samples)
    assert summary["undetermined"] == 1
    assert summary["accuracy"] == pytest.approx(1 - 1 / len(samples))
    assert summary["by_rung"]["2"]["value"] == 1.0
    assert summary["by_kind"]["nonsense"]["value"] == 0.0
    last = samples[-1]
    assert (last.outcome, last.blame) == (SampleOutcome.UNDETERMINED, Blame.GRADER)
    assert "known form" in last.why[0]


def test_a_second_run_judges_nothing_again(data, tmp_path, monkeypatch):
    first = score_into(tmp_path, load(data))
    monkeypatch.setattr("benchmarks.cladder.scored_run.answered", None)
    assert score_into(tmp_path, load(data)) == first


def test_models_are_scored_on_the_same_questions(data, tmp_path):
    items = load(data)
    path = tmp_path / "responses.jsonl"
    said = [{"id": item.id, "response": "Yes.", "model": "m", "confidence": 0.5} for item in items]
    path.write_text("".join(json.dumps(one) + "\n" for one in said), encoding="utf-8")
    samples = score_into(tmp_path, items, plain_responses(path, {item.id for item in items}))
    summary = summarise(samples)
    right = sum(item.answer for item in items)
    assert summary["models"]["m"]["hits"] == right
    assert summary["both"]["m"]["items"] == len(items)
    assert (summary["model"], summary["hits"], list(summary["models"])) == ("m", right, ["m", "causalcore"])
    assert words(summary).startswith(f"m: {right} of {len(items)} right")
    assert "\ncausalcore: " in words(summary)


def test_a_response_to_no_item_is_an_error(tmp_path):
    path = tmp_path / "responses.jsonl"
    path.write_text('{"id": "9", "response": "yes"}', encoding="utf-8")
    with pytest.raises(MalformedItemError, match="no item has"):
        plain_responses(path, {"1"})


@pytest.mark.parametrize(
    ("text", "yes"),
    [
        ("Yes", True),
        ("No, there is no effect.", False),
        ("Step 1: the graph. Step 2: no direct path. Therefore the answer is yes.", True),
        ("The effect is 0.2, which is positive. Final answer: Yes", True),
        ("I cannot say.", None),
        ("The answer is not yes. It is no.", False),
        ("Is the answer yes? No.", False),
        ("Yes or no? I think no.", False),
        ("No doubt about it: the answer is yes.", True),
        ("Yes, at first sight. But there is a confounder. So the final answer is no.", False),
        ("Yes. The groups are alike, so no adjustment is needed.", True),
        ("I cannot say yes or no.", None),
        ("I can't say yes.", None),
        ("There is no path and no information.", None),
        ("Final answer:\n\n**Yes**", True),
    ],
)
def test_the_yes_or_no_of_a_response_is_found(text, yes):
    assert yes_or_no(text) is yes


def test_the_firmest_answers_come_first(data):
    item = load(data)[0]
    assert firmness(answer(item.text)) is Firmness.PROVED
    assert answered(item).confidence == float(Firmness.PROVED)


def test_the_command_writes_its_summary(data, tmp_path):
    out = tmp_path / "scores"
    done = CliRunner().invoke(app, ["cladder", str(data), "--out", str(out), "--format", "text"])
    assert done.exit_code == 0, done.output
    summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    assert 0.8 < summary["accuracy"] < 1.0
    assert "by rung" in done.output
    assert (out / "report.html").is_file()
