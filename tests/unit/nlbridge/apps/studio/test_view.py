"""What a page draws is derived from the document alone."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from causalcore.scenario.scenario import Event, Latent, Link, Provenance, Scenario, Sign, Strength
from nlbridge.answering.review import Reply
from nlbridge.apps import studio
from nlbridge.apps.command.presentation.pages import MEANING
from nlbridge.apps.studio.document.document import Document, Label, Rewrite, StudioError, WhatIf
from nlbridge.apps.studio.document.operations import apply
from nlbridge.apps.studio.views.answers_view import proof_view
from nlbridge.apps.studio.views.derived import derived
from nlbridge.apps.studio.views.graph_view import Mark, segments
from nlbridge.apps.studio.views.pages import graph_svg, rubric_markdown, rubric_svg
from nlbridge.apps.studio.views.view import view

TEXT = "It rained, so the roof leaked. The bed got wet, though the cat slept."
EVENTS = (
    Event(id="e1", statement="It rained.", span=(0, 9)),
    Event(id="e2", statement="The roof leaked.", span=(14, 29)),
    Event(id="e3", statement="The bed got wet.", span=(31, 46)),
    Event(id="e4", statement="The cat slept.", span=(55, 68)),
)
LINKS = (
    Link(cause="e1", effect="e2", connective="so", span=(11, 13)),
    Link(cause="e2", effect="e3", confidence=0.7, provenance=Provenance.WORDS),
    Link(
        cause="e3",
        effect="e4",
        sign=Sign.INHIBITS,
        strength=Strength.CONTRIBUTING,
        confidence=0.6,
        provenance=Provenance.WORDS,
    ),
)
READ = Scenario(text=TEXT, events=EVENTS, links=LINKS, latents=(Latent(id="l1", statement="It was night."),))
SUPPOSED = WhatIf(do=(("e1", "false"),))


def document(**parts):
    return Document(**({"id": "1", "scenario": READ, "read": True, "what_if": SUPPOSED} | parts))


def by(rows, name="id"):
    return {row[name]: row for row in rows}


def test_the_view_is_plain_json():
    assert json.loads(json.dumps(view(document()))) == view(document())


def test_claims_have_the_states_of_the_answers_and_layers_of_the_graph():
    claims = by(view(document())["claims"])
    assert {name: claim["state"] for name, claim in claims.items()} == {
        "e1": "intervened",
        "e2": "changed",
        "e3": "changed",
        "e4": "unchanged",
        "l1": "unchanged",
    }
    assert [claims[name]["layer"] for name in ("e1", "e2", "e3", "e4")] == [0, 1, 2, 3]


def test_without_a_what_if_claims_are_plain_and_doubtful_links_are_asked_about():
    shown = view(document(what_if=None))
    assert {claim["state"] for claim in shown["claims"]} == {"plain"}
    assert [doubt["id"] for doubt in shown["queue"]["doubts"]] == ["link:e2->e3", "link:e3-|e4"]
    assert (shown["answers"], shown["rubric"], shown["what_if"]) == ([], False, None)


def test_links_say_what_is_drawn():
    links = by(view(document())["links"])
    assert links["e1->e2"]["label"] == "“so”"
    assert [links[name]["dashed"] for name in ("e1->e2", "e2->e3", "e3->e4")] == [False, True, True]
    assert [links[name]["carries"] for name in ("e1->e2", "e2->e3", "e3->e4")] == [True, True, False]
    assert links["e3->e4"]["against"]


def test_the_text_is_cut_at_claims_and_connectives():
    cuts = view(document())["segments"]
    assert "".join(cut["text"] for cut in cuts) == TEXT
    assert [(cut["text"], cut["claims"], cut["links"]) for cut in cuts][:4] == [
        ("It rained", ["e1"], []),
        (", ", [], []),
        ("so", [], ["e1->e2"]),
        (" ", [], []),
    ]


@settings(max_examples=40)
@given(st.text(max_size=30), st.lists(st.tuples(st.integers(-5, 35), st.integers(-5, 35)), max_size=6))
def test_segments_cover_a_text_once_each_with_all_marks_over_it(text, spans):
    marks = [Mark(start, end, "claim", str(k)) for k, (start, end) in enumerate(spans)]
    cuts = segments(text, marks)
    assert "".join(cut.text for cut in cuts) == text
    for place in range(len(text)):
        (over,) = [cut for cut in cuts if cut.start <= place < cut.end]
        inside = {m.id for m in marks if 0 <= m.start <= place < m.end <= len(text)}
        assert set(over.of_kind("claim")) == inside


def test_an_answer_shows_its_way_through_the_graph():
    drawn = view(document())
    assert drawn["ways"] == {"e2": [["e1", "e1->e2"]], "e3": [["e2", "e2->e3"]], "e4": [["e3", "e3->e4"]]}
    answers = by(drawn["answers"], "claim")
    assert answers["e3"]["told"] == "'The bed got wet' no longer holds."
    proof = proof_view(document(), "e3")
    assert proof["path"] == {"claims": ["e1", "e2", "e3"], "links": ["e1->e2", "e2->e3"]}
    assert proof["core"] == ["do e1", "link e1 -> e2", "link e2 -> e3"]


def test_a_claim_without_an_answer_has_no_proof():
    with pytest.raises(StudioError, match="enter a what-if"):
        proof_view(document(what_if=None), "e3")


def test_a_refused_link_changes_answers_at_once_and_stays_in_the_queue():
    refused = view(document(replies=(("link:e2->e3", Reply.NO),)))
    assert by(refused["answers"], "claim")["e3"]["state"] == "unchanged"
    assert "e2->e3" not in by(refused["links"])
    assert by(refused["queue"]["doubts"])["link:e2->e3"]["reply"] == "no"


def test_a_link_that_the_reader_shows_under_a_what_if_alone_is_answered_for_like_those_of_the_reading():
    told = document()
    likely = replace(told, scenario=replace(told.scenario, links=told.scenario.links[:1]))
    asked = {"op": "reply", "doubt": "link:e2->e3"}
    confirmed = apply(likely, asked | {"reply": "yes"}, Scenario)
    assert by(view(confirmed)["links"])["e2->e3"]["confidence"] == 1
    refused = view(apply(likely, asked | {"reply": "no"}, Scenario))
    assert "e2->e3" not in by(refused["links"])
    assert by(refused["queue"]["doubts"])["link:e2->e3"]["reply"] == "no"
    assert by(refused["answers"], "claim")["e3"]["state"] == "unchanged"
    with pytest.raises(StudioError, match="expected the id of a doubt"):
        apply(likely, asked | {"doubt": "link:e2->e9", "reply": "yes"}, Scenario)


def test_doubts_keep_their_places_while_they_are_answered():
    before = [doubt["id"] for doubt in view(document())["queue"]["doubts"]]
    answered = view(document(replies=((before[0], Reply.YES),)))["queue"]
    left = [doubt["id"] for doubt in answered["doubts"]]
    assert left[0] == before[0]
    assert [name for name in before if name in left] == left
    assert (answered["answered"], answered["next"]) == (1, left[1])


def test_what_a_person_says_of_a_claim_stands_in_the_place_of_what_was_expected():
    doubts = [doubt["id"] for doubt in view(document())["queue"]["doubts"]]
    said = next(name for name in doubts if not name.startswith("link:"))
    kind, claim = said.split(":")
    for reply, changes in ((Reply.YES, kind == "changed"), (Reply.NO, kind != "changed")):
        answer = by(view(document(replies=((said, reply),)))["answers"], "claim")[claim]
        assert answer["by_hand"]
        assert answer["confidence"] == 1.0
        assert answer["likeliest"] == ("changed" if changes else "unchanged")


def test_links_that_contradict_each_other_are_a_problem_to_be_shown():
    scenario = Scenario(
        text="It rained.",
        events=(Event(id="e1", statement="It rained."), Event(id="e2", statement="It was dry.", fact="false")),
        links=(Link(cause="e1", effect="e2", strength=Strength.SUFFICIENT),),
        mechanisms=(("e2", "e1"),),
    )
    shown = view(document(scenario=scenario))
    assert shown["problem"]
    assert shown["answers"] == []


def test_words_that_fit_no_claim_are_a_problem_of_the_what_if():
    shown = view(document(what_if=WhatIf(had="it not been")))
    assert "expected a what-if" in shown["what_if"]["problem"]
    assert shown["problem"] is None


def test_a_rewrite_is_judged_criterion_by_criterion_with_its_words_marked():
    told = "It did not rain, so the roof did not leak. The bed got wet, though the cat slept."
    labelled = document(
        rewrites=(Rewrite(id="r1", text=told),),
        labels=(Label(rewrite="r1", criterion="changed:e2", verdict="pass", said="fail"),),
    )
    (row,) = view(labelled, seconds=60)["rewrites"]
    assert row["verdict"] in {"invalid", "undetermined"}
    criteria = by(row["criteria"])
    assert criteria["changed:e2"]["verdict"] == "pass"
    assert criteria["changed:e3"]["verdict"] == "fail"
    assert criteria["changed:e2"]["label"] == {"said": "fail", "note": ""}
    assert criteria["changed:e3"]["claim_span"] == [31, 46]
    assert "".join(cut["text"] for cut in row["segments"]) == told
    marked = [cut for cut in row["segments"] if "changed:e3" in cut["criteria"]]
    assert [cut["verdict"] for cut in marked] == ["fail"]


@pytest.mark.parametrize("before", ["Sure! Here is the rewritten text: ", "1. ", "\n- "])
def test_what_surrounds_a_rewrite_moves_no_mark(before):
    told = "It did not **rain**, so the roof did not leak. The bed got wet, though the cat slept."
    (row,) = view(document(rewrites=(Rewrite(id="r1", text=before + told),)), seconds=60)["rewrites"]
    marked = {name: cut["text"] for cut in row["segments"] for name in cut["criteria"]}
    assert marked["changed:e3"] == "The bed got wet"
    assert marked["intervention:e1"] == "It did not **rain"
    assert "".join(cut["text"] for cut in row["segments"]) == before + told


def test_rewrites_wait_once_the_time_for_judging_is_over():
    waiting = document(rewrites=(Rewrite(id="r1", text="Quite another rewrite."),))
    (row,) = view(waiting, seconds=-1)["rewrites"]
    assert (row["verdict"], row["criteria"]) == ("pending", [])


def test_the_page_explains_the_classes_of_errors_as_the_command_line_does():
    page = (Path(studio.__file__).parent / "static" / "parts" / "words.js").read_text(encoding="utf-8")
    assert all(f'{error}: "{meaning}"' in page for error, meaning in MEANING.items())


def test_hostile_words_are_escaped_in_pictures_and_in_markdown():
    words = '</text><script>alert("x")</script> [a](javascript:b) \u202etxet'
    hostile = Scenario(text=words, events=(Event(id="e1", statement=words),))
    found = document(scenario=hostile)
    drawn = graph_svg(derived(found)) + rubric_svg(found)
    assert "<script" not in drawn
    assert "\u202e" not in drawn
    written = rubric_markdown(found)
    assert "<script" not in written.replace("\\<", "")
    assert "[a](" not in written


def test_a_reading_without_a_what_if_is_drawn_plainly():
    drawn = graph_svg(derived(document(what_if=None)))
    assert "It rained." in drawn
    assert "It was night." in drawn
