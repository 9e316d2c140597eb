"""The words and sentences of a passage, and which sentences no other event of a story causes.

Case, quotation marks and white space do not matter. Sentences about earlier events or the weather have no cause here.
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
from bisect import bisect_left, bisect_right
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from nlbridge.language.lexicon import word_class, word_order
from nlbridge.language.pipeline.dictionary import entry, has_form, lemmas, past_tense, unprefixed
from nlbridge.language.pipeline.spelling import SIGNS, joining_word, may_be_name

_TOKEN: Final = re.compile(
    rf"(?i)[0-9]+(?:[.,:][0-9]+)*|(?<!\S)(?:{SIGNS})(?!\S)"
    r"|[^\W\d_]+n't|[^\W\d_]+(?:-[^\W\d_]+)*(?:'(?:s|re|ve|d|ll|m))?|[.,;:!?]"
)
_BARE_DENIAL: Final = re.compile(r"\b[^\W\d_]{2,6}nt\b", re.IGNORECASE)
BARE_DENIALS: Final = word_class("bare_denials")
FUNCTION: Final = word_class("edit_function_words")
NEGATORS: Final = word_class("negators_and_without")
AUXILIARIES: Final = word_class("edit_auxiliaries")
DETERMINERS: Final = word_class("plain_determiners")
"""Words that begin a noun phrase; the next form is no finite verb, as in `the kids`."""
ENDS: Final = frozenset({".", "!", "?"})
TIMES: Final = word_class("times")
ONWARD: Final = word_class("onward_words")
COUNTING_BACK: Final = word_class("earlier_words")
BEFORE_TIMES: Final = word_class("before_earlier_times")
INSIDE: Final = word_class("relative_pronouns", "inner_conjunctions")
NEAR: Final = 3
"""Most words between `by` and its time, between a time and its opening, and before the subject of a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """One word or punctuation mark with its place in the passage.

    Parameters
    ----------
    mark
        Whether this is punctuation.
    number
        The value of its digits, if any.
    predicative
        Whether it is a verb by its form or by the word before it: `had not been cut`, but not `the firing`.
    """

    text: str
    lemmas: frozenset[str]
    start: int
    end: int
    content: bool
    negator: bool
    mark: bool
    number: float | None
    predicative: bool


def with_apostrophes(text: str) -> str:
    """Return a text with the apostrophes of its denied auxiliaries: `didnt` -> `didn't`.

    Examples
    --------
    >>> with_apostrophes("The pump didnt start in the tent.")
    "The pump didn't start in the tent."
    """
    return _BARE_DENIAL.sub(
        lambda word: f"{word[0][:-1]}'{word[0][-1]}" if word[0].lower() in BARE_DENIALS else word[0], text
    )


@lru_cache(maxsize=512)
def words(passage: str) -> tuple[Word, ...]:
    """Split a passage into words and punctuation marks."""
    results: list[Word] = []
    for match in _TOKEN.finditer(passage):
        before = results[-1].text if results else ""
        text, joining = match.group().lower(), joining_word(match.group().lower())
        text = with_apostrophes(text) if joining is None or may_be_name(passage, *match.span()) else joining
        if text == "." and before in word_class("abbreviations"):
            continue
        negator = text in NEGATORS or text.endswith("n't")
        content = text[0].isalnum() and text not in FUNCTION and not negator
        follows_determiner = before in DETERMINERS or (
            text.endswith("ing") and before in word_class("predicative_prepositions")
        )
        follows_auxiliary = content and (before in AUXILIARIES or before.endswith("n't")) and "VERB" in entry(text)
        results.append(
            Word(
                text=text,
                lemmas=lemmas(text) if text[0].isalpha() else frozenset({text}),
                start=match.start(),
                end=match.end(),
                content=content,
                negator=negator,
                mark=not text[0].isalnum(),
                number=_number(text) if text[0].isdigit() else None,
                predicative=not follows_determiner and (verbal(text) or follows_auxiliary),
            )
        )
    return tuple(results)


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", "").replace(":", "."))
    except ValueError:
        return None


@lru_cache(maxsize=8192)
def verbal(word: str) -> bool:
    """Return whether a word is an inflected verb form, or a verb that cannot be a noun; no function word."""
    verbs = entry(word).get("VERB", ())
    return word not in FUNCTION and bool(verbs) and (word not in verbs or "NOUN" not in entry(word))


def touched(passage: tuple[Word, ...], span: tuple[int, int]) -> range:
    """Return the positions of the words and marks that overlap a span of characters."""
    first = bisect_right(passage, span[0], key=lambda word: word.end)
    return range(first, bisect_left(passage, span[1], key=lambda word: word.start))


def begin_of(texts: Sequence[str], place: int, stops: Set[str]) -> int:
    """Return where the stretch around a position begins: after the last stop before it."""
    return next((k + 1 for k in range(place - 1, -1, -1) if texts[k] in stops), 0)


def end_of(texts: Sequence[str], place: int, stops: Set[str]) -> int:
    """Return where the stretch around a position ends: at the first stop from there on."""
    return next((k for k in range(place, len(texts)) if texts[k] in stops), len(texts))


def sentences(passage: Sequence[Word]) -> list[tuple[int, int]]:
    """Return the bounds of all sentences, each including its final mark."""
    texts = [word.text for word in passage]
    lows = [k for k in range(len(texts)) if not k or texts[k - 1] in ENDS]
    return list(pairwise([*lows, len(texts)]))


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
