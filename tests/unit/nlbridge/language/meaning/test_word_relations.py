from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from nlbridge.language.meaning.sentences import ENDS, begin_of, end_of, sentences, words
from nlbridge.language.meaning.word_relations import (
    _classes,
    _of_lemmas,
    _wordnet,
    are_contrary,
    are_synonyms,
    kinship,
    lexeme,
    relation,
)

WORDS = st.sampled_from(sorted(_classes()[0]))
ANY = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=9)


@given(ANY | WORDS, ANY | WORDS)
def test_relations_are_symmetric_and_likeness_lies_between_0_and_1(one, other):
    first, second = frozenset({one}), frozenset({other})
    assert relation(first, second) == relation(second, first)
    assert 0 <= relation(first, second)[0] <= 1
    assert kinship(one, other) == kinship(other, one)


LISTED = sorted({*_classes()[0], *_wordnet()})
FORMS = st.builds("".join, st.tuples(st.sampled_from(("", "un", "in", "dis")), st.sampled_from(LISTED)))
LEMMAS = st.frozensets(FORMS | st.sampled_from(LISTED).map(lambda word: word + "less") | ANY, min_size=1, max_size=3)


@settings(max_examples=150)
@given(LEMMAS, LEMMAS, st.randoms(use_true_random=False))
def test_no_relation_is_lost_on_words_that_seem_to_have_nothing_in_common(first, second, chance):
    word = min(first)
    known = lexeme(word)
    listed = known.synonyms | known.opposites | known.contraries
    partners = {*listed, *neighbours(word), "un" + word, word + "less"}
    second |= {chance.choice(sorted(partners))}
    every = [_of_lemmas(one, other) for one in first for other in second]
    assert relation(first, second) == ((1.0, False) if first & second else max(every))


def neighbours(word: str) -> frozenset[str]:
    """Words that WordNet opposes to a word, and its first words with a sense of it, or next to one."""
    known = lexeme(word)
    some = LISTED[:: len(LISTED) // 500]
    return known.antonyms | {other for other in some if (known.senses | known.beside) & lexeme(other).senses}


@given(ANY | WORDS)
def test_a_word_is_like_nothing_more_than_itself_and_never_its_own_opposite(word):
    assert relation(frozenset({word}), frozenset({word})) == (1.0, False)


def test_no_two_words_are_both_alike_and_opposed():
    for word in _classes()[0]:
        assert not lexeme(word).synonyms & lexeme(word).contraries, word
        assert not lexeme(word).synonyms & lexeme(word).opposites, word


def test_the_lexicon_is_broad_and_symmetric():
    alike, contrary = _classes()
    assert len(alike) > 2000
    for word, others in alike.items():
        assert all(are_synonyms(other, word) for other in others)
    for word, others in contrary.items():
        assert all(are_contrary(other, word) for other in others)


def test_the_closest_relation_of_all_lemmas_counts():
    assert relation(frozenset({"saw", "see"}), frozenset({"notice"})) == (0.8, False)
    assert relation(frozenset({"wither"}), frozenset({"thrive"})) == (0.7, True)
    assert relation(frozenset({"lamp"}), frozenset({"envelope"})) == (0.0, False)


@given(st.lists(st.sampled_from("a b . !".split())), st.integers(0, 9))
def test_a_stretch_runs_from_behind_the_stop_before_a_place_to_the_first_stop_from_it_on(texts, place):
    place = min(place, len(texts))
    low, high = begin_of(texts, place, ENDS), end_of(texts, place, ENDS)
    assert low <= place <= high
    assert ENDS.isdisjoint(texts[low:high])
    assert not low or texts[low - 1] in ENDS
    assert high == len(texts) or texts[high] in ENDS


def test_sentences_are_cut_behind_the_marks_that_end_them():
    assert sentences(words("He fell! ? She ran, too. Then")) == [(0, 3), (3, 4), (4, 9), (9, 10)]
    assert sentences(words("He fell.")) == [(0, 3)]
    assert sentences(()) == []
