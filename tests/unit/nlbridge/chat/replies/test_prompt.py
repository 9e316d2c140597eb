from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from model_of_replies import respondent
from pydantic import ValidationError

from nlbridge.chat.replies.prompt import Prompt, fence_mark
from nlbridge.chat.replies.reply_schema import Reply
from nlbridge.language.quotation import only_place, places

PROMPT = Prompt(name="demo", version=1, system="Mark {{mark}}.", request="{{one}}\n{{two}}", schema=None)


@given(st.text(), st.text())
def test_no_text_can_close_its_fence(one, two):
    mark = fence_mark(one, two)
    asked = PROMPT.fill(respondent(), one=one, two=two).messages[1].content
    fenced = f"[[one {mark}]]\n{one}\n[[end of one {mark}]]\n[[two {mark}]]\n{two}\n[[end of two {mark}]]"
    assert asked == f"The mark is {mark}.\n\n{fenced}"
    assert mark not in one + two


def test_a_mark_that_stands_in_a_text_also_in_disguise_is_replaced():
    mark = fence_mark("story")
    wide = "".join(chr(ord(c) + 0xFEE0) for c in mark)
    for disguised in (mark, mark.upper(), wide, mark[:4] + "\u200b" + mark[4:]):
        # what a text would have to hold: the mark of itself; finding one is finding a fixed point of SHA-256
        assert fence_mark(f"story {disguised}") not in f"story {disguised}"


def test_places_inside_a_text_are_not_filled():
    asked = PROMPT.fill(respondent(), one="{{two}} {{mark}}", two="x").messages[1].content
    assert "{{two}} {{mark}}" in asked


@pytest.mark.parametrize(
    ("quote", "text", "expected"),
    [
        ("it rained", "So it rained, and it rained.", ((3, 12), (18, 27))),
        ("so", "The sofa stood so.", ((15, 17),)),
        ("the ship's bell", "Hear the ship\u2019s\n bell!", ((5, 21),)),
        ('"no"', "She said \u201cno\u201d.", ((9, 13),)),
        ("It rained", "it rained", ()),
        ("", "anything", ()),
        ("(a+)+$", "(a+)+$", ((0, 6),)),
    ],
)
def test_quotes_are_found_word_for_word(quote, text, expected):
    assert places(quote, text) == expected


@given(st.text(alphabet="abc .,'", min_size=1), st.integers(0, 20), st.integers(0, 20))
def test_what_is_cut_at_words_out_of_a_text_is_found_in_it(text, first, length):
    words = text.split()
    quote = " ".join(words[first : first + length])
    assert bool(places(quote, text)) is bool(quote)


def test_a_quote_that_stands_twice_is_refused():
    with pytest.raises(ValueError, match="stands 2 times; quote more words"):
        only_place("it rained", "It was so: it rained and it rained", of="e1")
    with pytest.raises(ValueError, match="word for word in the text, got 'it snowed'"):
        only_place("it snowed", "it rained", of="e1")


def test_replies_hold_exactly_their_fields():
    class Answer(Reply):
        rain: bool

    for wrong in ({}, {"rain": "yes"}, {"rain": True, "verdict": "valid"}):
        with pytest.raises(ValidationError):
            Answer.model_validate(wrong)


OWN_PROMPTS = ("reading", "what-if", "mending", "grounding", "second-look", "review")


def filled_with(name: str, words: str):
    from nlbridge.chat.client.scripted import ScriptedModel
    from nlbridge.chat.replies.prompt import Respondent, load_prompt

    prompt = load_prompt(name)
    places = {part.split("}}")[0] for part in prompt.request.split("{{")[1:]} - {"mark"}
    who = Respondent(chat=ScriptedModel([""]), model="any")
    return prompt.fill(who, **{place: f"{words} {place}" for place in places})


@pytest.mark.parametrize("name", OWN_PROMPTS)
def test_the_fixed_part_of_a_prompt_comes_first_and_is_the_same_for_every_text(name):
    one, other = (filled_with(name, words) for words in ("The pump failed.", "A dog barked at the moon."))
    assert one.messages[0] == other.messages[0]
    assert one.schema == other.schema
    assert one.messages[1] != other.messages[1]
    assert len(one.messages[0].content) > 2_000  # what an endpoint can keep of a prompt
    mark = one.messages[1].content.removeprefix("The mark is ").split(".", 1)[0]
    assert f"{mark}]]" in one.messages[1].content
    assert mark not in one.messages[0].content


@pytest.mark.parametrize("name", OWN_PROMPTS)
def test_a_repair_turn_repeats_the_conversation_before_it_word_for_word(name):
    import asyncio

    from nlbridge.chat.client.scripted import ScriptedModel
    from nlbridge.chat.errors import UnusableReplyError
    from nlbridge.chat.replies.structured import ask

    def refuse(_: object) -> None:
        raise ValueError("expected more, got less; try again")

    model = ScriptedModel(["{}"])
    with pytest.raises(UnusableReplyError):
        asyncio.run(ask(model, filled_with(name, "It rained."), refuse))
    first, second, third = (request.messages for request in model.requests)
    assert second[: len(first)] == first
    assert third[: len(second)] == second
