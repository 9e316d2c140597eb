"""What a value that was read does to a criterion: worked out by hand for each kind, value and policy."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import Criterion, CriterionKind, Rubric, Silence, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Kind, Latent, Link, Scenario, Sign
from nlbridge.grounding.edit import edit_of
from nlbridge.grounding.grounding import GroundedClaim, Grounding, Told, Way, Witness
from nlbridge.judging.by_values import by_value, incidental
from nlbridge.judging.report import CriterionOutcome, CriterionVerdict, ErrorClass, verdict_on
from nlbridge.weights.calibration import model_path_weights

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Provenance, Span

QUANTITY: dict[str, Any] = {"kind": Kind.QUANTITY, "values": ("lower", "as stated", "higher"), "fact": "as stated"}
STORY = Scenario(
    text="The pump failed, so the cellar flooded. Snow fell.",
    events=(
        Event(id="pump", statement="The pump failed.", span=(0, 15)),
        Event(id="cellar", statement="The cellar flooded.", span=(20, 38)),
        Event(id="snow", statement="Snow fell.", span=(40, 49)),
    ),
    links=(Link(cause="pump", effect="cellar"),),
    latents=(Latent(id="dark", statement="It was dark."),),
)
DRY = Scenario(
    text="Dry weather came. The harvest was nine tons.",
    events=(
        Event(id="dry", statement="Dry weather came."),
        Event(id="harvest", statement="The harvest was nine tons.", **QUANTITY),
    ),
    links=(Link(cause="dry", effect="harvest", sign=Sign.INHIBITS),),
)
SILENT = "The passage does not mention it, and silence counts as"


def rubric_of(scenario: Scenario = STORY, silence: Silence = Silence.OPEN, **supposed: str) -> Rubric:
    return build_rubric(derive(scenario, do(supposed or {scenario.events[0].id: "false"})), silence)


def claim(event: str, value: Told, **more: Any) -> GroundedClaim:
    return GroundedClaim(**{"event": event, "value": value, "quote": f"the {event}"} | more)


def own(value: Told, **more: Any) -> GroundedClaim:
    return claim("pump", value, supposed=True, **{"quote": "its own"} | more)


def judged(rubric: Rubric, *claims: GroundedClaim) -> CriterionVerdict:
    """Judge the first claim by the criterion about its event."""
    (asked,) = (one for one in rubric.criteria if one.event == claims[0].event)
    told = Grounding(edit=edit_of("Now the cellar was told of.", rubric.scenario), claims=claims)
    return by_value(rubric, asked, claims[0], told)


def outcome(rubric: Rubric, *claims: GroundedClaim) -> str:
    return str(judged(rubric, *claims).outcome)


def asked_of(kind: CriterionKind) -> Criterion:
    return next(one for one in rubric_of(dark="true").criteria if one.kind is kind)


@pytest.mark.parametrize(
    ("met", "said", "error"), [(True, "pass", None), (False, "fail", ErrorClass.E1), (None, "undetermined", None)]
)
def test_a_verdict_has_a_class_of_error_only_where_the_criterion_is_broken(
    met: bool | None, said: str, error: ErrorClass | None
) -> None:
    rubric = rubric_of()
    (stays,) = rubric.of_kind(CriterionKind.UNCHANGED)
    told = Grounding(edit=edit_of("It snowed. **Snow** fell.", STORY), claims=())
    found = verdict_on(stays, told, met, quote="Snow fell", why="as read")
    assert (str(found.outcome), found.error, found.confidence) == (said, error, 0.5)
    assert found.span == (13, 24)
    assert found.provenance is told.provenance
    assert verdict_on(stays, told, met, why="as read").span is None


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (Told.TRUE, "The edit tells it in 'the cellar'."),
        (Told.BARE, "The edit says it without its detail in 'the cellar'."),
        (Told.FALSE, "The edit says that it is not so in 'the cellar'."),
        (Told.OTHER, "The edit tells another value in 'the cellar'."),
        (Told.GONE, "The edit takes away what it is about in 'the cellar'."),
        (Told.ABSENT, "Not shown: the passage does not mention it."),
    ],
)
def test_a_verdict_says_what_the_edit_does_and_where(value: Told, why: str) -> None:
    assert judged(rubric_of(), claim("cellar", value)).why == why
    if value is not Told.ABSENT:
        assert judged(rubric_of(), claim("cellar", value, quote="")).why == why.replace(" in 'the cellar'", "")


@pytest.mark.parametrize(
    ("value", "changes", "stays"),
    [
        (Told.TRUE, "fail", "pass"),
        (Told.BARE, "undetermined", "pass"),
        (Told.FALSE, "pass", "fail"),
        (Told.OTHER, "pass", "fail"),
        (Told.GONE, "pass", "fail"),
        (Told.ABSENT, "undetermined", "undetermined"),
        (Told.SUSPENDED, "undetermined", "undetermined"),
        (Told.UNREAD, "undetermined", "undetermined"),
    ],
)
def test_each_value_meets_or_breaks_what_must_change_and_what_must_stay(value: Told, changes: str, stays: str) -> None:
    rubric = rubric_of()
    assert outcome(rubric, claim("cellar", value)) == outcome(rubric, claim("pump", value)) == changes
    assert outcome(rubric, claim("snow", value)) == stays


@pytest.mark.parametrize("value", Told)
def test_only_words_against_a_background_break_it_and_none_is_asked_for(value: Told) -> None:
    found = judged(rubric_of(), claim("dark", value))
    assert (found.outcome is CriterionOutcome.FAIL) is (value in {Told.FALSE, Told.OTHER})
    assert found.outcome is not CriterionOutcome.UNDETERMINED
    assert found.required is False


def test_a_verdict_is_as_sure_as_its_witnesses_and_half_sure_where_nothing_is_decided() -> None:
    rubric, weights = rubric_of(), model_path_weights()
    assert judged(rubric, claim("snow", Told.TRUE)).confidence == weights["look"]
    both = claim("snow", Told.TRUE, witnesses=(Witness.LOOK, Witness.PROOF))
    assert judged(rubric, both).confidence == weights["proof"]
    assert judged(rubric, claim("snow", Told.ABSENT)).confidence == 0.5
    assert all(judged(rubric, claim(name, Told.TRUE)).required for name in ("pump", "cellar", "snow"))


@pytest.mark.parametrize("name", ["pump", "cellar", "snow", "dark"])
def test_a_value_in_doubt_decides_nothing_and_the_doubt_is_the_reason(name: str) -> None:
    found = judged(rubric_of(), claim(name, Told.FALSE, doubt="It may be another."))
    assert (found.outcome, found.why, found.confidence) == (CriterionOutcome.UNDETERMINED, "It may be another.", 0.5)


@pytest.mark.parametrize(
    ("way", "said", "why"),
    [
        (Way.NEEDED, "undetermined", "The what-if contradicts it: 'the snow' says how the supposed event came about."),
        (Way.CHOSEN, "fail", "The edit adds an explanation that the what-if does not need: 'the snow'."),
        (Way.APART, "fail", "The edit says that it is not so in 'the snow'."),
    ],
)
def test_the_way_there_excuses_only_what_the_what_if_needs(way: Way, said: str, why: str) -> None:
    found = judged(rubric_of(), claim("snow", Told.FALSE, way_there=way))
    assert (str(found.outcome), found.why) == (said, why)


@pytest.mark.parametrize(
    ("silence", "absent", "bare", "why"),
    [
        (Silence.OPEN, "undetermined", "pass", "Not shown: the passage does not mention it."),
        (Silence.FAIL, "fail", "undetermined", f"{SILENT} fail."),
        (Silence.PASS, "pass", "pass", f"{SILENT} pass."),
    ],
)
def test_silence_on_what_must_stay_counts_as_the_policy_says(
    silence: Silence, absent: str, bare: str, why: str
) -> None:
    found = judged(rubric_of(silence=silence), claim("snow", Told.ABSENT))
    assert (str(found.outcome), found.why) == (absent, why)
    doubted = judged(rubric_of(silence=silence), claim("snow", Told.ABSENT, doubt="It may be told."))
    assert (str(doubted.outcome), doubted.why) == ("undetermined", "It may be told.")
    said = judged(rubric_of(silence=silence), claim("snow", Told.BARE))
    assert (str(said.outcome), said.why) == (bare, "The edit says it in 'the snow', without its detail.")


FAIR = Scenario(
    text="The oven came on the day of the fair. The cat slept.",
    events=(
        Event(id="oven", statement="The oven came.", span=(0, 36)),
        Event(id="day", statement="It was the day of the fair.", span=(17, 36)),
        Event(id="cat", statement="The cat slept.", span=(38, 51)),
    ),
)


@pytest.mark.parametrize("silence", Silence)
def test_a_detail_of_what_changes_is_neither_required_nor_ever_broken(silence: Silence) -> None:
    rubric = rubric_of(FAIR, silence)
    absent = judged(rubric, claim("day", Told.ABSENT))
    assert (str(absent.outcome), absent.required) == ("undetermined", False)
    assert absent.why == "It is a detail of what changes."
    other = judged(rubric, claim("day", Told.FALSE))
    assert (str(other.outcome), other.required) == ("undetermined", True)
    assert other.why == "It is a detail of what changes; the edit says otherwise in 'the day'."
    assert outcome(rubric, claim("day", Told.TRUE)) == "pass"
    assert outcome(rubric, claim("cat", Told.FALSE)) == "fail"


@pytest.mark.parametrize(
    ("first", "second", "said", "quote", "why"),
    [
        (Told.FALSE, Told.TRUE, "pass", "its own", "The edit tells it in 'its own'."),
        (Told.TRUE, Told.TRUE, "undetermined", "its own", "The edit says both."),
        (Told.FALSE, Told.BARE, "pass", "its own", "The edit says it in 'its own', without its detail."),
        (Told.TRUE, Told.BARE, "fail", "the pump", "The edit tells it in 'the pump'."),
        (Told.ABSENT, Told.BARE, "undetermined", "its own", "The edit says it without its detail in 'its own'."),
        (Told.TRUE, Told.ABSENT, "fail", "the pump", "The edit tells it in 'the pump'."),
        (Told.TRUE, Told.FALSE, "fail", "its own", "The edit says that it is not so in 'its own'."),
        (Told.FALSE, Told.FALSE, "fail", "its own", "The edit says that it is not so in 'its own'."),
        (Told.ABSENT, Told.TRUE, "pass", "its own", "The edit tells it in 'its own'."),
        (Told.FALSE, Told.ABSENT, "undetermined", "its own", "Not shown: the passage does not mention it."),
    ],
)
def test_what_is_supposed_is_judged_by_its_own_words_beside_the_claim(
    first: Told, second: Told, said: str, quote: str, why: str
) -> None:
    found = judged(rubric_of(), claim("pump", first), own(second))
    assert (str(found.outcome), found.quote, found.why) == (said, quote, why)


def test_a_what_if_that_is_the_fact_asks_for_the_claim_itself() -> None:
    rubric = rubric_of(pump="true")
    assert outcome(rubric, claim("pump", Told.TRUE), own(Told.FALSE)) == "pass"
    assert outcome(rubric, claim("pump", Told.FALSE), own(Told.TRUE)) == "fail"


@pytest.mark.parametrize(
    ("value", "way", "said"),
    [
        (Told.OTHER, "higher", "pass"),
        (Told.OTHER, "lower", "fail"),
        (Told.OTHER, "as stated", "fail"),
        (Told.OTHER, "", "undetermined"),
        (Told.FALSE, "", "pass"),
        (Told.FALSE, "lower", "fail"),
        (Told.GONE, "lower", "pass"),
        (Told.TRUE, "", "fail"),
        (Told.ABSENT, "", "undetermined"),
    ],
)
def test_an_amount_must_go_where_it_is_asked_for_unless_it_is_gone(value: Told, way: str, said: str) -> None:
    assert outcome(rubric_of(DRY), claim("harvest", value, way=way)) == said


def test_an_amount_that_is_asked_to_go_nowhere_in_particular_may_go_anywhere() -> None:
    rubric = rubric_of(DRY)
    criteria = tuple(replace(one, expected=None) if one.event == "harvest" else one for one in rubric.criteria)
    assert outcome(replace(rubric, criteria=criteria), claim("harvest", Told.OTHER, way="lower")) == "pass"


@pytest.mark.parametrize(
    ("silence", "doubt", "said"),
    [
        (Silence.FAIL, "", "fail"),
        (Silence.FAIL, "unclear", "undetermined"),
        (Silence.OPEN, "", "undetermined"),
        (Silence.PASS, "", "undetermined"),
    ],
)
def test_an_amount_that_is_passed_over_fails_only_where_silence_does(silence: Silence, doubt: str, said: str) -> None:
    found = judged(rubric_of(DRY, silence), claim("harvest", Told.ABSENT, doubt=doubt))
    assert str(found.outcome) == said
    assert (found.why == f"{SILENT} fail.") is (said == "fail")
    assert outcome(rubric_of(silence=silence), claim("cellar", Told.ABSENT, doubt=doubt)) == "undetermined"


SHOWN = Scenario(
    text="A clip was shown. Its end was sad. Rain fell.",
    events=(
        Event(id="clip", statement="A clip was shown."),
        Event(id="end", statement="Its end was sad.", presupposes=("clip",)),
        Event(id="rain", statement="Rain fell."),
    ),
    links=(Link(cause="clip", effect="rain"),),
)


@pytest.mark.parametrize(
    ("value", "base", "doubt", "said"),
    [
        (Told.ABSENT, Told.FALSE, "", "pass"),
        (Told.ABSENT, Told.GONE, "", "pass"),
        (Told.BARE, Told.GONE, "", "pass"),
        (Told.ABSENT, Told.OTHER, "", "undetermined"),
        (Told.ABSENT, Told.TRUE, "", "undetermined"),
        (Told.ABSENT, Told.FALSE, "unclear", "undetermined"),
        (Told.TRUE, Told.FALSE, "", "fail"),
        (Told.SUSPENDED, Told.FALSE, "", "undetermined"),
    ],
)
def test_a_claim_is_gone_with_what_the_edit_surely_takes_away(value: Told, base: Told, doubt: str, said: str) -> None:
    found = judged(rubric_of(SHOWN), claim("end", value), claim("clip", base, doubt=doubt))
    assert str(found.outcome) == said
    assert (found.why == "It is gone with what it was about.") is (said == "pass")


def test_what_is_about_something_that_the_edit_was_not_read_for_is_not_gone_and_neither_is_a_mere_effect() -> None:
    assert outcome(rubric_of(SHOWN), claim("end", Told.ABSENT)) == "undetermined"
    assert outcome(rubric_of(SHOWN), claim("rain", Told.ABSENT), claim("clip", Told.FALSE)) == "undetermined"


def told_as(
    span: Span | None, text: str = "The oven came on the day which was fair.", *, around: Span = (0, 20)
) -> bool:
    """Tell whether a claim at `span` is incidental to one at `around` that is supposed otherwise."""
    events = (Event(id="e1", statement="It came.", span=around), Event(id="e2", statement="It was.", span=span))
    return incidental(rubric_of(Scenario(text=text, events=events)), "e2")


@pytest.mark.parametrize(
    ("span", "found"),
    [
        ((5, 15), True),
        ((0, 15), True),
        ((5, 20), True),
        ((0, 20), False),
        ((5, 21), False),
        ((30, 39), False),
        (None, False),
    ],
)
def test_a_detail_stands_within_the_words_of_what_changes(span: Span | None, found: bool) -> None:
    assert told_as(span) is found


def test_words_that_begin_before_what_changes_are_no_detail_of_it() -> None:
    assert not told_as((0, 10), around=(5, 20))
    assert not told_as((0, 4), around=(5, 20))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("They saw a clerk who had left.", True),
        ("They saw a clerk, WHO had left.", True),
        ("They saw a clerk so who had left.", False),
        ("They saw a clerk whoever he was.", False),
        ("They saw a clerk and he had left.", False),
    ],
)
def test_a_relative_clause_right_behind_what_changes_is_a_detail_of_it(text: str, found: bool) -> None:
    start = next(text.lower().index(word) for word in ("who", "and") if word in text.lower())
    assert told_as((start, len(text) - 1), text, around=(0, 16)) is found
    assert not told_as((start, len(text) - 1), text, around=(start, start + 3))


def test_nothing_is_incidental_to_what_stays_even_where_the_what_if_names_it() -> None:
    assert not incidental(rubric_of(FAIR, oven="true"), "day")
    assert not incidental(rubric_of(FAIR, cat="false"), "day")
    assert incidental(rubric_of(replace(FAIR, links=(Link(cause="cat", effect="oven"),)), cat="false"), "day")


def test_the_provenance_of_a_verdict_is_that_of_the_reading() -> None:
    provenance: Provenance = judged(rubric_of(), claim("snow", Told.TRUE)).provenance
    assert str(provenance) == "model"
