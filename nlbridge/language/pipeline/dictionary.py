"""What a dictionary of inflections (lemminflect) has of a word: its lemmas, its forms, and what it can be.

lemminflect reads its two files whole, line by line, before it answers at all: a quarter of the time that one text
takes from a cold start. Here a line is read when somebody asks for its word. Forms come from the dictionary, never
from string rules.

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
"""Prefixes that a verb may have which the dictionary lacks: `misheard`."""


@lru_cache(maxsize=8192)
def entry(word: str) -> Mapping[str, tuple[str, ...]]:
    """Return the lemmas of a form by part of speech; empty for one that the dictionary lacks."""
    from lemminflect import getAllLemmas

    read_when_asked()
    return MappingProxyType(getAllLemmas(word))


@cache
def read_when_asked() -> None:
    """Have lemminflect read of its files what it is asked for; no effect where it has read them already."""
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
    """The lines of a file, each about the word before its first comma, as lemminflect looks them up.

    Parameters
    ----------
    made
        What a line says.
    certain
        What is said of some words whatever their lines say.
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
        found: Forms = {}
        for place in range(bisect_left(self._lines, start), len(self._lines)):
            if not self._lines[place].startswith(start):
                break
            found.update(self._made(self._lines[place]))
        return found or default


@lru_cache(maxsize=8192)
def dictionary_lemmas(word: str, part: str) -> tuple[str, ...]:
    """Return the lemmas that the dictionary has for a form as a part of speech, or else guesses, likeliest first."""
    from lemminflect import getLemma

    read_when_asked()
    return tuple(getLemma(word, upos=part))


@lru_cache(maxsize=8192)
def lemmas(word: str) -> frozenset[str]:
    """Return every lemma that a word may belong to, and the word itself; the ending of a genitive plays no part.

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
    """Return which forms of a verb, as Penn tags, a word is.

    Examples
    --------
    >>> sorted(verb_forms("cut")), sorted(verb_forms("sang"))
    (['VB', 'VBD', 'VBN'], ['VBD'])
    """
    from lemminflect import getInflection

    tags, verbs = ("VB", "VBD", "VBG", "VBN", "VBZ"), entry(word).get("VERB", ())
    return frozenset(tag for tag in tags for verb in verbs if word in getInflection(verb, tag))


def has_form(word: str, *tags: str) -> bool:
    """Whether the dictionary has a word as one of these forms of a verb."""
    return not verb_forms(word).isdisjoint(tags)


@lru_cache(maxsize=8192)
def unprefixed(word: str) -> str:
    """Cut a prefix off a word that the dictionary lacks, if it has the rest."""
    if entry(word):
        return word
    rests = (word.removeprefix(prefix) for prefix in PREFIXES if word.startswith(prefix))
    return next((rest for rest in rests if len(rest) > 2 and entry(rest)), word)


def infinitive(word: str) -> str | None:
    """Return the infinitive of a form of a verb; None where the dictionary knows no such verb."""
    base = unprefixed(word)
    found = entry(base).get("VERB", ())
    return word[: len(word) - len(base)] + found[0] if found else None


def verb_lemma(word: str) -> str | None:
    """Return the infinitive if the dictionary knows the word as a verb.

    Examples
    --------
    >>> verb_lemma("swept"), verb_lemma("table-cloth")
    ('sweep', None)
    """
    found = entry(word.lower())
    return next(iter(found.get("VERB") or found.get("AUX") or ()), None)


def past_tense(word: str) -> bool:
    """Whether a word is the past tense of a verb, maybe of one whose infinitive looks the same.

    Examples
    --------
    >>> past_tense("misread"), past_tense("lay"), past_tense("tell")
    (True, True, False)
    """
    return "VBD" in verb_forms(unprefixed(word))


@lru_cache(maxsize=8192)
def only_past(word: str) -> bool:
    """Whether a word is a past tense and nothing else: `sang`, not `cut`.

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
    """Whether a word can be a past tense or participle; a word that the dictionary lacks can be one if it ends so.

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
    """Whether a word is the past of an irregular verb, whether or not it looks like its infinitive: `shot`, `cut`."""
    base = unprefixed(word)
    inflected = any(lemma != base for lemma in entry(base).get("VERB", ()))
    return word in word_class("invariant_verbs") or (past_form(word) and not word.endswith("ed") and inflected)


def no_adjective(word: str) -> bool:
    """Whether a word is a noun and never an adjective.

    Examples
    --------
    >>> no_adjective("cellar"), no_adjective("dry")
    (True, False)
    """
    return "NOUN" in entry(word) and "ADJ" not in entry(word)


@lru_cache(maxsize=8192)
def only_adjective(word: str) -> bool:
    """Whether a word is an adjective that compares, or that the dictionary does not have as a noun.

    Examples
    --------
    >>> only_adjective("drowsy"), only_adjective("wet"), only_adjective("soil")
    (True, True, False)
    """
    from lemminflect import getInflection

    found = entry(word.lower())
    compares = "ADJ" in found and getInflection(word.lower(), tag="JJR", inflect_oov=False)
    return bool(compares) or ("ADJ" in found and "NOUN" not in found)


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
    """Return the -ing form of any form of a verb."""
    return inflect(verb_lemma(verb) or verb.lower(), "VBG")


def past(verb: str) -> str:
    """Return the past tense of a verb in any form."""
    return inflect(verb_lemma(verb) or verb, "VBD")


def present(verb: str, *, plural: bool) -> str:
    """Return the present tense in agreement with a subject.

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
