"""Verbs that a small tagger takes for infinitives, participles or nouns, put right by shape and dictionary."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from nlbridge.language.pipeline.past_forms import only_past, past_tense
from nlbridge.language.pipeline.words import BRINGING, ENDS, Words

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
