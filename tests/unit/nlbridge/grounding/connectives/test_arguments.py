from __future__ import annotations

import pytest

from nlbridge.grounding.connectives.arguments import Side, forms, joints
from nlbridge.language.meaning.sentences import words


def joined(text: str) -> list[tuple[str, bool, str, str]]:
    edit = words(text)
    return [
        (
            joint.words,
            joint.consecutive,
            " ".join(w.text for w in edit[slice(*joint.cause)] if not w.mark),
            " ".join(w.text for w in edit[slice(*joint.effect)] if not w.mark),
        )
        for joint in joints(edit)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The tap dripped, so the sink filled.", [("so", True, "the tap dripped", "the sink filled")]),
        (
            "Although the tap dripped, the sink stayed dry.",
            [("although", False, "the tap dripped", "the sink stayed dry")],
        ),
        ("The sink filled because the tap dripped.", [("because", True, "the tap dripped", "the sink filled")]),
        (
            "The tap dripped. The sink nevertheless stayed dry.",
            [("nevertheless", False, "the tap dripped", "the sink nevertheless stayed dry")],
        ),
        (
            "The tap dripped. The sink stayed dry anyway.",
            [("anyway", False, "the tap dripped", "the sink stayed dry anyway")],
        ),
        (
            "A worn washer, combined with the frost, burst the tap.",
            [("combined with", True, "a worn washer combined with the frost", "burst the tap")],
        ),
        (
            "The sink filled, for the tap had dripped all day.",
            [("for", True, "the tap had dripped all day", "the sink filled")],
        ),
        (
            "The road was open despite the snow, so the van came.",
            [
                ("despite", False, "the snow", "the road was open"),
                ("so", True, "the road was open despite the snow", "the van came"),
            ],
        ),
    ],
)
def test_a_connective_joins_the_stretches_of_cause_and_effect(
    text: str, expected: list[tuple[str, bool, str, str]]
) -> None:
    assert joined(text) == expected


def test_two_fronted_reasons_share_the_main_clause() -> None:
    found = joined("Because the tap dripped, and because the drain was shut, the sink filled.")
    assert [effect for *_, effect in found] == ["the sink filled", "the sink filled"]


def test_a_reason_behind_another_that_closes_its_sentence_shares_no_main_clause() -> None:
    found = joined("It was wet because it rained, and because it fell, Tom left.")
    assert ["tom left" in effect for *_, effect in found] == [False, False]


@pytest.mark.parametrize(
    "text",
    [
        "The wind was so strong that the sign fell.",
        "The train had not yet left.",
        "She waited for three hours.",
        "He has lived there since spring.",
        "The soup was still hot.",
        "The guests were forced out.",
        "The motor did not stop with its load in the air.",
        "The motor did not stop.",
        "The phones did not stop working.",
    ],
)
def test_a_word_that_gives_no_reason_here_joins_nothing(text: str) -> None:
    assert joined(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As nobody pumped, the well ran dry.", [("as", True, "nobody pumped", "the well ran dry")]),
        (
            "Nobody pumped, so that the well ran dry.",
            [("so that", True, "nobody pumped", "the well ran dry")],
        ),
        ("Thanks to that pump, the well held.", [("thanks to", True, "that pump", "the well held")]),
        ("Nobody pumped so that the guests slept.", []),
        ("As planned, the guests slept, as quiet as mice.", []),
        ("Ada had farmed since her retirement.", []),
        (
            "Nobody pumped. The well did not run dry, however, and the guests slept.",
            [("however", False, "nobody pumped", "the well did not run dry")],
        ),
    ],
)
def test_reasons_and_results_are_told_from_times_purposes_and_comparisons(
    text: str, expected: list[tuple[str, bool, str, str]]
) -> None:
    assert joined(text) == expected


def cut(text: str, before: str = "") -> list[tuple[str, str, str]]:
    """Return words, cause and effect of each connective, marks and all; `before` stands first."""
    edit = words(before + text)
    found = []
    for joint in joints(edit):
        parts = joint.words.split()
        assert [w.text for w in edit[joint.place : joint.place + len(parts)]] == parts
        cause, effect = (" ".join(w.text for w in edit[slice(*one)]) for one in (joint.cause, joint.effect))
        found.append((joint.words, cause, effect))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The tap dripped and therefore it was wet.", [("therefore", "the tap dripped and", "it was wet")]),
        (
            "The tap dripped, and the sink, therefore, was full.",
            [("therefore", "the tap dripped , and", "the sink , therefore , was full")],
        ),
        (
            "The tap dripped and the sink was therefore full.",
            [("therefore", "the tap dripped and", "the sink was therefore full")],
        ),
        (
            "The tap dripped; the drain was shut, so it filled, so the floor was wet.",
            [
                ("so", "the tap dripped ; the drain was shut ,", "it filled ,"),
                ("so", "so it filled ,", "the floor was wet"),
            ],
        ),
        (
            "The tap dripped because the washer was worn, so the sink filled.",
            [
                ("because", "the washer was worn", "the tap dripped"),
                ("so", "the tap dripped because the washer was worn ,", "the sink filled"),
            ],
        ),
        (
            "The tap dripped, so the frost, combined with a worn washer, burst it.",
            [
                ("so", "the tap dripped ,", "the frost ,"),
                ("combined with", "so the frost , combined with a worn washer", ", burst it"),
            ],
        ),
        (
            "The old frost, combined with a worn washer, burst the tap.",
            [("combined with", "the old frost , combined with a worn washer", ", burst the tap")],
        ),
        (
            "Because the tap dripped, and because the drain was shut, the sink filled, so the floor was wet.",
            [
                (
                    "because",
                    "the tap dripped , and because the drain was shut",
                    ", the sink filled , so the floor was wet",
                ),
                ("because", "the drain was shut", ", the sink filled ,"),
                (
                    "so",
                    "because the tap dripped , and because the drain was shut , the sink filled ,",
                    "the floor was wet",
                ),
            ],
        ),
        ("The sink filled because the tap dripped; it was wet.", [("because", "the tap dripped", "the sink filled")]),
        ("The sink filled because the tap dripped, and it ran.", [("because", "the tap dripped", "the sink filled")]),
        ("The sink filled because it dripped all day.", [("because", "it dripped all day", "the sink filled")]),
        (
            "The sink filled, though the drain was open, because the tap dripped.",
            [
                ("though", "the drain was open", "the sink filled ,"),
                ("because", "the tap dripped", "though the drain was open ,"),
            ],
        ),
        ("And because the drain was shut, it filled.", [("because", "the drain was shut", ", it filled")]),
        ("Despite snow, the van came.", [("despite", "snow", ", the van came")]),
        ("Although, one fell, two ran.", [("although", ", one fell", ", two ran")]),
        (
            "As it dripped, so it filled.",
            [("as", "it dripped", ", so it filled"), ("so", "as it dripped ,", "it filled")],
        ),
        ("Because it dripped,", [("because", "it dripped", ",")]),
        ("Then there because it dripped, it filled.", [("because", "it dripped", ", it filled")]),
        ("The whole wall fell because, alas, it rained.", [("because", ", alas", "the whole wall fell")]),
        (
            "The tap dripped, but combined with frost, it burst.",
            [
                ("but", "the tap dripped ,", ""),
                ("combined with", "the tap dripped , but combined with frost", ", it burst"),
            ],
        ),
        (
            "Because Tom, and Ann, who sang, or the maid, had left, the inn was shut.",
            [("because", "tom , and ann , who sang , or the maid", ", had left , the inn was shut")],
        ),
        (
            "The sink, which was full, held because the drain was open.",
            [("because", "the drain was open", "the sink , which was full , held")],
        ),
    ],
)
def test_the_stretches_of_a_sentence_are_the_same_whatever_stands_before_it(
    text: str, expected: list[tuple[str, str, str]]
) -> None:
    for before in ["", "Ah! ", "Ah oh! ", "Ah oh ah! ", "Ah oh ah oh? ", "Ah. Oh ah. Oh ah oh. "]:
        assert cut(text, before) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The tap dripped. So the sink was full.", [("so", "the tap dripped", "the sink was full")]),
        ("Tom sang. Then there so it was wet.", [("so", "tom sang", "it was wet")]),
        ("Tom sang. It rained, so it was wet.", [("so", "it rained ,", "it was wet")]),
        ("The tap dripped. Thus it was, therefore, wet.", [("thus", "the tap dripped", "it was ,")]),
        (
            "The old tap dripped. The sink, however, was dry.",
            [("however", "the old tap dripped", "the sink , however , was dry")],
        ),
        ("Tom sang. The old sink, however, was dry.", [("however", "tom sang", "the old sink , however , was dry")]),
        (
            "Tom sang. It was dry, however, but Ann left.",
            [
                ("however", "tom sang", "it was dry ,"),
            ],
        ),
        ("Tom sang. It was dry, however, in May.", [("however", "tom sang", "it was dry , however , in may")]),
        (
            "A frost fell. Combined with a worn washer, it burst the tap.",
            [("combined with", "a frost fell . combined with a worn washer", ", it burst the tap")],
        ),
        (
            "Frost fell. It, combined with a worn washer, burst the tap.",
            [("combined with", "frost fell . it , combined with a worn washer", ", burst the tap")],
        ),
    ],
)
def test_what_opens_a_sentence_looks_back_to_the_one_before(text: str, expected: list[tuple[str, str, str]]) -> None:
    for before in ["", "Ah oh! ", "Ah oh ah! "]:
        assert cut(text, before)[: len(expected)] == expected


def test_nothing_stands_before_a_connective_that_opens_the_passage() -> None:
    assert cut("Still the tap dripped.") == [("still", "", "the tap dripped")]
    assert cut("Therefore it dripped.") == [("therefore", "", "it dripped")]
    assert cut("Therefore it dripped.", "Ah! ") == [("therefore", "ah", "it dripped")]


def test_one_connective_may_follow_another_at_once() -> None:
    assert [one for one, *_ in cut("The sink filled, but because of that he left, and therefore because of it.")] == [
        "but",
        "because of that",
        "therefore",
        "because of it",
    ]


@pytest.mark.parametrize("very", [0, 1, 2, 3])
def test_as_many_words_as_a_measure_takes_part_so_from_its_that(very: int) -> None:
    found = cut(f"It rained so{very * ' very'} hard that we slept.")
    assert bool(found) is (very >= 2)


@pytest.mark.parametrize(
    ("opening", "before", "reach"), [("Since", "", 8), ("It fell, as", "", 8), ("It fell, for", "", 7)]
)
@pytest.mark.parametrize("beyond", [0, 1])
def test_a_clause_of_reason_has_its_verb_within_reach(opening: str, before: str, reach: int, beyond: int) -> None:
    words_before = "the" + " very" * (reach - 2 + beyond) + " wind"
    assert bool(cut(f"{before}{opening} {words_before} dropped, we slept.")) is (beyond == 0)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Since it didn't rain, Tom left.", ["since"]),
        ("Since he could, Tom left.", ["since"]),
        ("Since 1990 he had slept here.", []),
        ("Since spring he had slept here.", []),
        ("Since his retirement, he had slept here.", []),
        ("It fell, for 9 taps dripped.", []),
        ("It fell for the tap dripped.", []),
        ("It fell, for him alone.", []),
        ("It fell, for the tap dripped.", ["for"]),
        ("So far, the tap dripped.", []),
        ("It fell. Still the tap dripped.", ["still"]),
        ("It was, still, wet.", ["still"]),
        ("It was wet still.", []),
        ("The belt stood still, so the line stopped.", ["so"]),
        ("It dripped as he slept.", []),
        ("It dripped; as he slept, it fell.", ["as"]),
        ("It dripped and as he slept, it fell.", ["as"]),
        ("As usual he slept.", []),
        ("It was not so.", []),
        ("Because of this noise, Tom left.", ["because of"]),
        ("Because of this, Tom left.", ["because of this"]),
        ("Because of this he left.", ["because of this"]),
        ("Tom left because of this", ["because of this"]),
        ("Because of this dripped Tom.", ["because of this"]),
        ("It fell so", ["so"]),
        ("It did not stop them.", ["did not stop"]),
        ("It did not stop the ferry.", ["did not stop"]),
        ("The crane did not stop with a load.", []),
        ("It fell since", []),
    ],
)
def test_a_form_is_a_connective_only_where_its_neighbours_let_it(text: str, found: list[str]) -> None:
    for before in ("", "Ah! ", "Ah oh! ", "Ah oh ah! "):
        assert [one for one, *_ in cut(text, before)] == found


@pytest.mark.parametrize(
    ("words_of_the_form", "consecutive", "side"),
    [
        ("because", True, Side.AFTER),
        ("despite", False, Side.AFTER),
        ("therefore", True, Side.BACK),
        ("nevertheless", False, Side.BACK),
        ("combined with", True, Side.JOINED),
        ("because of this", True, Side.BACK),
        ("in spite of which", False, Side.BACK),
        ("for", True, Side.AFTER),
    ],
)
def test_a_form_claims_reason_or_concession_and_has_its_cause_on_a_side(
    words_of_the_form: str, consecutive: bool, side: Side
) -> None:
    parts = tuple(words_of_the_form.split())
    [form] = [one for one in forms()[parts[0]] if one.words == parts]
    assert (form.consecutive, form.side) == (consecutive, side)


@pytest.mark.parametrize(
    "weak", ["mainly because", "partly because", "thanks in part to", "when", "after", "otherwise", "in order that"]
)
def test_what_weakens_a_reason_or_tells_a_time_is_no_form(weak: str) -> None:
    parts = tuple(weak.split())
    assert all(form.words != parts for form in forms().get(parts[0], ()))


def test_the_longest_form_that_begins_with_a_word_comes_first() -> None:
    for beginning in forms().values():
        sizes = [len(form.words) for form in beginning]
        assert sizes == sorted(sizes, reverse=True)
    assert [form.words for form in forms()["because"]].index(("because",)) > 0
