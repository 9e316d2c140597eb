"""Inspect: tasks found by name, run with the mock model, and their logs opened."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai", reason="needs the extra inspect")

from inspect_ai import eval as evaluate
from inspect_ai.log import read_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from benchmarks.integrations.inspect_scorers import causal_verdict, edit_score
from benchmarks.integrations.inspect_tasks import clomo, cobe
from benchmarks.integrations.judgement import judged

ROOT = Path(__file__).parents[4]
CLOMO = ROOT / "examples" / "clomo"
TEXT = "The pump failed, so the cellar flooded."
QUERY = "Rewrite the text as if the pump had not failed."
SAID = {
    "The pump held, so the cellar stayed dry.": True,
    "The pump held, but the cellar flooded.": False,
    "Our shop sells bread.": None,
    "": False,
}


def mock(answers):
    """Return a model that gives the answers in order; it is told their tokens, which it would count by a download."""
    outputs = [ModelOutput.from_content(model="mockllm/model", content=answer) for answer in answers]
    for output in outputs:
        output.usage = ModelUsage(output_tokens=1)
    return get_model("mockllm/model", custom_outputs=outputs)


def run(task, answers, folder):
    (log,) = evaluate(task, model=mock(answers), log_dir=str(folder), display="none", max_connections=1)
    assert log.status == "success", log.error
    return read_eval_log(log.location)


def figures(log):
    return {
        f"{score.name}/{name.rsplit('/')[-1]}": metric.value
        for score in log.results.scores
        for name, metric in score.metrics.items()
    }


@pytest.fixture(scope="module")
def cobe_log(tmp_path_factory):
    """Return the log of four items of one core set and one of another, each answered otherwise."""
    folder = tmp_path_factory.mktemp("cobe")
    items = [
        {"Core Set ID": number // 4, "Variation ID": number, "Variation text": TEXT, "Query": [QUERY], "Domain": "d"}
        for number in range(5)
    ]
    file = folder / "items.json"
    file.write_text(json.dumps(items), encoding="utf-8")
    return run(cobe(path=str(file)), [*SAID, next(iter(SAID))], folder)


def test_every_sample_says_verdict_quotes_and_error_classes(cobe_log):
    for sample, expected in zip(cobe_log.samples, [*SAID.values(), True], strict=True):
        score = sample.scores["causal_edit"]
        given = score.value["valid_of_decided"]
        assert (None if math.isnan(given) else bool(given)) is expected
        assert score.metadata["verdict"] == {True: "valid", False: "invalid", None: "undetermined"}[expected]
        assert score.answer == sample.output.completion
    wrong = cobe_log.samples[1].scores["causal_edit"]
    assert wrong.metadata["errors"] == ["E2"]
    assert "“the cellar flooded”" in wrong.explanation
    assert (wrong.value["intervention"], wrong.value["changed"]) == (1.0, 0.0)
    assert cobe_log.samples[3].scores["causal_edit"].reason == "no_response"


def test_figures_are_over_all_and_over_the_decided(cobe_log):
    found = figures(cobe_log)
    assert found["valid/accuracy"] == pytest.approx(2 / 5)
    assert found["valid_of_decided/accuracy"] == pytest.approx(2 / 4)
    assert found["decided/mean"] == pytest.approx(4 / 5)
    # By hand: deviations from 0.4 summed in clusters of four and of one, with the correction for two clusters.
    clustered = math.sqrt(2 * ((1 - 4 * 0.4) ** 2 + (1 - 0.4) ** 2)) / 5
    assert found["valid/stderr"] == pytest.approx(clustered)
    unscored = {score.name: score.unscored_samples for score in cobe_log.results.scores}
    assert (unscored["valid"], unscored["valid_of_decided"]) == (0, 1)


def test_a_stored_log_is_scored_again_by_one_number_and_undetermined_is_unscored(cobe_log):
    from inspect_ai import score

    again = score(cobe_log, causal_verdict(), action="append", display="none")
    given = [sample.scores["causal_verdict"].value for sample in again.samples]
    assert [None if math.isnan(each) else bool(each) for each in given] == [*SAID.values(), True]
    (found,) = [each for each in again.results.scores if each.name == "causal_verdict"]
    assert found.unscored_samples == 1
    assert found.metrics["accuracy"].value == pytest.approx(2 / 4)


def test_the_model_is_asked_for_text_and_query_alone(cobe_log):
    assert cobe_log.samples[0].input == f"{TEXT}\n\n{QUERY}"


def test_what_could_not_be_judged_is_unscored():
    score = edit_score(judged({"text": TEXT, "edit": "It rained."}), "It rained.")
    assert math.isnan(score.value)
    assert "expected exactly one of had, query and do" in score.explanation


def test_clomo_is_judged_by_logic_and_form(tmp_path):
    answers = {row["id"]: row["response"] for row in map(json.loads, (CLOMO / "answers.jsonl").open()) if row["human"]}
    items = json.loads((CLOMO / "items.json").read_text(encoding="utf-8"))
    file = tmp_path / "items.json"
    file.write_text(json.dumps([item for item in items if item["id_string"] in ("bakery", "owls")]), encoding="utf-8")
    formulas = tmp_path / "formulas.jsonl"
    lines = [json.loads(line) for line in (CLOMO / "formulas.jsonl").read_text(encoding="utf-8").splitlines()]
    chosen = [line | {"model": None} for line in lines if (line["id"], line["model"]) == ("bakery", "careful")]
    formulas.write_text("".join(json.dumps(line) + "\n" for line in chosen), encoding="utf-8")
    log = run(clomo(path=str(file), formulas=str(formulas)), [answers["bakery"], answers["owls"]], tmp_path)
    by_logic, by_form = (sample.scores["clomo_edit"] for sample in log.samples)
    assert (by_logic.value["task_met"], by_logic.value["s"], by_logic.value["statements"]) == (1.0, 1.0, 1.0)
    assert math.isnan(by_form.value["task_met_of_decided"])
    assert by_form.value["edited"] == 1.0
    assert "no formalisation is given" in by_form.explanation


def test_a_release_is_found_by_its_entry_point():
    named = [point for point in entry_points(group="inspect_ai") if point.name == "causalcore"]
    if not named:
        pytest.skip("the project is not installed here with its entry points")
    code = (
        "from inspect_ai._util.registry import registry_lookup as of; print(of('task', 'causalcore/cobe') is not None)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True"]


def test_what_inspect_loads_at_start_is_light():
    heavy = {"spacy", "z3", "onnxruntime", "pandas", "scipy", "sklearn", "openai", "pgmpy", "torch"}
    code = f"""
import sys, inspect_ai.scorer, inspect_ai.dataset, inspect_ai.solver
before = set(sys.modules)
import benchmarks.integrations.inspect_tasks
print(*sorted({heavy!r} & (set(sys.modules) - before)))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
