"""Every benchmark goes through the same five steps, and one that another distribution brings needs no line here."""

from __future__ import annotations

import json
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from benchmarks.command import registry
from benchmarks.command.compare import app as compare_app
from benchmarks.command.registry import NoBenchmarkError, benchmark, installed
from benchmarks.command.run import app as run_app
from benchmarks.command.score import app as score_app
from benchmarks.protocol import GROUP, Benchmark
from benchmarks.runs.generation import Sampling
from nlbridge.chat.client.scripted import ScriptedModel
from nlbridge.chat.replies.prompt import Respondent

ROOT = Path(__file__).parents[4]
EXAMPLES = ROOT / "examples"
QUESTION = {
    "id": "1",
    "given_info": "The overall probability of rain is 30%. The probability of a wet road is 90% if it rains.",
    "question": "Is rain less likely than no rain?",
    "answer": "yes",
    "meta": {"query_type": "marginal", "rung": 1, "story_id": "rain"},
}
WITHOUT_PREDICTIONS = {"ftc": "--predictions"}
"""The option that names a file of responses, where it is not --generations."""


def example(name: str, folder: Path) -> tuple[Path, Path | None]:
    """Return data and responses of a benchmark."""
    if name == "cladder":
        path = folder / "questions.jsonl"
        path.write_text(json.dumps(QUESTION) + "\n", encoding="utf-8")
        return path, None
    return {
        "calm": (EXAMPLES / "calm_small", None),
        "chg": (EXAMPLES / "chg/items.jsonl", EXAMPLES / "chg/answers.jsonl"),
        "clomo": (EXAMPLES / "clomo/items.json", EXAMPLES / "clomo/answers.jsonl"),
        "cobe": (EXAMPLES / "cobe_small.json", EXAMPLES / "cobe_answers.jsonl"),
        "conditionals": (EXAMPLES / "conditionals/items.jsonl", EXAMPLES / "conditionals/preferences.jsonl"),
        "ftc": (EXAMPLES / "ftc_small.jsonl", EXAMPLES / "ftc_small_predictions.jsonl"),
    }[name]


OURS = [name for name, entry in installed().items() if entry.value.startswith("benchmarks.")]


def test_every_folder_with_a_benchmark_is_registered():
    folders = {path.parent.name for path in (ROOT / "benchmarks").glob("*/benchmark.py")}
    assert folders == set(OURS)


def test_no_command_names_a_benchmark():
    for path in (ROOT / "benchmarks" / "command").glob("*.py"):
        imported = [line for line in path.read_text(encoding="utf-8").splitlines() if "import " in line]
        assert not [line for line in imported for name in OURS if f"benchmarks.{name}" in line and ">>>" not in line]


@pytest.mark.parametrize("name", OURS)
def test_the_five_steps_give_the_figures_of_the_command(name: str, tmp_path: Path) -> None:
    data, responses = example(name, tmp_path)
    arguments = [str(data), "--out", str(tmp_path / "scores"), "--format", "json"]
    given = [WITHOUT_PREDICTIONS.get(name, "--generations"), str(responses)] if responses is not None else []
    done = CliRunner().invoke(score_app, [name, *arguments, *given])
    assert done.exit_code == 0, done.output
    found = benchmark(name)
    assert isinstance(found, Benchmark)
    skipped: list[str] = []
    items = found.load(data, skipped=skipped)
    (tmp_path / "steps").mkdir()
    samples = found.judge(items, found.parse(responses, items), tmp_path / "steps")
    figures = found.summarise(items, samples, {}).figures
    written = json.loads((tmp_path / "scores" / "summary.json").read_text(encoding="utf-8"))
    assert json.loads(json.dumps(figures)) == {key: value for key, value in written.items() if key in figures}
    assert set(written) - set(figures) <= {"skipped_items", "without_answer"}


@pytest.mark.parametrize("name", OURS)
def test_every_benchmark_asks_a_question_and_compares_a_run_with_itself(name: str, tmp_path: Path) -> None:
    data, responses = example(name, tmp_path)
    found = benchmark(name)
    items = found.load(data, limit=1, skipped=[])
    who = Respondent(chat=ScriptedModel([]), model="any")
    keys = [question.key for question in found.prompt(items, who, Sampling())]
    assert keys
    assert len(set(keys)) == len(keys)
    out = tmp_path / "scores"
    given = [WITHOUT_PREDICTIONS.get(name, "--generations"), str(responses)] if responses is not None else []
    CliRunner().invoke(score_app, [name, str(data), "--out", str(out), *given])
    rows = found.compared(out)
    assert rows
    assert {judge for row in rows for judge in row.verdicts} <= set(found.judges)


@pytest.fixture
def bbeh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the example's distribution installed."""
    monkeypatch.syspath_prepend(str(EXAMPLES / "bbeh"))
    monkeypatch.delitem(sys.modules, "causal_understanding", raising=False)
    added = EntryPoint(name="bbeh-causal", value="causal_understanding:BENCHMARK", group=GROUP)
    ours = installed()
    monkeypatch.setattr(registry, "entry_points", lambda group: (*ours.values(), added) if group == GROUP else ())


def answers(folder: Path, name: str, words: list[str]) -> Path:
    path = folder / f"{name}.jsonl"
    rows = [{"id": f"bbeh-{n}", "model": name, "response": text} for n, text in enumerate(words)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.mark.usefixtures("bbeh")
def test_a_benchmark_of_another_distribution_is_scored_and_compared(tmp_path: Path) -> None:
    data = str(EXAMPLES / "bbeh/task.json")
    said = {
        "small": ["It was locked. The answer is: No.", "The answer is no", "I cannot tell."],
        "large": ["**No**", "Yes, it suffices. The answer is yes", "People are split: ambiguous"],
    }
    figures: dict[str, Any] = {}
    for name, words in said.items():
        out = ["--out", str(tmp_path / name), "--format", "json"]
        file = answers(tmp_path, name, words)
        done = CliRunner().invoke(score_app, ["bbeh-causal", data, "--generations", str(file), *out])
        assert done.exit_code == 0, done.output
        figures[name] = json.loads(done.stdout)["shares"]
    assert figures["small"]["accuracy"]["hits"] == 1
    assert figures["small"]["undetermined"]["hits"] == 1
    assert figures["large"]["accuracy"]["hits"] == 3
    folders = [str(tmp_path / "small"), str(tmp_path / "large")]
    done = CliRunner().invoke(compare_app, ["bbeh-causal", *folders, "--format", "json"])
    assert json.loads(done.stdout)["judges"]["answer"]["overall"]["only_second"] == 1


@pytest.mark.usefixtures("bbeh")
def test_a_benchmark_of_another_distribution_is_asked(tmp_path: Path) -> None:
    arguments = ["bbeh-causal", str(EXAMPLES / "bbeh/task.json"), "--model", "any", "--out", str(tmp_path / "run")]
    done = CliRunner().invoke(run_app, [*arguments, "--base-url", "http://localhost:9/v1", "--dry-run"])
    assert "3" in str(done.exception or done.output)


def test_what_is_not_installed_or_no_benchmark_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoBenchmarkError, match=r"choose one of \w+, "):
        benchmark("none")
    wrong = EntryPoint(name="wrong", value="json:dumps", group=GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: (wrong,))
    with pytest.raises(NoBenchmarkError, match="expected a benchmark at json:dumps"):
        benchmark("wrong")
    for value, came in (("json:NOPE", "no attribute 'NOPE'"), ("no_such_module:X", "No module named 'no_such_module'")):
        absent = EntryPoint(name="absent", value=value, group=GROUP)
        monkeypatch.setattr(registry, "entry_points", lambda group, entry=absent: (entry,))
        with pytest.raises(NoBenchmarkError, match=f"absent of an unnamed package at {value}, got .*{came}"):
            benchmark("absent")
        listed = CliRunner().invoke(score_app, ["--help"])
        assert listed.exit_code == 0
        assert "expected the benchmark absent of an unnamed package" in listed.stderr
    monkeypatch.setattr(registry, "entry_points", lambda group: ())
    with pytest.raises(NoBenchmarkError, match="install the project again"):
        benchmark("cobe")


def test_the_page_shows_the_example_as_it_is():
    page = (ROOT / "docs/how-to/add-a-benchmark.md").read_text(encoding="utf-8")
    shown = page.split("```py\n")[1].split("```")[0]
    assert shown in (EXAMPLES / "bbeh/causal_understanding.py").read_text(encoding="utf-8")
