"""Chances of the trained network: the same for any company, without what is not asked, also for long texts."""

from __future__ import annotations

import numpy as np
import pytest

from nlbridge.language.encoder.scores import FOLDER, scores, windows

TEXT = "The kiln cracked, so the vases were lost. A violinist rehearsed next door."
SPANS = ((0, 16), (21, 40), (42, 73))


def test_the_same_question_has_the_same_answer_in_any_company():
    alone = scores("the kiln not cracked", TEXT, SPANS)
    scores.cache_clear()
    scores("the violinist gone home", TEXT * 2, SPANS)
    again = scores("the kiln not cracked", TEXT, SPANS)
    assert np.array_equal(alone.links, again.links)
    assert np.array_equal(alone.changed, again.changed)


def test_no_claim_causes_itself_and_all_are_chances():
    found = scores("", TEXT, SPANS)
    assert found.links.shape == (3, 3)
    assert not found.links.diagonal().any()
    for values in (found.links, found.promotes, found.strengths, found.sets, found.changed):
        assert ((values >= 0) & (values <= 1)).all()
    assert np.allclose(found.strengths.sum(axis=-1), 1)


def test_a_text_without_claims_has_no_chances():
    assert scores("", "Hello there.", ()).links.shape == (0, 0)


def test_a_text_longer_than_a_window_is_read_whole():
    sentence = "The lift stopped, so the guests took the stairs. "
    text = sentence * 40
    spans = tuple((k * len(sentence), k * len(sentence) + 16) for k in range(40))
    found = scores("the lift not stopped", text, spans)
    assert found.links.shape == (40, 40)
    assert (found.sets > 0).all()


@pytest.mark.parametrize("most", [10, 50, 1000])
def test_windows_cover_every_claim_and_neighbours_share_one(most):
    lengths = [9, 4, 30, 2, 7, 7, 12, 5]
    found = windows(lengths, most)
    assert {k for first, last in found for k in range(first, last)} == set(range(len(lengths)))
    assert all(sum(lengths[first:last]) <= most or last == first + 1 for first, last in found)


def test_the_shipped_networks_are_small_enough_for_a_package():
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= 40_000_000
