from __future__ import annotations

import pytest

from benchmarks.runs.failed_response import failure


@pytest.mark.parametrize(
    "response",
    [
        "I'm sorry, but I can't assist with that request.",
        "I’m sorry, I cannot help with this.",
        "Sorry, I can't do that.",
        "As an AI language model, I cannot rewrite this text.",
        "I am unable to provide a rewrite of this text.",
        "Unfortunately, I won't write that.",
        "I cannot comply.",
        "I must decline.",
    ],
)
def test_a_refusal_in_words_is_a_failure(response: str) -> None:
    assert failure(response) == "the model refused to answer"


@pytest.mark.parametrize(
    "response",
    [
        "The pump did not fail, so the cellar did not flood.",
        "I could not find my keys, so I stayed at home.",
        "I can't swim, so I did not jump into the lake.",
        "We are sorry that the train was late; the bus had been quicker.",
        "I will not be at the party, because the road is closed.",
        "I'm sorry that I missed the bus. I was not able to reach the station.",
        "I cannot help laughing. " + "The pump did not fail, so the cellar stayed dry. " * 15,
    ],
)
def test_a_story_in_the_first_person_is_none(response: str) -> None:
    assert failure(response) is None


def test_what_the_endpoint_says_counts() -> None:
    assert failure("", finish_reason="stop") == "the model gave an empty response"
    assert failure("The pump", finish_reason="length") == "the model's response was cut off"
    assert failure("The pump did not fail.", finish_reason="content_filter") == "the model refused to answer"
    assert failure("", refusal="No.") == "the model refused to answer"
    assert failure("The pump did not fail.", finish_reason="stop") is None


def test_a_response_that_cannot_be_read_is_a_failure() -> None:
    assert "cannot be read" in (failure("word " * 10_000) or "")
    assert "cannot be read" in (failure("The pump\x00 failed.") or "")
