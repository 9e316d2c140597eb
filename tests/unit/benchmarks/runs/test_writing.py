from __future__ import annotations

import asyncio
import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.runs.writing import (
    letter_scores,
    score_completions,
    write_label,
)
from logic.relations.nli import Label
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.chat import ChatReply, TokenScore
from nlbridge.chat.replies.prompt import Respondent


class Scoring:
    """A model with log-probabilities by a function of the request's words."""

    def __init__(self, scores, text="E"):
        self.scores, self.text, self.requests = scores, text, []

    async def reply(self, request):
        self.requests.append(request)
        said = self.scores(request.messages[-1].content) if request.top_logprobs else None
        if said is None:
            return ChatReply(text=self.text)
        best = max(said, key=said.get)
        place = TokenScore(token=best, logprob=said[best], alternatives=tuple(said.items()))
        return ChatReply(text=best, logprobs=(place,))


def who(scores, **more):
    return Respondent(chat=Scoring(scores, **more), model="m")


def test_a_label_has_probabilities_where_the_endpoint_gives_them():
    scores = {"E": math.log(0.5), "C": math.log(0.125), "N": math.log(0.25), " N": math.log(0.125)}
    found = asyncio.run(write_label("It pours.", "It rains.", who(lambda _: scores)))
    assert found.label is Label.ENTAILMENT
    assert found.probabilities[Label.NEUTRAL] == pytest.approx(0.375)
    assert sum(found.probabilities.values()) == pytest.approx(1)


@pytest.mark.parametrize("scores", [lambda _: None, lambda _: {"E": -0.1, "C": -3.0}])
def test_a_label_without_all_probabilities_has_none(scores):
    found = asyncio.run(write_label("It pours.", "It rains.", who(scores, text="N")))
    assert (found.label, found.probabilities) == (Label.NEUTRAL, None)


def test_a_label_that_is_none_is_refused():
    with pytest.raises(ReplyError, match="one letter"):
        asyncio.run(write_label("It pours.", "It rains.", who(lambda _: None, text="maybe")))


@given(st.lists(st.floats(-8, 0), min_size=2, max_size=4), st.floats(0, 3))
def test_what_a_place_is_worth_cancels_out(worth, bias):
    """The scores recover the model's preferences whatever it feels about the letter A."""
    completions = [f"way{k}" for k in range(len(worth))]

    def scores(asked):
        lines = [line for line in asked.splitlines() if line[1:3] == ". "]
        raw = {line[0]: worth[int(line[-1])] + (bias if line[0] == "A" else 0) for line in lines}
        return {name: value - 10 for name, value in raw.items()}

    found = asyncio.run(score_completions("They went", completions, who(scores)))
    assert sum(math.exp(score) for score in found.logprobs) == pytest.approx(1)
    ranked = sorted(range(len(worth)), key=lambda k: worth[k])
    for low, high in pairwise(ranked):
        assert found.logprobs[low] <= found.logprobs[high] + 1e-9


def test_two_choices_without_bias_have_their_softmax():
    found = asyncio.run(
        score_completions("It", ["way0", "way1"], who(lambda asked: _by_words(asked, {"way0": -1.0, "way1": -2.0})))
    )
    assert found.logprobs[0] == pytest.approx(-math.log1p(math.exp(-1.0)))


def _by_words(asked, worth):
    return {line[0]: worth[line[3:]] for line in asked.splitlines() if line[1:3] == ". "}


def test_completions_without_log_probabilities_have_no_score():
    assert asyncio.run(score_completions("It", ["a", "b"], who(lambda _: None))) is None


def test_a_letter_that_is_missing_is_not_nought():
    place = TokenScore(token="A", logprob=-0.1, alternatives=(("A", -0.1),))
    assert letter_scores(ChatReply(text="A", logprobs=(place,)), ["A", "B"]) is None
