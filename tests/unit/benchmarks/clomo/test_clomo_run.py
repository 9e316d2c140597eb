"""`causalcore run clomo` against an endpoint on this machine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import typer
from typer.testing import CliRunner

from benchmarks.clomo.data import load
from benchmarks.command import compare as compare_command
from benchmarks.command import run as run_command
from nlbridge.apps.command.cli import OneLineErrors
from nlbridge.testing.chat_server import ChatServer, serving

if TYPE_CHECKING:
    from collections.abc import Iterator

ITEMS = Path(__file__).parents[4] / "examples" / "clomo" / "items.json"
REFERENCES = {item.task: item.reference for item in load(ITEMS).items}
TWO = {"responses": 2, "decided": 2, "undecided": 0}


def answer(body: dict[str, Any]) -> str:
    """Give the reference to a task, and yes to every question about a relation."""
    words = body["messages"][-1]["content"]
    return REFERENCES.get(words, "So it seems. Answer: yes")


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[tuple[str, ChatServer]]:
    monkeypatch.setenv("CAUSALCORE_CACHE", str(tmp_path / "cache"))
    server = ChatServer(answer)
    with serving(server) as address:
        yield address, server


def run(address: str, out: Path, *more: str) -> tuple[int, str, str]:
    application = typer.Typer(cls=OneLineErrors)
    application.add_typer(run_command.app, name="run")
    where = ["--base-url", address, "--model", "small", "--no-cache", "--retries", "0"]
    done = CliRunner().invoke(application, ["run", "clomo", str(ITEMS), "--out", str(out), *where, *more])
    return done.exit_code, done.stdout, done.stderr


def test_a_run_asks_each_item_once_and_scores_its_responses(endpoint: tuple[str, ChatServer], tmp_path: Path) -> None:
    address, server = endpoint
    code, out, _ = run(address, tmp_path / "run")
    summary = json.loads(out)
    assert code == 0
    assert len(server.calls) == 4
    assert summary["generation"] == {"asked": 4, "responses": 4, "without_response": 0, "errors": {}}
    assert summary["models"]["small"]["form"]["edited"]["accuracy"]["hits"] == 4
    code, _, _ = run(address, tmp_path / "run")
    assert code == 0
    assert len(server.calls) == 4  # nothing is asked again
    _, _, err = run(address, tmp_path / "run", "--solver-seconds", "9")
    assert "judged differently before" in err


def test_with_judge_the_model_judges_itself(endpoint: tuple[str, ChatServer], tmp_path: Path) -> None:
    address, server = endpoint
    code, out, _ = run(address, tmp_path / "run", "--judge", "--limit", "2")
    judge = json.loads(out)["models"]["small"]["judge"]
    assert code == 0
    assert len(server.calls) == 2 + 2 * 4
    assert judge["s"]["paper"] == TWO | {"mean": 0.0, "mean_of_decided": 0.0}
    assert judge["s"]["released"] == TWO | {"mean": 1.0, "mean_of_decided": 1.0}
    assert judge["task_met"]["accuracy"]["hits"] == 0


def test_items_without_a_response_are_not_scored(tmp_path: Path) -> None:
    code, out, err = run("http://127.0.0.1:9/v1", tmp_path / "run")
    assert code == 4
    assert json.loads(out)["models"] == {}
    assert "4 of 4 questions have no response" in err


def scored(folder: Path, *rows: tuple[str, str, int | None]) -> str:
    folder.mkdir()
    samples = [
        {"id": name, "relation": relation, "logic": {"s": {"paper": s, "released": s}}, "judge": None}
        for name, relation, s in rows
    ]
    (folder / "samples.jsonl").write_text("".join(json.dumps(one) + "\n" for one in samples), encoding="utf-8")
    return str(folder)


def compare(*arguments: str) -> tuple[int, str, str]:
    application = typer.Typer(cls=OneLineErrors)
    application.add_typer(compare_command.app, name="compare")
    done = CliRunner().invoke(application, ["compare", "clomo", *arguments])
    return done.exit_code, done.stdout, done.stderr


def test_two_runs_are_compared_on_what_both_decided(tmp_path: Path) -> None:
    ids = [f"item{index}" for index in range(12)]
    good = scored(tmp_path / "good", *((name, "weakens", 1) for name in ids), ("open", "weakens", None))
    bad = scored(tmp_path / "bad", *((name, "weakens", 0) for name in ids), ("open", "weakens", 1))
    code, out, _ = compare(bad, good, "--format", "json")
    found = json.loads(out)
    assert code == 0
    assert found["shared"] == 13
    assert found["logic"]["paper"]["undecided"] == 1
    assert found["logic"]["paper"]["overall"]["verdict"] == "second"
    assert found["logic"]["paper"]["relations"]["W"]["pairs"] == 12
    assert found["judge"]["paper"]["overall"]["pairs"] == 0
    _, words, _ = compare(bad, good, "--format", "text")
    assert "by logic, s = 1 (paper): good is better; 0.0% and 100.0% of 12" in words
    _, words, _ = compare(good, good, "--format", "text")
    assert "tied" in words


def test_what_is_no_scored_run_is_refused(tmp_path: Path) -> None:
    good = scored(tmp_path / "good", ("a", "weakens", 1))
    twice = scored(tmp_path / "twice", ("a", "weakens", 1), ("a", "weakens", 0))
    (tmp_path / "other").mkdir()
    for wrong, words in ((twice, "score each model apart"), (str(tmp_path / "other"), "run or score first")):
        code, _, err = compare(good, wrong)
        assert code == 2
        assert words in err
    (tmp_path / "other" / "samples.jsonl").write_text("{}\n", encoding="utf-8")
    assert "expected a sample of this benchmark" in compare(good, str(tmp_path / "other"))[2]
