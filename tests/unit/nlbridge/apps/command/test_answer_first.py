"""The answer comes first: a few lines, the proofs and all the rest only where they are asked for."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from causalcore import rubric
from nlbridge.answering.answers import judge
from nlbridge.answering.request import Settings
from nlbridge.apps.command.cli import app
from nlbridge.apps.command.presentation.answers import show_answer, show_what_if
from nlbridge.apps.command.presentation.verdicts import show_verdict

ROOT = Path(__file__).parents[5]


def events_in(path: Path) -> int:
    document = json.loads(path.read_text(encoding="utf-8"))
    return len(document.get("scenario", document)["events"])


FIVE = [path for path in sorted((ROOT / "examples" / "scenarios").glob("*.json")) if events_in(path) == 5]
HELD = "The pump held, so the cellar stayed dry."
PUMP = "The pump failed, so the cellar flooded."


def run(*arguments: object, stdin: str | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize("path", FIVE[:3], ids=lambda path: path.stem)
@pytest.mark.parametrize("width", [80, 100])
def test_five_events_take_at_most_fifteen_lines(path: Path, width: int, tmp_path: Path) -> None:
    found = rubric(path, do={"e1": "false"})
    assert len(found.answers) == 5
    file = tmp_path / "shown"
    for edit in (None, found.scenario.text, "It rained on Sunday."):
        with file.open("w") as out:
            console = Console(file=out, width=width, highlight=False)
            show_what_if(console, found.prepared.rubric, 1.0)
            if edit is None:
                show_answer(console, found.prepared)
            else:
                show_verdict(console, judge(found.request, edit, Settings())[1])
        assert len(file.read_text().splitlines()) <= 15
        assert all(len(line) <= width for line in file.read_text().splitlines())


def test_every_event_stands_in_one_list_with_its_confidence() -> None:
    found = rubric(FIVE[0], do={"e1": "false"})
    lines = run("rubric", FIVE[0], "--do", "e1=false", "--format", "text")[1].splitlines()
    listed = {line.split()[1]: line for line in lines if line.startswith(("  ● ", "  ○ ", "  ? "))}
    assert set(listed) == set(found.answers) - {"e1"}
    sure = {event: f"{answer.confidence:.0%}" for event, answer in found.answers.items() if answer.kind != "open"}
    assert all(listed[event].endswith(sure[event]) for event in listed if event in sure)


def test_proofs_are_shown_on_request_only() -> None:
    asked = ("rubric", PUMP, "--do", "e1=false", "--format", "text")
    proof = "'The cellar flooded' needs 'The pump failed'"
    assert proof not in run(*asked)[1]
    assert proof in run(*asked, "--explain")[1]
    judged = (
        "verify",
        PUMP,
        "--do",
        "e1=false",
        "--edit",
        "The pump held, so the cellar stayed dry.",
        "--format",
        "text",
    )
    assert proof not in run(*judged)[1]
    assert proof in run(*judged, "--explain")[1]


def test_markup_in_a_text_is_shown_and_not_obeyed(tmp_path: Path) -> None:
    path = tmp_path / "hostile.json"
    events = [
        {"id": "e1", "statement": "[bold]The pump[/] failed.\n● e9"},
        {"id": "e2", "statement": "It \x1b[31mshone."},
    ]
    path.write_text(json.dumps({"events": events, "links": [{"cause": "e1", "effect": "e2"}]}))
    out = run("derive", path, "--do", "e1=false", "--format", "text")[1]
    assert "[bold]The pump[/] failed" in out
    assert "\x1b[31mshone" not in out


def test_the_command_says_its_version_and_helps() -> None:
    assert run("--version")[1].startswith("causalcore ")
    bare = run()
    assert bare[0] == 0
    assert bare[1] == run("-h")[1] == run("--help")[1]
    for command in ("read", "rubric", "verify", "derive", "ask", "claim", "label", "cache", "schema"):
        assert run(command, "-h") == run(command, "--help")
        assert "Example" in run(command, "-h")[1]


def test_python_runs_the_command_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "causalcore", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == run("--version")[1]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_completes_commands(shell: str) -> None:
    environment = os.environ | {
        "_CAUSALCORE_COMPLETE": f"complete_{shell}",
        "_TYPER_COMPLETE_ARGS": "causalcore ver",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        "COMP_WORDS": "causalcore ver",
        "COMP_CWORD": "1",
    }
    code = "from nlbridge.apps.command.cli import app; app(prog_name='causalcore')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert "verify" in done.stdout
    assert "rubric" not in done.stdout


def test_the_picture_of_the_readme_shows_the_verdict_of_today(tmp_path: Path) -> None:
    from nlbridge.apps.python.verdict import verdict_in_words

    drawn = (ROOT / "docs" / "verdict.svg").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    text, edit = re.search(r'text = "(.+)"', readme)[1], re.search(r'edit = "(.+)"', readme)[1]
    picture = tmp_path / "verdict.svg"
    code, out, _ = run("verify", text, "--had", "the vent not been stuck", "--edit", edit, "--draw", picture)
    row = json.loads(out)
    assert code == 1
    assert verdict_in_words(False, row["errors"], row["confidence"]) in picture.read_text(encoding="utf-8")
    verdict = verdict_in_words(False, row["errors"], 0).split(",")[0]
    marks = [part.split("<")[0] for part in picture.read_text(encoding="utf-8").split('font-weight="bold">')[1:-1]]
    assert verdict in drawn
    assert [mark for mark in marks if f">{mark}<" not in drawn] == []


BAKERY = (
    "Our baker called in sick at four in the morning, so I had to start the ovens alone. Because I started late, the "
    "first batch of rolls was not ready when we opened. Two regular customers left without buying anything. The "
    "delivery van broke down on the ring road that same morning, and therefore the hospital canteen got its "
    "bread an hour late."
)


def test_all_lists_every_question_that_the_short_answer_counts() -> None:
    asked = ["rubric", BAKERY, "--had", "our baker not called in sick", "--format", "text"]
    short, whole = (CliRunner().invoke(app, [*asked, *more]).stdout for more in ([], ["--all"]))
    counted = re.search(r"^(\d+) readings are uncertain; .* causalcore read --review TEXT --had \.\.\.$", short, re.M)
    assert counted is not None
    heading = "Uncertain (the question that affects the most answers first)\n"
    questions = whole.partition(heading)[2].partition("\n\n")[0]
    assert len(re.findall(r"^  - ", questions, re.M)) == int(counted[1])


def test_headings_tell_what_is_proved_from_what_is_likely() -> None:
    out = (
        CliRunner().invoke(app, ["rubric", BAKERY, "--had", "our baker not called in sick", "--format", "text"]).stdout
    )
    assert [line for line in out.splitlines() if line in ("Must change", "Probably changes", "Probably stays")] == [
        "Must change",
        "Probably changes",
        "Probably stays",
    ]


def test_a_missing_file_is_one_plain_sentence() -> None:
    said = CliRunner().invoke(app, ["ask", "clinics.dag", "adjustment(X, Y)"])
    assert "got clinics.dag: No such file or directory; check the path" in str(said.exception) + said.stderr
