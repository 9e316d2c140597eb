"""Sentences that no other event of a story causes: they are about earlier events or about the weather.

The pluperfect places an event before the current time of the story, and so does a time that counts back from it. A word
that counts forward (*by Friday*, *soon*) cancels that. So does *already*: what *had already left* when somebody came
late may have left because of that. A negated pluperfect may be news as well.

References
----------
.. [1] Reichenbach (1947), Elements of Symbolic Logic, section 51: the tenses of verbs.

Examples
--------
>>> stated_as_over("The guests had eaten at six."), stated_as_over("The week before, the roof was mended.")
(True, True)
>>> stated_as_over("By Friday the milk had turned."), stated_as_over("The bus had already left.")
(False, False)
>>> stated_as_over("The note said that he had read it."), stated_as_over("She had mixed feelings.")
(False, False)
>>> in_simple_past("The bus broke down."), in_simple_past("The bus had broken down."), in_simple_past("He walks.")
(True, False, False)
>>> tells_of_weather("It snowed all night."), tells_of_weather("That night a heavy storm came up.")
(True, True)
>>> tells_of_weather("There was thick fog."), tells_of_weather("The storm damage was repaired.")
(True, False)
>>> tells_of_weather("It rained in through the roof."), tells_of_weather("The snow melted.")
(False, False)
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from nlbridge.language.lexicon import word_class, word_order
from nlbridge.language.meaning.word_relations import words
from nlbridge.language.pipeline.dictionary import entry, has_form, past_tense, unprefixed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nlbridge.language.meaning.word_relations import Word

TIMES: Final = word_class("times")
ONWARD: Final = word_class("onward_words")
COUNTING_BACK: Final = word_class("earlier_words")
BEFORE_TIMES: Final = word_class("before_earlier_times")
INSIDE: Final = word_class("relative_pronouns", "inner_conjunctions")
NEAR: Final = 3
"""Most words between `by` and its time, between a time and its opening, and before the subject of a sentence."""


@lru_cache(maxsize=4096)
def stated_as_over(sentence: str) -> bool:
    """Return whether a sentence is about an event that was over before the current time of the story."""
    sentence_words = words(sentence)
    return _counts_back(sentence_words) or (_in_pluperfect(sentence_words) and not _counts_on(sentence_words))


@lru_cache(maxsize=4096)
def tells_of_weather(sentence: str) -> bool:
    """Return whether a sentence says that there was weather, not what the weather did."""
    forms = re.findall(r"[a-z']+", sentence.lower())
    nouns = word_class("weather_nouns")
    verb = next((k for k, word in enumerate(forms) if word in word_class("weather_verbs")), 0)
    impersonal = "it" in forms[max(0, verb - NEAR) : verb]  # `it snowed`
    if impersonal and not word_class("into_prepositions") & set(forms[verb + 1 : verb + 2]):
        return True
    existential = forms[:2] in (["there", "was"], ["there", "were"]) or tuple(forms[:3]) == word_order("there_had_been")
    if existential and forms[-1] in nouns and len(forms) <= NEAR + 3:
        return True
    return any(noun in nouns and verb in word_class("weather_comes") for noun, verb in pairwise(forms[: 2 * NEAR + 1]))


@lru_cache(maxsize=4096)
def in_simple_past(sentence: str) -> bool:
    """Return whether the first finite verb of a sentence is in the simple past."""
    sentence_words = words(sentence)
    for i, word in enumerate(sentence_words):
        if word.text in word_class("was_were", "had_forms"):
            return word.text not in word_class("had_forms") or not _participle_ahead(sentence_words, i)
        if word.text in word_class("finite_auxiliaries", "plain_modals"):
            return word.text == "did"
        if word.content and past_tense(word.text):
            return True
    return False


def _in_pluperfect(told: Sequence[Word]) -> bool:
    """Return whether `had` and a participle are the first verb, neither negated nor in another clause."""
    for i, word in enumerate(told):
        if word.negator or (word.text in INSIDE and (i or word.text != "that")):
            return False
        if word.text == "had":
            return _participle_ahead(told, i) and not any(later.negator for later in told)
        if word.predicative and "NOUN" not in entry(word.text):
            return False
    return False


def _participle_ahead(told: Sequence[Word], had: int) -> bool:
    """Whether a participle follows `had` after at most adverbs, and does not describe a noun: `mixed feelings`."""
    for i in range(had + 1, min(had + NEAR + 2, len(told))):
        word = told[i].text
        if told[i].mark:
            return False
        if word == "been" or has_form(unprefixed(word), "VBN"):
            described = i + 1 < len(told) and told[i + 1].content and "NOUN" in entry(told[i + 1].text)
            return not (described and "ADJ" in entry(word))
        if "ADV" not in entry(word) or word == "to":
            return False
    return False


def _counts_on(told: Sequence[Word]) -> bool:
    """Whether a word counts forward from the current time: `soon`, `by noon`; `built by monks` does not."""
    for i, word in enumerate(told):
        near = told[i + 1 : i + 1 + NEAR]
        if word.text in ONWARD or (word.text == "by" and (not i or any(_time(later) for later in near))):
            return True
    return False


def _counts_back(told: Sequence[Word]) -> bool:
    """Whether a time counts back from the current one: `the week before`, `two days earlier`, `previously`."""
    for i, word in enumerate(told):
        if word.text in word_class("backdating_adverbs"):
            return True
        closed = i + 1 == len(told) or told[i + 1].mark or told[i + 1].text in word_class("adjunct_prepositions")
        if word.text in COUNTING_BACK and i and _time(told[i - 1]) and closed:
            opening = told[max(0, i - NEAR - 1) : i]
            return not any(word.text in BEFORE_TIMES for word in opening)
    return False


def _time(word: Word) -> bool:
    return bool(word.lemmas & TIMES) or word.number is not None
