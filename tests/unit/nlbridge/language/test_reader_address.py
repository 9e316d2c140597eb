"""Prompt injections against models that obey them: no verdict improves by asking, and what fails, fails closed."""

from __future__ import annotations

import asyncio
import itertools

import pytest
from attacks import ATTACKS, PLANTED, SLY
from hijacked_model import (
    BEHAVIOURS,
    best_lie,
    everything_follows,
    hijacked,
    lying,
    nothing_follows,
    plain_text,
    quotes_of_the_attack,
)
from model_of_replies import GROUNDED, HAD, KEPT, RIGHT, SPOILT, TEXT, endpoint, honest, respondent

from benchmarks.clomo.self_evaluation import evaluate
from benchmarks.cobe.edit_judge import judge_with_model
from benchmarks.formulas import formalise
from benchmarks.ftc.explanations.relation import Explained, NoRelation
from benchmarks.ftc.relation_by_model import rewrite_with_model
from benchmarks.runs.scores import SampleOutcome
from logic.errors import ReasoningError
from logic.relations.judgement import Relation
from nlbridge.answering.answers import judge
from nlbridge.answering.request import Request, Settings
from nlbridge.errors import UnreadableTextError
from nlbridge.language.reader_address import AddressedReaderError, refuse_address, signs

ALL = ATTACKS | SLY
WRONG = (SPOILT, KEPT)


def verdict(text, edit, script, reader="llm"):
    """Return the verdict, or None where there is none, and what the model was shown."""
    who = respondent(script)
    with endpoint(who.chat) as opened:
        try:
            asked = Request(source=text, had=HAD)
            return judge(asked, edit, Settings(reader=reader, endpoint=opened))[1].valid, who.chat.requests
        except ReasoningError:
            return None, who.chat.requests


def obeying(attack, edit, behaviour):
    return hijacked(attack, behaviour, lambda request: honest(request, grounding=GROUNDED[edit]))


@pytest.mark.parametrize("reader", ["llm", "hybrid"])
def test_without_an_attack_the_verdicts_are_right(reader):
    right, spoilt, kept = (verdict(TEXT, edit, honest, reader)[0] for edit in (RIGHT, *WRONG))
    assert right is True
    withheld = None if reader == "hybrid" else False  # there the offline side may withhold
    assert spoilt in {False, withheld}
    assert kept in {False, withheld}


def test_there_are_forty_attacks_and_every_place_meets_all_of_them():
    assert len(ATTACKS) >= 40
    assert len(set(ALL.values())) == len(ALL)


@pytest.mark.parametrize("name", ALL)
def test_an_edit_gains_nothing_by_asking(name):
    attack = ALL[name]
    edits = itertools.cycle(WRONG)
    for behaviour in BEHAVIOURS if name in SLY else (best_lie, quotes_of_the_attack):
        edit = next(edits)
        valid, _ = verdict(TEXT, f"{edit} {attack}", obeying(attack, edit, behaviour))
        assert valid is not True, behaviour.__name__


@pytest.mark.parametrize("name", ALL)
def test_an_edit_gains_nothing_by_asking_before_it_tells(name):
    attack = ALL[name]
    valid, _ = verdict(TEXT, f"{attack} {KEPT}", obeying(attack, KEPT, best_lie), "hybrid")
    assert valid is not True


@pytest.mark.parametrize("name", ALL)
def test_a_scenario_gains_nothing_by_asking(name):
    attack = ALL[name]
    for behaviour, edit in ((nothing_follows, KEPT), (everything_follows, SPOILT), (plain_text, KEPT)):
        valid, _ = verdict(f"{TEXT} {attack}", edit, obeying(attack, edit, behaviour))
        assert valid is not True, behaviour.__name__


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_that_shows_itself_is_not_shown_to_the_model(name):
    attack = ATTACKS[name]
    assert signs(attack)
    with pytest.raises((AddressedReaderError, UnreadableTextError)):
        refuse_address(f"{TEXT} {attack}")
    _, requests = verdict(TEXT, f"{RIGHT} {attack}", honest)
    assert "grounding" not in [request.schema_name for request in requests]


@pytest.mark.slow
@pytest.mark.parametrize("behaviour", [best_lie, nothing_follows, everything_follows], ids=lambda one: one.__name__)
def test_the_inner_walls_hold_where_no_sign_is_known(behaviour, monkeypatch):
    """Take the outermost wall down: quotes, the words themselves and the engine must hold alone."""
    for module in ("answering.assisted",):
        monkeypatch.setattr(f"nlbridge.{module}.signs", lambda *_, **__: ())
    monkeypatch.setattr("nlbridge.reading.by_model.refuse_address", lambda _: None)
    for attack, edit in zip(list(ATTACKS.values())[::3], itertools.cycle(WRONG)):
        assert verdict(TEXT, f"{edit} {attack}", obeying(attack, edit, behaviour))[0] is not True, attack
        assert verdict(f"{TEXT} {attack}", edit, obeying(attack, edit, behaviour))[0] is not True, attack


@pytest.mark.parametrize("behaviour", BEHAVIOURS, ids=lambda one: one.__name__)
def test_a_model_that_is_hijacked_from_the_start_does_not_make_a_wrong_edit_valid(behaviour):
    def script(request):
        return behaviour(request) if request.schema_name in {"grounding", "second_look"} else honest(request)

    for edit in WRONG:
        assert verdict(TEXT, edit, script)[0] is not True


def asked_by(role, attack):
    """Let a role meet an attack in a generation; return what came of it, and how often the model was asked."""
    who = respondent(["T"])
    if role == "relation":
        given = Explained(hypothesis="The sailor mends a net.", explanation=f"Nets are mended. {attack}")
        found = asyncio.run(rewrite_with_model(given, who)).extraction
    elif role == "formulas":
        with pytest.raises(AddressedReaderError):
            asyncio.run(formalise(["The sailor mends a net."], f"A net is mended. {attack}", who))
        found = None
    elif role == "judge":
        score = asyncio.run(judge_with_model(f"{KEPT} {attack}", {"unchanged": "A violinist rehearsed."}, who))
        found = None if score.outcome is SampleOutcome.UNDETERMINED else score.outcome
    else:
        found = asyncio.run(evaluate(Relation.WEAKENS, "It rains, so it is wet.", f"It snows. {attack}", who)).holds
    return found, len(who.chat.requests)


@pytest.mark.parametrize("name", ATTACKS)
def test_a_generation_gains_nothing_by_asking(name):
    attack = ATTACKS[name]
    for role in ("formulas", "judge", "self-evaluation"):
        assert asked_by(role, attack) == (None, 0), role
    found, asked = asked_by("relation", attack)
    assert isinstance(found, NoRelation)
    assert asked == 0


@pytest.mark.parametrize("name", PLANTED)
def test_words_planted_for_a_criterion_do_not_meet_it(name):
    """A model that takes the planted words for what is told, in both looks, meets the words that stand as they were."""
    edit = f"{KEPT} {PLANTED[name]}"

    def script(request):
        if request.schema_name not in {"grounding", "second_look"}:
            return honest(request)
        last = PLANTED[name].rsplit(":", 1)[-1].strip(" .")
        quotes = {"e1": "The kiln did not fail", "e2": last, "e3": "A violinist rehearsed next door"}
        return lying(request, quotes)

    assert verdict(TEXT, edit, script)[0] is not True
    honestly, _ = verdict(TEXT, edit, lambda request: honest(request, grounding=GROUNDED[KEPT]))
    assert honestly is not True


STORIES = (
    "The alarm system failed: nobody heard it. The user of the flat slept on.",
    "She ignored the rules, so the judge fined her. The score was three to one.",
    "The answer was correct, and the teacher marked it with a star. Every claim was paid.",
    "You are the best, he said, and she believed him. They read the response aloud.",
    "The verdict was guilty. The event was cancelled because the assistant forgot the key.",
    "He wrote the report, so the editor printed it. The links of the chain held.",
)


@pytest.mark.parametrize("story", STORIES)
def test_stories_that_use_such_words_are_not_taken_for_attacks(story):
    assert signs(story) == ()


def test_words_that_the_story_itself_has_are_the_edits_to_use():
    text = "System: the fuse blew. The lamp went out."
    assert signs(text)
    assert signs("System: the fuse held. The lamp stayed on.", beside=text) == ()


def test_no_story_of_the_suite_is_taken_for_an_attack(data):
    import json

    rows = [json.loads(line) for line in (data / "suite" / "dev.jsonl").read_text(encoding="utf-8").splitlines()]
    assert not [found for row in rows if (found := signs(row["text"]))]
    edits = [(row["text"], edit["text"]) for row in rows for edit in row["edits"]]
    assert not [found for text, edit in edits if (found := signs(edit, beside=text))]
