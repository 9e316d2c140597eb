"""The taskset, its reward and its metric, as verifiers 0.4 calls them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

pytest.importorskip("verifiers.v1", reason="needs verifiers 0.4 or later")

import verifiers.v1 as vf
from verifiers.v1.errors import TaskError
from verifiers.v1.trace import TraceTask

from benchmarks.errors import NotJudgedError
from benchmarks.integrations.verifiers_taskset import EditConfig, EditData, EditTask, EditTaskConfig, EditTaskset

TEXT, HAD = "The pump failed, so the cellar flooded.", "the pump not failed"
EXAMPLES = Path(__file__).parents[4] / "examples"


def trace_of(task, reply):
    """Return what verifiers records of a rollout, before it is scored."""
    recorded = TraceTask(type=type(task).__name__, data=task.data, key=task.key, hash=task.hash)
    trace = vf.Trace(task=recorded, state=vf.State(), agent=vf.AgentInfo(config=vf.AgentConfig()))
    trace.root_reply = reply
    return trace


def rolled_out(task, reply):
    """Return the trace of a rollout, scored by verifiers itself."""
    trace = trace_of(task, reply)
    asyncio.run(task.score(trace))
    return trace


def task(config=None, **data):
    return EditTask(EditData(prompt="Rewrite.", **({"text": TEXT, "had": HAD} | data)), config)


def test_a_rollout_has_a_reward_between_0_and_1_and_metrics_of_the_criteria():
    trace = rolled_out(task(), "The pump held, so the cellar stayed dry.")
    assert {name: reward.score for name, reward in trace.rewards.items()} == {"edit": 1.0}
    assert trace.metrics["intervention"] == trace.metrics["changed"] == 1
    assert trace.metrics["undetermined"] == 0
    broken = rolled_out(task(), "The pump held, but the cellar flooded.")
    assert broken.rewards["edit"].score == 0
    assert broken.metrics["changed"] == 0


def test_undetermined_and_scores_are_a_matter_of_configuration():
    aside = "Our shop sells bread."
    assert rolled_out(task(), aside).metrics["undetermined"] == 1
    assert rolled_out(task(EditTaskConfig(undetermined=0.5)), aside).rewards["edit"].score == 0.5
    assert 0 < rolled_out(task(EditTaskConfig(score=True)), aside).rewards["edit"].score < 1


def test_what_could_not_be_judged_is_an_error_of_the_rollout_and_no_reward():
    asked = task(query="What if the pump had not failed?")  # beside `had`
    trace = trace_of(asked, "The pump held.")
    with pytest.raises(NotJudgedError, match="expected exactly one of had, query and do"):
        asyncio.run(asked.edit(trace))
    with pytest.raises(TaskError, match="NotJudgedError"):
        asyncio.run(asked.score(trace))
    assert trace.rewards.get("edit") is None


def test_the_taskset_is_found_by_its_module_and_loads_a_file(monkeypatch):
    from verifiers.v1.utils.loaders import load_taskset

    monkeypatch.syspath_prepend(str(EXAMPLES / "integrations" / "verifiers"))
    found = load_taskset(EditConfig(id="causal_edit", path=str(EXAMPLES / "cobe_small.json")))
    tasks = list(found)
    assert type(found) is EditTaskset
    assert len(tasks) == 15
    assert tasks[0].data.idx == 0
    assert json.loads(tasks[0].data.model_dump_json())["query"]
