"""Classes of words are found by name, with the classes that they hold."""

import pytest

from nlbridge.language.lexicon.classes import word_class, word_order, word_pairs, word_phrases


def test_a_class_holds_the_words_of_the_classes_in_it():
    assert word_class("articles") < word_class("bare_phrase_determiners")


def test_several_classes_are_one_set():
    assert word_class("articles", "demonstratives") == word_class("articles") | word_class("demonstratives")


def test_suffixes_keep_their_order():
    listed = word_order("suffixes")
    assert listed.index("ations") < listed.index("ation") < listed.index("s")


def test_phrases_are_cut_into_words():
    assert ("for", "want", "of") in word_phrases("lacking_phrases")


def test_pairs_say_what_stands_for_a_word():
    assert word_pairs("contrary_pronouns")["everyone"] == "not everyone"


def test_an_unknown_class_is_an_error():
    with pytest.raises(KeyError):
        word_class("no_such_class")
