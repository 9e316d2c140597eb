"""What is in doubt, handed to annotation tools and taken back."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from benchmarks.errors import UnknownReplyError
from benchmarks.integrations import label_studio
from benchmarks.integrations.claims_to_check import questions, replies
from benchmarks.integrations.judgement import rubric_row

TEXT = "The frost came. The buds died. Nobody <b>picked</b> fruit."
SCENARIO = {
    "text": TEXT,
    "events": [
        {"id": "e1", "statement": "The frost came.", "span": [0, 14]},
        {"id": "e2", "statement": "The buds died.", "span": [16, 29]},
        {"id": "e3", "statement": "Nobody picked fruit."},
    ],
    "links": [
        {"cause": "e1", "effect": "e2", "confidence": 0.7},
        {"cause": "e2", "effect": "e3", "confidence": 0.4},
    ],
}
ROW = {"id": "farm, north", "scenario": SCENARIO, "do": {"e1": "false"}}
ANNOTATOR = "00000000-0000-0000-0000-000000000001"
READ = {"id": "night", "text": "A lorry stood across the lane. The bus was late. Mia missed her train."}
HAD = READ | {"had": "the lorry not stood across the lane"}


def test_the_questions_are_those_of_the_rubric():
    for row in (ROW, HAD):
        expected = [(one["id"], one["question"]) for one in rubric_row(row)["to_check"]]
        assert [(one.id, one.question) for one in questions(row)] == expected
        assert expected


def test_places_are_the_spans_of_cause_and_effect():
    first, second, *_ = questions(ROW)
    assert [(place.label, TEXT[place.start : place.end]) for place in first.places] == [
        ("cause", "The frost came"),
        ("effect", "The buds died"),
    ]
    assert [place.label for place in second.places] == ["cause"]
    assert [(one.expected, one.sure) for one in (first, second)] == [("yes", 0.7), ("no", 0.6)]


def test_replies_correct_the_reading_that_they_were_asked_about(tmp_path):
    from typer.testing import CliRunner

    from nlbridge.apps.command.cli import app

    name, scenario, answers = questions(ROW)[0].name, tmp_path / "s.json", tmp_path / "a.json"
    scenario.write_text(json.dumps(SCENARIO), encoding="utf-8")
    answers.write_text(json.dumps(replies([(name, "no"), (name, "yes")])["farm, north"]), encoding="utf-8")
    done = CliRunner().invoke(
        app, ["read", "--review", str(scenario), "--do", "e1=false", "--answers", str(answers), "--format", "json"]
    )
    assert done.exit_code == 0, done.output
    links = json.loads(done.stdout)["links"]
    assert [(link["cause"], link.get("confidence", 1.0)) for link in links] == [("e1", 1.0), ("e2", 0.4)]


@pytest.mark.parametrize(
    "given", [("link:e1->e2", "yes"), ("7", "yes"), ('["a"]', "yes"), ('["a", "b", "c"]', "maybe")]
)
def test_what_was_not_exported_here_is_refused(given):
    with pytest.raises(UnknownReplyError, match="expected"):
        replies([given])


def test_label_studio_s_interface_and_tasks_fit_each_other():
    root = ElementTree.fromstring(label_studio.INTERFACE)
    named = {tag.get("name"): tag for tag in root.iter() if tag.get("name")}
    choices = [tag.get("value") for tag in root.iter("Choice")]
    labels = [tag.get("value") for tag in root.iter("Label")]
    for task in label_studio.tasks([ROW, HAD]):
        used = {tag.get("value", "")[1:] for tag in root.iter() if tag.get("value", "").startswith("$")}
        assert used <= set(task["data"])
        (prediction,) = task["predictions"]
        assert 0.5 <= prediction["score"] <= 1
        for region in prediction["result"]:
            assert named[region["from_name"]].get("toName") == region["to_name"] == "text"
            value = region["value"]
            assert set(value.get("choices", [])) <= set(choices)
            assert set(value.get("labels", [])) <= set(labels)
            assert region["type"] == "choices" or task["data"]["text"][value["start"] : value["end"]] == value["text"]
    json.dumps(label_studio.tasks([ROW]), allow_nan=False)


def test_label_studio_s_own_validators_accept_them():
    interface = pytest.importorskip("label_studio_sdk.label_interface", reason="needs label-studio-sdk")
    config = interface.LabelInterface(label_studio.INTERFACE)
    config.validate()
    for task in label_studio.tasks([ROW, HAD]):
        assert config.validate_task({"data": task["data"]})
        assert [config.validate_prediction(one, return_errors=True) for one in task["predictions"]] == [[]]
    broken = label_studio.tasks([ROW])[0]["predictions"][0]
    broken["result"][0]["value"]["choices"] = ["perhaps"]
    assert config.validate_prediction(broken, return_errors=True)


def test_label_studio_s_export_is_read_back():
    first, second, *_ = label_studio.tasks([ROW])
    first["annotations"] = [{"result": first["predictions"][0]["result"]}]
    second["annotations"] = [{"was_cancelled": True, "result": second["predictions"][0]["result"]}]
    assert label_studio.review_answers([first, second])["farm, north"]["answers"] == {"link:e1->e2": "yes"}


class Annotator(BaseHTTPRequestHandler):
    """Answers every question as Argilla's server answers who is asking, which its client wants to know first."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps({"id": ANNOTATOR, "username": "ann", "role": "owner"}).encode())

    def log_message(self, *_):
        pass


@pytest.fixture
def argilla():
    """Return Argilla, connected to a server on this machine."""
    library = pytest.importorskip("argilla", reason="needs argilla")
    with ThreadingHTTPServer(("127.0.0.1", 0), Annotator) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        library.Argilla(api_url=f"http://127.0.0.1:{server.server_port}", api_key="key")
        yield library
        server.shutdown()


def test_argilla_s_own_models_accept_the_records_and_give_them_back(argilla):
    from benchmarks.integrations import argilla_records

    settings = argilla_records.settings()
    settings.validate()
    schema = {question.name: question for question in settings.questions}
    made = argilla_records.records([ROW, HAD])
    assert len(made) == len(questions(ROW)) + len(questions(HAD))
    for record in made:
        assert set(record.fields.to_dict()) == {field.name for field in settings.fields}
        assert set(record.metadata) == {one.name for one in settings.metadata}
        for suggestion in record.suggestions:
            labels = set(schema[suggestion.question_name].labels)
            value = suggestion.value
            assert {value} <= labels if isinstance(value, str) else {one["label"] for one in value} <= labels
        json.dumps(record.api_model().model_dump(mode="json"))
    made[0].responses.add(argilla.Response("answer", "unsure", user_id=ANNOTATOR))
    assert argilla_records.review_answers(made)["farm, north"]["answers"] == {"link:e1->e2": "unsure"}
