"""Programs get the answers of the command over HTTP, behind a key and a bounded queue, and none is lost."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from contextlib import contextmanager, suppress

import httpx2
import jsonschema
import pytest

from nlbridge.answering.desk import START
from nlbridge.answering.request import Settings
from nlbridge.apps.studio.service.guard import Rules
from nlbridge.apps.studio.service.interface import Interface
from nlbridge.apps.studio.service.openapi import SHAPES, HealthAnswer, openapi
from nlbridge.apps.studio.service.tasks import UNWANTED, BusyError, Workers, work_on

pytestmark = pytest.mark.slow

KEY = "k" * 32
HOST = "127.0.0.1:8001"
ALLOWED = {"Authorization": f"Bearer {KEY}"}
ROW = {
    "id": 7,
    "text": "The pump failed, so the cellar flooded.",
    "had": "the pump not failed",
    "edit": "The pump did not fail, so the cellar stayed dry.",
}


@pytest.fixture(scope="module")
def workers():
    made = Workers(Settings(), processes=1, waiting=3)
    yield made
    made.close()


@pytest.fixture
def ask(workers):
    rules = Rules(secret=KEY, hosts=frozenset({HOST}), free=("/health", "/openapi.json"), largest=2**16)
    app = Interface(workers=workers, rules=rules).app

    def asked(method, path, *, headers=ALLOWED, host=HOST, seconds=60, **more):
        async def request():
            transport = httpx2.ASGITransport(app=app)
            async with httpx2.AsyncClient(transport=transport, base_url=f"http://{host}", timeout=60) as client:
                return await client.request(method, path, headers=headers, **more)

        return asyncio.run(asyncio.wait_for(request(), seconds))

    return asked


def needed(name):
    """Return the fields of the row that a request of some work has."""
    fields = {"read": ("id", "text"), "rubric": ("id", "text", "had"), "verify": tuple(ROW)}
    return {field: ROW[field] for field in fields[name]}


@contextmanager
def stopped(workers):
    """Let the process do nothing for a while, however fast it is, once it has said that it is ready."""
    (process,) = workers.desk.processes
    number, pipe = process.number, process.started()
    assert pipe.poll(START)
    os.kill(number, signal.SIGSTOP)
    try:
        yield
    finally:
        with suppress(ProcessLookupError):  # It may have been given up and replaced.
            os.kill(number, signal.SIGCONT)


def test_a_client_that_goes_away_takes_its_row_along(ask, workers):
    before = workers.counts.forgotten
    with stopped(workers):
        first = workers.submit("read", needed("read"))
        with pytest.raises(TimeoutError):
            ask("POST", "/v1/read", json=needed("read"), seconds=0.5)
    assert first.answer.result(60).status == 200
    until = time.monotonic() + 10
    while workers.open and time.monotonic() < until:
        time.sleep(0.01)
    assert workers.counts.forgotten == before + 1


@pytest.mark.parametrize("name", sorted(SHAPES))
def test_an_answer_is_that_of_the_command_and_of_the_shape_that_is_promised(ask, name):
    asked, answered = SHAPES[name]
    promised = {"$ref": f"#/components/schemas/{answered.__name__}"} | openapi()
    row = needed(name)
    asked.model_validate(row)
    found = ask("POST", f"/v1/{name}", json=row)
    assert found.status_code == 200
    assert found.json() == work_on(name, row, Settings()).row
    jsonschema.validate(found.json(), promised)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(found.json() | {"surplus": 1}, promised)


def test_a_batch_is_answered_line_by_line_in_order(ask):
    lines = [json.dumps(needed("read") | {"id": k}) for k in range(5)]
    lines[2] = '{"id": 2, "text": 3}'
    lines[3] = "{"
    lines[4] = json.dumps(needed("read") | {"id": 4, "texd": "?"})
    found = ask("POST", "/v1/batch?work=read", content="\n".join(lines))
    rows = [json.loads(line) for line in found.text.splitlines()]
    assert [row.get("id") for row in rows] == [0, 1, 2, None, 4]
    assert ["error" in row for row in rows] == [False, False, True, True, False]
    assert ["did you mean 'text'?" in str(row.get("warnings")) for row in rows] == [False, False, False, False, True]
    assert ask("POST", "/v1/batch?work=dance", content="{}").status_code == 422


@pytest.mark.parametrize(
    ("headers", "status"),
    [({}, 401), ({"Authorization": f"Bearer {KEY}x"}, 401), (ALLOWED | {"Origin": "http://evil.example"}, 403)],
)
def test_who_has_no_key_or_comes_from_another_page_is_refused(ask, headers, status):
    assert ask("POST", "/v1/read", headers=headers, json=needed("read")).status_code == status
    assert ask("GET", "/metrics", headers=headers).status_code == status


def test_what_cannot_be_answered_is_refused_with_a_sentence(ask):
    for body, status in (({"text": ""}, 422), ({"text": "x" * 2**17}, 413)):
        refused = ask("POST", "/v1/read", json=body)
        assert refused.status_code == status
        assert "expected" in refused.json()["error"]
    assert ask("GET", "/v1/read").status_code == 405
    assert ask("GET", "/v2").status_code == 404
    assert ask("GET", "/health", host="evil.example").status_code == 403


def test_health_and_metrics_count_what_was_done(ask, workers):
    assert ask("GET", "/health", headers={}).json()["status"] == "ok"
    ask("POST", "/v1/read", json=needed("read"))
    told = ask("GET", "/metrics").text
    assert f"causalcore_tasks_answered_total {workers.counts.answered}\n" in told
    assert 'causalcore_requests_total{path="/v1/read",status="200"} 1\n' in told
    assert 'causalcore_request_seconds_bucket{path="/v1/read",le="+Inf"} 1\n' in told


def test_health_is_down_without_a_process_as_its_schema_says(ask, monkeypatch):
    monkeypatch.setattr(Workers, "live", 0)
    down = ask("GET", "/health")
    assert (down.status_code, HealthAnswer(**down.json()).status) == (503, "down")
    assert "503" in openapi()["paths"]["/health"]["get"]["responses"]


def test_a_full_queue_refuses_and_says_when_to_come_again(ask, workers):
    with stopped(workers):
        slow = [workers.submit("verify", ROW) for _ in range(workers.most)]
        with pytest.raises(BusyError):
            workers.submit("read", needed("read"))
        refused = ask("POST", "/v1/read", json=needed("read"))
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")
        assert ask("GET", "/health").status_code == 503
    assert {task.answer.result(60).status for task in slow} == {200}


def test_a_task_that_nobody_waits_for_is_not_worked_on(workers):
    with stopped(workers):
        first, second = workers.submit("verify", ROW), workers.submit("read", needed("read"))
        second.forget()
    assert first.answer.result(60).status == 200
    until = time.monotonic() + 10
    while workers.open and time.monotonic() < until:
        time.sleep(0.01)
    assert (second.answer.result() is UNWANTED, workers.open) == (True, 0)


def test_tasks_that_nobody_waits_for_keep_their_place_in_the_queue_until_a_process_is_free(workers):
    with stopped(workers):
        for _ in range(workers.most):
            workers.submit("verify", ROW).forget()
        with pytest.raises(BusyError):
            workers.submit("read", needed("read"))
    until = time.monotonic() + 60
    while workers.open and time.monotonic() < until:
        time.sleep(0.01)
    assert workers.open == 0


def test_a_task_whose_process_is_killed_is_answered_by_another_one(workers):
    (process,) = workers.desk.processes
    number = process.number
    os.kill(number, signal.SIGKILL)
    assert workers.submit("read", needed("read")).answer.result(120).status == 200
    assert process.number != number


def test_a_task_that_takes_too_long_is_given_up_once_and_its_process_replaced(workers):
    (process,), before, usual = workers.desk.processes, workers.restarts, workers.seconds
    number = process.number
    workers.seconds = 0.2
    with stopped(workers):
        late = workers.submit("verify", ROW).answer.result(120)
    workers.seconds = usual
    assert (late.status, late.row["id"]) == (504, 7)
    assert (process.number != number, workers.restarts) == (True, before + 1)


def test_the_description_names_every_path_and_shape():
    described = openapi()
    assert json.loads(json.dumps(described)) == described
    names = set(described["components"]["schemas"])
    for path in described["paths"].values():
        for reference in set(json.dumps(path).split('"#/components/schemas/')[1:]):
            assert reference.split('"')[0] in names
