"""What a request asks wrongly is refused in a sentence, or warned of; nothing is done twice or erased in silence."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import httpx2
import jsonschema
import pytest

from causalcore.scenario.scenario import Scenario
from nlbridge.answering.lines import MOST_WARNED, unknown_fields
from nlbridge.answering.request import Settings
from nlbridge.apps.studio.document.document import Document, StudioError
from nlbridge.apps.studio.projects.project import Project
from nlbridge.apps.studio.projects.session import Session
from nlbridge.apps.studio.service.guard import Rules
from nlbridge.apps.studio.service.interface import Interface
from nlbridge.apps.studio.service.openapi import SHAPES, openapi
from nlbridge.apps.studio.service.page import Page
from nlbridge.apps.studio.service.tasks import FIELDS_OF, work_on

HOST = "127.0.0.1:8000"
RULES = Rules(secret="t" * 32, hosts=frozenset({HOST}))
ALLOWED = {"Authorization": f"Bearer {'t' * 32}"}
EDIT = {"id": "q1", "text": "The pump failed, so the cellar flooded.", "had": "the pump not failed", "edit": "It held."}
ROW = {"id": 1, "scenario": {"events": [{"id": "e1", "statement": "It rained."}]}, "do": {"e1": "false"}}


def asked_of(app: Any, method: str, path: str, **more: Any) -> httpx2.Response:
    async def asked() -> httpx2.Response:
        transport = httpx2.ASGITransport(app=app, raise_app_exceptions=False)
        async with httpx2.AsyncClient(transport=transport, base_url=f"http://{HOST}", headers=ALLOWED) as client:
            return await client.request(method, path, **more)

    return asyncio.run(asked())


@pytest.fixture
def ask():
    """Ask a studio of two texts."""
    texts = tuple(Document(id=name, scenario=Scenario(text=f"It rained {name}."), read=True) for name in ("1", "2"))
    session = Session(project=Project(name="t.jsonl", texts=texts))
    with ThreadPoolExecutor(1) as thread:
        app = Page(session=session, thread=thread, rules=RULES).app
        yield lambda method, path, **more: asked_of(app, method, path, **more)


def opened(ask, rows, name="edits.jsonl"):
    content = "".join(json.dumps(row) + "\n" for row in rows)
    return ask("POST", "/api/rewrites/open", params={"name": name}, content=content.encode())


def sentence_of(refused: httpx2.Response, status: int = 422) -> str:
    assert refused.status_code == status, refused.text
    sentence = refused.json()["error"]
    assert sentence.startswith("expected ")
    assert ", got " in sentence
    assert ";" in sentence
    return str(sentence)


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/api/project", "GET, HEAD"),
        ("PATCH", "/api/documents/1", "DELETE, GET, HEAD"),
        ("DELETE", "/api/model", "GET, HEAD, POST"),
        ("GET", "/v1/rubric", "POST"),
        ("POST", "/static/app.js", "GET, HEAD"),
    ],
)
def test_another_method_is_refused_with_those_that_the_studio_takes(ask, method, path, allowed):
    refused = ask(method, path)
    assert sentence_of(refused, 405).startswith(f"expected {allowed} for this path, got {method}; ")
    assert refused.headers["allow"] == allowed


def test_another_method_is_refused_with_those_that_the_service_takes():
    app = Interface(workers=cast("Any", None), rules=RULES).app
    refused = asked_of(app, "GET", "/v1/rubric")
    assert sentence_of(refused, 405) == "expected POST for this path, got GET; see /openapi.json"
    assert refused.headers["allow"] == "POST"
    assert asked_of(app, "DELETE", "/health").headers["allow"] == "GET, HEAD"


def test_an_unknown_field_is_warned_of_as_on_the_command_line(ask):
    found = ask("POST", "/v1/rubric", json=ROW | {"hadd": 1})
    assert found.status_code == 200
    (warning,) = found.json()["warnings"]
    assert "got 'hadd'" in warning
    assert "which is ignored; did you mean 'had'?" in warning
    assert "warnings" not in ask("POST", "/v1/rubric", json=ROW).json()


@pytest.mark.parametrize("name", sorted(SHAPES))
def test_a_refusal_and_an_answer_with_warnings_are_of_the_shape_that_is_promised(name):
    for row, answer in (({"hadd": 1}, "ErrorAnswer"), (ROW | {"edit": "It was dry.", "texd": 1}, None)):
        outcome = work_on(name, row, Settings())
        shape = answer or ("ErrorAnswer" if outcome.status == 422 else SHAPES[name][1].__name__)
        assert outcome.row["warnings"]
        jsonschema.validate(outcome.row, {"$ref": f"#/components/schemas/{shape}"} | openapi())


def test_the_known_fields_are_those_that_are_described():
    assert {name: set(asked.model_fields) for name, (asked, _) in SHAPES.items()} == {
        name: set(fields) for name, fields in FIELDS_OF.items()
    }


def test_warnings_stay_few_and_short():
    warnings = unknown_fields({f"{'x' * 10_000}{k}": k for k in range(1_000)}, ("id", "text"))
    assert len(warnings) == MOST_WARNED + 1
    assert warnings[-1] == f"expected the fields id, text, got {1_000 - MOST_WARNED} more that are ignored; remove them"
    assert max(map(len, warnings)) < 300


def test_a_file_of_rewrites_that_is_opened_twice_is_there_once(ask):
    rows = [EDIT, EDIT | {"id": "q2"}]
    first = opened(ask, rows).json()
    assert (first["total"], first["added"], first["already_there"]) == (2, 2, 0)
    again = opened(ask, [*rows, EDIT | {"id": "q3"}]).json()
    assert (again["total"], again["added"], again["already_there"]) == (3, 1, 2)


def test_another_model_another_what_if_and_rows_that_one_file_has_twice_are_no_rows_that_were_there(ask):
    opened(ask, [EDIT])
    others = [EDIT | {"model": "beta"}, EDIT | {"had": "the cellar not flooded"}]
    assert opened(ask, [*others, *others]).json()["total"] == 5


def test_what_was_there_before_the_server_is_not_added_again(tmp_path):
    from nlbridge.apps.studio.rewrites.rewrite_session import RewriteSession

    content = json.dumps(EDIT).encode()
    for added in (1, 0):
        session = RewriteSession(path=tmp_path / "t.rewrites.jsonl")
        assert session.opened("edits.jsonl", content, None)["added"] == added


@pytest.mark.parametrize("name", ["x.foo", "", "edits"])
def test_rewrites_of_an_unknown_kind_are_refused(ask, name):
    assert ".jsonl, .ndjson, .json, .csv, .parquet" in sentence_of(opened(ask, [EDIT], name))
    assert ask("GET", "/api/rewrites").json()["total"] == 0


def test_the_kind_of_a_file_with_a_long_name_is_known(ask):
    assert opened(ask, [EDIT], f"{'long' * 50}.JSONL").status_code == 201


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("/api/rewrites?sort=foo", "place, verdict"),
        ("/api/rewrites?verdict=foo", "valid, invalid, undetermined, failed, unjudged"),
        ("/api/rewrites?error=E9", "E1, E2, E3, E4, E5"),
        ("/api/rewrites?opinion=foo", "agree, disagree, said, unsaid"),
        ("/api/rewrites?falling=foo", "true, false"),
        ("/api/rewrites/export/csv?verdict=foo", "valid, invalid"),
        ("/api/project?state=foo", "unread, in_doubt, reviewed"),
        ("/api/next?state=foo", "unread, in_doubt, reviewed"),
    ],
)
def test_what_no_row_can_be_is_refused_and_not_answered_by_an_empty_list(ask, path, known):
    sentence = sentence_of(ask("GET", path))
    assert known in sentence
    assert "'foo'" in sentence or "'E9'" in sentence


@pytest.mark.parametrize(
    "path",
    [
        "/api/rewrites?verdict=&error=&opinion=&sort=place&falling=true",
        "/api/rewrites?verdict=&error=&model=&sort=&start=&count=",
        "/api/rewrites?verdict=failed&error=E5&opinion=unsaid&falling=false&model=none",
        "/api/project?state=",
        "/api/next?after=1&state=in_doubt",
    ],
)
def test_what_a_row_can_be_is_answered(ask, path):
    assert ask("GET", path).status_code == 200


@pytest.mark.parametrize("name", ["start", "count"])
def test_a_place_before_the_first_row_is_refused(ask, name):
    assert f"expected {name} from 0 on, got -5" in sentence_of(ask("GET", f"/api/rewrites?{name}=-5"))


def test_judging_is_started_or_stopped_only_if_the_request_says_which(ask):
    for body in ({}, {"start": None}):
        said = sentence_of(ask("POST", "/api/rewrites/judging", json=body), 400)
        assert "expected 'start' to be of type bool, got nothing" in said
    assert ask("POST", "/api/rewrites/judging", json={"start": False}).status_code == 200


def test_a_deleted_text_is_not_found_until_it_is_put_back(ask):
    assert ask("DELETE", "/api/documents/2").status_code == 204
    note = {"version": 1, "operation": {"op": "note", "note": "odd"}}
    for method, path, body in (
        ("GET", "", None),
        ("DELETE", "", None),
        ("POST", "/operations", note),
        ("PUT", "/draft", {"field": "had", "value": "it not rained"}),
        ("GET", "/export/json", None),
    ):
        assert "'2'" in sentence_of(ask(method, f"/api/documents/2{path}", json=body), 404)
    assert ask("POST", "/api/documents/2/restore").status_code == 204
    assert ask("GET", "/api/documents/2").json()["version"] == 2


def test_an_opinion_is_taken_back_by_an_explicit_null_only(ask):
    opened(ask, [EDIT])
    path = "/api/rewrites/rows/w1/said"
    assert ask("POST", path, json={"said": "valid", "note": "clear"}).json()["said"] == "valid"
    for body in ({}, {"said": ""}, {"note": "why"}):
        assert "null" in sentence_of(ask("POST", path, json=body))
    assert ask("POST", path, json={"said": 3}).status_code == 400
    shown = ask("GET", "/api/rewrites/rows/w1").json()
    assert (shown["said"], shown["note"]) == ("valid", "clear")
    assert ask("POST", path, json={"said": None}).json()["said"] == ""


def test_the_sentences_of_an_edit_are_asked_for_where_it_is_empty():
    outcome = work_on("verify", EDIT | {"edit": " "}, Settings())
    assert outcome.row["error"] == "expected an edit with at least one sentence, got an empty one; write its sentences"


def test_a_missing_what_if_is_shown_as_each_caller_writes_it():
    error = work_on("rubric", {"text": EDIT["text"]}, Settings()).row["error"]
    assert "on the command line" not in error
    for written in ('"had": "the pump not failed"', 'had="the pump not failed"', '--had "the pump not failed"'):
        assert written in error


def test_a_wanted_row_that_cannot_be_is_refused_in_python_too():
    from nlbridge.apps.studio.rewrites.rewrite_table import RewriteTable, Wanted

    with pytest.raises(StudioError, match="verdict"):
        RewriteTable().page(Wanted(verdict="foo"))
