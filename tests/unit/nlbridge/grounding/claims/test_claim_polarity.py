from __future__ import annotations

import pytest

from nlbridge.grounding.claims.features import POLARITY, ClaimWords, polarity_features
from nlbridge.grounding.claims.polarity import clause, denials
from nlbridge.grounding.edit import Alignment, align
from nlbridge.language.meaning.sentences import words


def polarity(
    alike: Alignment, indices: tuple[int, ...], content: tuple[int, ...], predicates: tuple[int, ...]
) -> tuple[float, ...]:
    return polarity_features(alike, ClaimWords(indices=indices, content=content, predicates=predicates))


def counted(text: str, word: str) -> int:
    passage = words(text)
    return denials(passage, next(i for i, w in enumerate(passage) if w.text == word))


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("The baker opened the shop.", "opened", 0),
        ("The baker did not open the shop.", "open", 1),
        ("The baker failed to open the shop.", "open", 1),
        ("The baker did not fail to open the shop.", "open", 2),
        ("No baker opened the shop.", "opened", 1),
        ("With no flour the baker opened the shop.", "opened", 0),
        ("Without flour the baker opened the shop.", "opened", 0),
        ("The baker left without opening the shop.", "opening", 1),
        ("The baker had no choice but to close the shop.", "close", 0),
        ("A burst pipe kept the baker from opening the shop.", "opening", 1),
        ("The baker opened no shop.", "opened", 1),
        ("The baker did not sing, and he opened the shop.", "opened", 0),
        ("The baker slept instead of opening the shop.", "opening", 1),
    ],
)
def test_denials_reach_over_their_own_clause(text: str, word: str, expected: int) -> None:
    assert counted(text, word) == expected


def test_a_denied_verb_turns_its_claim_and_a_phrase_has_no_verb() -> None:
    original, edit = words("A gale toppled the mast."), words("The gale did not topple the mast.")
    alike = align(original, edit)[1]
    phrase = dict(zip(POLARITY, polarity(alike, (0, 1), (1,), (1,)), strict=True))
    assert phrase["a claim without a verb"] == 1
    verb = dict(zip(POLARITY, polarity(alike, (2, 3, 4), (2, 4), (2,)), strict=True))
    assert (verb["a claim without a verb"], verb["a predicate turned"]) == (0, 1)


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("Not" + " very" * 8 + " opened.", "opened", 1),
        ("Not" + " very" * 9 + " opened.", "opened", 0),
        ("He opened very very very nothing.", "opened", 1),
        ("He opened very very very very nothing.", "opened", 0),
        ("He opened in no time.", "opened", 0),
        ("He opened and no baker left.", "opened", 0),
        ("He opened what closed no shop.", "opened", 0),
        ("He opened no doubt.", "opened", 0),
        ("He opened nothing", "opened", 1),
        ("The shop had no flour.", "shop", 0),
        ("No doubt he opened it.", "opened", 0),
        ("He not only opened it.", "opened", 0),
        ("He did not, never, opened.", "opened", 0),
        ("Never did he not open it.", "open", 2),
        ("The baker slept rather than open it.", "open", 1),
        ("Instead he opened it.", "opened", 0),
        ("He was too tired to open it.", "open", 1),
        ("He was unable to quickly open it.", "open", 1),
        ("He was unable to very quickly open it.", "open", 0),
        ("He was too tired and opened it.", "opened", 0),
        ("He refused to open it.", "open", 1),
        ("He wanted to open it.", "open", 0),
        ("He refused to quickly open it.", "open", 0),
        ("Rain prevented him from opening it.", "opening", 1),
        ("Rain stopped him from quickly opening it.", "opening", 1),
        ("Rain stopped him from very quickly opening it.", "opening", 0),
        ("He came from opening it.", "opening", 0),
        ("He avoided opening it.", "opening", 1),
        ("He avoided quickly opening it.", "opening", 0),
        ("He enjoyed opening it.", "opening", 0),
        ("He left the shop without bread.", "bread", 1),
        ("He left without very good fresh bread.", "bread", 1),
        ("He left without very good very fresh bread.", "bread", 0),
        ("He left without bread and opened it.", "opened", 0),
        ("No very good bread.", "bread", 1),
        ("No very very good bread.", "bread", 0),
        ("No bread opened the shop.", "opened", 1),
        ("At no time he opened it.", "opened", 0),
    ],
)
def test_each_kind_of_denial_has_its_reach_wherever_it_stands(text: str, word: str, expected: int) -> None:
    for before in ["", "Ah! ", "Ah oh! ", "Ah oh ah! "]:
        assert counted(before + text, word) == expected


@pytest.mark.parametrize("before", ["", "Ah, ", "Ah oh, ", "Ah oh and "])
def test_a_clause_runs_from_break_to_break(before: str) -> None:
    first = len(words(before))
    passage = words(f"{before}he opened it but left early")
    assert clause(passage, first + 1) == clause(passage, first) == clause(passage, first + 2) == range(first, first + 3)
    assert clause(passage, first + 4) == clause(passage, first + 5) == range(first + 4, first + 6)


def measured(text: str, edit: str, indices: tuple[int, ...], predicates: tuple[int, ...]) -> dict[str, float]:
    original = words(text)
    content = tuple(i for i in indices if original[i].content)
    alike = align(original, words(edit))[1]
    return dict(zip(POLARITY, polarity(alike, indices, content, predicates), strict=True))


BAKED = "The baker baked bread and the cook slept."


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        ("The baker baked bread and the cook slept.", (0, 1, -1, 0, 0, 0)),
        ("The baker did not bake bread and the cook slept.", (1, 0, 1, 0, 1, 0)),
        ("The baker did not never bake bread and the cook slept.", (0, 1, -1, 0, 2, 0)),
        ("The baker baked no bread and the cook slept.", (1, 0, 1, 0, 1, 0)),
        ("The baker no doubt baked bread and the cook slept.", (0, 1, -1, 0, 0, 1 / 3)),
        ("The baker baked warm bread and the cook never slept.", (0, 1, -1, 0, 0, 1 / 3)),
        ("The cook slept.", (0, 0, 0, 0, 0, 0)),
        ("The baker baked warm fresh bread, and so on.", (0, 1, -1, 0, 0, 2 / 3)),
        ("The baker baked warm fresh round brown white small soft bread, so.", (0, 1, -1, 0, 0, 2)),
    ],
)
def test_the_polarity_of_a_claim_is_measured_in_its_clause(edit: str, expected: tuple[float, ...]) -> None:
    for before in ["", "Ah! ", "Ah oh! "]:
        assert tuple(measured(BAKED, before + edit, (0, 1, 2, 3), (2,)).values()) == pytest.approx(expected)


def test_denials_of_the_text_are_taken_off_those_of_the_edit() -> None:
    found = measured("The cook did not sleep.", "The cook slept.", (0, 1, 2, 3, 4), (4,))
    assert tuple(found.values()) == (1, 0, 1, 0, -1, 0)
    idle = measured("The cook not only slept.", "The cook slept.", (0, 1, 2, 3, 4), (4,))
    assert tuple(idle.values()) == (0, 1, -1, 0, 0, 0)


def test_an_opposite_counts_as_a_denial() -> None:
    found = measured("The prices rose today.", "The prices fell today.", (0, 1, 2, 3), (2,))
    assert tuple(found.values()) == (1, 0, 1, 0, 0, 0)
    both = measured("The prices rose today.", "The prices did not fall today.", (0, 1, 2, 3), (2,))
    assert (both["a predicate turned"], both["denials in the clause beyond the text's"]) == (0, 1)


def test_of_two_predicates_the_first_is_told_apart() -> None:
    original, edit = words("He came he left"), words("He never came, he left")
    alike = Alignment(original=original, edit=edit, partner=(0, 2, 4, 5), verbatim=(False,) * 4, opposed=(False,) * 4)
    assert polarity(alike, (0, 1, 2, 3), (1, 3), (1, 3))[:3] == (1, 1, 1)
    assert polarity(alike, (0, 1, 2, 3), (1, 3), (3, 1))[:3] == (1, 1, -1)
    assert polarity(alike, (0, 1), (1,), ())[:4] == (0, 0, 0, 0)
    assert polarity(alike, (), (), ()) == (0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(("predicates", "denied"), [((2, 3), 1), ((1,), 0), ((), 0)])
def test_the_clause_of_a_claim_has_most_of_its_words_and_verbs_count_twice(
    predicates: tuple[int, ...], denied: int
) -> None:
    """Of four words two stand in each clause; the second has the negator."""
    original, edit = words("baker opened mill town"), words("baker opened, never mill town")
    alike = Alignment(original=original, edit=edit, partner=(0, 1, 4, 5), verbatim=(False,) * 4, opposed=(False,) * 4)
    assert polarity(alike, (0, 1, 2, 3), (0, 1, 2, 3), predicates)[4] == denied


def test_a_verb_counts_as_much_as_two_other_words() -> None:
    original, edit = words("opened mill town"), words("opened, never mill town")
    alike = Alignment(original=original, edit=edit, partner=(0, 3, 4), verbatim=(False,) * 3, opposed=(False,) * 3)
    assert polarity(alike, (0, 1, 2), (0, 1, 2), (0,))[4] == 0
    assert polarity(alike, (0, 1, 2), (0, 1, 2), ())[4] == 1
