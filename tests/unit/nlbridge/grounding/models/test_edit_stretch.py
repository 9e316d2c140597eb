from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nlbridge.grounding.models.edit_stretch import sentences, stretches, surrounding

TEXTS = st.text(alphabet="abc AB.,;:!?'\" \n5", max_size=60)


@given(TEXTS)
def test_sentences_are_in_order_do_not_meet_and_leave_nothing_but_space(passage):
    spans = sentences(passage)
    covered = set()
    for start, end in spans:
        assert start < end
        assert passage[start:end] == passage[start:end].strip()
        assert covered.isdisjoint(range(start, end))
        covered |= set(range(start, end))
    assert list(spans) == sorted(spans)
    assert all(passage[i].isspace() for i in set(range(len(passage))) - covered)


@given(TEXTS)
def test_every_stretch_stands_in_the_passage_once(passage):
    found = stretches(passage)
    assert len(set(found)) == len(found)
    assert all(part in passage for part in found)


@given(TEXTS, st.integers(0, 59), st.integers(1, 20))
def test_the_surrounding_of_a_stretch_holds_it(passage, start, length):
    end = min(len(passage), start + length)
    if passage[start:end].strip():
        assert passage[start:end].strip() in surrounding(passage, start, end)


def test_a_number_an_abbreviation_and_a_quotation_do_not_end_a_sentence():
    text = 'The valve held at 2.5 bar. "Stay away!" she said, and nobody went in.'
    assert [text[a:b] for a, b in sentences(text)] == [
        "The valve held at 2.5 bar.",
        '"Stay away!" she said, and nobody went in.',
    ]
    assert "and nobody went in." in stretches(text)
