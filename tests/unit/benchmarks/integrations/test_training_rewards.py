"""Rewards for completions, as TRL asks for them."""

from __future__ import annotations

import asyncio
import threading

import pytest

from benchmarks.errors import RewardColumnsError, RewardOptionError
from benchmarks.integrations.training_rewards import AsyncEditReward, EditReward, last_words

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


def test_every_reward_lies_between_0_and_1_where_scores_are_rewards():
    found = EditReward(score=True)(completions=list(SAID), **columns(len(SAID)))
    assert found[0] > 0.5 > found[1]
    assert found[2] == 0
    assert all(0 <= each <= 1 for each in found)


def test_what_could_not_be_judged_is_no_wrong_answer():
    logged, beside = {}, {}
    given = {**columns(2), "query": ["What if the pump had not failed?", None]}  # one of had and query is enough
    reward = EditReward(undetermined=0.25, graded=True)
    said = ["The pump held.", "The pump held, but the cellar flooded."]
    found = reward(completions=said, **given, log_metric=logged.__setitem__, log_extra=beside.__setitem__)
    assert found[0] is None
    assert found[1] is not None
    assert logged == {"edit_reward/undetermined": 0, "edit_reward/not_judged": 0.5}
    assert beside["edit_verdict"] == ["not judged", "invalid"]
    assert beside["edit_reasons"][0]


def test_an_empty_cell_beside_another_what_if_counts_as_not_given():
    asked = {"text": [TEXT] * 2, "had": ["", HAD], "query": ["What if the pump had not failed?", ""]}
    assert EditReward()(completions=["The pump held, so the cellar stayed dry."] * 2, **asked) == [1.0, 1.0]
    assert EditReward()(completions=["The pump held."], text=[TEXT], had=[""], query=[" "]) == [None]


def test_an_awaited_reward_is_the_same():
    given = {"completions": list(SAID), **columns(len(SAID))}
    assert asyncio.run(AsyncEditReward()(**given)) == EditReward()(**given)


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
        self.environments = None
        self.metrics, self.extra = {}, {}
        self._log_completion_extra, self._log_metric = self.extra.__setitem__, self.metrics.__setitem__
        self.async_loop = asyncio.new_event_loop()
        threading.Thread(target=self.async_loop.run_forever, daemon=True).start()


@pytest.mark.parametrize("kind", [EditReward, AsyncEditReward])
def test_grpo_trainer_calls_it_with_its_own_names_and_reads_none_as_no_reward(kind, monkeypatch):
    pytest.importorskip("torch", reason="needs torch, as TRL does")
    pytest.importorskip("trl", reason="needs trl")
    import torch
    from accelerate import PartialState
    from trl.trainer import grpo_trainer

    PartialState(cpu=True)
    monkeypatch.setattr(grpo_trainer, "gather", lambda rewards: rewards)
    inputs = [{"prompt": "Rewrite.", "text": TEXT, "had": HAD} for _ in SAID]
    trainer = Trainer(kind())
    found = grpo_trainer.GRPOTrainer._calculate_rewards(
        trainer, inputs, ["Rewrite."] * len(SAID), list(SAID), [[1]] * len(SAID)
    )
    expected = [float("nan") if one is None else one for one in SAID.values()]
    assert torch.allclose(found[:, 0], torch.tensor(expected), equal_nan=True)
    assert trainer.metrics == {"edit_reward/undetermined": 0.25, "edit_reward/not_judged": 0}
    assert trainer.extra["edit_verdict"] == ["valid", "invalid", "invalid", "undetermined"]


@pytest.mark.parametrize("wrong", ["skip", float("nan"), float("inf"), 2, -0.5])
def test_a_reward_for_undetermined_that_is_no_number_is_refused_at_once(wrong):
    with pytest.raises(RewardOptionError, match="expected undetermined to be None or a number from 0 to 1, got "):
        EditReward(undetermined=wrong)
