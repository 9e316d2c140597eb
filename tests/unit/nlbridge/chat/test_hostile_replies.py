"""What a reply holds is data: strings that steer or hide are taken out or refused in every role, and decide nothing."""

from __future__ import annotations

import json
import unicodedata

import pytest
from disguises import DISGUISES, STEERING
from model_of_replies import GROUNDED, HAD, KEPT, READING, RIGHT, TEXT, endpoint, grounded, honest, respondent, rows_of

from benchmarks.clomo import argument_formalisation
from benchmarks.clomo.gaps import gap_reading
from benchmarks.ftc import relation_by_model as relation
from benchmarks.questions import model_reading
from logic.errors import ReasoningError
from nlbridge.answering.answers import judge
from nlbridge.answering.preparation import representative
from nlbridge.answering.request import Request, Settings
from nlbridge.answering.result import report_row
from nlbridge.chat.replies.reply_schema import Reply
from nlbridge.reading.by_model import MAX_LATENTS, scenario_of

FIELDS = {
    "reading": ("id", "quote", "statement", "contrary", "signal", "fact"),
    "what_if": ("event", "value", "words", "supposed", "clause", "rewrite"),
    "mending": ("signal", "statement", "contrary"),
    "grounding": ("id", "quote", "mode", "value"),
    "second_look": ("id", "quote", "says"),
}
ROLES = (argument_formalisation, gap_reading, relation, model_reading)
"""The other roles; their replies have the same base."""
EXPECTED_OTHERWISE = [{"event": "e3", "answer": "changes", "way": "", "because": ["e1"]}]
MENDING = {
    "links": [{"signal": "next door", "cause": "e1", "effect": "e3", "sign": "promotes", "strength": "none"}],
    "mechanisms": [],
    "claims": [],
    "restated": [
        {
            "event": "e3",
            "statement": "A violinist rehearsed next door.",
            "contrary": "No violinist rehearsed next door.",
            "presupposes": [],
        }
    ],
    "kept": [],
    "expected": [{"event": "e3", "answer": "stays", "way": "", "because": []}],
}


def spoilt(reply, field, form):
    """Put every string of a field into a form; in a list of replies each of them."""
    if isinstance(reply, dict):
        return {
            key: form(value) if key == field and isinstance(value, str) else spoilt(value, field, form)
            for key, value in reply.items()
        }
    return [spoilt(one, field, form) for one in reply] if isinstance(reply, list) else reply


def forgiving(request):
    """Answer for whatever is asked about, in words that may have been spoilt, as one who reads well."""
    if request.schema_name == "grounding":
        asked = rows_of(request, "claims")
        claims = [{"id": row["id"], "way": "", "mode": "fact", **told(row["sentence"])} for row in asked]
        return grounded() | {"claims": claims}
    rows = rows_of(request, "questions")
    sentences = [
        {"id": row["id"], "says": "one" if told(row["one"])["value"] == "true" else "two", "quote": "the vases"}
        for row in rows
        if "one" in row
    ]
    pairs = [{"id": row["id"], "says": "fit"} for row in rows if "first" in row]
    joints = [{"id": row["id"], "says": "suits"} for row in rows if "words" in row]
    ways = [{"id": row["id"], "says": "needed"} for row in rows if "happened" in row]
    return {"sentences": sentences, "pairs": pairs, "joints": joints, "ways": ways}


def told(sentence):
    """Return what KEPT tells of a sentence, by its words."""
    for word, quote, true in (
        ("kiln", "The kiln did not fail at noon", False),
        ("vases", "the vases were lost", True),
        ("violinist", "A violinist rehearsed next door", True),
    ):
        if word in sentence:
            denied = " not " in sentence or sentence.startswith("No ")
            return {"value": "true" if true is not denied else "false", "quote": quote}
    return {"value": "absent", "quote": ""}


def answered(role, field, form):
    """Judge an edit that keeps what must change, by replies of which one role's are spoilt."""

    def script(request):
        looks = {"grounding", "second_look"}
        reply = forgiving(request) if request.schema_name in looks else json.loads(honest(request))
        if role == "mending" and request.schema_name == "what_if":
            reply["becomes"][1:] = EXPECTED_OTHERWISE
        if request.schema_name == "mending":
            reply = MENDING
        return json.dumps(spoilt(reply, field, form) if request.schema_name == role else reply)

    with endpoint(respondent(script).chat) as opened:
        prepared, report = judge(Request(source=TEXT, had=HAD), KEPT, Settings(reader="llm", endpoint=opened))
        rewrite = representative(prepared).text if field == "rewrite" else ""
        return report, report_row("a", report, prepared), rewrite


def strings(value):
    if isinstance(value, dict):
        return [found for one in value.values() for found in strings(one)]
    if isinstance(value, (list, tuple)):
        return [found for one in value for found in strings(one)]
    return [value] if isinstance(value, str) else []


FORMS = {name: form.format for name, form in STEERING.items()} | {
    name: DISGUISES[name] for name in ("zero-width joiner", "Cyrillic", "isolated")
}

PLACES = [(role, field) for role, fields in FIELDS.items() for field in fields]


@pytest.mark.parametrize("at", range(len(PLACES)), ids=[".".join(place) for place in PLACES])
def test_no_string_of_a_reply_breaks_anything_or_makes_a_wrong_edit_valid(at):
    """Each place meets a third of the forms, and each role all of them, save for the mending, which takes longest."""
    role, field = PLACES[at]
    for name, form in list(FORMS.items())[at % 3 :: 3]:
        try:
            report, row, rewrite = answered(role, field, form)
        except ReasoningError:
            continue  # Refused; the messages are tested where they are made.
        assert report.valid is not True, name
        for text in (*strings(row), rewrite or ""):
            text.encode("utf-8")
            hidden = [c for c in text if c not in "\n\t" and unicodedata.category(c) in {"Cc", "Cs", "Cf"}]
            assert not hidden, (name, text)


def replies(model=Reply):
    for one in model.__subclasses__():
        yield one
        yield from replies(one)


def test_every_role_has_replies_of_the_same_base():
    named = {one.__module__ for one in replies()}
    assert {role.__name__ for role in ROLES} <= named
    assert len(named) > len(ROLES)


@pytest.mark.parametrize("model", sorted(replies(), key=str), ids=lambda one: one.__name__)
def test_no_reply_of_any_role_holds_what_steers_a_terminal_or_is_no_character(model):
    texts = [name for name, field in model.model_fields.items() if field.annotation in {str, list[str]}]
    for name in texts:
        for character in "\x1b\0\ud800\x9b":
            value = f"a{character}b" if model.model_fields[name].annotation is str else [f"a{character}b"]
            with pytest.raises(ValueError, match=f"U\\+{ord(character):04X}"):
                model.model_validate({name: value})


def test_a_reply_with_more_background_than_a_text_has_is_refused():
    latents = [{"id": f"l{k}", "statement": f"It was day {k}."} for k in range(MAX_LATENTS + 1)]
    with pytest.raises(ValueError, match="at most"):
        scenario_of(READING | {"latents": latents}, TEXT)


@pytest.mark.parametrize("name", DISGUISES)
def test_a_wrong_edit_in_disguise_is_not_valid_by_the_word_of_a_lying_model(name):
    """Words that are copied stand against a lie; in disguise they would not, so no model is believed about them."""
    hidden = KEPT.replace("the vases were lost", DISGUISES[name]("the vases were lost"))

    def script(request):
        if request.schema_name in {"grounding", "second_look"}:
            return honest(request, grounding=GROUNDED[RIGHT])
        return honest(request)

    for reader in ("llm", "hybrid"):
        with endpoint(respondent(script).chat) as opened:
            settings = Settings(reader=reader, endpoint=opened)
            assert judge(Request(source=TEXT, had=HAD), hidden, settings)[1].valid is not True


@pytest.mark.parametrize("name", DISGUISES)
def test_a_what_if_or_a_scenario_in_disguise_is_refused_before_a_model_is_asked(name):
    hidden = DISGUISES[name](HAD)
    who = respondent(honest)
    scenario = scenario_of(READING, TEXT)
    with endpoint(who.chat) as opened:
        settings = Settings(reader="llm", endpoint=opened)
        for source in (TEXT, scenario):
            with pytest.raises(ReasoningError, match=r"what-if|expected"):
                judge(Request(source=source, had=hidden), RIGHT, settings)
    assert [one.schema_name for one in who.chat.requests] == ["reading"]
