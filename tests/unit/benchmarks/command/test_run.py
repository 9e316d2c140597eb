"""`causalcore run cobe` and `compare cobe` against an endpoint on this machine."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer
from typer.testing import CliRunner

from benchmarks.cobe.benchmark import BENCHMARK as COBE
from benchmarks.command import compare as compare_command
from benchmarks.command import run as run_command
from benchmarks.command import score as score_command
from benchmarks.command.run_comparison import NothingSharedError, compare, sections, sentence
from benchmarks.conditionals import command as conditionals_command
from benchmarks.conditionals.benchmark import BENCHMARK as CONDITIONALS
from benchmarks.errors import DatasetMissingError, MalformedItemError
from benchmarks.runs.compared import Compared, OtherBenchmarkError, refuse_other_benchmark
from benchmarks.runs.generation import GENERATIONS
from benchmarks.runs.run_folder import prepare_run
from benchmarks.runs.runner import OtherRunError, rows_in
from benchmarks.statistics.comparison import paired
from nlbridge.apps.command.cli import OneLineErrors
from nlbridge.testing.chat_server import ChatServer, serving

KEY = "planted-901c-secret"
EXAMPLES = Path(__file__).parents[4] / "examples" / "cobe_small.json"


@pytest.fixture
def world(tmp_path, monkeypatch):
    """Two items, an endpoint that gives the representative answer, and a folder."""
    monkeypatch.setenv("CAUSALCORE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    rows = json.loads(EXAMPLES.read_text(encoding="utf-8"))[:2]
    data = tmp_path / "data.json"
    data.write_text(json.dumps([{name: row[name] for name in row if name != "responses"} for row in rows]))
    answers = {row["Variation text"]: row["Representative answer"] for row in rows}
    server = ChatServer(lambda body: answers[body["messages"][0]["content"].split("\n\n")[0]])
    with serving(server) as address:
        yield SimpleNamespace(server=server, address=address, data=data, out=tmp_path / "run", folder=tmp_path)


def command(*arguments: object):
    application = typer.Typer(cls=OneLineErrors)
    application.add_typer(run_command.app, name="run")
    application.add_typer(compare_command.app, name="compare")
    application.add_typer(score_command.app, name="score")
    application.add_typer(conditionals_command.app, name="conditionals")
    return CliRunner().invoke(application, [str(argument) for argument in arguments])


def run(world, *more: object, model: str = "small"):
    where = ("--base-url", world.address, "--no-cache", "--retries", 0, "--concurrency", 1)
    return command("run", "cobe", world.data, "--out", world.out, "--model", model, *where, *more)


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_each_phrasing_is_asked_once_judged_and_never_asked_again(world):
    done = run(world, "--temperature", "0.5", "--seed", 3, "--reply-tokens", 200)
    assert done.exit_code == 0, done.stderr
    body = world.server.calls[0].body
    assert [message["role"] for message in body["messages"]] == ["user"]
    assert (body["temperature"], body["seed"], body["max_tokens"]) == (0.5, 3, 200)
    assert len(world.server.calls) == 6
    summary = json.loads((world.out / "summary.json").read_text())
    assert summary["generation"] == {"asked": 6, "responses": 6, "without_response": 0, "errors": {}}
    assert summary["samples"] == len(lines(world.out / "samples.jsonl")) == 6
    assert summary["derived"]["correct"] + summary["derived"]["undetermined"] == 6
    again = run(world, "--temperature", "0.5", "--seed", 3, "--reply-tokens", 200)
    assert (again.exit_code, len(world.server.calls)) == (0, 6)
    assert again.stdout == done.stdout
    assert {path.name for path in world.out.iterdir()} == {
        "config.json",
        GENERATIONS,
        "samples.jsonl",
        "summary.json",
        "report.md",
        "report.html",
    }


def test_a_torn_run_asks_only_for_what_is_missing(world):
    run(world)
    path = world.out / GENERATIONS
    rows = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(rows[:3]) + rows[3][:40])
    (world.out / "samples.jsonl").unlink()
    world.server.calls.clear()
    assert run(world).exit_code == 0
    assert len(world.server.calls) == 3
    assert Counter(row["key"] for row in lines(path)) == Counter(json.loads(row)["key"] for row in rows)


def test_a_question_without_response_is_no_sample_and_is_asked_by_the_next_run(world):
    world.server.faults = ["ok", "500", "ok", "quota"]
    stopped = run(world)
    assert stopped.exit_code == 4
    assert "4 of 6 questions have no response" in stopped.stderr
    summary = json.loads(stopped.stdout)
    assert summary["generation"]["errors"] == {"EndpointError": 1, "QuotaError": 3}
    assert summary["samples"] == 2
    assert len(world.server.calls) == 4  # nothing was asked after the quota
    assert run(world).exit_code == 0
    assert len(lines(world.out / "samples.jsonl")) == 6
    assert set(world.server.paid.values()) == {1}


def test_another_way_of_judging_judges_the_same_responses_again(world):
    run(world)
    before = (world.out / GENERATIONS).read_bytes()
    done = run(world, "--implicit", "none")
    assert done.exit_code == 0
    assert "judging the responses again" in done.stderr
    assert len(world.server.calls) == 6
    assert (world.out / GENERATIONS).read_bytes() == before
    assert len(lines(world.out / "samples.jsonl")) == 6
    [kept] = [path for path in world.out.iterdir() if path.name.startswith("samples-")]
    assert len(lines(kept)) == 6
    assert json.loads((world.out / "config.json").read_text())["scoring"]["implicit"] == "none"


def test_a_folder_of_another_run_is_refused_before_anything_is_asked(world):
    run(world, "--limit", 1)
    calls = len(world.server.calls)
    other = run(world, model="large")
    assert other.exit_code == 2
    assert 'with model "large", got' in other.stderr
    assert len(world.server.calls) == calls
    assert run(world).exit_code == 0  # more items of the same run
    assert len(world.server.calls) == 6


def test_a_folder_with_something_else_is_refused(tmp_path):
    (tmp_path / "diary.txt").write_text("private")
    with pytest.raises(OtherRunError, match=r"without config\.json"):
        prepare_run(tmp_path, generation={}, scoring={}, noted={})
    with pytest.raises(OtherRunError, match="the file"):
        prepare_run(tmp_path / "diary.txt", generation={}, scoring={}, noted={})


def test_a_broken_line_of_responses_is_told_and_not_paid_over(tmp_path):
    (tmp_path / GENERATIONS).write_text('{"id": "a"}\n')
    with pytest.raises(MalformedItemError, match="line 1"):
        rows_in(tmp_path, GENERATIONS)


def test_a_dry_run_writes_nothing(world):
    done = run(world, "--dry-run", "--reply-tokens", 10)
    assert (done.exit_code, world.out.exists(), len(world.server.calls)) == (0, False, 0)
    assert done.stdout.startswith("dry run: 6 calls")


def test_a_key_and_markup_in_a_response_reach_no_file_unhidden(world):
    world.server.answer = f"<script>alert('{KEY}')</script> The fuse did not blow."
    done = run(world, "--record", world.folder / "talk.jsonl")
    assert done.exit_code == 0
    written = b"".join(path.read_bytes() for path in world.folder.rglob("*") if path.is_file())
    assert KEY.encode() not in written + (done.stdout + done.stderr).encode()
    assert world.server.calls[0].headers["authorization"] == f"Bearer {KEY}"
    page = (world.out / "report.html").read_text(encoding="utf-8")
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


def test_repeats_are_asked_and_judged_one_by_one(world):
    assert run(world, "--limit", 1, "--repeats", 2).exit_code == 0
    assert len(world.server.calls) == 6
    assert len(lines(world.out / "samples.jsonl")) == 6


def test_conditionals_are_scored_by_what_the_endpoint_finds_more_probable(world):
    data = world.folder / "items.jsonl"
    assert command("conditionals", "generate", "--count", 14, "--out", data).exit_code == 0
    world.server.answer = "A"
    world.server.alternatives = (("A", -0.5), ("B", -1.5))
    where = ("--model", "m", "--base-url", world.address, "--no-cache", "--out", world.out, "--limit", 3)
    done = command("run", "conditionals", data, *where)
    assert done.exit_code == 0, done.stderr
    assert len(world.server.calls) == 6  # both orders of the two completions
    rows = lines(world.out / GENERATIONS)
    assert len(rows) == 3
    for row in rows:  # a model that looks at the place alone prefers neither
        assert row["logprobs"]["congruent"] == pytest.approx(row["logprobs"]["incongruent"])
    world.server.alternatives = ()
    world.out = world.folder / "none"
    none = command("run", "conditionals", data, *where[:-4], "--out", world.out, "--limit", 1)
    assert none.exit_code == 4
    assert "log-probabilities of both choices" in none.stderr


def test_two_folders_are_compared_on_the_command_line(world):
    run(world)
    first = world.out
    world.out = world.folder / "worse"
    texts = {row["Variation text"] for row in json.loads(world.data.read_text())}
    world.server.answer = lambda body: next(text for text in texts if body["messages"][0]["content"].startswith(text))
    run(world)
    done = command("compare", "cobe", first, world.out, "--out", world.folder / "both")
    assert done.exit_code == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["shared"] == 6
    assert found["judges"]["dataset"]["overall"]["verdict"] == "tied"  # two scenarios cannot tell
    assert json.loads((world.folder / "both" / "comparison.json").read_text()) == found
    shown = command("compare", "cobe", first, world.out, "--format", "text").stdout
    assert shown.startswith("6 questions that both answered\nBy the rubric derived from text and what-if: tied\n  run ")
    assert command("compare", "cobe", first, world.folder).exit_code == 2


def sample(core: int, right: bool | None, query_index: int = 0) -> Compared:
    return Compared(
        question=f"{core}v1, phrasing {query_index + 1}",
        cluster=str(core),
        verdicts={"derived": right, "dataset": None},
        cuts={"domain": "odd" if core % 2 else "even", "phrasing": str(query_index + 1)},
    )


RIGHT, WRONG, OPEN = True, False, None


def test_a_run_that_is_right_where_the_other_is_wrong_is_better():
    first = [sample(core, RIGHT if core < 10 else WRONG, query) for core in range(30) for query in range(3)]
    second = [sample(core, RIGHT if core < 24 else WRONG, query) for core in range(30) for query in range(3)]
    found = compare(first, second, COBE.judges)["judges"]["derived"]
    assert found["overall"]["verdict"] == "second"
    assert found["overall"]["p"] == pytest.approx(paired([False] * 14, [True] * 14).p, abs=1e-3)
    assert found["overall"]["clusters"] == 30
    cuts = found["cuts"]
    assert set(cuts) == {"domain even", "domain odd", "phrasing 1", "phrasing 2", "phrasing 3"}
    assert all(cut["p_holm"] >= cut["p"] for cut in cuts.values())


def test_only_what_both_decided_is_compared_and_the_rest_is_counted():
    first = [sample(0, RIGHT), sample(1, OPEN), sample(2, RIGHT), sample(9, RIGHT)]
    second = [sample(0, WRONG), sample(1, RIGHT), sample(2, OPEN), sample(8, RIGHT)]
    found = compare(first, second, COBE.judges)
    assert (found["shared"], found["only_in_first"], found["only_in_second"]) == (3, 1, 1)
    assert found["judges"]["derived"]["overall"]["pairs"] == 1
    derived = found["judges"]["derived"]
    assert (derived["undetermined_in_first"], derived["undetermined_in_second"]) == (1, 1)
    (questions, *_) = sections(found, ("small", "large"), COBE.judges)
    assert "1 that small alone answered and 1 that large alone answered" in questions.words


def test_the_better_run_is_not_told_that_no_difference_would_show():
    few = [[sample(core, right if core < 6 else RIGHT) for core in range(60)] for right in (RIGHT, WRONG)]
    found = compare(*few, COBE.judges)["judges"]["derived"]
    assert (found["overall"]["verdict"], found["overall"]["detectable"]) == ("first", None)
    assert "no difference would show" not in sentence(found, ("small", "large"))


def test_runs_of_different_items_are_not_compared():
    with pytest.raises(NothingSharedError, match="none in common"):
        compare([sample(1, RIGHT)], [sample(2, RIGHT)], COBE.judges)


def test_samples_of_another_benchmark_are_refused(tmp_path):
    (tmp_path / "samples.jsonl").write_text('{"id": "a"}\n')
    with pytest.raises(MalformedItemError, match="of this benchmark"):
        CONDITIONALS.compared(tmp_path)
    with pytest.raises(DatasetMissingError):
        CONDITIONALS.compared(tmp_path / "none")


@pytest.fixture
def scored(tmp_path):
    """Score the examples of CLoMo, one folder for each model, and one of CoBe."""
    root = EXAMPLES.parent
    rows = lines(root / "clomo" / "answers.jsonl")
    for model in ("careful", "hasty"):
        answers = tmp_path / f"{model}.jsonl"
        answers.write_text("".join(json.dumps(row) + "\n" for row in rows if row["model"] == model), encoding="utf-8")
        given = ("--generations", answers, "--formalisations", root / "clomo" / "formulas.jsonl")
        assert (
            command("score", "clomo", root / "clomo" / "items.json", *given, "--out", tmp_path / model).exit_code == 0
        )
    return tmp_path


def test_two_runs_of_clomo_are_compared_into_a_folder(scored):
    done = command(
        "compare", "clomo", scored / "careful", scored / "hasty", "--out", scored / "both", "--format", "json"
    )
    assert done.exit_code == 0, done.stderr
    written = json.loads((scored / "both" / "comparison.json").read_text(encoding="utf-8"))
    assert written == {"first": str(scored / "careful"), "second": str(scored / "hasty"), **json.loads(done.stdout)}
    report = (scored / "both" / "report.md").read_text(encoding="utf-8")
    assert "# CLoMo: careful and hasty" in report
    assert "| paper | all | 4 |" in report
    assert (scored / "both" / "report.html").is_file()


def test_a_folder_of_another_benchmark_is_named(scored):
    for name in ("cobe", "chg"):
        done = command("compare", name, scored / "careful", scored / "hasty")
        assert done.exit_code == 2
        assert f"expected two runs of {name}" in done.stderr
        assert "this folder is a clomo run" in done.stderr
    with pytest.raises(OtherBenchmarkError, match="two runs of ftc"):
        refuse_other_benchmark(scored / "hasty", "ftc")


def test_runs_without_a_question_that_both_decided_are_not_compared(tmp_path):
    row = {"id": "a", "model": "m", "story": "s", "rung": 1}
    for name, outcome in (("one", "undetermined"), ("two", "correct")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "samples.jsonl").write_text(json.dumps({**row, "outcome": outcome}) + "\n", encoding="utf-8")
    done = command("compare", "cladder", tmp_path / "one", tmp_path / "two", "--format", "json")
    assert done.exit_code == 3
    assert json.loads(done.stdout)["shared"] == 1
    assert "no question was decided in both runs" in done.stderr


def test_empty_responses_are_counted_on_standard_error_each_time(world):
    world.server.answer = lambda body: ""
    for _ in range(2):
        done = run(world)
        assert done.exit_code == 0, done.stderr
        assert "causalcore: 6 of 6 responses are empty and count as wrong; " in done.stderr


def test_conditionals_say_what_came_in_place_of_items(tmp_path):
    items, answers = tmp_path / "items.jsonl", tmp_path / "answers.jsonl"
    answers.write_text("")
    items.write_text('{"id": "a", "condition": "CW"}')
    refused = command("score", "conditionals", items, "--generations", answers, "--out", tmp_path / "out")
    assert (refused.exit_code, "none; the first: items:1" in refused.stderr) == (2, True)
    neither = command("score", "conditionals", items, "--out", tmp_path / "out")
    assert (neither.exit_code, "got neither; give one" in neither.stderr) == (2, True)
    items.write_text('{"id": 1}')
    row = json.loads(command("conditionals", "--jsonl", items).stdout)
    assert row["error"] == 'expected "sentence" to be a text, got nothing; write one sentence or two'
