"""Verbs that a small tagger takes for infinitives, participles or nouns, put right by shape and dictionary."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from nlbridge.language.lexicon import word_class, word_order
from nlbridge.language.pipeline.dictionary import entry
from nlbridge.language.pipeline.words import BRINGING, ENDS, INVARIANT, Words

HEADING = frozenset({"root", "conj", "parataxis", "advcl", "acl:relcl"})
"""Relations of a verb that heads a clause of its own."""
TAKEN_FOR = frozenset({"RB", "JJ", "NN", "NNS", "NNP", "VB", "VBP"})
"""Tags that a past tense gets from a tagger which does not know it."""
OBJECTS = tuple((tag,) for tag in ("DT", "PRP$", "PRP", "IN", "RB", "RP", "NN", "NNS", "NNP"))
"""What may follow a past tense in a list, as the tags of one word."""


def with_tenses(words: Words) -> Words:
    """Take an infinitive that heads a clause with a subject for the past tense that looks like it: `she misread it`."""
    tags = tuple(_repaired(words, i) for i in range(len(words.tags)))
    listed = tuple(
        "conj" if before == "VBN" and after == "VBD" else relation
        for before, after, relation in zip(words.tags, tags, words.relations, strict=True)
    )
    return replace(words, tags=tags, relations=listed)


def _repaired(words: Words, i: int) -> str:
    tag, word = words.tags[i], words.lower[i]
    if (tag == "VB" and _told(words, i) and past_tense(word)) or _mistaken(words, i):
        return "VBD"
    if tag == "VBN" and _in_series(words, i) and past_tense(word):
        return "VBD"
    return "VBZ" if tag == "NNS" and _third_person(words, i) and _present(word) else tag


def _in_series(words: Words, i: int) -> bool:
    """Whether a participle stands between past tenses in a list of what one did: `she read it, signed it, and left`."""
    if words.forms[i - 1] != "," or words.tags[i + 1 : i + 2] not in OBJECTS:
        return False
    stop = words.next_stop(i + 1, len(words.forms))
    last = stop + 2
    joined = words.lower[stop + 1 : last] == ("and",) and words.tags[last : last + 1] in (("VBD",), ("VBN",))
    start = next((j + 1 for j in range(i - 1, -1, -1) if words.forms[j] in ENDS), 0)
    return joined and any(words.tags[j] == "VBD" for j in range(start, i))


def _third_person(words: Words, i: int) -> bool:
    """Whether a plural noun stands where only a verb can, in a sentence without any: `her cousin keeps bees`."""
    if not 0 < i < len(words.tags) - 2 or words.tags[i - 1] not in {"NN", "NNP"}:
        return False
    if words.tags[i + 1] not in {"NN", "NNS", "DT", "PRP$", "JJ", "IN", "RB"}:
        return False
    start = next((j + 1 for j in range(i - 1, -1, -1) if words.forms[j] in ENDS), 0)
    stop = next((j for j in range(i, len(words.forms)) if words.forms[j] in ENDS), len(words.forms))
    return not any(words.tags[j].startswith("VB") or words.tags[j] == "MD" for j in range(start, stop))


@lru_cache(maxsize=8192)
def _present(word: str) -> bool:
    from lemminflect import getAllLemmas, getInflection

    return any(word in getInflection(lemma, "VBZ") for lemma in getAllLemmas(word, upos="VERB").get("VERB", ()))


def _mistaken(words: Words, i: int) -> bool:
    """Whether a word that was taken for something else can only be a past tense: `he overslept`, `crept in and ate`."""
    unknown = words.tags[i] in TAKEN_FOR and words.forms[i] == words.lower[i]
    heads = words.relations[i] == "root" and not words.tags[i].startswith("VB")
    return (unknown or heads) and only_past(words.lower[i])


def _told(words: Words, i: int) -> bool:
    """Whether a verb has a subject right before it and neither `to`, an auxiliary nor a verb that takes a bare one."""
    if words.relations[i] not in HEADING:
        return False
    before = range(max(0, i - 4), i)
    governed = any(words.lower[j] in {"to", "do", "did", "does", *BRINGING} or words.tags[j] == "MD" for j in before)
    at = i - 1 - (i > 1 and words.tags[i - 1] == "RB")
    return at >= 0 and not governed and words.tags[at].startswith(("NN", "PRP", "DT", "WDT", "WP", "RB"))


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


LIKEWISE: Final = word_class("likewise_words")
AUXILIARIES: Final = word_class("finite_auxiliaries")
NAMING: Final = ("NN", "PRP", "CD")
SUBJECTS: Final = frozenset({"DT", "PRP", "PRP$", "NN", "NNS", "NNP", "NNPS", "JJ", "CD", "PDT"})


def inverted(words: Words, low: int, high: int) -> int | None:
    """Return the auxiliary of a stretch that is nothing but `as did` and its subject.

    A second verb makes it something else: `so was he told`, `as was agreed`.
    """
    i = low + (words.lower[low] in LIKEWISE)
    if i == low or i + 1 >= high or words.lower[i] not in AUXILIARIES or words.tags[i + 1] not in SUBJECTS:
        return None
    named = any(words.tags[j].startswith(NAMING) for j in range(i + 1, high))
    pronoun = words.tags[i + 1] == "PRP" and i + 2 < high
    verbs = any(words.tags[j] in {"VB", "VBD", "VBZ", "VBP", "VBN", "MD"} for j in range(i + 1, high))
    return i if named and not verbs and not pronoun else None
