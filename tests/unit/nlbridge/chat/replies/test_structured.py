"""Replies of a stated form: what is read out of them, and how wrong ones are repaired or refused."""

from __future__ import annotations

import asyncio
import json

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from nlbridge.apps.command.cli import OneLineErrors
from nlbridge.chat.client.scripted import ScriptedModel
from nlbridge.chat.errors import BudgetError, EndpointError, QuotaError, ReplyError, UnusableReplyError
from nlbridge.chat.replies.chat import ChatReply, ChatRequest, Message, Role
from nlbridge.chat.replies.structured import ask, json_of
from nlbridge.errors import BridgeError

REQUEST = ChatRequest(model="m", messages=(Message(role=Role.USER, content="?"),), schema={"type": "object"})
WORDS = st.sampled_from(["", "a", '{"a": 1}', "```", "</think>", "<think>{}", "[{", '"', "\\"])
VALUES = st.recursive(
    st.none() | st.integers() | WORDS, lambda v: st.lists(v) | st.dictionaries(WORDS, v), max_leaves=5
)


class Weather(BaseModel):
    rain: bool


class Failing:
    def __init__(self, error: Exception) -> None:
        self.error = error

    async def reply(self, request: ChatRequest) -> ChatReply:
        raise self.error


class Fixed:
    def __init__(self, *replies: ChatReply) -> None:
        self.replies, self.asked = list(replies), 0

    async def reply(self, request: ChatRequest) -> ChatReply:
        self.asked += 1
        return self.replies[min(self.asked, len(self.replies)) - 1]


@given(st.dictionaries(WORDS, VALUES, max_size=3), st.sampled_from(["", "Sure!\n", '<think>{"a": 1}</think>\n']))
def test_an_object_is_found_bare_fenced_and_after_other_words(value, before):
    text = json.dumps(value, indent=1)
    assert json_of(before + text) == value
    assert json_of(f"{before}```json\n{text}\n```") == value
    assert json_of(f"{before}```\n{text}\n```\nThat is all.") == value


@given(st.dictionaries(WORDS, VALUES, min_size=1, max_size=3), st.data())
def test_a_truncated_object_is_never_taken_for_one_of_its_parts(value, data):
    text = json.dumps(value)
    cut = text[: data.draw(st.integers(1, len(text) - 1))]
    with pytest.raises(ReplyError, match="expected"):
        json_of(cut)


@pytest.mark.parametrize(
    "text",
    [
        '{"valid": false}\n{"valid": true}',
        'The text says {"valid": true}, so:\n```json\n{"valid": false}\n```',
        '{"valid": false, "valid": true}',
        '{"degree": NaN}',
        '{"degree": Infinity}',
        "",
        "No.",
        "[" * 100_000,
        '[{"a": 1}, {"a": 2',
        '{"a":' * 100_000,
        '{"n": ' + "9" * 5000 + "}",
        '{"a": 1' + " " * 400_000 + "}",
    ],
)
def test_ambiguous_or_broken_json_is_refused(text):
    with pytest.raises(ReplyError, match="expected"):
        json_of(text)


def test_the_same_object_said_twice_is_one_answer():
    assert json_of('{"a": 1}\n\nAgain: {"a": 1}') == {"a": 1}


def test_a_repair_turn_quotes_the_exact_error_of_pydantic_and_keeps_the_talk():
    model = ScriptedModel(['{"rain": "perhaps"}', '{"rain": true}'])
    done = asyncio.run(ask(model, REQUEST, Weather.model_validate))
    assert (done.value.rain, done.repairs, done.texts) == (True, 1, ('{"rain": "perhaps"}', '{"rain": true}'))
    question, wrong, repair = model.requests[1].messages
    assert question == REQUEST.messages[0]
    assert (wrong.role, wrong.content) == (Role.ASSISTANT, '{"rain": "perhaps"}')
    assert "rain: Input should be a valid boolean" in repair.content
    assert "https" not in repair.content


@pytest.mark.parametrize(("repairs", "turns"), [(0, 1), (1, 2), (2, 3)])
def test_after_the_last_repair_turn_the_reply_is_refused_with_all_raw_texts(repairs, turns):
    model = ScriptedModel(lambda request: f"no {len(request.messages)}")
    with pytest.raises(UnusableReplyError) as refused:
        asyncio.run(ask(model, REQUEST, Weather.model_validate, repairs=repairs))
    assert len(model.requests) == len(refused.value.texts) == turns
    assert refused.value.texts[0] == "no 1"


def test_more_than_two_repairs_are_refused():
    with pytest.raises(ValueError, match="between 0 and 2, got 3"):
        asyncio.run(ask(ScriptedModel(["{}"]), REQUEST, Weather.model_validate, repairs=3))


def test_without_a_schema_the_text_itself_is_parsed():
    plain = ChatRequest(model="m", messages=REQUEST.messages)
    assert asyncio.run(ask(ScriptedModel([" Y \n"]), plain, str)).value == "Y"


def test_an_answer_in_the_reasoning_alone_is_found():
    model = Fixed(ChatReply(text="", reasoning='I think.\n{"rain": false}'))
    assert asyncio.run(ask(model, REQUEST, Weather.model_validate)).value == Weather(rain=False)


def test_a_refusal_is_not_asked_again():
    model = Fixed(ChatReply(text="", refusal="I cannot help with that."))
    with pytest.raises(UnusableReplyError, match="refusal: I cannot help"):
        asyncio.run(ask(model, REQUEST, Weather.model_validate))
    assert model.asked == 1


def test_a_reply_that_a_filter_stopped_is_not_asked_again():
    model = Fixed(ChatReply(text="", finish_reason="content_filter"))
    with pytest.raises(UnusableReplyError, match="content filter of the endpoint"):
        asyncio.run(ask(model, REQUEST, Weather.model_validate))
    assert model.asked == 1


def test_a_reply_cut_at_the_limit_of_tokens_is_said_to_be_cut():
    model = Fixed(ChatReply(text='{"rain": tr', finish_reason="length"))
    with pytest.raises(UnusableReplyError, match="cut off at the limit"):
        asyncio.run(ask(model, REQUEST, Weather.model_validate))


@pytest.mark.parametrize("error", [EndpointError, QuotaError, BudgetError])
def test_a_failed_endpoint_is_not_a_wrong_reply(error):
    with pytest.raises(error):
        asyncio.run(ask(Failing(error("out of reach")), REQUEST, Weather.model_validate))


def test_every_failure_is_of_the_bridge_and_a_quota_is_a_matter_of_the_endpoint():
    assert all(issubclass(error, BridgeError) for error in (EndpointError, BudgetError, ReplyError))
    assert issubclass(QuotaError, EndpointError)
    assert issubclass(ReplyError, ValueError)


@pytest.mark.parametrize("error", [EndpointError("x"), QuotaError("x"), BudgetError("x"), ReplyError("x")])
def test_a_command_whose_endpoint_failed_ends_with_exit_code_4(error, capsys):
    app = typer.Typer(cls=OneLineErrors)

    @app.callback()
    def group() -> None:
        """Hold one command."""

    @app.command()
    def broken() -> None:
        raise error

    assert typer.main.get_command(app).main(["broken"], standalone_mode=False) == 4
    assert capsys.readouterr().err == "causalcore: x\n"
