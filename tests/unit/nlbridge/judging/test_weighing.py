"""The verdict on an edit from a score that is given, at each threshold and with each proof; and by values."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import Rubric, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Kind, Latent, Link, Provenance, Scenario
from nlbridge.grounding.edit import edit_of
from nlbridge.grounding.exact_claims import ExactClaim
from nlbridge.grounding.grounding import GroundedClaim, Grounding, Measured, Told, Witness
from nlbridge.judging import verification
from nlbridge.judging.findings import Findings, Shift
from nlbridge.judging.report import ErrorClass, Report
from nlbridge.judging.score import GIVEN, READ, Thresholds
from nlbridge.judging.verification import is_unchanged_copy, judge, weigh
from nlbridge.language.encoder.scores import EditScores
from nlbridge.language.meaning.sentences import words
from nlbridge.weights.calibration import model_path_weights

QUANTITY: dict[str, Any] = {"kind": Kind.QUANTITY, "values": ("lower", "as stated", "higher"), "fact": "as stated"}
TEXT = "The pump failed. So the cellar flooded. So the rent fell to 80 euros. Snow fell."
STORY = Scenario(
    text=TEXT,
    events=(
        Event(id="pump", statement="The pump failed."),
        Event(id="cellar", statement="The cellar flooded."),
        Event(id="rent", statement="The rent fell to 80 euros.", **QUANTITY),
        Event(id="snow", statement="Snow fell."),
    ),
    links=(Link(cause="pump", effect="cellar"), Link(cause="cellar", effect="rent")),
    latents=(Latent(id="dark", statement="It was dark."),),
)
RIGHT = {"pump": 0.98, "cellar": 0.98, "rent": 0.98, "snow": 0.02}
NOTHING = Findings()
LIMITS = Thresholds(valid_from=0.9, invalid_to=0.1, plain_from=0.7, proved_to=0.3)


@dataclass
class Fixed:
    """A scorer that gives the same chance to all."""

    chance: float

    def probability(self, evidence: object) -> float:
        return self.chance

    def allowing(self, wrong: float) -> Thresholds:
        return LIMITS if wrong == 0.05 else replace(LIMITS, valid_from=wrong, plain_from=wrong)


def rubric_of(sure: dict[str, float] | None = None, scenario: Scenario = STORY, **supposed: str) -> Rubric:
    found = build_rubric(derive(scenario, do(supposed or {"pump": "false"})))
    chances = sure or {}
    criteria = tuple(replace(one, confidence=chances.get(one.event or "", one.confidence)) for one in found.criteria)
    return replace(found, criteria=criteria)


def told(altered: dict[str, float] | None = None, said: str = "It was so.", **more: Any) -> Grounding:
    exact, ways, chances = (more.pop(name, {}) for name in ("exact", "ways", "chances"))
    claims = tuple(
        GroundedClaim(
            event=name,
            altered=chance,
            told=chances.get(name, 1.0),
            quote=name,
            aligned=name,
            way=ways.get(name, ""),
            exact=exact.get(name),
        )
        for name, chance in (RIGHT | (altered or {})).items()
    )
    measured = Measured(**{"novel": (0.0,) * 4} | more.pop("measured", {}))
    usual: dict[str, Any] = {"edit": edit_of(said, STORY), "claims": claims, "measured": measured}
    return Grounding(**usual | more)


COPIED = {"pump": ExactClaim(denied=False, first=0, last=0)}
DENIED = {"snow": ExactClaim(denied=True, first=1, last=1)}


def judged(
    monkeypatch: pytest.MonkeyPatch, chance: float, grounding: Grounding, rubric: Rubric | None = None, **more: Any
) -> Report:
    monkeypatch.setattr(verification, "scorer", lambda _: Fixed(chance))
    return judge(rubric or rubric_of(), grounding, **more)


@pytest.mark.parametrize(
    ("chance", "snow", "valid"),
    [
        (0.95, 0.02, True),
        (0.7, 0.02, True),
        (0.69, 0.02, None),
        (0.11, 0.6, None),
        (0.1, 0.6, False),
        (0.02, 0.9, False),
    ],
)
def test_a_plain_edit_is_judged_by_its_score(
    monkeypatch: pytest.MonkeyPatch, chance: float, snow: float, valid: bool | None
) -> None:
    found = judged(monkeypatch, chance, told({"snow": snow}))
    assert (found.valid, found.score) == (valid, chance)
    assert found.confidence == pytest.approx(chance if valid else max(chance, 1 - chance))
    assert bool(found.errors) is (valid is False)
    assert bool(found.reasons) is (valid is not True)


@pytest.mark.parametrize(
    ("altered", "chances"), [({}, {}), ({"snow": 0.9}, {"snow": 0.05}), ({"pump": 0.6, "snow": 0.4}, {})]
)
def test_a_low_score_without_a_likely_error_is_no_verdict(
    monkeypatch: pytest.MonkeyPatch, altered: dict[str, float], chances: dict[str, float]
) -> None:
    found = judged(monkeypatch, 0.02, told(altered, chances=chances))
    assert (found.valid, found.errors, found.score) == (None, (), 0.02)


@pytest.mark.parametrize(("sure", "chance", "valid"), [(0.9, 0.7, True), (0.89, 0.7, None), (0.89, 0.9, True)])
def test_what_is_less_than_surely_asked_needs_the_higher_score(
    monkeypatch: pytest.MonkeyPatch, sure: float, chance: float, valid: bool | None
) -> None:
    assert judged(monkeypatch, chance, told(), rubric_of({"snow": sure})).valid is valid


def test_a_doubt_needs_the_higher_score_and_the_share_of_wrong_verdicts_moves_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    doubted = told(doubts=("it is unclear",))
    assert judged(monkeypatch, 0.89, doubted).valid is None
    assert judged(monkeypatch, 0.9, doubted).valid is True
    assert judged(monkeypatch, 0.85, doubted, wrong=0.8).valid is True


BETWEEN = [(0.5, "50%", "90%", "10%"), (0.898, "89.8%", "90.0%", "10.0%"), (0.102, "10.2%", "90.0%", "10.0%")]


@pytest.mark.parametrize(("chance", "shown", "least", "most"), BETWEEN)
def test_what_is_undetermined_is_so_for_its_chance_first(
    monkeypatch: pytest.MonkeyPatch, chance: float, shown: str, least: str, most: str
) -> None:
    found = judged(monkeypatch, chance, told(doubts=("it is unclear", "it is unclear")))
    bounds = f"a valid verdict needs {least}, an invalid one at most {most}"
    assert found.reasons == (f"valid with a chance of {shown}; {bounds}", "it is unclear")


def test_what_bars_an_edit_keeps_its_score_below_the_threshold(monkeypatch: pytest.MonkeyPatch) -> None:
    added = told(measured={"additions": ("A boat came.",)})
    found = judged(monkeypatch, 0.95, added)
    assert found.valid is None
    assert found.score == found.confidence == pytest.approx(0.695)
    assert found.reasons == (
        "valid with a chance of 70%, which is not enough to call it valid or invalid",
        "the edit adds 'A boat came.', which the text does not mention",
    )
    assert judged(monkeypatch, 0.5, added).score == 0.5


@pytest.mark.parametrize(("sure", "valid"), [(0.75, True), (0.74, None)])
def test_a_what_if_that_is_not_surely_understood_decides_nothing(
    monkeypatch: pytest.MonkeyPatch, sure: float, valid: bool | None
) -> None:
    assert judged(monkeypatch, 0.95, told(), sure=sure).valid is valid
    found = judged(monkeypatch, 0.05, told(exact=DENIED), sure=sure)
    assert found.valid is (False if valid else None)
    if not valid:
        assert found.reasons[:2] == (
            "valid with a chance of 5%, so not valid, but no error was found that makes it invalid",
            "the what-if may mean something else (74% sure)",
        )


@pytest.mark.parametrize(
    ("grounding", "errors"),
    [
        (told(exact=COPIED), ["E2"]),
        (told(exact=DENIED), ["E1"]),
        (told(exact=COPIED | DENIED), ["E1", "E2"]),
        (told(ways={"rent": "higher"}), ["E4"]),
        (told(ways={"rent": "as stated"}), ["E2", "E4"]),
        (told(ways={"rent": "higher"}, exact=DENIED), ["E1", "E4"]),
    ],
)
def test_a_proof_decides_up_to_its_own_threshold(
    monkeypatch: pytest.MonkeyPatch, grounding: Grounding, errors: list[str]
) -> None:
    found = judged(monkeypatch, 0.3, grounding)
    assert (found.valid, [str(one) for one in found.errors]) == (False, errors)
    assert (found.score, found.confidence) == (0.1, 0.9)
    assert len(found.reasons) >= len(errors)
    assert judged(monkeypatch, 0.31, grounding).valid is None


def test_a_proof_above_its_threshold_still_bars_the_edit(monkeypatch: pytest.MonkeyPatch) -> None:
    found = judged(monkeypatch, 0.95, told(ways={"rent": "higher"}))
    assert found.valid is None
    assert found.score == pytest.approx(0.695)
    assert any(one.startswith("a quantity does not move as it must") for one in found.reasons)
    copied = judged(monkeypatch, 0.95, told(exact=COPIED))
    assert copied.valid is None
    assert any("The edit still says it word for word: 'It'." in one for one in copied.reasons)


def test_what_is_unlikely_is_named_beside_what_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    found = judged(monkeypatch, 0.1, told({"snow": 0.9, "cellar": 0.3}, exact=COPIED))
    assert [str(one) for one in found.errors] == ["E1", "E2"]
    assert found.reasons[0].startswith("it alters a claim")
    assert found.reasons[1].startswith("it keeps what must change")
    assert "word for word" in found.reasons[2]
    proved = judged(monkeypatch, 0.11, told({"snow": 0.9, "cellar": 0.3}, exact=COPIED))
    assert [str(one) for one in proved.errors] == ["E2"]
    assert "word for word" in proved.reasons[0]


def test_of_two_proofs_of_one_class_the_first_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    both = COPIED | {"cellar": ExactClaim(denied=False, first=1, last=2)}
    found = judged(monkeypatch, 0.3, told(exact=both))
    assert [str(one) for one in found.errors] == ["E2"]
    assert ["'It'" in found.reasons[0], "'was so'" in found.reasons[1]] == [True, True]
    assert len([one for one in found.reasons if "word for word" in one]) == 2


@pytest.mark.parametrize(
    ("findings", "sure", "moved"),
    [
        ({"misplaced": {"rent": 0}}, {"rent": 0.9}, True),
        ({"misplaced": {"rent": 0}}, {"rent": 0.89}, False),
        ({"misplaced": {"snow": 0}}, {}, False),
        ({"misplaced": {"pump": 0}}, {}, True),
        ({"misplaced": {"cellar": 0}}, {}, True),
        ({"displaced": {"rent": 0}}, {}, False),
        ({"shifts": (Shift(statement="It was dark", quote="noon"),)}, {}, True),
        ({"mistaken": (("pump", "another"),)}, {}, True),
        ({"again": ("so",), "unsaid": ("so",)}, {}, False),
    ],
)
def test_only_what_is_surely_asked_is_certainly_moved_otherwise(
    monkeypatch: pytest.MonkeyPatch, findings: dict[str, Any], sure: dict[str, float], moved: bool
) -> None:
    monkeypatch.setattr(verification, "findings_of", lambda *_: replace(NOTHING, **findings))
    grounding = told()
    assert grounding.measured is not None
    for understood, found in ((1.0, moved), (0.75, moved), (0.74, False)):
        one = weigh(rubric_of(sure), grounding, grounding.measured, sure=understood)
        assert (one.moved_otherwise, one.proved) == (found, found)


def test_exact_words_prove_an_error_only_where_the_what_if_is_understood() -> None:
    grounding = told(exact=COPIED)
    assert grounding.measured is not None
    for sure, errors in ((1.0, 1), (0.75, 1), (0.74, 0)):
        one = weigh(rubric_of(), grounding, grounding.measured, sure=sure)
        assert (len(one.certain), one.proved, one.moved_otherwise) == (errors, bool(errors), False)


def test_an_edit_is_plain_where_all_that_is_required_is_surely_asked_and_nothing_is_in_doubt() -> None:
    grounding = told()
    assert grounding.measured is not None
    for sure, plain in ((0.9, True), (0.89, False)):
        assert weigh(rubric_of({"snow": sure}), grounding, grounding.measured).plain is plain
    assert weigh(rubric_of(), replace(grounding, doubts=("so",)), grounding.measured).plain is False
    latent = rubric_of({"dark": 0.1})
    assert weigh(latent, grounding, grounding.measured).plain is True


def test_the_scorer_is_that_of_a_given_scenario_or_of_a_text_that_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    chances = {GIVEN: 0.95, READ: 0.02}
    monkeypatch.setattr(verification, "scorer", lambda kind: Fixed(chances[kind]))
    read = replace(STORY, links=tuple(replace(one, provenance=Provenance.WORDS) for one in STORY.links))
    assert [judge(rubric_of(scenario=one), told()).score for one in (STORY, read)] == [0.95, 0.02]


def network(*kept: float) -> dict[str, Any]:
    rows = np.array([[chance, 1 - chance, 0.0] for chance in kept])
    return {"scores": EditScores(told=rows, fits=np.full(4, 0.5), valid=0.0, classes=np.zeros(5))}


@pytest.mark.parametrize(
    ("untold", "score"),
    [((), 0.65), (("snow",), 0.2), (("pump",), 0.65), (("pump", "cellar", "rent", "snow"), 0.01)],
)
def test_an_edit_that_leaves_out_what_must_stay_is_believed_little(
    monkeypatch: pytest.MonkeyPatch, untold: tuple[str, ...], score: float
) -> None:
    chances = dict.fromkeys(untold, 0.05)
    kept = [0.05 if event.id in untold else 0.5 for event in STORY.events]
    found = judged(monkeypatch, 0.65, told(chances=chances, measured=network(*kept)))
    assert (found.valid, found.score) == (None, score)
    low = judged(monkeypatch, 0.15, told(chances=chances, measured=network(*kept)))
    assert low.score == pytest.approx(min(score, 0.15))


@pytest.mark.parametrize(("unsaid", "score"), [((), 0.8), (("one",), 0.4), (("one", "two"), 0.2)])
def test_each_choice_that_is_supposed_and_not_named_halves_the_score(
    monkeypatch: pytest.MonkeyPatch, unsaid: tuple[str, ...], score: float
) -> None:
    monkeypatch.setattr(verification, "findings_of", lambda *_: replace(NOTHING, unsaid=unsaid))
    found = judged(monkeypatch, 0.8, told(doubts=("it is unclear",)))
    assert found.valid is None
    assert found.score == pytest.approx(score)
    assert found.confidence == pytest.approx(max(score, 1 - score))


def test_an_edit_without_words_is_not_judged_and_a_copy_does_not_carry_the_what_if_out() -> None:
    empty = judge(rubric_of(), told(said=""))
    assert (empty.valid, empty.score, empty.reasons) == (None, 0.0, ("the edit has no words to judge",))
    copy = judge(rubric_of(), told(said=TEXT))
    assert (copy.valid, copy.errors, copy.score) == (False, (ErrorClass.E2,), 0.0)
    assert copy.reasons == ("the edit is the original: the what-if is not carried out",)


@pytest.mark.parametrize(
    ("supposed", "said", "found"),
    [
        ({"pump": "false"}, TEXT.lower(), True),
        ({"pump": "false"}, TEXT.replace(".", "!").replace(",", ""), True),
        ({"pump": "false"}, f"{TEXT} Snow fell.", False),
        ({"pump": "false"}, "", False),
        ({"pump": "true"}, TEXT, False),
        ({"pump": "true", "snow": "false"}, TEXT, True),
        ({"pump": "false"}, "Snow fell.", False),
    ],
)
def test_a_text_is_told_again_only_where_the_what_if_is_none_of_what_it_states(
    supposed: dict[str, Any], said: str, found: bool
) -> None:
    assert is_unchanged_copy(rubric_of(**supposed), words(said)) is found


LOOK, PROOF = model_path_weights()["look"], model_path_weights()["proof"]


def read(*, rubric: Rubric | None = None, unsteady: str = "", **values: GroundedClaim | Told) -> Report:
    """Judge by values; those that are not named are as asked."""
    usual: dict[str, Any] = {"pump": Told.FALSE, "cellar": Told.FALSE, "rent": Told.OTHER, "snow": Told.TRUE}
    claims = tuple(
        value if isinstance(value, GroundedClaim) else GroundedClaim(event=name, value=value, quote=name, way=way)
        for name, value in (usual | values).items()
        for way in ["lower" if name == "rent" and value is Told.OTHER else ""]
    )
    told = Grounding(edit=edit_of("It was so.", STORY), claims=claims, unsteady=unsteady)
    return judge(rubric or rubric_of(), told)


def test_values_that_are_all_as_asked_are_valid_as_surely_as_the_least_sure_of_them() -> None:
    found = read()
    assert (found.valid, found.reasons, found.errors) == (True, (), ())
    assert found.confidence == pytest.approx(LOOK)
    assert found.score == pytest.approx(LOOK)
    likely = read(rubric=rubric_of({"snow": 0.8}))
    assert likely.valid is True
    assert likely.confidence == pytest.approx(0.8 * LOOK)
    unlikely = read(rubric=rubric_of({"snow": 0.76, "cellar": 0.76, "rent": 0.4}))
    assert (unlikely.valid, unlikely.confidence) == (None, 0.5)


@pytest.mark.parametrize(("sure", "valid"), [(0.75, False), (0.74, None)])
def test_a_broken_criterion_decides_from_a_confidence_on(sure: float, valid: bool | None) -> None:
    found = read(rubric=rubric_of({"snow": sure}), snow=Told.FALSE)
    assert (found.valid, found.errors) == (valid, () if valid is None else (ErrorClass.E1,))
    if valid is False:
        assert found.confidence == pytest.approx(LOOK * sure)
        assert found.reasons[0].startswith("'Snow fell' stays as it was. The edit says that it is not so")


def test_errors_are_named_once_each_in_order_and_the_surest_counts() -> None:
    proved = GroundedClaim(event="snow", value=Told.FALSE, witnesses=(Witness.PROOF,))
    found = read(snow=proved, cellar=Told.TRUE, pump=Told.TRUE, rent=Told.TRUE)
    assert [str(one) for one in found.errors] == ["E1", "E2", "E4"]
    assert found.confidence == PROOF


def test_an_unsteady_reading_fails_an_edit_only_by_what_the_words_prove() -> None:
    assert read(unsteady="it says both").valid is None
    assert read(unsteady="it says both", snow=Told.FALSE).valid is None
    proved = GroundedClaim(event="snow", value=Told.FALSE, witnesses=(Witness.PROOF,))
    found = read(unsteady="it says both", snow=proved, cellar=Told.TRUE)
    assert (found.valid, found.errors) == (False, (ErrorClass.E1,))


def test_values_that_cannot_hold_together_say_why_beside_what_fails() -> None:
    found = read(pump=Told.FALSE, cellar=Told.TRUE)
    assert found.valid is False
    assert len(found.reasons) > 1
    assert not any("Not shown" in one for one in found.reasons)


def test_what_is_in_doubt_scores_below_what_is_not_and_a_failure_at_most_even() -> None:
    absent = read(snow=Told.ABSENT)
    assert absent.valid is None
    assert absent.score == pytest.approx(LOOK * 0.5)
    failed = read(snow=Told.FALSE)
    assert failed.score == pytest.approx(LOOK * (1 - LOOK))
