"""DeepEval and promptfoo: a score, a reason, a threshold, and no way to pass without a verdict."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.integrations import promptfoo_assertion
from benchmarks.integrations.promptfoo_assertion import get_assert

ROOT = Path(__file__).parents[4]
ASKED = {"text": "The pump failed, so the cellar flooded.", "had": "the pump not failed"}
VALID = "The pump held, so the cellar stayed dry."
INVALID = "The pump held, but the cellar flooded."
WITHOUT_VERDICT = ["Our shop sells bread.", "", " ", "I'm sorry, but I can't help with that."]


@pytest.mark.parametrize("threshold", [0, 1.0])
@pytest.mark.parametrize("output", [*WITHOUT_VERDICT, None, 7, {"text": VALID}])
def test_promptfoo_passes_nothing_without_a_verdict(output, threshold):
    found = get_assert(output, {"vars": ASKED, "config": {"threshold": threshold}})
    assert (found["pass"], found["score"]) == (False, 0.0)
    assert found["reason"]


@pytest.mark.parametrize(
    "context", [{}, {"vars": None}, {"vars": {"text": 3, "had": "x"}}, {"vars": ASKED | {"do": 1}}]
)
def test_promptfoo_fails_a_request_that_cannot_be_understood(context):
    found = get_assert(VALID, context)
    assert (found["pass"], found["score"]) == (False, 0.0)
    assert "expected" in found["reason"]


def test_promptfoo_fails_a_threshold_that_is_none():
    found = get_assert(VALID, {"vars": ASKED, "config": {"threshold": "high"}})
    assert found["pass"] is False
    assert "expected a threshold" in found["reason"]


def test_promptfoo_fails_when_judging_breaks(monkeypatch):
    monkeypatch.setattr(promptfoo_assertion, "graded", lambda *_: 1 / 0)
    found = get_assert(VALID, {"vars": ASKED})
    assert (found["pass"], found["score"]) == (False, 0.0)
    assert "internal error: ZeroDivisionError" in found["reason"]


def test_promptfoo_s_result_has_its_fields():
    found = get_assert(INVALID, {"vars": {"text": ASKED["text"]}, "config": {"had": ASKED["had"], "threshold": 0.01}})
    assert found["pass"] is True
    assert 0.01 <= found["score"] < 0.5
    assert found["namedScores"] == {"invalid": 1.0, "E2": 1.0}
    assert {part["pass"] for part in found["componentResults"]} == {True, False}


def test_promptfoo_s_wrapper_loads_the_file_of_the_example_and_writes_what_it_returns(tmp_path):
    """A file loaded by its path, arguments and result as JSON: what promptfoo's own process does."""
    script = ROOT / "examples" / "integrations" / "promptfoo" / "causal_edit.py"
    code = """
import importlib.util, json, sys
script, given, written = sys.argv[1:]
spec = importlib.util.spec_from_file_location("causal_edit", script)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
result = module.get_assert(*json.load(open(given)))
json.dump({"type": "final_result", "data": result}, open(written, "w"), allow_nan=False)
"""
    given, written = tmp_path / "in.json", tmp_path / "out.json"
    given.write_text(json.dumps([VALID, {"vars": ASKED, "prompt": "...", "config": {}}]), encoding="utf-8")
    subprocess.run(
        [sys.executable, "-c", code, str(script), str(given), str(written)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        check=True,
    )
    found = json.loads(written.read_text(encoding="utf-8"))["data"]
    assert found["pass"]
    assert found["score"] > 0.8


@pytest.fixture
def deepeval(monkeypatch):
    """Return DeepEval, told to stay silent."""
    monkeypatch.setenv("DEEPEVAL_TELEMETRY_OPT_OUT", "1")
    monkeypatch.setenv("DEEPEVAL_DISABLE_DOTENV", "1")
    return pytest.importorskip("deepeval", reason="needs the extra deepeval")


def metric(**options):
    return importlib.import_module("benchmarks.integrations.deepeval_metric").CausalEditMetric(**options)


def case(output, asked=ASKED):
    from deepeval.test_case import LLMTestCase

    return LLMTestCase(input="Rewrite it.", actual_output=output, metadata=asked)


def evaluated(deepeval, cases, measure):
    """Return what DeepEval's own run says of each case, in their order."""
    from deepeval.evaluate.configs import AsyncConfig, CacheConfig, DisplayConfig, ErrorConfig

    result = deepeval.evaluate(
        test_cases=cases,
        metrics=[measure],
        async_config=AsyncConfig(run_async=False),
        cache_config=CacheConfig(write_cache=False),
        display_config=DisplayConfig(show_indicator=False, print_results=False),
        error_config=ErrorConfig(ignore_errors=True, skip_on_missing_params=True),
    )
    found = {one.actual_output: one for one in result.test_results}
    return [found[one.actual_output] for one in cases]


def test_deepeval_runs_the_metric_and_passes_only_what_is_valid(deepeval, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = evaluated(deepeval, [case(VALID), case(INVALID), *map(case, WITHOUT_VERDICT)], metric(threshold=1.0))
    assert [one.success for one in results] == [True, False, False, False, False, False]
    (data,) = results[1].metrics_data
    assert 0 < data.score < 0.5
    assert "“the cellar flooded”" in data.reason


def test_deepeval_counts_a_request_that_cannot_be_understood_as_failed(deepeval, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (result,) = evaluated(deepeval, [case(VALID, asked=None)], metric(threshold=0))
    assert result.success is False
    assert "expected" in result.metrics_data[0].error


@pytest.mark.parametrize("output", WITHOUT_VERDICT)
def test_deepeval_passes_nothing_without_a_verdict_under_any_threshold(deepeval, output):
    measure = metric(threshold=0)
    assert measure.measure(case(output)) == 0.0
    assert measure.is_successful() is False


def test_deepeval_asserts_a_test_case(deepeval, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    deepeval.assert_test(case(VALID, asked=None), [metric(**ASKED)], run_async=False)
    with pytest.raises(AssertionError, match="Causal edit"):
        deepeval.assert_test(case(INVALID), [metric()], run_async=False)


def test_promptfoo_fails_a_mistyped_option():
    found = get_assert(VALID, {"vars": ASKED, "config": {"treshold": 0.5}})
    assert found["pass"] is False
    assert found["reason"].startswith("expected threshold, ")
    assert "got treshold; correct the name" in found["reason"]
