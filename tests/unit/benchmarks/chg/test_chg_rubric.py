from __future__ import annotations

import os
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.chg.criteria.concision import sentences, within_limits, word_count
from benchmarks.chg.criteria.conflict import conflicts
from benchmarks.chg.criteria.formal_comparison import consistent, difference, repeats, unreadable
from benchmarks.chg.criteria.rubric import assess, good
from benchmarks.chg.criteria.sentence_comparison import compare
from benchmarks.chg.data import ChgItem, load
from benchmarks.chg.response import Ratings, Response, Statements, Strength
from benchmarks.runs.json_rows import json_rows

DATA = os.environ.get("CAUSALCORE_DATA")
ITEM = ChgItem(
    id="library",
    premise="A clerk stands behind the desk of a library.",
    strengthener="A stack of returned novels lies in front of the clerk.",
    weakener="The clerk is holding a mop.",
    hypothesis="The clerk is sorting novels.",
)
LETTERS = "abc"


def ratings(text: str, **known: object) -> Ratings:
    return assess(ITEM, Response(item="library", text=text, **known)).ratings  # type: ignore[arg-type]  # by name


@given(st.lists(st.sampled_from("kettle lantern violin harbour meadow copper".split()), min_size=1, max_size=30))
def test_one_sentence_is_within_limits_up_to_twenty_words(words: list[str]) -> None:
    sentence = f"The {' '.join(words)}."
    assert word_count(sentence) == len(words) + 1
    assert within_limits(sentence) == (len(words) < 20)
    assert len(sentences(f"{sentence} {sentence}")) == 2


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Mr. Lund paid 3.50 for the lamp.", 1),
        ("Is it late? The hall is dark.", 2),
        ('"Stop!" shouted the guard.', 1),
        ("The shop sells nails, e.g. short ones.", 1),
        ("The bell rang\nThe crowd left", 2),
        ("...", 0),
        ("No full stop here", 1),
    ],
)
def test_sentences_are_counted(text: str, count: int) -> None:
    assert len(sentences(text)) == count


def test_what_restates_the_weakener_repeats_it_also_in_other_words() -> None:
    for text in ("The clerk is holding a mop.", "The clerk holds a mop.", "A mop is held by the clerk."):
        found = ratings(text)
        assert (found.repeats_weakener, found.consistent, found.good) == (True, 3, False), text


def test_what_denies_or_only_touches_the_weakener_does_not_repeat_it() -> None:
    assert ratings("The clerk is not holding a mop.").repeats_weakener is False
    assert ratings("The clerk is cleaning the floor.").repeats_weakener is False


def test_what_restates_the_hypothesis_does_not_differ_and_is_not_stronger() -> None:
    found = ratings("Novels are being sorted by the clerk.")
    assert (found.difference, found.stronger_with_weakener, found.good) == (1, False, False)


def test_one_thing_in_the_place_of_another_is_left_open() -> None:
    assert ratings("The clerk is sorting umbrellas.").difference is None


def test_the_weakener_with_one_thing_replaced_is_left_open() -> None:
    assert ratings("The clerk is holding a lantern.").repeats_weakener is not True


def test_a_long_text_is_judged_in_no_time() -> None:
    found = ratings("The clerk waits because " + "of this and that, " * 2_000 + "!")
    assert found.within_limits is False


def test_phrasal_verbs_are_taken_by_their_meaning() -> None:
    found = compare("The cart ran into a lamp post.", "The cart bumped into a lamp post.", "A cart rolls downhill.")
    assert found.overlap == pytest.approx(1)


def test_what_denies_the_hypothesis_is_stronger_with_the_weakener() -> None:
    found = ratings("The clerk is not sorting novels.")
    assert (found.difference, found.stronger_with_weakener, found.good) == (3, True, True)


def test_what_contradicts_the_premise_is_inconsistent_and_not_neutral() -> None:
    found = ratings("The clerk is asleep on a sofa.")
    assert (found.consistent, found.neutral, found.good) == (1, False, False)


def test_a_plausible_alternative_is_open_until_a_judge_and_a_strength_decide() -> None:
    text = "The clerk hopes to marry a famous sailor."
    assert ratings(text).good is None
    judge = Ratings(consistent=3, neutral=True, fluency=3, human_like=True)
    decided = ratings(text, judge=judge, strength=Strength(strengthener=0.1, weakener=0.6))
    assert (decided.good, decided.fluency) == (True, 3)
    assert ratings(text, judge=judge, strength=Strength(strengthener=0.6, weakener=0.1)).good is False


def test_what_takes_up_the_weakener_and_adds_little_is_taken_for_good_unless_a_judge_denies_it() -> None:
    text = "The clerk wants to clean up."
    assert (ratings(text).consistent, ratings(text).good) == (3, True)
    denied = ratings(text, judge=Ratings(consistent=1))
    assert (denied.consistent, denied.good) == (1, False)
    assert ratings(text, strength=Strength(strengthener=0.6, weakener=0.1)).good is False


def test_a_judge_does_not_overrule_what_is_decided() -> None:
    found = ratings("The clerk holds a mop.", judge=Ratings(repeats_weakener=False, good=True))
    assert found.repeats_weakener is True
    assert found.good is False


def test_scorn_is_not_neutral() -> None:
    assert ratings("The lazy clerk avoids the readers.").neutral is False


def test_formulas_decide_before_words_do() -> None:
    formulas = Statements(response="Cleans(clerk)", hypothesis="Cleans(clerk)", altered_premise=("~Cleans(clerk)",))
    found = ratings("The clerk is cleaning.", formulas=formulas)
    assert (found.difference, found.consistent, found.good) == (1, 1, False)
    broken = assess(ITEM, Response(item="library", text="Dust.", formulas=Statements(response="Cleans(")))
    assert broken.reasons[0].startswith("formulas left aside")


FORMULAS = st.recursive(
    st.sampled_from(["A", "B"]),
    lambda inner: st.one_of(
        inner.map(lambda one: f"~({one})"),
        st.tuples(inner, st.sampled_from("&|"), inner).map(lambda three: f"({three[0]} {three[1]} {three[2]})"),
    ),
    max_leaves=4,
)


def table(formula: str) -> list[bool]:
    """Evaluate by Python, an oracle that shares nothing with the solver."""
    python = formula.replace("~", " not ").replace("&", " and ").replace("|", " or ")
    return [bool(eval(python, {}, {"A": a, "B": b})) for a, b in product((False, True), repeat=2)]


@settings(max_examples=40)
@given(FORMULAS, FORMULAS)
def test_formal_grades_agree_with_truth_tables(response: str, other: str) -> None:
    one, two = table(response), table(other)
    if not (any(one) and any(two)):
        return
    there, back = (all(y for x, y in zip(p, q, strict=True) if x) for p, q in ((two, one), (one, two)))
    statements = Statements(response=response, hypothesis=other, altered_premise=(other,), weakener=(other,))
    assert difference(statements) == {0: 3, 1: 2, 2: 1}[there + back]
    excluded = not any(x and y for x, y in zip(one, two, strict=True))
    assert consistent(statements) == (3 if there else 1 if excluded else None)
    assert repeats(statements) == (there and back)


def test_formulas_that_are_not_given_decide_nothing() -> None:
    alone = Statements(response="A")
    assert difference(alone) is consistent(alone) is repeats(alone) is unreadable(alone) is None


@given(
    st.builds(
        Ratings,
        **{
            "within_limits": st.sampled_from([None, True, False]),
            "repeats_weakener": st.sampled_from([None, True, False]),
            "difference": st.sampled_from([None, 1, 2, 3]),
            "consistent": st.sampled_from([None, 1, 2, 3]),
            "neutral": st.sampled_from([None, True, False]),
            "stronger_with_weakener": st.sampled_from([None, True, False]),
        },
    )
)
def test_good_is_what_every_completion_of_the_open_criteria_agrees_on(found: Ratings) -> None:
    yes_no = (True, False)
    spaces = [
        [value] if (value := getattr(found, name)) is not None else space
        for name, space in (
            ("within_limits", yes_no),
            ("repeats_weakener", yes_no),
            ("difference", (1, 2, 3)),
            ("consistent", (1, 2, 3)),
            ("neutral", yes_no),
            ("stronger_with_weakener", yes_no),
        )
    ]
    outcomes = {
        limits and not again and far > 1 and fits == 3 and fair and firmer
        for limits, again, far, fits, fair, firmer in product(*spaces)
    }
    assert good(found) == (outcomes.pop() if len(outcomes) == 1 else None)


@given(st.permutations("The tall clerk quickly sorted seven dusty novels yesterday".split()))
def test_overlap_is_symmetric_and_blind_to_order(words: list[str]) -> None:
    text, other = " ".join(words), "The clerk sorted novels."
    assert compare(text, other).overlap == pytest.approx(compare(other, text).overlap)
    assert compare(text, "The tall clerk quickly sorted seven dusty novels yesterday").overlap == pytest.approx(1)


@pytest.mark.parametrize(
    ("text", "scene", "against"),
    [
        ("The diver sits on a rock.", "A diver swims through a cave.", True),
        ("The diver swims deeper.", "A diver swims through a cave.", False),
        ("The diver does not sit.", "A diver swims through a cave.", False),
        ("The porter eats by himself.", "A porter eats together with two guests.", True),
        ("The porter is tired.", "A porter eats together with two guests.", False),
        ("The cook is asleep.", "A cook rests on a bench.", False),
        ("The kiosk is far from the pier.", "A kiosk stands near the pier.", True),
        ("The cook has never used an oven.", "A cook opens an oven.", True),
        ("The cook sings.", "", False),
        ("The tram is running late.", "A conductor sits on a bench.", False),
        ("The porter is hanging out in the lobby.", "A porter stands at a lift.", False),
        ("The porter is tired because he ran upstairs.", "A porter sits on a trunk.", False),
    ],
)
def test_conflicts_with_a_scene_are_found(text: str, scene: str, against: bool) -> None:
    assert bool(conflicts(text, scene)) == against


@pytest.mark.skipif(DATA is None, reason="CAUSALCORE_DATA is not set")
def test_annotated_candidates_are_judged_as_well_as_the_accuracy_page_says() -> None:
    path = Path(str(DATA)) / "defeasible_snli" / "chg_dev.jsonl"
    items = {item.id: item for item in load(path)}
    judged = [
        (assess(items[str(row["id"])], Response(item=str(row["id"]), text=candidate["text"])).ratings, candidate)
        for _, _, row in json_rows(path)
        for candidate in row["candidates"]
    ]
    assert all(found.within_limits == gold["within_limits"] for found, gold in judged)
    repeated = [(found.repeats_weakener is True, gold["repeats_weakener"]) for found, gold in judged]
    hits = sum(ours and theirs for ours, theirs in repeated)
    assert 2 * hits / sum(ours + theirs for ours, theirs in repeated) >= 0.9
    decided = [found.good == gold["good"] for found, gold in judged if found.good is not None]
    assert len(decided) >= 0.6 * len(judged)
    assert sum(decided) >= 0.9 * len(decided)
