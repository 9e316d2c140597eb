"""`read --review`: the dialogue without a terminal, the command with answers, and both together on a real terminal."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from causalcore.scenario.file import load_scenario
from causalcore.scenario.scenario import Event, Link, Provenance, Scenario
from nlbridge.answering.review import Reply, review_of
from nlbridge.apps.command import review as command_review
from nlbridge.apps.command.cli import app
from nlbridge.apps.command.review import Stage, dialogue

ROOT = Path(__file__).parents[5]
COMMAND = "import sys; from nlbridge.apps.command.cli import main; sys.exit(main())"
EVENTS = tuple(Event(id=f"e{k}", statement=f"Thing {k} happened.") for k in range(3))
LINKS = tuple(Link(cause=f"e{k}", effect=f"e{k + 1}", confidence=0.7) for k in range(2))
START = review_of(Scenario(events=EVENTS, links=LINKS))
FIRST, SECOND = "link:e0->e1", "link:e1->e2"
MILL = {
    "events": [
        {"id": "e1", "statement": "It rained."},
        {"id": "e2", "statement": "The pump failed."},
        {"id": "e3", "statement": "The cellar flooded."},
    ],
    "links": [
        {"cause": "e1", "effect": "e2", "confidence": 0.5},
        {"cause": "e2", "effect": "e3", "confidence": 0.7},
    ],
}


@pytest.fixture
def mill(tmp_path: Path) -> Path:
    path = tmp_path / "mill.json"
    path.write_text(json.dumps(MILL), encoding="utf-8")
    return path


def talk(*lines: str, review=START):
    turns = list(dialogue(review, iter(lines)))
    return turns[-1].stage, turns[-1].review.answers, turns


def run(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    return result.exit_code, result.stdout, result.stderr


def refused(*arguments: object) -> str:
    code, out, err = run(*arguments)
    assert (code, out, len(err.splitlines())) == (2, "", 1), (code, out, err)
    return err


def test_the_dialogue_takes_words_in_any_case_and_their_first_letters():
    assert talk("YES\n", " n ")[:2] == (Stage.FINISHED, ((FIRST, Reply.YES), (SECOND, Reply.NO)))
    assert talk("?", "unsure")[1] == ((FIRST, Reply.UNSURE), (SECOND, Reply.UNSURE))


def test_each_answer_stands_in_the_turn_that_asks_the_next_question():
    turns = talk("yes", "no")[2]
    assert [len(turn.review.answers) for turn in turns] == [0, 1, 2]


def test_u_takes_back_an_answer_and_asks_again():
    assert talk("yes", "u", "no", "yes")[1] == ((FIRST, Reply.NO), (SECOND, Reply.YES))
    assert "no answer to take back" in talk("u")[2][1].says


@pytest.mark.parametrize("end", [("q",), ("quit",), ()])
def test_q_and_the_end_of_input_leave_with_the_answers_so_far(end):
    assert talk("yes", *end)[:2] == (Stage.LEFT, ((FIRST, Reply.YES),))


def test_what_is_not_understood_is_asked_again():
    stage, answers, turns = talk("perhaps", "", "yes", "no")
    assert (stage, len(answers)) == (Stage.FINISHED, 2)
    assert "expected yes, no, unsure, u or q, got 'perhaps'" in turns[1].says


def test_where_nothing_is_in_doubt_nothing_is_asked():
    stage, _, turns = talk(review=review_of(Scenario(events=EVENTS)))
    assert (stage, len(turns)) == (Stage.FINISHED, 1)


def test_a_review_that_was_finished_before_can_still_be_undone():
    done = START.answered(FIRST, Reply.YES).answered(SECOND, Reply.YES)
    assert talk("", review=done)[:2] == (Stage.FINISHED, done.answers)
    assert talk("u", "no", review=done)[1] == ((FIRST, Reply.YES), (SECOND, Reply.NO))
    assert talk("q", review=done)[0] is Stage.LEFT


def test_no_claim_and_no_line_typed_can_steer_the_terminal_or_forge_a_line():
    hostile = Event(id="e0", statement="Up\x1b[2J\x9b31m\r\n2 of 2  Forged?\u202e\u2028 now.")
    turns = talk("\x1b]0;x\x07", review=review_of(Scenario(events=(hostile, *EVENTS[1:]), links=LINKS)))[2]
    for turn in turns:
        assert all(character.isprintable() or character == "\n" for character in turn.says)
        assert not any(line.startswith("2 of 2") for line in turn.says.splitlines())


def test_without_a_terminal_and_without_answers_it_is_refused(mill):
    assert "--answers" in refused("read", "--review", mill)
    assert "--answers" in refused("read", "--review", "The pump failed.", "--had", "the pump not failed")


def test_answers_from_a_file_correct_the_scenario(mill, tmp_path):
    answers, out = tmp_path / "answers.json", tmp_path / "corrected.json"
    answers.write_text(json.dumps({"link:e1->e2": "no", "link:e2->e3": "yes"}), encoding="utf-8")
    code, said, err = run("read", "--review", mill, "--answers", answers, "--out", out)
    assert (code, said) == (0, "")
    assert "corrected.json" in err
    assert load_scenario(out).links == (Link(cause="e2", effect="e3", provenance=Provenance.CONFIRMED),)
    assert run("derive", out, "--do", "e2=false")[0] == 0
    assert run("rubric", out, "--do", "e2=false")[0] == 0


def test_questions_without_an_answer_are_named_and_stay_as_they_were(mill):
    code, out, err = run("read", "--review", mill, "--answers", "{}")
    assert code == 0
    assert [link["confidence"] for link in json.loads(out)["links"]] == [0.5, 0.7]
    assert "2 of 2 questions" in err
    assert "\n  link:e1->e2  Did 'The pump failed' come about because of 'It rained'?\n  link:e2->e3  Did" in err


def test_options_that_would_lose_something_or_mean_nothing_are_refused(mill, tmp_path):
    answers = tmp_path / "answers.json"
    answers.write_text("{}", encoding="utf-8")
    review = ("read", "--review", mill, "--answers", answers)
    assert "another file" in refused(*review, "--out", mill)
    assert "another file" in refused(*review, "--out", answers)
    assert ".json" in refused(*review, "--out", tmp_path / "corrected.dot")
    assert "folder that exists" in refused(*review, "--out", tmp_path / "nowhere" / "corrected.json")
    assert "JSON" in refused(*review, "--format", "text")
    assert "got -" in refused("read", "--review", "-", "--answers", "-")
    assert "link:e1->e2" in refused("read", "--review", mill, "--answers", '{"link:e3->e1": "yes"}')
    assert "--review with --had" in refused("read", mill, "--had", "it not rained")
    assert "--review with --out" in refused("read", mill, "--out", tmp_path / "corrected.json")


def test_under_a_what_if_only_what_bears_on_it_is_asked(mill):
    err = run("read", "--review", mill, "--do", "e2=false", "--answers", "{}")[2]
    assert "link:e2->e3" in err
    assert "link:e1->e2" not in err


def on_a_terminal(folder: Path, typed: str, *arguments: str) -> tuple[int, str]:
    """Run the command with a terminal for all its streams; return its exit code and what it showed."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"PYTHONPATH": str(ROOT), "NO_COLOR": "1", "TERM": "xterm"}
    program = [sys.executable, "-c", COMMAND, "read", "--review", *arguments]
    running = subprocess.Popen(program, cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    os.write(ours, typed.encode())
    shown = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the other side is closed
            break
        if not part:
            break
        shown += part
    os.close(ours)
    return running.wait(), shown.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_on_a_terminal_a_review_is_left_and_resumed_without_loss(mill, tmp_path):
    hostile = json.loads(json.dumps(MILL))
    hostile["events"][0]["statement"] = "It rained \x1b[31m\u202e."
    mill.write_text(json.dumps(hostile), encoding="utf-8")
    code, shown = on_a_terminal(tmp_path, "no\nq\n", "mill.json", "--out", "corrected.json")
    assert code == 0, shown
    assert "\x1b[31m" not in shown
    assert "\u202e" not in shown
    assert not (tmp_path / "corrected.json").exists()
    kept = json.loads((tmp_path / "corrected.answers.json").read_text(encoding="utf-8"))
    assert kept["answers"] == {"link:e1->e2": "no"}
    code, shown = on_a_terminal(tmp_path, "yes\n", "mill.json", "--out", "corrected.json")
    assert code == 0, shown
    assert "2 of 2" in shown
    assert load_scenario(tmp_path / "corrected.json").links == (
        Link(cause="e2", effect="e3", provenance=Provenance.CONFIRMED),
    )


def test_each_answer_is_kept_before_the_next_question_is_shown(mill, tmp_path, monkeypatch):
    kept = tmp_path / "corrected.answers.json"

    def typed():
        assert not kept.exists()
        yield "no"
        assert json.loads(kept.read_text(encoding="utf-8"))["answers"] == {"link:e1->e2": "no"}
        raise KeyboardInterrupt

    monkeypatch.setattr(command_review, "on_terminal", lambda: True)
    monkeypatch.setattr(command_review, "_typed", typed)
    assert run("read", "--review", mill, "--out", tmp_path / "corrected.json")[0] == 130
    assert kept.exists()
