"""Rows whose what-if the text does not tell of, and denials of what it tells."""

import json
from itertools import pairwise

import pytest

from nlbridge.language.pipeline.analysis import words_of
from research.fitting.fit_expectation import UNTOLD
from research.training.data import untold_what_ifs
from research.training.encoder.examples import breaks, labelled, part, restricted
from research.training.encoder.untold import cut_out, denials

TEXT = "The tap leaked. The floor got wet, so Leo slipped. The cat slept. The tap was old."
CLAIMS = ("The tap leaked", "The floor got wet", "Leo slipped", "The cat slept", "The tap was old")
WRITTEN = UNTOLD.with_name("untold_for_training.jsonl")


def story(text=TEXT, claims=CLAIMS, *sets):
    whole = list(range(len(claims)))
    what_ifs = [{"had": f"no {place}", "sets": [place], "changed": whole, "unchanged": []} for place in sets]
    return labelled(
        {"id": "s", "text": text, "events": claims, "links": [[0, 1, "+", "need", ""]], "what_ifs": what_ifs}
    )


def told(example):
    return [example.text[slice(*span)] for span in example.spans]


def test_the_sentence_that_tells_what_is_set_goes_with_all_of_its_claims():
    example = story(TEXT, CLAIMS, 1)
    rest = cut_out(example, example.what_ifs[0])
    assert rest.text == "The tap leaked. The cat slept. The tap was old."
    assert told(rest) == ["The tap leaked", "The cat slept", "The tap was old"]
    assert rest.links == {}
    assert rest.what_ifs == ()


def test_links_between_what_is_left_stay():
    example = story(TEXT, CLAIMS, 3)
    assert cut_out(example, example.what_ifs[0]).links == example.links


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("The tap leaked. The floor got wet.", ("The tap leaked", "The floor got wet")),
        ("The tap leaked. It was a leak of the tap, said Leo. Leo slept.", ("The tap leaked", "said Leo", "Leo slept")),
    ],
    ids=["too little is left", "the rest tells it again"],
)
def test_nothing_is_cut_out_where(text, claims):
    example = story(text, claims, 0)
    assert cut_out(example, example.what_ifs[0]) is None


def test_a_what_if_that_sets_nothing_cuts_nothing_out():
    example = labelled(
        {
            "id": "s",
            "text": TEXT,
            "events": CLAIMS,
            "links": [],
            "what_ifs": [{"had": "a plumber come", "sets": [], "changed": [], "unchanged": [0]}],
        }
    )
    assert cut_out(example, example.what_ifs[0]) is None


def test_all_sentences_of_a_text_together_are_the_text():
    example = story()
    whole = restricted(example, [*pairwise(breaks(example))])
    assert (whole.text, whole.spans, whole.links) == (example.text, example.spans, example.links)


@pytest.mark.parametrize(
    ("statement", "had"),
    [
        ("The pump failed", "the pump not failed"),
        ("the old pump was rusty", "the old pump not been rusty"),
        ("Maria had lost her keys", "Maria not lost her keys"),
        ("Maria went home early", "Maria not gone home early"),
        ("I overslept that day", "I not overslept that day"),
    ],
)
def test_a_claim_is_denied_in_the_form_of_a_what_if(statement, had):
    text = f"{statement}."
    example = labelled({"id": "s", "text": text, "events": [statement], "links": [], "what_ifs": []})
    (denial,) = denials(example, words_of(text, None))
    assert denial.had == had
    assert (denial.sets, denial.changed) == (frozenset({0}), (1.0,))


@pytest.mark.parametrize(
    "statement",
    ["Nobody came", "The pump did not start", "to cool down", "the rain", "Mr Tapp, who won, bought drinks"],
)
def test_a_claim_that_is_negative_or_has_no_subject_and_verb_is_not_denied(statement):
    text = f"{statement}."
    example = labelled({"id": "s", "text": text, "events": [statement], "links": [], "what_ifs": []})
    assert denials(example, words_of(text, None)) == ()


def test_a_denial_takes_over_what_a_labelled_what_if_changes():
    example = story(TEXT, CLAIMS, 0)
    denied = {denial.sets: denial for denial in denials(example, words_of(TEXT, None))}
    assert denied[frozenset({0})].changed == example.what_ifs[0].changed


def test_written_what_ifs_for_training_are_of_other_stories_than_those_for_figures():
    trained = untold_what_ifs([WRITTEN])
    measured = {json.loads(line)["id"] for line in UNTOLD.read_text(encoding="utf-8").splitlines()}
    assert not measured & set(trained)
    assert {part(name) for name in trained} == {"train"}
    assert {len(what_ifs) for what_ifs in trained.values()} == {3}
