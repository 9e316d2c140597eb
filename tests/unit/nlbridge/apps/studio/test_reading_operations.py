"""What a person does to claims and to the background, each with a field that suits it and one that does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from causalcore.scenario.scenario import Event, Kind, Latent, Link, Provenance, Scenario
from nlbridge.apps.studio.document.document import Document, StudioError
from nlbridge.apps.studio.document.operations import apply
from nlbridge.apps.studio.document.reading_operations import MOST_CLAIMS, as_sentence, checked_span

TEXT = "The kiln cracked; so the vases, which were green, broke. A goat watched."
READ = Scenario(
    text=TEXT,
    events=(
        Event(id="e1", statement="The kiln cracked.", span=(0, 16), confidence=0.8),
        Event(id="e2", statement="The vases broke.", span=(21, 55), confidence=0.7),
        Event(id="e3", statement="A goat watched.", confidence=0.6),
    ),
    links=(Link(cause="e1", effect="e2", connective="so", span=(18, 20)), Link(cause="l1", effect="e2")),
    latents=(Latent(id="l1", statement="Clay is brittle."),),
)
DOCUMENT = Document(id="1", scenario=READ, read=True)


def done(name, document=DOCUMENT, **fields):
    return apply(document, {"op": name, **fields}, lambda text: Scenario(text=text))


def event(document, name):
    return next(one for one in document.scenario.events if one.id == name)


def test_a_claim_with_words_stands_where_its_words_do_and_is_told_by_them():
    after = done("claim.add", span=[4, 16])
    assert [one.id for one in after.scenario.events] == ["e1", "e4", "e2", "e3"]
    assert event(after, "e4").statement == "Kiln cracked."


def test_a_claim_without_words_comes_last_with_its_own_sentence():
    after = done("claim.add", statement="The potter wept.")
    assert after.scenario.events[-1] == Event(id="e4", statement="The potter wept.")


def test_a_claim_needs_words_or_a_sentence():
    with pytest.raises(StudioError, match="expected a span or a statement"):
        done("claim.add")


def test_claims_are_added_up_to_a_number():
    full = tuple(Event(id=f"e{k}", statement=f"Vase {k} broke.") for k in range(MOST_CLAIMS))
    with pytest.raises(StudioError, match="at most 600 claims"):
        done("claim.add", replace(DOCUMENT, scenario=Scenario(text=TEXT, events=full)), statement="One more.")


@pytest.mark.parametrize(
    ("name", "fields", "changed"),
    [
        ("claim.rename", {"statement": "The kiln burst."}, {"statement": "The kiln burst."}),
        ("claim.span", {"span": [3, 17]}, {"span": (4, 17)}),
        ("claim.restate", {}, {"statement": "The kiln cracked."}),
        ("claim.confirm", {}, {}),
    ],
)
def test_what_a_person_says_of_a_claim_is_certain(name, fields, changed):
    after = event(done(name, claim="e1", **fields), "e1")
    assert after == replace(READ.events[0], confidence=1.0, provenance=Provenance.CONFIRMED, **changed)


def test_a_claim_without_words_cannot_be_told_by_them():
    with pytest.raises(StudioError, match="e3 without; mark its words first"):
        done("claim.restate", claim="e3")


def test_another_kind_brings_its_usual_values():
    after = event(done("claim.set", claim="e3", kind="quantity"), "e3")
    assert (after.kind, after.fact) == (Kind.QUANTITY, "as stated")
    back = event(done("claim.set", done("claim.set", claim="e3", kind="quantity"), claim="e3", kind="event"), "e3")
    assert back == READ.events[2]


def test_values_fact_and_what_it_presupposes_are_set_together():
    fields = {"kind": "choice", "values": ["goat", "sheep"], "fact": "goat", "presupposes": ["e1"]}
    after = event(done("claim.set", claim="e3", **fields), "e3")
    assert (after.kind, after.values, after.fact, after.presupposes) == (
        Kind.CHOICE,
        ("goat", "sheep"),
        "goat",
        ("e1",),
    )


def test_a_formula_replaces_another_and_is_taken_away():
    first = done("mechanism.set", claim="e2", formula="e1")
    second = done("mechanism.set", first, claim="e2", formula="e1 and not e3")
    assert second.scenario.mechanisms == (("e2", "e1 and not e3"),)
    assert done("mechanism.set", second, claim="e2", formula=None).scenario.mechanisms == ()


def test_the_background_is_added_to_renamed_and_removed_with_its_links():
    added = done("latent.add", statement="It was windy.")
    assert added.scenario.latents[-1] == Latent(id="l2", statement="It was windy.")
    renamed = done("latent.rename", added, latent="l1", statement="Clay breaks.")
    assert [one.statement for one in renamed.scenario.latents] == ["Clay breaks.", "It was windy."]
    removed = done("latent.remove", renamed, latent="l1")
    assert [one.id for one in removed.scenario.latents] == ["l2"]
    assert removed.scenario.links == READ.links[:1]


def test_a_background_that_is_not_there_is_named():
    with pytest.raises(StudioError, match="expected a fact of the background, got 'l9'"):
        done("latent.rename", latent="l9", statement="x")


def test_the_background_has_a_limit_too():
    full = replace(READ, links=(), latents=tuple(Latent(id=f"l{k}", statement="It is.") for k in range(MOST_CLAIMS)))
    with pytest.raises(StudioError, match="at most 600 facts of the background"):
        done("latent.add", replace(DOCUMENT, scenario=full), statement="One more.")


@pytest.mark.parametrize("span", [(5, 5), (-1, 4), (0, len(TEXT) + 1), (3, 4)])
def test_a_span_holds_words_of_the_text(span):
    with pytest.raises(StudioError, match=r"expected a span of words within the 72 characters"):
        checked_span(READ, span)


def test_a_sentence_is_made_of_words_however_they_end():
    assert checked_span(READ, None) is None
    assert as_sentence("did it rain? ", (0, 13)) == "Did it rain?"
    assert as_sentence(TEXT, None) == "."
