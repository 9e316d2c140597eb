"""Files of responses: the same answer twice is refused everywhere, and unanswered questions are counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchmarks.command.score import app
from benchmarks.errors import MalformedItemError
from benchmarks.runs.generation import plain_responses
from benchmarks.runs.responses import unwrapped
from logic.errors import ReasoningError

EXAMPLES = Path(__file__).parents[4] / "examples"
FILES = {
    "cobe": (EXAMPLES / "cobe_small.json", EXAMPLES / "cobe_answers.jsonl"),
    "chg": (EXAMPLES / "chg" / "items.jsonl", EXAMPLES / "chg" / "answers.jsonl"),
    "clomo": (EXAMPLES / "clomo" / "items.json", EXAMPLES / "clomo" / "answers.jsonl"),
}


def scored(name: str, lines: list[str], folder: Path):
    data, _ = FILES[name]
    answers = folder / "answers.jsonl"
    answers.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return CliRunner().invoke(app, [name, str(data), "--generations", str(answers), "--out", str(folder / "out")])


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_file_that_holds_each_answer_twice_is_refused(name: str, tmp_path: Path) -> None:
    lines = FILES[name][1].read_text(encoding="utf-8").splitlines()
    done = scored(name, [*lines, *lines], tmp_path)
    assert isinstance(done.exception, MalformedItemError)
    assert f"expected each id once, got {json.loads(lines[0])['id']}" in str(done.exception)
    assert f"line {len(lines) + 1}" in str(done.exception)


@pytest.mark.parametrize(
    ("name", "option"),
    [
        *((name, "--generations") for name in ("calm", "chg", "clomo", "cobe", "cladder", "conditionals")),
        ("ftc", "--predictions"),
    ],
)
def test_a_file_without_a_response_is_refused_and_nothing_else_is_scored_for_it(
    name: str, option: str, tmp_path: Path
) -> None:
    empty, question = tmp_path / "empty.jsonl", tmp_path / "questions.jsonl"
    empty.write_text("\n", encoding="utf-8")
    question.write_text('{"id": "1", "question": "Is rain likely?", "answer": "yes"}', encoding="utf-8")
    data = {
        "calm": EXAMPLES / "calm_small",
        "cladder": question,
        "conditionals": EXAMPLES / "conditionals" / "items.jsonl",
        "ftc": EXAMPLES / "ftc_small.jsonl",
    }.get(name) or FILES[name][0]
    done = CliRunner().invoke(app, [name, str(data), option, str(empty), "--out", str(tmp_path / "out")])
    assert isinstance(done.exception, ReasoningError)
    assert "got none" in str(done.exception)
    assert str(empty) in str(done.exception)
    assert not (tmp_path / "out" / "summary.json").exists()


@pytest.mark.parametrize(("name", "note"), [("cobe", "14 of 15"), ("chg", "2 of 3"), ("clomo", "3 of 4")])
def test_questions_without_an_answer_are_counted(name: str, note: str, tmp_path: Path) -> None:
    line = FILES[name][1].read_text(encoding="utf-8").splitlines()[0]
    model = json.loads(line)["model"]
    done = scored(name, [line], tmp_path)
    assert done.exit_code == 0, done.output
    assert f"{note} questions have no answer by {model} and are in no share" in done.stderr
    summary = json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf-8"))
    assert summary["without_answer"] == {model: int(note.split()[0])}


def test_repeated_samples_are_told_apart_by_their_key(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    rows = [{"key": key, "id": "1", "model": "m", "response": "yes"} for key in ("1", "1-r1")]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert len(plain_responses(path, {"1"})) == 2
    path.write_text("".join(json.dumps(rows[0]) + "\n" for _ in range(2)), encoding="utf-8")
    with pytest.raises(MalformedItemError, match=r"got 1 of m again in answers.jsonl, line 2; remove one"):
        plain_responses(path, {"1"})


@pytest.mark.parametrize(
    "wrap",
    [
        lambda said: f"<think>\nIs it so? It may be.\n</think>\n\n{said}",
        lambda said: f"It may be so.</think>{said}",
        lambda said: f"```text\n{said}\n```",
        lambda said: json.dumps({"response": said}),
        lambda said: f"<think>It may be.</think>\n```json\n{json.dumps({'text': said})}\n```\n",
    ],
    ids=["thoughts", "thoughts without a beginning", "fence", "object", "all"],
)
@pytest.mark.parametrize("name", sorted(FILES))
def test_thoughts_a_fence_and_an_object_around_a_response_change_no_verdict(name, wrap, tmp_path):
    found = []
    line = json.loads(FILES[name][1].read_text(encoding="utf-8").splitlines()[0])
    for folder, said in (("plain", line["response"]), ("wrapped", wrap(line["response"]))):
        (tmp_path / folder).mkdir()
        scored(name, [json.dumps({**line, "response": said})], tmp_path / folder)
        found.append((tmp_path / folder / "out" / "samples.jsonl").read_text(encoding="utf-8"))
    assert found[0] == found[1]


@pytest.mark.parametrize("said", [" It rained. ", '{"answer": 2, "why": "It rained."}', "It ```rained``` there.", "{"])
def test_a_response_that_nothing_wraps_stays_as_it_is(said):
    assert unwrapped(said) == said
