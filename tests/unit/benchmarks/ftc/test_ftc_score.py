from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchmarks.command.score import app
from benchmarks.errors import DatasetMissingError, MalformedItemError
from benchmarks.ftc.data import LABELS, checked_probabilities, load, load_predictions
from benchmarks.ftc.score import ask, rewrite_items, score
from benchmarks.ftc.task_model import PairsError, PipelineModel, predict
from logic.relations.nli import Label

ROOT = Path(__file__).parents[4]
SMALL, PREDICTIONS = ROOT / "examples/ftc_small.jsonl", ROOT / "examples/ftc_small_predictions.jsonl"


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["ftc", *arguments])
    return result.exit_code, result.stdout


def test_rewrites_and_predictions_are_scored(tmp_path: Path) -> None:
    code, out = run(str(SMALL), "--predictions", str(PREDICTIONS), "--out", str(tmp_path))
    summary = json.loads(out)
    assert code == 0
    neutral = summary["pairs"]["N"]
    assert (neutral["total"], neutral["found"], neutral["explains_the_label"]) == (2, 2, 2)
    assert neutral["shares"]["accuracy"]["value"] == 1.0
    assert summary["ftc"]["all"]["counterfactuals"] == 6
    assert summary["ftc"]["C"]["FTC-W"] == pytest.approx(1 - (0.6 + 0.7 * 0.05))
    assert summary["ftc"]["all"]["FTC-delta"] == pytest.approx(4 / 6)
    samples = [json.loads(line) for line in (tmp_path / "samples.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [sample["id"] for sample in samples] == ["tram", "baker", "judge", "nun"]
    assert samples[1]["cf"][0]["hypothesis"] == "A baker is kneading dough."
    assert "Faithfulness" in (tmp_path / "report.md").read_text(encoding="utf-8")


def test_a_counterfactual_without_prediction_is_counted_apart_and_in_no_share(tmp_path: Path) -> None:
    first = tmp_path / "first.jsonl"
    first.write_text(PREDICTIONS.read_text(encoding="utf-8").splitlines()[0], encoding="utf-8")
    code, out = run(str(SMALL), "--predictions", str(first), "--out", str(tmp_path / "scores"))
    summary = json.loads(out)
    assert code == 0
    found = summary["ftc"]["all"]
    assert (found["counterfactuals"], found["of"], summary["without_prediction"]) == (1, 1, 5)
    assert found["FTC-delta of all"] == found["FTC-delta"]
    report = (tmp_path / "scores" / "report.md").read_text(encoding="utf-8")
    assert "5 counterfactuals have no prediction and are in no share." in report


def test_without_predictions_the_counterfactuals_wait_for_a_model(tmp_path: Path) -> None:
    code, _ = run(str(SMALL), "--out", str(tmp_path))
    rows = [json.loads(line) for line in (tmp_path / "counterfactuals.jsonl").read_text(encoding="utf-8").splitlines()]
    assert code == 0
    assert [(row["id"], row["case"], row["label"]) for row in rows][2:4] == [("judge", "A", "E"), ("judge", "B", "N")]


def test_a_callable_task_model_is_asked_about_each_counterfactual() -> None:
    items = load(SMALL)
    rewritings = rewrite_items(items)
    asked: list[tuple[str, str]] = []

    def model(pairs: list[tuple[str, str]]) -> list[dict[str, float]]:
        asked.extend(pairs)
        return [{"entailment": 1.0, "contradiction": 0.0, "neutral": 0.0} for _ in pairs]

    samples = score(items, rewritings, ask(model, items, rewritings))
    values = [(case, value.delta) for sample in samples for case, value in sample.faithfulness.items()]
    assert values == [("", 1.0), ("", 1.0), ("A", 1.0), ("B", 0.0), ("A", 1.0), ("B", 0.0)]
    assert asked[0] == ("A red tram stops at the bridge.", "A tram stops at the bridge.")


def test_a_pipeline_of_transformers_is_a_task_model() -> None:
    def pipeline(inputs: list[dict[str, str]], top_k: int | None) -> list[list[dict[str, object]]]:
        assert top_k is None
        assert set(inputs[0]) == {"text", "text_pair"}
        return [[{"label": f"LABEL_{i}", "score": share} for i, share in enumerate((0.2, 0.5, 0.3))] for _ in inputs]

    model = PipelineModel(pipeline, {"LABEL_0": "neutral", "LABEL_1": "entailment", "LABEL_2": "contradiction"})
    (found,) = predict(model, [("It rains.", "It is wet.")])
    assert found == {Label.ENTAILMENT: 0.5, Label.CONTRADICTION: 0.3, Label.NEUTRAL: 0.2}
    with pytest.raises(MalformedItemError, match="expected probabilities of E, C and N"):
        list(predict(PipelineModel(pipeline), [("It rains.", "It is wet.")]))


def test_a_model_that_skips_a_pair_is_refused() -> None:
    with pytest.raises(PairsError, match="expected a distribution for each of 1 pairs, got 0"):
        list(predict(lambda _: [], [("It rains.", "It is wet.")]))


def test_a_prediction_for_another_rewrite_is_refused() -> None:
    items = load(SMALL)
    other = load_predictions(PREDICTIONS)
    with pytest.raises(MalformedItemError, match="got one for 'nun', case 'A'"):
        score(items[:3], rewrite_items(items[:3]), other)
    with pytest.raises(MalformedItemError, match="got two for tram"):
        score(items, rewrite_items(items), [*other, other[0]])


@pytest.mark.parametrize(
    "given", [None, {"E": 1}, {"E": 0.5, "C": 0.2, "N": 0.1}, {"E": 2, "C": -1, "N": 0}, {"E": True, "C": 0, "N": 0}]
)
def test_what_is_no_distribution_is_refused(given: object) -> None:
    with pytest.raises(MalformedItemError, match="line 3: expected probabilities of E, C and N that sum to 1"):
        checked_probabilities(given, "line 3")


def test_probabilities_with_another_sum_are_refused_with_it() -> None:
    with pytest.raises(MalformedItemError, match=r"got a sum of 2.7;"):
        checked_probabilities({"E": 0.9, "C": 0.9, "N": 0.9}, "line 3")


@pytest.mark.parametrize(
    ("given", "came"),
    [
        ({"E": 70, "C": 10, "N": 20}, "got 70 as that of E"),
        ({"E": 0.9, "C": -0.1, "N": 0.2}, "got -0.1 as that of C"),
        ({"E": "0.7", "C": 0.1, "N": 0.2}, "got '0.7' as that of E"),
        ({"E": 0.7, "C": 0.3}, "got none of N"),
    ],
)
def test_what_keeps_probabilities_from_being_some_is_said(given: object, came: str) -> None:
    with pytest.raises(MalformedItemError, match=came):
        checked_probabilities(given, "line 3")


def test_esnli_files_are_read_by_line(tmp_path: Path) -> None:
    for name, lines in {
        "s1.dev": ["It rains .", "A cat ."],
        "s2.dev": ["It is wet .", "A dog ."],
        "labels.dev": ["entailment", "contradiction"],
        "preproc1_expl_1.dev": ["rain is wet .", "a cat is not a dog ."],
    }.items():
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    items = load(tmp_path)
    assert [(item.id, item.label, item.premise) for item in items] == [
        ("1", LABELS[0], "It rains ."),
        ("2", LABELS[1], "A cat ."),
    ]
    (tmp_path / "s1.dev").write_text("It rains .\n", encoding="utf-8")
    with pytest.raises(MalformedItemError, match=r"got s1.dev 1, s2.dev 2"):
        load(tmp_path)
    with pytest.raises(DatasetMissingError, match=r"got no preproc1_expl_2\.dev"):
        load(tmp_path, 2)


def test_missing_and_malformed_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(DatasetMissingError, match="which is neither"):
        load(tmp_path / "none.jsonl")
    with pytest.raises(DatasetMissingError, match="expected e-SNLI files"):
        load(tmp_path)
    with pytest.raises(DatasetMissingError, match="predictions"):
        load_predictions(tmp_path / "none.jsonl")
    for line, message in {
        "{": "line 1: expected JSON",
        "[1]": "line 1: expected an object, got list",
        '{"hypothesis": "a"}': "got a wrong explanation",
        '{"hypothesis": "a", "explanation": "b", "label": "x"}': "got a wrong label",
        '{"hypothesis": "a", "explanation": "b", "label": "E", "cf": [{"case": "Q"}]}': 'expected "cf"',
    }.items():
        (tmp_path / "bad.jsonl").write_text(line, encoding="utf-8")
        with pytest.raises(MalformedItemError, match=message):
            load(tmp_path / "bad.jsonl")


def test_the_whole_dev_set_keeps_its_share_of_pairs_and_its_likeness(data: Path) -> None:
    """The figures of docs/accuracy.md, with a margin of two points for other machines' rounding."""
    items = load(data / "esnli" / "ftc_dev.jsonl")
    found = score(items, rewrite_items(items))
    from benchmarks.ftc.score import summarise

    meteor = summarise(found)["meteor"]
    for group, floor in FLOORS.items():
        assert meteor["rewritten"][group]["meteor"] >= floor
        assert meteor["rewritten"][group]["meteor"] > meteor["paper's templates"][group]["meteor"]


FLOORS = {"E": 0.85, "C": 0.79, "N[A]": 0.77, "N[B]": 0.95}
