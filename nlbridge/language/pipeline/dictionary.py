"""Lemmas, forms and parts of speech of a word, from a dictionary of inflections (lemminflect).

lemminflect parses its two files in full before its first answer: a quarter of the time that one text takes from a
cold start. Here a line is parsed when its word is looked up. Forms come from the dictionary, never from string rules.

Examples
--------
>>> entry("left")["VERB"], entry("ran")["VERB"], "VERB" in entry("zzyzx")
(('leave',), ('run',), False)
>>> gerund("chase"), plural("loaf"), same_word("geese", "goose")
('chasing', 'loaves', True)
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from nlbridge.language.lexicon import word_class, word_order

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Forms = dict[str, tuple[str, ...]]

VOWEL_SOUNDS: Final = word_order("vowel_sounds")
CONSONANT_SOUNDS: Final = word_order("consonant_sounds")
PREFIXES: Final = word_order("verb_prefixes")
"""Prefixes of verbs that the dictionary lacks: `misheard`."""


@lru_cache(maxsize=8192)
def entry(word: str) -> Mapping[str, tuple[str, ...]]:
    """Return the lemmas of a form by part of speech; empty if the dictionary lacks it."""
    from lemminflect import getAllLemmas

    read_when_asked()
    return MappingProxyType(getAllLemmas(word))


@cache
def read_when_asked() -> None:
    """Make lemminflect parse only the lines it is asked for; no effect if it has parsed its files already."""
    from lemminflect import Inflections, Lemmatizer
    from lemminflect.codecs.InflectionLUCodec import InflectionLUCodec
    from lemminflect.codecs.LemmaLUCodec import LemmaLUCodec
    from lemminflect.core.LexicalUtils import categoryToUPos

    def lemmas_of(line: str) -> Forms:
        _, category, forms = LemmaLUCodec.fromString(line)
        return {categoryToUPos(category): forms}

    lemmatizer, inflector = Lemmatizer(), Inflections()
    if not hasattr(lemmatizer, "lemma_dict"):
        lemmatizer.lemma_dict = _Lines(lemmatizer.lemma_lu_fn, lemmas_of, {})
    if not hasattr(inflector, "infl_dict"):
        certain = InflectionLUCodec.updateForAuxMod({})
        inflector.infl_dict = _Lines(inflector.infl_lu_fn, lambda line: InflectionLUCodec.fromString(line)[2], certain)


class _Lines:
    """The lines of a file, each about the word before its first comma, with the lookup that lemminflect calls.

    `made` parses a line; the forms in `certain` override the lines of some words.
    """

    def __init__(self, path: str, made: Callable[[str], Forms], certain: dict[str, Forms]) -> None:
        import gzip
        from pathlib import Path

        self._lines = sorted(gzip.decompress(Path(path).read_bytes()).decode().split("\n"))
        self._made, self._certain = made, certain

    def get(self, word: str, default: Any) -> Any:
        if word in self._certain:
            return self._certain[word]
        start = f"{word},"
        forms: Forms = {}
        for place in range(bisect_left(self._lines, start), len(self._lines)):
            if not self._lines[place].startswith(start):
                break
            forms.update(self._made(self._lines[place]))
        return forms or default


@lru_cache(maxsize=8192)
def dictionary_lemmas(word: str, part: str) -> tuple[str, ...]:
    """Return the lemmas of a form as a part of speech, likeliest first; guessed if the dictionary lacks it."""
    from lemminflect import getLemma

    read_when_asked()
    return tuple(getLemma(word, upos=part))


@lru_cache(maxsize=8192)
def lemmas(word: str) -> frozenset[str]:
    """Return every possible lemma of a word, and the word itself, without a genitive ending.

    Examples
    --------
    >>> sorted(lemmas("Leaves"))
    ['leaf', 'leave', 'leaves']
    """
    bare = word.lower().removesuffix("'s")
    return frozenset({bare, *(lemma.lower() for forms in entry(bare).values() for lemma in forms)})


@lru_cache(maxsize=8192)
def same_word(first: str, second: str) -> bool:
    """Whether two words may be forms of one word."""
    return not lemmas(first).isdisjoint(lemmas(second))


@lru_cache(maxsize=8192)
def verb_forms(word: str) -> frozenset[str]:
    """Return the verb forms that a word can be, as Penn tags.

    Examples
    --------
    >>> sorted(verb_forms("cut")), sorted(verb_forms("sang"))
    (['VB', 'VBD', 'VBN'], ['VBD'])
    """
    from lemminflect import getInflection

    tags, verbs = ("VB", "VBD", "VBG", "VBN", "VBZ"), entry(word).get("VERB", ())
    return frozenset(tag for tag in tags for verb in verbs if word in getInflection(verb, tag))


def has_form(word: str, *tags: str) -> bool:
    """Whether a word can be one of these verb forms, by the dictionary."""
    return not verb_forms(word).isdisjoint(tags)


@lru_cache(maxsize=8192)
def unprefixed(word: str) -> str:
    """Remove a prefix from a word that the dictionary lacks, if the dictionary has the rest."""
    if entry(word):
        return word
    rests = (word.removeprefix(prefix) for prefix in PREFIXES if word.startswith(prefix))
    return next((rest for rest in rests if len(rest) > 2 and entry(rest)), word)


def infinitive(word: str) -> str | None:
    """Return the infinitive of a verb form; None if the dictionary has no such verb."""
    base = unprefixed(word)
    infinitives = entry(base).get("VERB", ())
    return word[: len(word) - len(base)] + infinitives[0] if infinitives else None


def verb_lemma(word: str) -> str | None:
    """Return the infinitive if the dictionary has the word as a verb.

    Examples
    --------
    >>> verb_lemma("swept"), verb_lemma("table-cloth")
    ('sweep', None)
    """
    parts = entry(word.lower())
    return next(iter(parts.get("VERB") or parts.get("AUX") or ()), None)


def past_tense(word: str) -> bool:
    """Whether a word can be a past tense, even one that equals its infinitive.

    Examples
    --------
    >>> past_tense("misread"), past_tense("lay"), past_tense("tell")
    (True, True, False)
    """
    return "VBD" in verb_forms(unprefixed(word))


@lru_cache(maxsize=8192)
def only_past(word: str) -> bool:
    """Whether a word can only be a past tense: `sang`, not `cut`.

    Examples
    --------
    >>> only_past("sang"), only_past("cut")
    (True, False)
    """
    from lemminflect import getInflection

    base = unprefixed(word)
    others = [verb for verb in entry(base).get("VERB", ()) if verb != base]
    return set(entry(base)) == {"VERB"} and any(base in getInflection(verb, "VBD") for verb in others)


@lru_cache(maxsize=8192)
def past_form(word: str) -> bool:
    """Whether a word can be a past tense or past participle; any word in -ed can.

    Examples
    --------
    >>> past_form("swept"), past_form("dawn"), past_form("googled")
    (True, False, True)
    """
    return (
        word.endswith("ed")
        or word.startswith(("'", "’"))
        or has_form(unprefixed(word), "VBD", "VBN")
        or word in word_class("past_auxiliaries")
    )


def differs_in_past(word: str) -> bool:
    """Whether a word is the past of an irregular verb, even one that equals its infinitive: `shot`, `cut`."""
    base = unprefixed(word)
    inflected = any(lemma != base for lemma in entry(base).get("VERB", ()))
    return word in word_class("invariant_verbs") or (past_form(word) and not word.endswith("ed") and inflected)


@lru_cache(maxsize=8192)
def only_adjective(word: str) -> bool:
    """Whether a word is an adjective that has a comparative, or that cannot be a noun.

    Examples
    --------
    >>> only_adjective("drowsy"), only_adjective("wet"), only_adjective("soil")
    (True, True, False)
    """
    from lemminflect import getInflection

    parts = entry(word.lower())
    compares = "ADJ" in parts and getInflection(word.lower(), tag="JJR", inflect_oov=False)
    return bool(compares) or ("ADJ" in parts and "NOUN" not in parts)


@lru_cache(maxsize=8192)
def inflect(lemma: str, tag: str) -> str:
    """Return the form of a word for a Penn tag.

    Examples
    --------
    >>> inflect("sink", "VBD"), inflect("hold", "VBZ"), inflect("be", "VBP")
    ('sank', 'holds', 'are')
    """
    from lemminflect import getInflection

    read_when_asked()
    if tag == "VBP":
        return "are" if lemma == "be" else inflect(lemma, "VB")
    return next(iter(getInflection(lemma, tag=tag)), lemma)


def gerund(verb: str) -> str:
    """Return the -ing form of a verb given in any form."""
    return inflect(verb_lemma(verb) or verb.lower(), "VBG")


def past(verb: str) -> str:
    """Return the past tense of a verb given in any form."""
    return inflect(verb_lemma(verb) or verb, "VBD")


def present(verb: str, *, plural: bool) -> str:
    """Return the present tense of a verb given in any form, for a third-person subject.

    Examples
    --------
    >>> present("dug", plural=False), present("dug", plural=True)
    ('digs', 'dig')
    """
    lemma = verb_lemma(verb) or verb.lower()
    return lemma if plural else inflect(lemma, "VBZ")


def singular(noun: str) -> str:
    """Return the singular of a noun.

    Examples
    --------
    >>> singular("knives")
    'knife'
    """
    return next(iter(entry(noun.lower()).get("NOUN", ())), noun.lower())


def plural(noun: str) -> str:
    """Return the plural of a noun."""
    return inflect(singular(noun), "NNS")


def article(word: str) -> str:
    """Return the indefinite article before a word.

    Examples
    --------
    >>> article("hour"), article("unicorn"), article("egg")
    ('an', 'a', 'an')
    """
    lower = word.lower()
    if lower.startswith(VOWEL_SOUNDS):
        return "an"
    return "an" if lower[:1] in set("aeiou") and not lower.startswith(CONSONANT_SOUNDS) else "a"
