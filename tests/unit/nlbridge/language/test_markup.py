"""HTML in a text gives way to blanks of the same length, and a paragraph ends what is told in it."""

from __future__ import annotations

import pytest

from nlbridge.language.markdown import without_tags
from nlbridge.reading.reader import read


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<p>It rained</p><p>Eva left.</p>", "It rained. Eva left."),
        ("It <em>rained</em>,&nbsp;so Eva<br/>left", "It rained , so Eva. left"),
        ("<!-- a note --><script>alert(1)</script>It rained", "It rained"),
        ("A &lt; B &amp; C &unknown; &#9;", "A < B & C &unknown;"),
        ("x<y and y>z, <unknown>kept</unknown>", "x<y and y>z, <unknown>kept</unknown>"),
        ("no marks", "no marks"),
    ],
)
def test_tags_become_blanks_at_the_same_places(text: str, shown: str) -> None:
    found = without_tags(text)
    assert " ".join(found.split()) == shown
    assert len(found) == len(text)


def test_a_text_in_html_has_the_claims_and_links_of_the_plain_one() -> None:
    marked = read("<p>The valve stuck, so the tank <b>overflowed</b></p><p>The shift ended.</p>")
    plain = read("The valve stuck, so the tank overflowed. The shift ended.")
    assert [event.statement for event in marked.events] == [event.statement for event in plain.events]
    assert [(one.cause, one.effect) for one in marked.links] == [(one.cause, one.effect) for one in plain.links]
