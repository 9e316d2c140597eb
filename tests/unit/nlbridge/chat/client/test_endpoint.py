"""An endpoint as commands use it: options, keys, budget, recording, cache, dry run."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer
from typer.testing import CliRunner

from nlbridge.apps.command.cli import OneLineErrors, app
from nlbridge.asking.command_options import endpoint_options
from nlbridge.chat.client.endpoint import Endpoint
from nlbridge.chat.client.endpoint_options import EndpointOptions
from nlbridge.chat.client.scripted import ScriptedModel
from nlbridge.chat.errors import BudgetError, DryRunEnd, EndpointOptionError
from nlbridge.chat.replies.chat import ChatRequest, Message, Role
from nlbridge.testing.chat_server import ChatServer, serving

OPTIONS = """
model base-url api-key-env max-cost max-tokens prices concurrency timeout retries no-cache record replay dry-run
""".split()
KEY = "planted-77aa-secret"


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("CAUSALCORE_CACHE", str(tmp_path / "cache"))


@pytest.fixture(scope="module")
def shared():
    server = ChatServer("yes")
    with serving(server) as address:
        yield SimpleNamespace(server=server, address=address)


def asked(endpoint: Endpoint, words: str = "Is it so?") -> str:
    request = ChatRequest(model=endpoint.name, messages=(Message(role=Role.USER, content=words),))
    return endpoint.run(endpoint.model.reply(request)).text


def everything_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_cache_recording_and_replay_work_together(shared, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    path = tmp_path / "talk.jsonl"
    options = EndpointOptions(model="small", base_url=shared.address, record=path)
    before = len(shared.server.calls)
    for _ in range(2):
        with Endpoint(options) as endpoint:
            assert asked(endpoint) == "yes"
    assert len(shared.server.calls) == before + 1
    assert shared.server.calls[-1].headers["authorization"] == f"Bearer {KEY}"
    with Endpoint(EndpointOptions(replay=path)) as endpoint:
        assert (endpoint.name, asked(endpoint)) == ("small", "yes")
    shown = capsys.readouterr().err
    assert "1 call, 0 from the cache; 3 prompt and 1 reply tokens" in shown
    assert "0 calls, 1 from the cache" in shown
    assert KEY not in shown
    assert KEY.encode() not in everything_in(tmp_path)


def test_it_is_asked_where_an_event_loop_runs_as_in_a_notebook(shared):
    async def cell() -> list[str]:
        with Endpoint(EndpointOptions(model="small", base_url=shared.address, cache=False)) as endpoint:
            return [asked(endpoint), asked(endpoint, "And now?")]

    assert asyncio.run(cell()) == ["yes", "yes"]


def test_another_variable_may_hold_the_key_and_the_default_one_is_then_not_sent(shared, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "not-this-one")
    monkeypatch.setenv("MY_KEY", KEY)
    with Endpoint(EndpointOptions(model="m", base_url=shared.address, api_key_env="MY_KEY", cache=False)) as endpoint:
        asked(endpoint)
    assert shared.server.calls[-1].headers["authorization"] == f"Bearer {KEY}"


def test_no_option_holds_a_key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    endpoint = Endpoint(EndpointOptions(model="m", base_url="http://localhost:1/v1"))
    with endpoint:
        assert KEY not in repr(endpoint)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            {"model": "m", "api_key_env": "NO_SUCH_KEY", "base_url": "http://localhost:1"},
            "variable NO_SUCH_KEY, got none",
        ),
        ({"model": "m"}, "variable OPENAI_API_KEY, got none"),
        ({"base_url": "http://localhost:1"}, "name it with --model"),
        ({"model": "m", "base_url": "http://localhost:1", "max_cost": 1.0}, "price for m to limit the cost"),
    ],
)
def test_options_of_which_no_endpoint_can_be_made_are_refused(options, words, monkeypatch):
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(EndpointOptionError, match=words), Endpoint(EndpointOptions(**options)):
        pass


def test_the_address_may_come_from_the_environment(shared, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", shared.address)
    with Endpoint(EndpointOptions(model="m", cache=False)) as endpoint:
        assert asked(endpoint) == "yes"


def test_the_model_of_the_environment_has_its_price(shared, tmp_path, monkeypatch):
    monkeypatch.setenv("CAUSALCORE_MODEL", "m")
    prices = tmp_path / "prices.json"
    prices.write_text('{"m": {"prompt": 1, "completion": 10}}')
    with Endpoint(EndpointOptions(base_url=shared.address, max_cost=1.0, prices=prices, cache=False)) as endpoint:
        assert (endpoint.name, asked(endpoint)) == ("m", "yes")


def test_a_budget_stops_before_it_is_passed(shared):
    options = EndpointOptions(model="m", base_url=shared.address, max_tokens=620, cache=False)
    with Endpoint(options) as endpoint:
        asked(endpoint)
        with pytest.raises(BudgetError, match="--max-tokens"):
            asked(endpoint, "x" * 3000)


def test_a_dry_run_asks_nothing_and_says_what_it_would_take(shared, tmp_path):
    prices = tmp_path / "prices.json"
    prices.write_text('{"m": {"prompt": 1, "completion": 10}}')
    live = EndpointOptions(model="m", base_url=shared.address)
    with Endpoint(live) as endpoint:
        asked(endpoint, "0")
    before = len(shared.server.calls)
    dry = EndpointOptions(model="m", base_url=shared.address, dry_run=True, prices=prices)

    async def work(number: int) -> str:
        longest = 100 if number else None
        messages = (Message(role=Role.USER, content=str(number)),)
        return (await endpoint.model.reply(ChatRequest(model="m", messages=messages, max_tokens=longest))).text

    with Endpoint(dry) as endpoint, pytest.raises(DryRunEnd) as end:
        endpoint.ask_all(work, range(5))
    assert len(shared.server.calls) == before
    assert "4 calls, 1 from the cache; about 36 prompt and 400 reply tokens; about 0.0040 dollars" in str(end.value)


def test_an_endpoint_speaks_only_while_it_is_open():
    with pytest.raises(RuntimeError, match="with block"):
        _ = Endpoint(EndpointOptions(model="m"), inner=ScriptedModel(["yes"])).model


def command_line() -> typer.Typer:
    application = typer.Typer(cls=OneLineErrors)
    application.callback()(lambda: None)  # else typer makes one command of it, not a group

    @application.command()
    @endpoint_options
    def say(words: str, endpoint: EndpointOptions) -> None:
        """Say it."""
        with Endpoint(endpoint) as opened:
            typer.echo(asked(opened, words))

    return application


def run(*arguments: str):
    return CliRunner().invoke(command_line(), list(arguments))


def test_every_command_has_the_same_options(shared):
    shown = run("say", "--help").output
    for option in OPTIONS:
        assert f"--{option}" in shown
    done = run("say", "Is it so?", "--model", "m", "--base-url", shared.address, "--no-cache")
    assert (done.exit_code, done.stdout) == (0, "yes\n")


def test_a_failed_endpoint_ends_a_command_with_4_and_one_line():
    done = run("say", "x", "--model", "m", "--base-url", "http://127.0.0.1:9/v1", "--retries", "0", "--no-cache")
    assert done.exit_code == 4
    assert done.stderr.count("\n") == 2
    assert "causalcore: expected a reply from http://127.0.0.1:9/v1, got no connection" in done.stderr


def test_wrong_options_end_a_command_with_2():
    done = run("say", "x", "--base-url", "http://127.0.0.1:9/v1")
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)


def test_a_dry_run_ends_a_command_with_0_and_the_estimate_on_standard_output():
    done = run("say", "x", "--model", "m", "--base-url", "http://127.0.0.1:9/v1", "--dry-run")
    assert done.exit_code == 0
    assert done.stdout.startswith("dry run: 1 call, 0 from the cache")


def test_the_command_shows_and_clears_the_cache(shared):
    runner = CliRunner()
    assert json.loads(runner.invoke(app, ["cache"]).stdout)["replies"] == {}
    run("say", "x", "--model", "m", "--base-url", shared.address)
    shown = json.loads(runner.invoke(app, ["cache", "--format", "json"]).stdout)
    assert shown["replies"] == {"m": 1}
    assert shown["bytes"] > 0
    assert "1 of m" in runner.invoke(app, ["cache", "--format", "text"]).stdout
    assert json.loads(runner.invoke(app, ["cache", "--clear", "--older-than", "1"]).stdout)["removed"] == 0
    assert json.loads(runner.invoke(app, ["cache", "--clear"]).stdout)["removed"] == 1
    assert json.loads(runner.invoke(app, ["cache"]).stdout)["replies"] == {}
    assert runner.invoke(app, ["cache", "--older-than", "1"]).exit_code == 2
    assert runner.invoke(app, ["cache", "--format", "xml"]).exit_code == 2
