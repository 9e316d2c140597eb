"""Causes that share an effect, told in many ways: what becomes of the effect without one of them."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from nlbridge.answering.answers import prepare
from nlbridge.answering.request import Request, Settings
from nlbridge.reading.accounts.layout import layout
from nlbridge.reading.links.shared_causes import is_remark
from nlbridge.reading.reader import analysed


@dataclass(frozen=True, kw_only=True)
class Topic:
    """An effect with two causes, as clauses and as phrases, and the words after `had` that take each cause away."""

    effect: str
    word: str
    first: str
    second: str
    without: tuple[str, str]
    phrases: tuple[str, str]
    absent: tuple[str, str]
    brought: str


TOPICS = (
    Topic(
        effect="Anna was late",
        word="anna",
        first="the bus broke down",
        second="the alarm failed",
        without=("the bus not broken down", "the alarm not failed"),
        phrases=("a long strike", "a heavy storm"),
        absent=("there been no strike", "there been no storm"),
        brought="delayed Anna",
    ),
    Topic(
        effect="the lamp went out",
        word="lamp",
        first="the fuse blew",
        second="the plug came loose",
        without=("the fuse not blown", "the plug not come loose"),
        phrases=("the blown fuse", "the torn cable"),
        absent=("the fuse not been blown", "the cable not been torn"),
        brought="put the lamp out",
    ),
    Topic(
        effect="the ferry stayed in port",
        word="ferry",
        first="the engine failed",
        second="the captain fell ill",
        without=("the engine not failed", "the captain not fallen ill"),
        phrases=("a broken engine", "a thick fog"),
        absent=("the engine not been broken", "there been no fog"),
        brought="kept the ferry in port",
    ),
    Topic(
        effect="the harvest was lost",
        word="harvest",
        first="the frost came early",
        second="the pickers went on strike",
        without=("the frost not come early", "the pickers not gone on strike"),
        phrases=("an early frost", "a long strike"),
        absent=("there been no early frost", "there been no strike"),
        brought="ruined the harvest",
    ),
)
EACH_ENOUGH = (
    "{effect} because {first} or because {second}.",
    "{effect} because {first} or {second}.",
    "{effect}, because {first} or because {second}.",
    "{effect} either because {first} or because {second}.",
    "Because {first} or because {second}, {effect}.",
    "{first}. {second}. Either would have been enough, and so {effect}.",
    "{first}, and {second}. Either alone would have been enough. So {effect}.",
    "{first}, so {effect}. That would have happened anyway, because {second}.",
    "{effect} because {first}. Even without that it would have happened, since {second}.",
)
EACH_NEEDED = (
    "{effect} because {first} and because {second}.",
    "Because {first} and because {second}, {effect}.",
    "{effect} because {first} and {second}.",
)
ADDED = ("{effect} because {first}, and also because {second}.",)
PHRASES_EACH_ENOUGH = (
    "Either {first} or {second} {brought}.",
    "{first} or {second} {brought}.",
    "{effect} because of {first} or because of {second}.",
    "{effect} because of {first} or {second}.",
    "{effect} due to {first} or due to {second}.",
)
PHRASES_EACH_NEEDED = (
    "{first} as well as {second} {brought}.",
    "{first}, along with {second}, {brought}.",
    "{effect} because of {first} and {second}.",
)


def told(template: str, topic: Topic, *, phrases: bool) -> str:
    first, second = topic.phrases if phrases else (topic.first, topic.second)
    text = template.format(effect=topic.effect, first=first, second=second, brought=topic.brought)
    return ". ".join(sentence[:1].upper() + sentence[1:] for sentence in text.split(". "))


def answers(text: str, topic: Topic, *had: str) -> dict[str, list[str]]:
    """What becomes of the effect, and of the other cause, when one cause is taken away."""
    states: dict[str, list[str]] = {"effect": [], "other": []}
    for clause in had:
        prepared = prepare(Request(source=text, had=clause), Settings())
        supposed = {name for name, _ in prepared.rubric.intervention}
        for event in prepared.rubric.scenario.events:
            kind = str(prepared.rubric.derivation.answer(event.id).kind)
            if topic.word in event.statement.lower():
                states["effect"].append(kind)
            elif event.id not in supposed:
                states["other"].append(kind)
    return states


CLAUSES = [
    (template, topic, wanted)
    for templates, wanted in ((EACH_ENOUGH, "unchanged"), (EACH_NEEDED, "changed"), (ADDED, "open"))
    for template in templates
    for topic in TOPICS
]
PHRASES = [
    (template, topic, wanted)
    for templates, wanted in ((PHRASES_EACH_ENOUGH, "unchanged"), (PHRASES_EACH_NEEDED, "changed"))
    for template in templates
    for topic in TOPICS
]


def test_there_are_many_texts() -> None:
    texts = {told(template, topic, phrases=False) for template, topic, _ in CLAUSES}
    texts |= {told(template, topic, phrases=True) for template, topic, _ in PHRASES}
    assert len(texts) >= 60


@pytest.mark.parametrize(("template", "topic", "wanted"), CLAUSES)
def test_clauses_that_share_an_effect(template: str, topic: Topic, wanted: str) -> None:
    found = answers(told(template, topic, phrases=False), topic, *topic.without)
    assert found == {"effect": [wanted] * 2, "other": ["unchanged"] * 2}


@pytest.mark.parametrize(("template", "topic", "wanted"), PHRASES)
def test_phrases_that_share_an_effect(template: str, topic: Topic, wanted: str) -> None:
    found = answers(told(template, topic, phrases=True), topic, *topic.absent)
    assert found == {"effect": [wanted] * 2, "other": ["unchanged"] * 2}


@pytest.mark.parametrize(
    ("sentence", "needless"),
    [
        ("She would have been late anyway.", True),
        ("Even without that she would have been late.", True),
        ("In any case the ferry would have stayed.", True),
        ("She would not have been late anyway.", False),
        ("She was late anyway.", False),
        ("Without the pump the hold would have flooded.", False),
    ],
)
def test_what_would_have_happened_anyway_is_a_remark(sentence: str, needless: bool) -> None:
    reading = analysed(layout(f"The bus broke down. {sentence} The day was hot."))
    clauses = [clause for clause in reading.clauses if clause.sentence == 1]
    assert any(is_remark(reading.words, clause) for clause in clauses) is needless
