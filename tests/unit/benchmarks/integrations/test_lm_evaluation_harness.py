"""lm-eval: the task files run from the command line with the dummy model, and what they call."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from benchmarks.errors import MalformedItemError
from benchmarks.integrations.lm_evaluation_harness import FOLDER
from benchmarks.integrations.lm_evaluation_harness.measures import clomo_measures, cobe_measures, mean_of_decided
from benchmarks.integrations.samples import clomo_samples

ROOT = Path(__file__).parents[4]
COBE, CLOMO = ROOT / "examples" / "cobe_small.json", ROOT / "examples" / "clomo" / "items.json"


class Named(yaml.SafeLoader):
    """Reads `!function` as the name that it calls."""


Named.add_constructor("!function", lambda loader, node: loader.construct_scalar(node))


def metrics(task):
    config = yaml.load((FOLDER / f"causalcore_{task}.yaml").read_text(encoding="utf-8"), Loader=Named)
    return {metric["metric"] for metric in config["metric_list"]}


def test_the_task_files_name_what_is_measured():
    cobe = cobe_measures({"text": "It rained.", "query": "What if it had not rained?"}, ["It did not rain."])
    clomo = clomo_measures({**clomo_samples(CLOMO)[0], "formulas": None}, ["Statement1: x"])
    assert metrics("cobe") == set(cobe)
    assert metrics("clomo") == set(clomo)


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        ("The pump held, so the cellar stayed dry.", (1.0, 1.0, 1.0, 0.0)),
        ("The pump held, but the cellar flooded.", (0.0, 0.0, 1.0, 1.0)),
        ("lol", (0.0, None, 0.0, 0.0)),
        ("", (0.0, 0.0, 1.0, 0.0)),
    ],
)
def test_an_answer_is_measured_over_all_and_where_it_is_decided(edit, expected):
    document = {"text": "The pump failed, so the cellar flooded.", "query": "What if the pump had not failed?"}
    found = cobe_measures(document, [edit])
    assert (found["valid"], found["valid_of_decided"], found["decided"], found["E2"]) == expected


def test_the_mean_of_nothing_decided_is_no_number():
    assert math.isnan(mean_of_decided([None, None]))


def test_a_file_without_items_is_refused():
    with pytest.raises(MalformedItemError, match="none that can be read; the first: row 1"):
        clomo_samples(COBE)


def test_the_command_runs_the_task_with_its_dummy_model(tmp_path):
    pytest.importorskip("lm_eval", reason="needs the extra lm-eval")
    options = ["--model", "dummy", "--include_path", str(FOLDER), "--tasks", "causalcore_cobe", "--limit", "2"]
    options += ["--metadata", json.dumps({"path": str(COBE)}), "--output_path", str(tmp_path / "out"), "--log_samples"]
    offline = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "HF_HOME": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, "-m", "lm_eval", "run", *options],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | offline | {"PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    (file,) = (tmp_path / "out").rglob("results_*.json")
    found = json.loads(file.read_text(encoding="utf-8"))["results"]["causalcore_cobe"]
    assert (found["valid,none"], found["decided,none"]) == (0.0, 0.0)  # It answers "lol".
    assert math.isnan(found["valid_of_decided,none"])
    (samples,) = (tmp_path / "out").rglob("samples_*.jsonl")
    asked = [json.loads(line)["doc"]["prompt"] for line in samples.read_text(encoding="utf-8").splitlines()]
    assert len(set(asked)) == 2
