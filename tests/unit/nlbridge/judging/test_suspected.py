"""Whether a joining word is suspected, by the values that were read of the claims at its ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Kind, Link, Scenario, Sign, Strength
from nlbridge.grounding.edit import edit_of
from nlbridge.grounding.grounding import GroundedClaim, GroundedConnective, Grounding, Told
from nlbridge.judging.by_values import suspected

STORY = Scenario(
    text="A storm raged. So the pump failed, so the cellar flooded. Snow fell. Bells rang.",
    events=(
        Event(id="storm", statement="A storm raged."),
        Event(id="pump", statement="The pump failed."),
        Event(id="cellar", statement="The cellar flooded."),
        Event(id="snow", statement="Snow fell."),
        Event(id="bells", statement="Bells rang."),
    ),
    links=(Link(cause="storm", effect="pump"), Link(cause="pump", effect="cellar")),
)
CONSECUTIVE = "but what the edit says of the two claims needs a consecutive word"
CONCESSIVE = "but what the edit says of the two claims needs a concessive word"
NO_REASON = "though nothing in the text makes the one a reason for the what-if"
AT_SIGHT = "and does not fit the two claims as the edit states them"
T, F, OTHER, G, A = Told.TRUE, Told.FALSE, Told.OTHER, Told.GONE, Told.ABSENT


def said(cause: str, effect: str, *, consecutive: bool = True, **more: Any) -> GroundedConnective:
    usual: dict[str, Any] = {"quote": "thus", "cause": cause, "effect": effect, "consecutive": consecutive}
    return GroundedConnective(**usual | more)


def found(
    word: GroundedConnective,
    values: dict[str, Told],
    *,
    scenario: Scenario = STORY,
    supposed: dict[str, Told] | None = None,
    sets: dict[str, str] | None = None,
    ways: dict[str, str] | None = None,
) -> str:
    """Return why a word is suspected, where the claims have these values, and what is supposed has its own."""
    rubric = build_rubric(derive(scenario, do(sets or {"pump": "false"})))
    claims = [GroundedClaim(event=name, value=value, way=(ways or {}).get(name, "")) for name, value in values.items()]
    claims += [GroundedClaim(event=name, value=value, supposed=True) for name, value in (supposed or {}).items()]
    return suspected(rubric, Grounding(edit=edit_of("It was so.", scenario), claims=tuple(claims)), word)


@pytest.mark.parametrize(
    ("pump", "cellar", "fitting"),
    [(T, T, "consecutive"), (F, F, "consecutive"), (F, T, "concessive"), (T, F, "concessive")],
)
@pytest.mark.parametrize("consecutive", [True, False])
def test_a_word_is_suspected_where_the_values_at_its_ends_need_the_other_kind(
    pump: Told, cellar: Told, fitting: str, consecutive: bool
) -> None:
    why = found(said("pump", "cellar", consecutive=consecutive), {"pump": pump, "cellar": cellar})
    needed = CONSECUTIVE if fitting == "consecutive" else CONCESSIVE
    assert why == ("" if consecutive is (fitting == "consecutive") else needed)


@pytest.mark.parametrize("value", [A, Told.BARE, Told.SUSPENDED, Told.UNREAD])
def test_a_value_that_is_not_known_makes_no_word_suspect(value: Told) -> None:
    for values in ({"pump": F, "cellar": value}, {"pump": value, "cellar": T}, {"pump": F}, {"cellar": T}):
        assert found(said("pump", "cellar"), values) == ""


def test_a_word_with_an_end_outside_the_claims_is_not_judged_by_values() -> None:
    for cause, effect in (("", "cellar"), ("pump", ""), ("", "")):
        assert found(said(cause, effect), {"pump": F, "cellar": T}) == ""


@pytest.mark.parametrize(
    ("sign", "storm", "cellar", "why"),
    [
        (Sign.PROMOTES, T, T, ""),
        (Sign.PROMOTES, T, F, CONCESSIVE),
        (Sign.INHIBITS, T, F, ""),
        (Sign.INHIBITS, T, T, CONCESSIVE),
        (Sign.DETERMINES, T, F, ""),
    ],
)
def test_claims_further_apart_are_judged_by_the_sign_of_the_path(
    sign: Sign, storm: Told, cellar: Told, why: str
) -> None:
    story = replace(STORY, links=(STORY.links[0], replace(STORY.links[1], sign=sign)))
    assert found(said("storm", "cellar"), {"storm": storm, "cellar": cellar}, scenario=story) == why


@pytest.mark.parametrize("cellar", [T, F])
def test_paths_of_two_signs_say_nothing_of_a_word(cellar: Told) -> None:
    more = Event(id="wall", statement="The wall held.")
    links = (*STORY.links, Link(cause="storm", effect="wall"), Link(cause="wall", effect="cellar", sign=Sign.INHIBITS))
    story = replace(STORY, events=(*STORY.events, more), links=links)
    assert found(said("storm", "cellar"), {"storm": T, "cellar": cellar}, scenario=story) == ""


@pytest.mark.parametrize(("storm", "pump", "why"), [(T, T, ""), (T, F, CONCESSIVE)])
def test_a_direct_link_counts_whatever_else_is_linked_without_a_sign(storm: Told, pump: Told, why: str) -> None:
    story = replace(STORY, links=(STORY.links[0], replace(STORY.links[1], sign=Sign.DETERMINES)))
    assert found(said("storm", "pump"), {"storm": storm, "pump": pump}, scenario=story) == why


def test_a_concession_may_stand_the_other_way_round_and_a_reason_may_not() -> None:
    values = {"pump": F, "cellar": F}
    assert found(said("cellar", "pump", consecutive=False), values) == CONSECUTIVE
    assert found(said("cellar", "pump", consecutive=False), values | {"cellar": T}) == ""
    assert found(said("cellar", "pump"), values | {"cellar": T}) == ""


def test_claims_that_no_path_joins_make_no_word_suspect() -> None:
    for consecutive in (True, False):
        assert found(said("snow", "cellar", consecutive=consecutive), {"snow": T, "cellar": F}) == ""


@pytest.mark.parametrize(
    ("quote", "storm", "pump", "why"),
    [
        ("so", T, T, ""),
        ("thus", T, T, CONSECUTIVE),
        ("so", F, F, CONSECUTIVE),
        ("soup", T, T, CONSECUTIVE),
    ],
)
def test_a_word_of_the_text_is_never_wrong_between_claims_that_still_stand(
    quote: str, storm: Told, pump: Told, why: str
) -> None:
    word = said("storm", "pump", consecutive=False, quote=quote)
    assert found(word, {"storm": storm, "pump": pump}) == why


KEPT_AND_SUPPOSED = {"snow": T, "pump": F}


@pytest.mark.parametrize(
    ("word", "values", "supposed", "why"),
    [
        (said("snow", "pump"), KEPT_AND_SUPPOSED, {"pump": T}, NO_REASON),
        (said("snow", "pump", consecutive=False), KEPT_AND_SUPPOSED, {"pump": T}, ""),
        (said("snow", "pump"), KEPT_AND_SUPPOSED, {}, ""),
        (said("snow", "pump"), KEPT_AND_SUPPOSED, {"pump": F}, ""),
        (said("snow", "pump"), {"snow": F, "pump": F}, {"pump": T}, ""),
        (said("snow", "pump"), {"pump": F}, {"pump": T}, ""),
        (said("bells", "pump"), {"bells": T, "pump": F}, {"pump": T}, NO_REASON),
        (said("dark", "pump"), {"dark": T, "pump": F}, {"pump": T}, ""),
    ],
)
def test_only_a_claim_that_is_kept_is_no_reason_for_what_is_supposed(
    word: GroundedConnective, values: dict[str, Told], supposed: dict[str, Told], why: str
) -> None:
    assert found(word, values, supposed=supposed) == why


def test_what_is_supposed_beside_it_may_be_its_reason() -> None:
    sets = {"pump": "false", "snow": "false"}
    assert found(said("snow", "pump"), KEPT_AND_SUPPOSED, supposed={"pump": T}, sets=sets) == ""


@pytest.mark.parametrize(
    ("sight", "quote", "cause", "effect", "why"),
    [
        (False, "so", "the pump failed", "the cellar flooded", ""),
        (False, "so", "the pump failed", "the attic flooded", AT_SIGHT),
        (False, "so", "the pipe failed", "the cellar flooded", AT_SIGHT),
        (False, "thus", "the pump failed", "the cellar flooded", AT_SIGHT),
        (False, "so", "", "the cellar flooded", AT_SIGHT),
        (True, "thus", "", "", ""),
        (None, "thus", "", "", ""),
    ],
)
def test_words_that_seem_unsuited_are_suspected_unless_the_text_has_them_and_both_ends(
    sight: bool | None, quote: str, cause: str, effect: str, why: str
) -> None:
    word = said("", "cellar", quote=quote, at_sight=sight, cause_words=cause, effect_words=effect)
    assert found(word, {"cellar": T}) == why


def test_the_links_come_before_the_sight() -> None:
    assert found(said("pump", "cellar", at_sight=False), {"pump": F, "cellar": T}) == CONCESSIVE


@pytest.mark.parametrize(
    ("pump", "supposed", "why"),
    [(A, T, ""), (F, T, ""), (T, F, CONCESSIVE), (A, F, ""), (T, T, CONCESSIVE)],
)
def test_what_is_supposed_gives_its_claim_the_other_value_where_the_claim_itself_is_not_read(
    pump: Told, supposed: Told, why: str
) -> None:
    assert found(said("pump", "cellar"), {"pump": pump, "cellar": F}, supposed={"pump": supposed}) == why


def test_what_is_supposed_gives_no_value_to_a_claim_that_nobody_read() -> None:
    assert found(said("pump", "cellar"), {"cellar": T}, supposed={"pump": T}) == ""
    assert found(said("pump", "cellar"), {"pump": A, "cellar": T}, supposed={"pump": T}) == CONCESSIVE


@pytest.mark.parametrize(("cellar", "why"), [(F, CONSECUTIVE), (T, "")])
def test_what_the_text_denies_holds_where_the_edit_tells_it_otherwise(cellar: Told, why: str) -> None:
    story = replace(STORY, events=(*STORY.events[:2], replace(STORY.events[2], fact="false"), *STORY.events[3:]))
    word = said("pump", "cellar", consecutive=False)
    assert found(word, {"pump": T, "cellar": cellar}, scenario=story, sets={"pump": "true"}) == why


QUANTITY: dict[str, Any] = {"kind": Kind.QUANTITY, "values": ("lower", "as stated", "higher"), "fact": "as stated"}
FIRE = Scenario(
    text="A fire broke out. The price rose to ten euros. Lena bought oats.",
    events=(
        Event(id="fire", statement="A fire broke out."),
        Event(id="price", statement="The price rose to ten euros.", **QUANTITY),
        Event(
            id="oats",
            statement="Lena bought oats.",
            kind=Kind.CHOICE,
            values=("oats", "hay", "straw"),
            fact="oats",
        ),
    ),
    links=(Link(cause="fire", effect="price"), Link(cause="fire", effect="oats", sign=Sign.DETERMINES)),
)


@pytest.mark.parametrize(
    ("fire", "price", "way", "consecutive", "why"),
    [
        (F, OTHER, "lower", True, ""),
        (F, OTHER, "lower", False, CONSECUTIVE),
        (F, OTHER, "higher", True, CONCESSIVE),
        (F, OTHER, "", True, ""),
        (F, OTHER, "", False, ""),
        (F, G, "", False, CONSECUTIVE),
        (F, G, "", True, ""),
        (F, T, "", True, CONCESSIVE),
        (T, T, "", False, CONSECUTIVE),
    ],
)
def test_an_amount_has_the_value_of_its_way_and_the_lowest_where_it_is_gone(
    fire: Told, price: Told, way: str, consecutive: bool, why: str
) -> None:
    word = said("fire", "price", consecutive=consecutive)
    assert (
        found(word, {"fire": fire, "price": price}, scenario=FIRE, sets={"fire": "false"}, ways={"price": way}) == why
    )


@pytest.mark.parametrize(
    ("fire", "oats", "why"), [(F, T, CONCESSIVE), (F, OTHER, ""), (F, F, ""), (T, F, CONCESSIVE), (T, T, "")]
)
def test_a_choice_that_is_told_otherwise_has_another_of_its_values(fire: Told, oats: Told, why: str) -> None:
    story = replace(FIRE, events=(*FIRE.events[:2], replace(FIRE.events[2], values=("oats", "hay"))))
    values = {"fire": fire, "oats": oats}
    assert found(said("fire", "oats"), values, scenario=story, sets={"fire": "false"}) == why


def test_what_is_supposed_has_the_value_that_is_set() -> None:
    links = (Link(cause="price", effect="fire", strength=Strength.NECESSARY),)
    story = replace(FIRE, links=links)
    for value, why in (("higher", CONCESSIVE), ("lower", "")):
        told = found(
            said("price", "fire"),
            {"price": OTHER, "fire": F},
            scenario=story,
            sets={"price": value},
            supposed={"price": T},
            ways={"price": "lower" if value == "higher" else "higher"},
        )
        assert told == why


@pytest.mark.parametrize(("fire", "why"), [(T, CONCESSIVE), (F, "")])
def test_a_choice_whose_way_names_a_value_has_that_value(fire: Told, why: str) -> None:
    values = {"fire": fire, "oats": OTHER}
    told = found(said("fire", "oats"), values, scenario=FIRE, sets={"fire": "false"}, ways={"oats": "straw"})
    assert told == why
