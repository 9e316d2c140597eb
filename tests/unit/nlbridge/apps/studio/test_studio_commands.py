"""`causalcore studio` and `causalcore serve`, up to where they would listen."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from nlbridge.apps.command.cli import app
from nlbridge.apps.command.servers import KeyMissingError, key_in
from nlbridge.apps.studio.document.document import StudioError
from nlbridge.apps.studio.service.running import bound, hosts_of

pytestmark = pytest.mark.slow


def run(*arguments):
    return CliRunner().invoke(app, [*map(str, arguments)])


@pytest.mark.parametrize("key", ["", "short", "with spaces and all that " * 2])
def test_no_server_starts_with_a_key_that_can_be_guessed_or_not_be_sent(monkeypatch, key):
    monkeypatch.setenv("SOME_KEY", key)
    with pytest.raises(KeyMissingError, match="SOME_KEY"):
        key_in("SOME_KEY")
    refused = run("serve", "--key-env", "SOME_KEY")
    assert (refused.exit_code, key in refused.stdout) == (2, not key)


def test_a_socket_is_on_the_loopback_and_a_taken_port_is_refused():
    with bound(0) as listening:
        address, port = listening.getsockname()
        assert address == "127.0.0.1"
        assert hosts_of(listening) == {f"127.0.0.1:{port}", f"localhost:{port}"}
        with pytest.raises(StudioError, match="free port"):
            bound(port)


def test_a_file_that_is_not_there_is_named(tmp_path):
    missing = run("studio", tmp_path / "none.jsonl", "--no-browser")
    assert missing.exit_code == 2
    assert "none.jsonl" in missing.stderr


def test_two_reviews_are_compared_on_the_command_line(tmp_path):
    row = {
        "id": "a",
        "text": "It rained, so it leaked.",
        "events": [
            {"id": "e1", "statement": "It rained.", "span": [0, 9]},
            {"id": "e2", "statement": "It leaked.", "span": [14, 23]},
        ],
        "links": [{"cause": "e1", "effect": "e2"}],
    }
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    one.write_text(json.dumps(row), encoding="utf-8")
    other.write_text(json.dumps(row | {"links": []}), encoding="utf-8")
    found = json.loads(run("studio", "--compare", one, other, "--format", "json").stdout)
    assert found["claims"]["share"] == 1.0
    assert found["links"] == {"units": 2, "agreed": 1, "share": 0.5, "kappa": 0.0}
    told = run("studio", "--compare", one, other, "--format", "text").stdout
    assert "a: link: It rained. -> It leaked.: there / not there" in told
