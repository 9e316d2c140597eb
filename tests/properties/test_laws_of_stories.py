"""The laws of verification on random stories and examples, a sample; `count_laws.py` counts them over everything."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from law_cases import SHAPES, Case, examples, generated
from verification_laws import WRAPPINGS, addressed, negated, put_back, swapped

STORIES = tuple(generated(len(SHAPES)))
EVERY = (*STORIES, *islice(examples(), 4))


@pytest.mark.parametrize("made", [negated, put_back])
def test_a_claim_in_the_texts_own_words_against_its_criterion_is_always_found(made):
    counted = Counter(broken.outcome(case.judge(broken.edit, given=True)) for case in EVERY for broken in made(case))
    assert counted["held"] == counted.total() >= 30


def test_most_swapped_connectives_of_stories_are_found():
    swaps = [(case, broken) for case in STORIES for broken in swapped(case)]
    counted = Counter(broken.outcome(case.judge(broken.edit, given=True)) for case, broken in swaps)
    assert counted.total() >= 10
    assert counted["held"] >= 0.6 * counted.total()


def test_valid_edits_of_stories_in_other_words_are_never_called_invalid():
    for case in STORIES:
        for edit in case.valid_edits:
            assert case.judge(edit, given=True).valid is not False, edit


def test_from_text_hardly_any_valid_edit_is_called_invalid():
    said = [case.judge(edit, given=False).valid for case in STORIES for edit in case.valid_edits]
    assert said.count(False) <= 0.06 * len(said)


def key(case: Case, edit: str):
    report = case.judge(edit, given=True)
    return report.valid, report.errors


def test_nothing_around_a_story_and_no_word_to_the_checker_changes_its_verdict():
    for case in STORIES[:3]:
        edit = case.valid_edits[0]
        plain = key(case, edit)
        for name, wrap in WRAPPINGS.items():
            assert key(case, wrap(edit)) == plain, name
        for name, text in addressed(edit):
            assert key(case, text) == plain, name
