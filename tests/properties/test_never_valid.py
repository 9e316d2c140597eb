"""What must never be called valid, and what turns no verdict round: a sample; `count_laws.py` counts it over all."""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest
from law_cases import Case, examples, labelled_stories, written
from never_valid import MAKERS, foreign
from verification_laws import WRAPPINGS

MOST = 16
"""Edits of each kind that are tried."""


@cache
def sample() -> tuple[Case, ...]:
    """Return the cases that are tried; thousands are read for them, so not before a test runs."""
    return (*list(written())[::24], *labelled_stories(every=120), *examples())


@pytest.mark.parametrize("kind", MAKERS)
def test_no_edit_of_this_kind_is_called_valid(kind):
    made = ((case, edit) for case in sample() for edit in islice(MAKERS[kind](case), 2))
    tried = list(islice(made, MOST))
    assert tried
    for case, edit in tried:
        assert case.judge(edit, given=True).valid is not True, edit


def test_no_edit_of_another_text_is_called_valid():
    for case in sample()[:8]:
        for edit in foreign(case, sample()):
            assert case.judge(edit, given=True).valid is not True, edit


@pytest.mark.parametrize("name", WRAPPINGS)
def test_nothing_around_an_edit_turns_its_verdict_round(name):
    for case in sample()[-3:]:
        for edit in case.gold_edits[:1]:
            pair = {case.judge(edit, given=True).valid, case.judge(WRAPPINGS[name](edit), given=True).valid}
            assert pair != {True, False}, edit
