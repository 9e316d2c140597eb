"""The labelled set is what it says it is, and stands in no prompt, example or training file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from nlbridge.apps.doctor.measurement import labelled_texts

ROOT = Path(__file__).parents[5]
ANSWERS = {"changed", "unchanged", "open"}


def test_there_are_texts_of_three_kinds_with_two_what_ifs_and_three_rewrites_each():
    texts = labelled_texts()
    assert len(texts) >= 60
    assert len({text["id"] for text in texts}) == len(texts)
    assert set(Counter(text["kind"] for text in texts).values()) == {len(texts) // 3}
    assert {len(text["what_ifs"]) for text in texts} == {2}
    assert {sum(len(one["rewrites"]) for one in text["what_ifs"]) for text in texts} == {3}
    assert {text["kind"] for text in texts[:20]} == {"prose", "work", "suite"}


def test_every_claim_stands_once_in_its_text_and_every_answer_is_one():
    for text in labelled_texts():
        for what_if in text["what_ifs"]:
            assert len(what_if["claims"]) >= 2
            for quote, answer, *direction in what_if["claims"]:
                assert text["text"].count(quote) == 1, (text["id"], quote)
                assert answer in ANSWERS
                assert direction in ([], ["lower"], ["higher"])
                assert not direction or answer == "changed"


def test_no_two_claims_of_a_what_if_are_the_same_words():
    for text in labelled_texts():
        for what_if in text["what_ifs"]:
            assert len({quote for quote, *_ in what_if["claims"]}) == len(what_if["claims"])


def test_rewrites_differ_from_the_text_and_from_each_other():
    for text in labelled_texts():
        edits = [one["edit"] for what_if in text["what_ifs"] for one in what_if["rewrites"]]
        assert len({text["text"], *edits}) == len(edits) + 1, text["id"]


def test_about_as_many_rewrites_are_valid_as_not_and_the_errors_are_of_several_classes():
    errors = Counter(
        one["error"] for text in labelled_texts() for what_if in text["what_ifs"] for one in what_if["rewrites"]
    )
    assert 0.4 < errors[None] / errors.total() < 0.6
    assert {"E1", "E2", "E4"} <= set(errors)


@pytest.mark.parametrize("folder", ["nlbridge/chat/prompts", "examples", "tests/golden", "research"])
def test_no_text_of_the_set_stands_in_a_prompt_an_example_or_a_training_file(folder):
    pages = [
        path.read_text(encoding="utf-8", errors="replace")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".md", ".json", ".jsonl", ".txt", ".py", ".yaml"} and path.is_file()
    ]
    openings = [text["text"][:40] for text in labelled_texts()]
    assert not [opening for opening in openings for page in pages if opening in page]
