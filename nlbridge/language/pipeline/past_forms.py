"""What a dictionary of inflections (lemminflect) says of a word: which forms of a verb it can be."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from nlbridge.language.lexicon import word_class, word_order
from nlbridge.language.pipeline.dictionary import entry
from nlbridge.language.pipeline.words import INVARIANT

PREFIXES: Final = word_order("verb_prefixes")
"""Prefixes that a verb may have which the dictionary lacks: `misheard`."""


@lru_cache(maxsize=2048)
def also_participle(word: str) -> bool:
    """Whether a past tense has the form of the participle: `kept`, not `took`."""
    from lemminflect import getInflection

    lemma = infinitive(word)
    return lemma is not None and word in getInflection(lemma, "VBN")


@lru_cache(maxsize=2048)
def infinitive(word: str) -> str | None:
    """Return the infinitive of a form of a verb; None where the dictionary knows no such verb."""
    from lemminflect import getAllLemmas

    base = unprefixed(word)
    found = getAllLemmas(base, upos="VERB").get("VERB", ())
    return word[: len(word) - len(base)] + found[0] if found else None


@lru_cache(maxsize=2048)
def no_adjective(word: str) -> bool:
    """Whether a word is a noun and never an adjective.

    Examples
    --------
    >>> no_adjective("cellar"), no_adjective("dry")
    (True, False)
    """
    found = entry(word)
    return "NOUN" in found and "ADJ" not in found


@lru_cache(maxsize=2048)
def only_past(word: str) -> bool:
    """Whether a word is a past tense and no noun or adjective: `sang`, not `cut`.

    Examples
    --------
    >>> only_past("sang"), only_past("cut")
    (True, False)
    """
    from lemminflect import getInflection

    base = unprefixed(word)
    found = entry(base)
    verbs = found.get("VERB", ())
    return set(found) == {"VERB"} and any(base in getInflection(v, "VBD") and base != v for v in verbs)


def unprefixed(word: str) -> str:
    """Cut a prefix off a word that the dictionary lacks, if it has the rest."""
    if entry(word):
        return word
    rests = (word.removeprefix(prefix) for prefix in PREFIXES if word.startswith(prefix))
    return next((rest for rest in rests if len(rest) > 2 and entry(rest)), word)


@lru_cache(maxsize=2048)
def past_tense(word: str) -> bool:
    """Whether a word is the past tense of a verb, maybe of one whose infinitive looks the same.

    Examples
    --------
    >>> past_tense("misread"), past_tense("lay"), past_tense("tell")
    (True, True, False)
    """
    from lemminflect import getAllLemmas, getInflection

    base = unprefixed(word)
    return any(base in getInflection(lemma, "VBD") for lemma in getAllLemmas(base, upos="VERB").get("VERB", ()))


@lru_cache(maxsize=2048)
def tag_without_verb(word: str) -> str:
    """Return the tag of a word that is no verb: an adjective, or else a noun."""
    found = entry(word)
    return "JJ" if "ADJ" in found and "NOUN" not in found else "NN"


@lru_cache(maxsize=2048)
def past_form(word: str) -> bool:
    """Whether a word can be a past tense or participle; a word that the dictionary lacks can be one if it ends so.

    Examples
    --------
    >>> past_form("swept"), past_form("dawn"), past_form("googled")
    (True, False, True)
    """
    from lemminflect import getAllLemmas, getInflection

    if word.endswith("ed") or word.startswith(("'", "’")):
        return True
    word = unprefixed(word)
    lemmas = getAllLemmas(word, upos="VERB").get("VERB", ()) + getAllLemmas(word, upos="AUX").get("AUX", ())
    return any(word in getInflection(lemma, tag) for lemma in lemmas for tag in ("VBD", "VBN")) or word in word_class(
        "past_auxiliaries"
    )


@lru_cache(maxsize=2048)
def differs_in_past(word: str) -> bool:
    """Whether a word is a past tense, also one that looks like its infinitive, and no regular one."""
    return word in INVARIANT or (past_form(word) and not word.endswith("ed") and inflected(word))


@lru_cache(maxsize=2048)
def inflected(word: str) -> bool:
    """Whether a word is a form of a verb that is not its infinitive.

    Examples
    --------
    >>> inflected("shot"), inflected("shoot")
    (True, False)
    """
    from lemminflect import getAllLemmas

    base = unprefixed(word)
    return any(lemma != base for lemma in getAllLemmas(base, upos="VERB").get("VERB", ()))
