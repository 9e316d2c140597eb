from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score
from typer.testing import CliRunner

from benchmarks.chg.data import load
from benchmarks.chg.rater_agreement import agreement_table, with_people
from benchmarks.chg.reference_likeness import SemanticModels, reference_likeness
from benchmarks.chg.response import DIMENSIONS, Ratings, load_responses, references
from benchmarks.chg.score import ChgSample, column, score
from benchmarks.chg.summary import Rater, constraint_proportions, model_comparison
from benchmarks.command.compare import app as compare_app
from benchmarks.command.run import app as run_app
from benchmarks.command.score import app
from benchmarks.statistics.comparison import mcnemar
from nlbridge.answering.request import RequestError
from nlbridge.testing.chat_server import ChatServer, serving

EXAMPLES = Path(__file__).parents[4] / "examples" / "chg"
ITEMS, ANSWERS = EXAMPLES / "items.jsonl", EXAMPLES / "answers.jsonl"
ASKED = ("difference", "consistent", "repeats_weakener", "within_limits", "neutral", "stronger_with_weakener", "good")
GRADES = st.tuples(st.integers(1, 3), st.integers(1, 3))


def sample(number: int, model: str, ours: Ratings, *people: Ratings) -> ChgSample:
    return ChgSample(
        id=str(number),
        core=str(number),
        model=model,
        response="x",
        hypothesis="h",
        reference="",
        ratings=ours,
        human=people,
    )


def test_the_command_writes_samples_summary_and_reports(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["chg", str(ITEMS), "--generations", str(ANSWERS), "--out", str(tmp_path)])
    assert result.exit_code == 0
    summary = json.loads(result.stdout)
    assert summary["constraints"]["hasty"]["rubric"]["repeats_weakener"]["accuracy"]["hits"] == 1
    assert summary["agreement"]["rubric_with_people"]["good"]["decided"] == 5
    rows = [json.loads(line) for line in (tmp_path / "samples.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["id"] for row in rows] == ["kiosk", "kiosk", "greenhouse", "greenhouse", "ferry", "ferry"]
    assert all(set(ASKED) <= set(row) for row in rows)
    assert rows[0]["good"] is None
    assert "Agreement of two people" in (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "<script>" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_two_runs_are_compared_on_what_both_decided(tmp_path: Path) -> None:
    answers = [json.loads(line) for line in ANSWERS.read_text(encoding="utf-8").splitlines()]
    for model in ("careful", "hasty"):
        lines = [json.dumps(row) for row in answers if row["model"] == model]
        (tmp_path / f"{model}.jsonl").write_text("\n".join(lines), encoding="utf-8")
        asked = ["chg", str(ITEMS), "--generations", str(tmp_path / f"{model}.jsonl"), "--out", str(tmp_path / model)]
        assert CliRunner().invoke(app, asked).exit_code == 0
    folders = [str(tmp_path / model) for model in ("hasty", "careful")]
    result = CliRunner().invoke(compare_app, ["chg", *folders, "--format", "json", "--out", str(tmp_path / "both")])
    assert result.exit_code == 0, result.output
    overall = json.loads(result.stdout)["judges"]["good"]["overall"]
    assert (overall["pairs"], overall["first"], overall["second"]) == (2, 0, 1)


def test_without_generations_the_references_are_scored(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["chg", str(ITEMS), "--out", str(tmp_path)])
    summary = json.loads(result.stdout)
    assert summary["responses"] == 3
    assert summary["likeness"] == summary["agreement"] == {}


def test_a_run_without_counter_hypotheses_is_refused(tmp_path: Path) -> None:
    empty = tmp_path / "none.jsonl"
    empty.write_text("", encoding="utf-8")
    result = CliRunner().invoke(app, ["chg", str(ITEMS), "--generations", str(empty), "--out", str(tmp_path / "out")])
    assert isinstance(result.exception, RequestError)
    assert not (tmp_path / "out").exists()


def test_undecided_samples_are_counted_apart() -> None:
    samples = [sample(n, "m", Ratings(consistent=grade)) for n, grade in enumerate((3, 3, 2, 1, None))]
    found = constraint_proportions(samples)["consistent"]
    assert (found.accuracy.hits, found.accuracy.total, found.undetermined.hits) == (2, 5, 1)
    assert (found.accuracy_of_decided.hits, found.accuracy_of_decided.total) == (2, 4)
    assert column(samples, "consistent") == [3, 3, 2, 1, None]
    with pytest.raises(ValueError, match="expected one of difference"):
        column(samples, "taste")


@pytest.mark.parametrize(
    "given",
    [
        {"response": " "},
        {"response": "I'm sorry, but I can't help."},
        {"response": "A vendor", "finish_reason": "length"},
    ],
)
def test_a_response_that_answers_nothing_meets_no_demand(tmp_path: Path, given: dict[str, str]) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text(json.dumps({"id": "kiosk", "model": "m", "judge": {"good": True}, **given}), encoding="utf-8")
    done = CliRunner().invoke(app, ["chg", str(ITEMS), "--generations", str(answers), "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    summary = json.loads(done.stdout)
    good = summary["constraints"]["m"]["rubric"]["good"]
    assert (good["accuracy"]["value"], good["undetermined"]["value"], summary["unanswered"]) == (0.0, 0.0, 1)
    (row,) = [json.loads(line) for line in (tmp_path / "out" / "samples.jsonl").read_text("utf-8").splitlines()]
    assert (row["good"], row["blame"], row["failed"]) == (False, "model", True)


def test_people_are_no_raters_of_what_they_did_not_rate() -> None:
    samples = [sample(0, "m", Ratings(), Ratings(consistent=3)), sample(1, "m", Ratings())]
    found = constraint_proportions(samples, Rater.PEOPLE)["consistent"]
    assert (found.accuracy.hits, found.accuracy.total) == (1, 1)


def test_models_are_ordered_and_each_step_is_tested_exactly() -> None:
    """Steps of one grade on separate premises: flipping signs is then McNemar's exact test."""
    samples = [sample(n, "low", Ratings(difference=2)) for n in range(10)]
    samples += [sample(n, "high", Ratings(difference=3 if n else 1)) for n in range(10)]
    (step,) = model_comparison(samples)
    assert (step.worse, step.better, step.items) == ("low", "high", 10)
    assert step.gain == pytest.approx(0.8)
    assert step.p == pytest.approx(mcnemar(1, 9))
    assert step.significant


def test_models_without_common_items_are_compared_as_two_groups() -> None:
    samples = [sample(n, "low", Ratings(difference=1)) for n in range(8)]
    samples += [sample(n, "high", Ratings(difference=3)) for n in range(10, 18)]
    (step,) = model_comparison(samples)
    assert step.items == 0
    assert step.significant


@settings(max_examples=30)
@given(st.lists(GRADES, min_size=4, max_size=30))
def test_agreement_is_that_of_scikit_learn(pairs: list[tuple[int, int]]) -> None:
    samples = [
        sample(n, "m", Ratings(), Ratings(fluency=a, neutral=a > 1), Ratings(fluency=b, neutral=b > 1))  # type: ignore[arg-type]  # 1 to 3
        for n, (a, b) in enumerate(pairs)
    ]
    rows = {row.dimension: row for row in agreement_table(samples, resamples=5)}
    first, second = zip(*pairs, strict=True)
    assert rows["fluency"].share == pytest.approx(sum(a == b for a, b in pairs) / len(pairs))
    if len({*first, *second}) > 1:
        assert rows["fluency"].kappa.value == pytest.approx(
            cohen_kappa_score(first, second, weights="quadratic", labels=[1, 2, 3])
        )
    one, two = [a > 1 for a in first], [b > 1 for b in second]
    if len({*one, *two}) > 1:
        assert rows["neutral"].kappa.value == pytest.approx(cohen_kappa_score(one, two))


def test_the_rubric_is_compared_with_people_where_it_decides() -> None:
    samples = [
        sample(1, "m", Ratings(difference=3, good=False), Ratings(difference=2, good=True)),
        sample(2, "m", Ratings(difference=None, good=False), Ratings(difference=1, good=False)),
        sample(3, "m", Ratings(difference=1)),
    ]
    found = with_people(samples)
    assert (found["difference"].decided, found["difference"].total, found["difference"].accuracy) == (1, 2, 1)
    assert found["good"].accuracy == 0.5


def test_likeness_leaves_the_references_themselves_out() -> None:
    items = load(ITEMS)
    by_id = {item.id: item for item in items}
    samples = score(by_id, [*load_responses(ANSWERS, items), *references(items)])
    found = reference_likeness(samples, SemanticModels())
    assert list(found) == ["careful", "hasty"]
    assert found["careful"].bleu > found["hasty"].bleu
    assert found["careful"].bert_score is None


def test_ratings_of_people_are_taken_as_they_are() -> None:
    assert Rater.PEOPLE.of(sample(1, "m", Ratings(good=True))) == Ratings()
    assert set(ASKED) < set(DIMENSIONS)


def test_a_model_is_asked_for_counter_hypotheses_and_never_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAUSALCORE_CACHE", str(tmp_path / "cache"))
    items = load(ITEMS)

    def answer(body: dict[str, Any]) -> str:
        asked = body["messages"][-1]["content"]
        return next(item.reference for item in items if item.altered_premise in asked)

    server = ChatServer(answer)
    with serving(server) as address:
        command = ["chg", str(ITEMS), "--out", str(tmp_path / "run"), "--model", "small", "--base-url", address]
        for limit, calls in (("2", 2), ("3", 3), ("3", 3)):
            result = CliRunner().invoke(run_app, [*command, "--no-cache", "--concurrency", "1", "--limit", limit])
            assert result.exit_code == 0, result.output
            assert len(server.calls) == calls
    summary = json.loads((tmp_path / "run" / "summary.json").read_text(encoding="utf-8"))
    assert summary["generation"]["responses"] == summary["responses"] == 3
    assert summary["likeness"]["small"]["rouge_l"] == pytest.approx(100)
    asked = server.calls[0].body["messages"][-1]["content"]
    assert items[0].strengthener in asked
    assert items[0].reference not in asked
