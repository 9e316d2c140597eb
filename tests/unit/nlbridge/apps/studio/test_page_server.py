"""The page's server lets its own page in, and nobody else; what stands in texts is data."""

from __future__ import annotations

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from causalcore.scenario.scenario import Event, Link, Provenance, Scenario
from nlbridge.answering.request import Settings
from nlbridge.apps.studio.document.document import Document
from nlbridge.apps.studio.projects.model_help import ModelHelp
from nlbridge.apps.studio.projects.project import Project, resume
from nlbridge.apps.studio.projects.session import Session, StaleVersionError
from nlbridge.apps.studio.service.guard import Rules, UnreadableBodyError
from nlbridge.apps.studio.service.page import STATIC, Page
from nlbridge.errors import UnreadableTextError

TOKEN = "t" * 32
HOST = "127.0.0.1:8000"
HOSTILE = "<script>alert(1)</script>\u202e ../../etc/passwd {{7*7}} It rained, so it leaked."
ALLOWED = {"Authorization": f"Bearer {TOKEN}"}


def reader(text):
    if "unreadable" in text:
        raise UnreadableTextError("expected sentences, got none; write some")
    events = Event(id="e1", statement="It rained.", span=(0, 9)), Event(id="e2", statement="It leaked.", span=(14, 23))
    link = Link(cause="e1", effect="e2", confidence=0.7, provenance=Provenance.WORDS)
    return Scenario(text=text, events=events, links=(link,))


class Help(ModelHelp):
    """Reads every text alike."""

    def __call__(self, text):
        return reader(text)


class Client:
    """Requests to a page, without a socket."""

    def __init__(self, session, **more):
        rules = Rules(
            secret=TOKEN,
            hosts=frozenset({HOST}),
            free=("/static/",),
            entry="/",
            cookie="causalcore_8000",
            **more,
        )
        self.session, self.thread = session, ThreadPoolExecutor(1)
        self.app = Page(session=session, thread=self.thread, rules=rules).app

    def ask(self, method, path, *, headers=ALLOWED, host=HOST, **more):
        async def asked():
            transport = httpx2.ASGITransport(app=self.app, raise_app_exceptions=False)
            async with httpx2.AsyncClient(transport=transport, base_url=f"http://{host}") as client:
                return await client.request(method, path, headers=headers, **more)

        return asyncio.run(asked())

    def operate(self, name, version, **operation):
        body = {"version": version, "operation": operation}
        return self.ask("POST", f"/api/documents/{name}/operations", json=body)


@pytest.fixture
def client(tmp_path):
    texts = tuple(Document(id=str(k), scenario=Scenario(text=f"It rained, so it leaked {k}.")) for k in (1, 2, 3))
    project = Project(name="t.jsonl", texts=texts)
    made = Client(Session(project=project, help=Help(Settings()), path=tmp_path / "t.review.jsonl"))
    yield made
    made.thread.shutdown()


@pytest.mark.parametrize(
    ("headers", "host", "status"),
    [
        (ALLOWED, HOST, 200),
        ({"Cookie": f"causalcore_8000={TOKEN}"}, HOST, 200),
        ({}, HOST, 403),
        ({"Authorization": "Bearer wrong"}, HOST, 403),
        ({"Cookie": "causalcore_8000=wrong"}, HOST, 403),
        ({"Cookie": '=;"\\'}, HOST, 403),
        (ALLOWED, "evil.example:8000", 403),
        (ALLOWED, "127.0.0.1:9999", 403),
        (ALLOWED | {"Origin": "http://evil.example"}, HOST, 403),
        (ALLOWED | {"Origin": "null"}, HOST, 403),
        (ALLOWED | {"Origin": f"https://{HOST}"}, HOST, 403),
        (ALLOWED | {"Origin": f"http://{HOST}"}, HOST, 200),
    ],
)
def test_only_its_own_page_with_the_token_is_answered(client, headers, host, status):
    assert client.ask("GET", "/api/project", headers=headers, host=host).status_code == status


def test_a_token_in_the_address_counts_for_the_page_alone(client):
    assert client.ask("GET", f"/api/project?token={TOKEN}", headers={}).status_code == 403
    assert client.ask("GET", "/?token=wrong", headers={}).status_code == 403


@pytest.mark.skipif(not (STATIC / "index.html").is_file(), reason="the page is not there")
def test_the_page_comes_with_a_cookie_that_scripts_cannot_read(client):
    shown = client.ask("GET", f"/?token={TOKEN}", headers={})
    assert shown.status_code == 200
    cookie = shown.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "set-cookie" not in client.ask("GET", "/").headers


def test_a_change_from_a_page_of_another_site_is_refused(client):
    other = ALLOWED | {"Sec-Fetch-Site": "cross-site"}
    body = {"version": 0, "operation": {"op": "review", "reviewed": True}}
    refused = client.ask("POST", "/api/documents/1/operations", headers=other, json=body)
    assert refused.status_code == 403


def test_every_answer_forbids_what_a_browser_could_run(client):
    for path in ("/api/project", "/static/nothing.js", "/nowhere", "/api/documents/1/picture.svg"):
        headers = client.ask("GET", path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/static/../guard.py", "/static/%2e%2e/service/guard.py", "/static//etc/passwd"])
def test_no_request_names_a_file_outside_the_page(client, path):
    assert client.ask("GET", path).status_code == 404


def test_a_body_beyond_the_limit_is_refused_whether_its_length_is_said_or_not(client):
    large = b'{"text": "' + b"x" * 2**20 + b'"}'
    headers = ALLOWED | {"Content-Type": "application/json"}

    async def pieces():
        for start in range(0, len(large), 2**16):
            yield large[start : start + 2**16]

    assert client.ask("POST", "/api/documents", headers=headers, content=large).status_code == 413
    assert client.ask("POST", "/api/documents", headers=headers, content=pieces()).status_code == 413


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"[]", "application/json", 400),
        (b"\xff", "application/json", 400),
        (b"[" * 100_000, "application/json", 400),
        (b'{"text": 3}', "application/json", 400),
        (b'{"text": "a"}', "text/plain", 415),
        (b'{"text": "unreadable"}', "application/json", 422),
        (b'{"text": "a\\u0000b"}', "application/json", 422),
        (b'{"text": "a\\ud800b"}', "application/json", 422),
    ],
)
def test_what_cannot_be_taken_is_refused_with_a_sentence(client, body, kind, status):
    answer = client.ask("POST", "/api/documents", headers=ALLOWED | {"Content-Type": kind}, content=body)
    assert answer.status_code == status
    assert "expected" in answer.json()["error"]


def test_a_text_is_read_when_it_is_opened_and_changes_step_by_step(client):
    assert client.ask("GET", "/api/project").json()["counts"] == {"unread": 3, "in_doubt": 0, "reviewed": 0}
    opened = client.ask("GET", "/api/documents/1").json()
    assert (opened["version"], opened["view"]["state"], opened["undo"]) == (0, "in_doubt", None)
    changed = client.operate("1", 0, op="what_if.set", do={"e1": "false"}).json()
    assert (changed["version"], changed["undo"]) == (1, "the what-if")
    assert {claim["id"]: claim["state"] for claim in changed["view"]["claims"]}["e1"] == "intervened"
    undone = client.ask("POST", "/api/documents/1/undo", json={"version": 1}).json()
    assert undone["document"] == opened["document"]
    redone = client.ask("POST", "/api/documents/1/redo", json={"version": 2}).json()
    assert redone["document"] == changed["document"]


def test_a_change_of_an_old_version_is_answered_with_the_new_one(client):
    client.operate("1", 0, op="note", note="one")
    late = client.operate("1", 0, op="note", note="two")
    assert late.status_code == 409
    assert late.json()["document"]["document"]["note"] == "one"
    with pytest.raises(StaleVersionError):
        client.session.changed("1", 0, {"op": "note", "note": "three"})


def test_a_refused_operation_changes_nothing(client):
    before = client.ask("GET", "/api/documents/1").json()
    refused = client.operate("1", 0, op="claim.remove", claim="e9")
    assert refused.status_code == 422
    assert "e9" in refused.json()["error"]
    assert client.ask("GET", "/api/documents/1").json() == before


@pytest.mark.parametrize("path", ["/api/documents/9", "/api/documents/%2e%2e%2fx", "/api/nothing", "/api/export/x/y"])
def test_what_is_not_there_is_not_found(client, path):
    assert client.ask("GET", path).status_code == 404


def test_another_method_is_refused(client):
    assert client.ask("PUT", "/api/project").status_code == 405


def test_hostile_text_comes_back_as_it_was_given(client):
    added = client.ask("POST", "/api/documents", json={"text": HOSTILE}).json()
    name = added["id"]
    assert "".join(cut["text"] for cut in added["view"]["segments"]) == HOSTILE
    drawn = client.ask("GET", f"/api/documents/{name}/picture.svg")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert "<script" not in drawn.text
    assert client.ask("DELETE", f"/api/documents/{name}").status_code == 204
    listed = [item["id"] for item in client.ask("GET", "/api/project").json()["items"]]
    assert listed == ["1", "2", "3"]


def test_a_text_is_taken_off_the_list_named_and_put_back_in_its_place(client, tmp_path):
    client.operate("2", 0, op="title", title="The wet one")
    assert client.ask("DELETE", "/api/documents/2").status_code == 204
    shown = client.ask("GET", "/api/project").json()
    assert [item["id"] for item in shown["items"]] == ["1", "3"]
    assert client.ask("GET", "/api/next?after=1").json() == {"id": "3"}
    again = Project(name="t.jsonl", texts=client.session.project.texts)
    resume(again, tmp_path / "t.review.jsonl")
    assert again.entries["2"].removed
    assert client.ask("POST", "/api/documents/2/restore").status_code == 204
    shown = client.ask("GET", "/api/project").json()
    assert [item["title"] for item in shown["items"]][1] == "The wet one"
    for name in ("1", "2"):
        client.ask("DELETE", f"/api/documents/{name}")
    assert client.ask("DELETE", "/api/documents/3").status_code == 422


def test_a_correction_says_which_answers_it_changed(client):
    client.ask("GET", "/api/documents/1")
    said = client.operate("1", 0, op="what_if.set", do={"e1": "false"}).json()
    assert said["effects"] is None
    refused = client.operate("1", 1, op="link.remove", cause="e1", effect="e2").json()
    assert refused["effects"] == [
        {"claim": "e2", "statement": "It leaked.", "before": "changed", "after": "unchanged"},
    ]
    assert client.ask("POST", "/api/documents/1/undo", json={"version": 2}).json()["effects"][0]["after"] == "changed"


def test_what_was_typed_and_done_survives_the_server(client, tmp_path):
    client.ask("GET", "/api/documents/1")
    client.operate("1", 0, op="reply", doubt="link:e1->e2", reply="yes")
    client.operate("1", 1, op="review", reviewed=True)
    client.ask("POST", "/api/documents/1/undo", json={"version": 2})
    typed = json.dumps({"field": "what_if", "value": "the pum\ud800"})
    kind = ALLOWED | {"Content-Type": "application/json"}
    assert client.ask("PUT", "/api/documents/2/draft", headers=kind, content=typed).status_code == 204
    client.ask("POST", "/api/documents", json={"text": "It snowed, so we stayed."})

    texts = tuple(Document(id=str(k), scenario=Scenario(text=f"It rained, so it leaked {k}.")) for k in (1, 2, 3))
    again = Project(name="t.jsonl", texts=texts)
    resume(again, tmp_path / "t.review.jsonl")
    assert again.entries.keys() == client.session.project.entries.keys()
    for name, entry in again.entries.items():
        assert entry.history == client.session.project.entries[name].history
        assert entry.drafts == client.session.project.entries[name].drafts
    assert again.entry("1").history.redone().present.reviewed


def test_a_change_that_cannot_be_saved_is_not_made(client, tmp_path):
    client.ask("GET", "/api/documents/1")
    saved = tmp_path / "t.review.jsonl"
    saved.write_text("of another studio\n", encoding="utf-8")
    refused = client.operate("1", 0, op="note", note="odd")
    assert (refused.status_code, "another program" in refused.json()["error"]) == (422, True)
    assert saved.read_text(encoding="utf-8") == "of another studio\n"
    shown = client.ask("GET", "/api/documents/1").json()
    assert (shown["version"], shown["document"]["note"], shown["undo"]) == (0, "", None)


def test_a_folder_that_is_gone_loses_nothing_in_memory(client, tmp_path):
    client.session.path = tmp_path / "gone" / "t.review.jsonl"
    client.session._seen = None
    assert "expected to write" in client.operate("1", 0, op="note", note="odd").json()["error"]
    assert client.session.project.entry("1").version == 0


def test_the_list_is_filtered_and_searched(client):
    client.ask("GET", "/api/documents/2")
    client.operate("2", 0, op="review", reviewed=True)
    shown = client.ask("GET", "/api/project", params={"state": "reviewed"}).json()
    assert [item["id"] for item in shown["items"]] == ["2"]
    found = client.ask("GET", "/api/project", params={"search": "LEAKED 3"}).json()
    assert [item["id"] for item in found["items"]] == ["3"]
    assert client.ask("GET", "/api/next", params={"after": "1"}).json() == {"id": "3"}
    assert client.ask("GET", "/api/next", params={"after": "3", "state": "reviewed"}).json() == {"id": "2"}


def test_reviewed_texts_and_labels_are_exported(client):
    client.ask("GET", "/api/documents/1")
    told = "It did not rain, so it did not leak 1."
    steps = [
        {"op": "what_if.set", "do": {"e1": "false"}},
        {"op": "rewrite.add", "text": told},
        {"op": "label", "rewrite": "r1", "criterion": "whole", "said": "invalid", "note": "odd"},
        {"op": "review", "reviewed": True},
    ]
    for version, step in enumerate(steps):
        assert client.operate("1", version, **step).status_code == 200
    (scenario,) = client.ask("GET", "/api/export/scenarios").text.splitlines()
    assert json.loads(scenario)["id"] == "1"
    (label,) = client.ask("GET", "/api/export/labels").text.splitlines()
    assert json.loads(label)["edit"] == told
    assert json.loads(label)["verdict"] in {"valid", "invalid", "undetermined"}
    (item,) = client.ask("GET", "/api/export/cobe").json()
    assert item["Variation text"] == "It rained, so it leaked 1."
    assert client.ask("GET", "/api/export/rubrics.md").text.startswith("# Rubric of 1")
    assert json.loads(client.ask("GET", "/api/export/rubrics.jsonl").text)["do"] == {"e1": "false"}
    for form in ("markdown", "json", "cobe", "scenario", "answer"):
        assert client.ask("GET", f"/api/documents/1/export/{form}").status_code == 200
    assert client.ask("GET", "/api/documents/1/export/exe").status_code == 422
    assert client.ask("GET", "/api/export/exe").status_code == 422


def test_a_file_that_is_dropped_on_the_page_adds_its_texts_unread(client):
    lines = "".join(json.dumps({"id": name, "text": f"It snowed {name}."}) + "\n" for name in ("1", "x"))
    listed = client.ask("POST", "/api/open", json={"name": "../more.jsonl", "content": lines}).json()
    assert [(item["id"], item["state"], item["own"]) for item in listed["items"]][3:] == [
        ("4", "unread", True),
        ("x", "unread", True),
    ]
    assert client.ask("POST", "/api/open", json={"name": "a.jsonl", "content": "{"}).status_code == 422
    assert client.ask("POST", "/api/open", json={"name": "a.txt", "content": " "}).status_code == 422


def test_lines_of_a_text_end_alike_and_nothing_moves(client):
    added = client.ask("POST", "/api/documents", json={"text": "It rained.\r\nIt leaked.\r"}).json()
    assert added["document"]["text"] == "It rained. \nIt leaked.\n"


def test_no_answer_is_kept_by_a_browser(client):
    assert client.ask("GET", "/api/project").headers["cache-control"] == "no-store"


def test_proof_picture_and_answer_of_a_text(client):
    client.ask("GET", "/api/documents/1")
    client.operate("1", 0, op="what_if.set", do={"e1": "false"})
    assert client.ask("GET", "/api/documents/1/proof/e2").json()["path"]["links"] == ["e1->e2"]
    assert "Must change" in client.ask("GET", "/api/documents/1/picture.svg?of=rubric").text
    assert set(client.ask("GET", "/api/documents/1/answer").json()) == {"text", "reason"}
    assert client.ask("GET", "/api/documents/1/picture.svg?of=cat").status_code == 422


def test_programs_get_the_answers_of_serve_from_the_studio_too(client):
    scenario = {"events": [{"id": "e1", "statement": "It rained."}]}
    found = client.ask("POST", "/v1/rubric", json={"id": 1, "scenario": scenario, "do": {"e1": "false"}})
    assert found.json()["do"] == {"e1": "false"}
    assert client.ask("POST", "/v1/rubric", json={"id": 1}).status_code == 422
    assert client.ask("POST", "/v1/dance", json={"id": 1}).status_code == 404
    assert "/v1/rubric" in client.ask("GET", "/openapi.json").json()["paths"]


def test_a_body_of_another_kind_says_its_status():
    assert UnreadableBodyError("expected JSON, got none; send some", 415).status == 415


def test_whoever_looks_on_changes_nothing_and_sees_all(tmp_path):
    project = Project(name="t", texts=(Document(id="1", scenario=reader("It rained, so it leaked.")),))
    session = Session(project=project, help=Help(Settings()))
    client = Client(session, read_only=True)
    assert client.ask("GET", "/api/schema").json()["read_only"]
    assert client.ask("GET", "/api/documents/1").status_code == 200
    refused = client.operate("1", 0, op="review", reviewed=True)
    assert refused.status_code == 403
    assert "--read-only" in refused.json()["error"]
    for method, path in (
        ("DELETE", "/api/documents/1"),
        ("PUT", "/api/documents/1/draft"),
        ("POST", "/api/rewrites/judging"),
        ("POST", "/v1/read"),
        ("POST", "/api/model"),
    ):
        assert client.ask(method, path, json={}).status_code == 403
    client.thread.shutdown()


def test_a_text_is_given_as_one_page_that_runs_and_loads_nothing(client):
    name = client.ask("POST", "/api/documents", json={"text": HOSTILE}).json()["id"]
    client.operate(name, 0, op="what_if.set", do={"e1": "false"})
    page = client.ask("GET", f"/api/documents/{name}/export/page")
    assert page.headers["content-disposition"] == 'attachment; filename="text.html"'
    assert "<script" not in page.text
    words = re.sub(r"<[^>]+>", "", page.text)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in words
    assert "It leaked." in words
    assert "<svg" in page.text
    assert not re.search(r"(src|href)=.(https?:)?//", page.text)
