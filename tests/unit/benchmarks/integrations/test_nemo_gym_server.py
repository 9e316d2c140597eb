"""The resource server, asked over HTTP as NeMo Gym asks it."""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import MagicMock

import pytest

pytest.importorskip("nemo_gym", reason="needs nemo-gym, and a Python that it runs on")

from fastapi.testclient import TestClient
from nemo_gym.server_utils import ServerClient

from benchmarks.integrations.nemo_gym_server import EditResourcesServer, EditServerConfig

FOLDER = Path(__file__).parents[4] / "examples" / "integrations" / "nemo_gym"
ROWS = [json.loads(line) for line in (FOLDER / "data" / "example.jsonl").read_text(encoding="utf-8").splitlines()]


def asked(said, row=ROWS[0], **options):
    """Return what the server answers to a response."""
    config = EditServerConfig(host="127.0.0.1", port=8080, entrypoint="", name="", domain="knowledge", **options)
    server = EditResourcesServer(config=config, server_client=MagicMock(spec=ServerClient))
    message = {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": said, "annotations": []}],
    }
    response = {
        "id": "r",
        "created_at": 0,
        "model": "any",
        "object": "response",
        "output": [message],
        "parallel_tool_calls": False,
        "tool_choice": "auto",
        "tools": [],
    }
    with TestClient(server.setup_webserver()) as client:
        return client.post("/verify", json={**row, "response": response})


def test_a_response_is_rewarded_between_0_and_1_with_what_the_reward_rests_on():
    valid = asked("The pump held, so the cellar stayed dry.").json()
    assert (valid["reward"], valid["verdict"], valid["undetermined"]) == (1, "valid", 0)
    assert valid["criteria"]["changed"] == 1
    assert valid["text"] == ROWS[0]["text"]
    assert asked("The pump held, but the cellar flooded.").json()["reward"] == 0


def test_undetermined_and_scores_are_a_matter_of_configuration():
    aside = "Our shop sells bread."
    assert asked(aside, undetermined=0.5).json()["reward"] == 0.5
    assert 0 < asked(aside, score=True).json()["reward"] < 1


def test_what_could_not_be_judged_is_an_error_and_no_reward():
    found = asked("The pump held.", {**ROWS[0], "query": "What if the pump had held?"})
    assert found.status_code == 503
    assert "reward" not in found.json()
    assert "not judged" in found.text
