"""`studio` and `serve` with a model behind them, over real sockets: they read and judge by it, and show its cost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest
from model_of_replies import DOUBTFUL, HAD, PARAPHRASE, SPOILT, TEXT
from story_server import about_the_story

from nlbridge.testing.chat_server import ChatServer, serving

pytestmark = pytest.mark.slow
KEY = "planted-90ab12-secret"
CALLERS_KEY = "c" * 32
COMMAND = "import sys; from nlbridge.apps.command.cli import main; sys.exit(main())"
ROOT = Path(__file__).parents[5]
PRICES = '{"small": {"prompt": 2.0, "completion": 8.0}}'


class Running:
    """A command that serves, and what it answers."""

    def __init__(self, process, address, headers):
        self.process, self.address, self.headers = process, address, headers
        self.said = ""

    def ask(self, path, body=None, method=None):
        data = None if body is None else json.dumps(body).encode()
        headers = self.headers | ({"Content-Type": "application/json"} if data else {})
        request = urllib.request.Request(f"{self.address}{path}", data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                status, text = response.status, response.read().decode()
        except urllib.error.HTTPError as refused:
            status, text = refused.code, refused.read().decode()
        self.said += text
        return status, json.loads(text)


@contextmanager
def running(folder, command, address, more=""):
    (folder / "prices.json").write_text(PRICES, encoding="utf-8")
    settings = f'model = "small"\nbase_url = "{address}"\napi_key_env = "MY_KEY"\nprices = "prices.json"\nretries = 0\n'
    (folder / "causalcore.toml").write_text(settings + more, encoding="utf-8")
    environment = os.environ | {
        "PYTHONPATH": str(ROOT), "CAUSALCORE_CACHE": str(folder / "cache"),
        "MY_KEY": KEY, "CAUSALCORE_KEY": CALLERS_KEY, "PAGE_TOKEN": CALLERS_KEY,
    }  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, *command],
        cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        place = process.stdout.readline().strip().partition("/?")[0]
        made = Running(process, place, {"Authorization": f"Bearer {CALLERS_KEY}"})
        yield made
    finally:
        process.terminate()
        out, errors = process.communicate(timeout=60)
        made.said += out + errors


def test_serve_reads_and_judges_by_the_configured_model_and_says_what_it_cost(tmp_path):
    server = ChatServer(about_the_story, key=KEY)
    with serving(server) as address, running(tmp_path, ["serve", "--port", "0", "--processes", "2"], address) as served:
        status, state = served.ask("/v1/model")
        assert (status, state["reader"], state["model"], state["calls"]) == (200, "hybrid", "small", 0)
        status, row = served.ask("/v1/verify", {"id": 1, "text": TEXT, "had": HAD, "edit": PARAPHRASE})
        assert (status, row["valid"], row["basis"]["reader"]) == (200, True, "hybrid")
        assert {"model"} <= {one["rests_on"] for one in row["criteria"]}
        assert served.ask("/v1/verify", {"id": 2, "text": TEXT, "had": HAD, "edit": SPOILT})[1]["valid"] is False
        calls = len(server.calls)
        _, state = served.ask("/v1/model")
        assert state["calls"] == calls
        spent = (state["prompt_tokens"] * 2.0 + state["completion_tokens"] * 8.0) / 1_000_000
        assert state["cost"] == pytest.approx(spent, abs=1e-6)
        assert served.ask("/v1/verify", {"id": 3, "text": TEXT, "had": HAD, "edit": PARAPHRASE})[1]["valid"] is True
        assert len(server.calls) == calls
    assert KEY not in served.said
    assert address not in served.said
    assert all(call.headers["authorization"] == f"Bearer {KEY}" for call in server.calls)


def test_an_endpoint_that_fails_and_a_budget_that_is_used_up_are_answered_as_json(tmp_path):
    server = ChatServer(about_the_story, key=KEY, faults=["500"])
    row = {"id": 1, "text": TEXT}
    more = 'reader = "llm"\nmax_tokens = 1000\n'
    with serving(server) as address, running(tmp_path, ["serve", "--port", "0", "--processes", "1"], address) as served:
        status, refused = served.ask("/v1/rubric", row | {"had": HAD})
        assert (status, refused["id"]) == (502, 1)
        assert "HTTP 500" in refused["error"]
    with serving(server) as address, running(tmp_path, ["serve", "--port", "0"], address, more) as served:
        status, refused = served.ask("/v1/read", row)
        assert (status, "1000 tokens" in refused["error"]) == (402, True)


def test_the_studio_reads_supposes_and_judges_by_the_reader_that_is_chosen(tmp_path):
    (tmp_path / "text.txt").write_text(TEXT, encoding="utf-8")
    server = ChatServer(about_the_story, key=KEY)
    command = ["studio", "text.txt", "--no-browser", "--reader", "offline", "--token-env", "PAGE_TOKEN"]
    with serving(server) as address, running(tmp_path, command, address) as page:
        assert page.ask("/api/model")[1] == {"reader": "offline", "readers": ["offline"], "model": None}
    command.remove("--reader")
    command.remove("offline")
    with serving(server) as address, running(tmp_path, command, address) as page:
        state = page.ask("/api/model")[1]
        assert (state["reader"], state["readers"], state["calls"]) == ("hybrid", ["offline", "llm", "hybrid"], 0)
        assert page.ask("/api/model", {"reader": "oracle"})[0] == 422
        assert page.ask("/api/model", {"reader": "offline"})[1]["reader"] == "offline"
        name = page.ask("/api/project")[1]["items"][0]["id"]
        document = page.ask(f"/api/documents/{name}")[1]
        assert document["view"]["provenance"] == "words"
        assert not server.calls
        page.ask("/api/model", {"reader": "llm"})

        def operate(**operation):
            nonlocal document
            body = {"version": document["version"], "operation": operation}
            status, document = page.ask(f"/api/documents/{name}/operations", body)
            assert status == 200, document

        operate(op="text.read")
        assert document["view"]["provenance"] == "model"
        assert {claim["provenance"] for claim in document["view"]["claims"]} == {"model"}
        operate(op="what_if.say", had=HAD)
        assert document["document"]["what_if"] == {"had": HAD, "do": {"e1": "false"}}
        operate(op="rewrite.add", text=PARAPHRASE)
        rewrite = document["view"]["rewrites"][0]
        paid = len(server.calls)
        status, document = page.ask(f"/api/documents/{name}/judge", {"rewrite": rewrite["id"]})
        assert status == 200, document
        judged = document["view"]["rewrites"][0]
        assert (status, judged["verdict"], judged["provenance"]) == (200, "valid", "model")
        assert len(server.calls) > paid
        paid = len(server.calls)
        status, document = page.ask(f"/api/documents/{name}/judge", {"rewrite": rewrite["id"], "twice": True})
        assert (status, document["view"]["rewrites"][0]["verdict"]) == (200, "valid")
        assert [call.body["response_format"]["json_schema"]["name"] for call in server.calls[paid:]] == ["second_look"]
        operate(op="claim.rename", claim="e3", statement="A violinist played next door.")
        assert page.ask(f"/api/documents/{name}/judge", {"rewrite": "none"})[0] == 422
        assert page.ask("/api/model")[1]["cost"] > 0
        page.ask("/api/model", {"reader": "offline"})
        row = {"id": 1, "text": TEXT, "had": HAD, "edit": PARAPHRASE}
        assert page.ask("/api/rewrites/open?name=m.jsonl", row)[0] == 201
        status, judged = page.ask("/api/rewrites/rows/w1/second-look", {})
        assert (status, judged["verdict"], judged["provenance"]) == (200, "valid", "model")
        doubtful = page.ask("/api/documents", {"text": DOUBTFUL})[1]
        queue, path = doubtful["view"]["queue"], f"/api/documents/{doubtful['id']}/ask-first"
        assert queue["unasked"] == queue["open"] > 0
        assert page.ask(path, {"version": 0})[1]["view"]["queue"] == queue
        page.ask("/api/model", {"reader": "hybrid"})
        asked = page.ask(path, {"version": 1})[1]["view"]["queue"]
        assert (asked["unasked"], {row["by"] for row in asked["doubts"]}) == (0, {"model"})
        assert {row["reply"] for row in asked["doubts"]} == {"yes"}
    assert KEY not in page.said
    kept = (tmp_path / "text.txt.review.jsonl").read_text(encoding="utf-8")
    assert KEY not in kept
    assert '"read_by": "model"' in kept or '"read_by":"model"' in kept
