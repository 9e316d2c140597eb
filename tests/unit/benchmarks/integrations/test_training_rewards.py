"""Rewards for completions, as TRL and verifiers ask for them."""

from __future__ import annotations

import asyncio

import pytest

from benchmarks.errors import RewardColumnsError
from benchmarks.integrations.training_rewards import EditReward, last_words

pytestmark = pytest.mark.slow

TEXT, HAD = "The pump failed, so the cellar flooded.", "the pump not failed"
SAID = {
    "The pump held, so the cellar stayed dry.": 1.0,
    "The pump held, but the cellar flooded.": 0.0,
    "": 0.0,
    "Our shop sells bread.": None,
}


def columns(number):
    return {"text": [TEXT] * number, "had": [HAD] * number}


def test_rewards_come_in_order_with_none_for_undetermined():
    assert EditReward()(prompts=["..."] * len(SAID), completions=list(SAID), **columns(len(SAID))) == list(
        SAID.values()
    )


def test_conversations_are_rewarded_for_their_last_message():
    said = [[{"role": "user", "content": "Rewrite."}, {"role": "assistant", "content": one}] for one in SAID]
    assert EditReward()(completions=said, **columns(len(said))) == list(SAID.values())


def test_undetermined_and_invalid_have_rewards_by_choice():
    reward = EditReward(undetermined=0.25, graded=True)
    first, second, third, fourth = reward(completions=list(SAID), **columns(len(SAID)))
    assert (first, third, fourth) == (1.0, 0.0, 0.25)
    assert 0 < second < 0.5


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "got none"),
        ({"text": [TEXT]}, "one of had, query and do"),
        ({"had": [HAD]}, "text or scenario"),
        ({"text": [TEXT], "had": HAD}, "got a text"),
        ({"text": [TEXT] * 2, "had": [HAD]}, "expected 1 values in the column text"),
    ],
)
def test_columns_that_do_not_say_what_was_asked_are_refused(given, said):
    with pytest.raises(RewardColumnsError, match=said):
        EditReward()(completions=["The pump held."], **given)


@pytest.mark.parametrize(
    ("completion", "words"),
    [
        ("It rained.", "It rained."),
        ([], ""),
        ([{"role": "assistant", "content": None}], ""),
        (
            [{"role": "assistant", "content": [{"type": "text", "text": "It "}, {"type": "text", "text": "rained."}]}],
            "It rained.",
        ),
    ],
)
def test_a_completion_is_a_text_or_messages(completion, words):
    assert last_words(completion) == words


class Trainer:
    """What `GRPOTrainer` has about it when it asks for rewards; everything else is its own code."""

    def __init__(self, reward):
        from types import SimpleNamespace

        import torch

        self.accelerator = SimpleNamespace(device=torch.device("cpu"), is_main_process=False)
        self.reward_funcs, self.reward_func_names, self.reward_processing_classes = [reward], [reward.__name__], [None]
        self.args = SimpleNamespace(report_to=[])
        self.state = SimpleNamespace(global_step=1)
        self.environments = self._log_completion_extra = self._log_metric = None


def test_grpo_trainer_calls_it_with_its_own_names_and_reads_none_as_no_reward(monkeypatch):
    pytest.importorskip("torch", reason="needs torch, as TRL does")
    pytest.importorskip("trl", reason="needs trl")
    import torch
    from accelerate import PartialState
    from trl.trainer import grpo_trainer

    PartialState(cpu=True)
    monkeypatch.setattr(grpo_trainer, "gather", lambda rewards: rewards)
    inputs = [{"prompt": "Rewrite.", "text": TEXT, "had": HAD} for _ in SAID]
    found = grpo_trainer.GRPOTrainer._calculate_rewards(
        Trainer(EditReward()), inputs, ["Rewrite."] * len(SAID), list(SAID), [[1]] * len(SAID)
    )
    expected = [float("nan") if one is None else one for one in SAID.values()]
    assert torch.allclose(found[:, 0], torch.tensor(expected), equal_nan=True)


def test_verifiers_scores_a_group_of_rollouts():
    verifiers = pytest.importorskip("verifiers", reason="needs verifiers")
    if not hasattr(verifiers, "Rubric"):
        pytest.skip(f"needs verifiers before 0.4, got {verifiers.__version__}, which has no rubrics")
    from benchmarks.integrations.verifiers_rubric import edit_rubric

    info = {"text": TEXT, "had": HAD}
    states = [
        verifiers.State(
            prompt=[{"role": "user", "content": "Rewrite."}],
            completion=[{"role": "assistant", "content": one}],
            answer="",
            info=info,
            task="default",
            trajectory=[],
            timing={"generation_ms": 0.0, "scoring_ms": 0.0, "total_ms": 0.0},
        )
        for one in SAID
    ]
    asyncio.run(edit_rubric(undetermined=0.5).score_group(states))
    assert [state["reward"] for state in states] == [0.5 if one is None else one for one in SAID.values()]
    assert all("edit_reward" in state["metrics"] for state in states)
