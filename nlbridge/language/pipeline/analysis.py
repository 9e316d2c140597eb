"""A spaCy document as `Words`, its verbs repaired.

A small tagger mistakes past tenses for participles, nouns and adjectives, and
the other way round. What a dictionary of inflections and the shape of a
sentence rule out is put right before any clause is cut.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.pipeline.parsing import ParseCache
from nlbridge.language.pipeline.tense_repairs import (
    also_participle,
    differs_in_past,
    infinitive,
    inverted,
    no_adjective,
    only_past,
    past_form,
    tag_without_verb,
    with_tenses,
)
from nlbridge.language.pipeline.words import (
    BRINGING,
    CLAUSAL,
    HOMOGRAPHS,
    INVARIANT,
    RELATIVES,
    STOPS,
    Words,
    sentences,
)

if TYPE_CHECKING:
    from spacy.tokens import Doc

OBJECTS = tuple((tag,) for tag in ("DT", "PRP$", "PRP", "NN", "NNS", "NNP", "JJ", "CD"))
"""What may begin the object of a verb, as the tags of one word."""
FRONTING = word_class("fronting_words")
"""Words that open what precedes its main clause."""


def read_words(doc: Doc) -> Words:
    """Turn a spaCy document into arrays."""
    tokens = [token for token in doc if not token.is_space]
    position = {token.i: k for k, token in enumerate(tokens)}
    words = Words(
        text=doc.text,
        forms=tuple(t.text for t in tokens),
        lower=tuple(t.lower_.replace("’", "'") for t in tokens),
        tags=tuple(t.tag_ for t in tokens),
        lemmas=tuple(t.lemma_ for t in tokens),
        relations=tuple(t.dep_ for t in tokens),
        heads=tuple(position.get(t.head.i, k) for k, t in enumerate(tokens)),
        starts=tuple(t.idx for t in tokens),
        ends=tuple(t.idx + len(t.text) for t in tokens),
    )
    told = with_tenses(_with_subject_nouns(words))
    repaired = _with_verbs(_with_main_verbs(_with_infinitives(_without_false_verbs(told))))
    return _with_verb_lemmas(_with_aside_participles(repaired), words.tags)


def _with_aside_participles(words: Words) -> Words:
    """Read `the fish, delivered that morning, was fresh` with a participle between its commas."""
    tags = list(words.tags)
    for low, high in sentences(words):
        for i in range(low + 2, high - 3):
            if tags[i] != "VBD" or words.forms[i - 1] != "," or words.clause_verb(low, i - 1) is not None:
                continue
            end = words.next_stop(i, high)
            closed = end + 1 < high and words.forms[end] == "," and words.finite(words.skip_adverbs(end + 1, high - 1))
            if closed and also_participle(words.lower[i]):
                tags[i] = "VBN"
    return replace(words, tags=tuple(tags))


def _with_verb_lemmas(words: Words, tags: tuple[str, ...]) -> Words:
    """Give the words that were found to be verbs the infinitive as their lemma."""
    lemmas = tuple(
        infinitive(lower) or lemma if tag == "VBD" and not before.startswith("VB") else lemma
        for lower, lemma, tag, before in zip(words.lower, words.lemmas, words.tags, tags, strict=True)
    )
    return replace(words, lemmas=lemmas)


def _with_subject_nouns(words: Words) -> Words:
    """Take a word between an article and a past tense for a noun where no dictionary has it as an adjective."""
    tags = tuple(
        "NN" if tag == "JJ" and 0 < i < len(words.tags) - 1 and _between(words, i) and no_adjective(lower) else tag
        for i, (lower, tag) in enumerate(zip(words.lower, words.tags, strict=True))
    )
    return replace(words, tags=tags)


def _between(words: Words, i: int) -> bool:
    verb = words.tags[i + 1] in {"VBD", "VBZ", "MD"} or only_past(words.lower[i + 1])
    return words.tags[i - 1] in {"DT", "PRP$", "POS"} and verb


words_of: Final = ParseCache(read_words, size=64)
"""The words of a text; `words_of.ahead` reads those of several together."""


def _with_verbs(words: Words) -> Words:
    """Give each stretch without a finite verb of its own one: its first participle after a noun.

    A past participle and a past tense look alike, and edited prose has few verbless sentences.
    """
    tags, relations = list(words.tags), list(words.relations)
    for low, high in _stretches(words):
        if words.clause_verb(low, high) is not None:
            continue
        found = next((i for i in range(low + 1, high) if _hidden_verb(words, low, i)), None)
        if found is not None:
            tags[found], relations[found] = "VBD", "root"
    for i in range(1, len(tags) - 1):
        if _hidden_conjunct(words, i):
            tags[i], relations[i] = "VBD", "conj"
    return replace(words, tags=tuple(tags), relations=tuple(relations))


def _without_false_verbs(words: Words) -> Words:
    """Take the tag of a past tense from words that no verb has as one: `dawn`, `muggy`."""
    tags = tuple(
        "POS"
        if lower == "'s" and tag == "VBZ" and _possessive(words, i)
        else tag_without_verb(lower)
        if tag == "VBD" and not past_form(lower)
        else tag
        for i, (lower, tag) in enumerate(zip(words.lower, words.tags, strict=True))
    )
    return replace(words, tags=tags)


def _possessive(words: Words, i: int) -> bool:
    """Whether `'s` precedes what is owned: the parser calls it a case mark, or an attribute and a noun follow."""
    if words.relations[i] == "case":
        return True
    attribute = words.tags[i + 1 : i + 2] in (("VBN",), ("JJ",), ("NN",)) and words.relations[i + 1] != "root"
    return attribute and words.tags[i + 2 : i + 3] in (("NN",), ("NNS",))


def _with_infinitives(words: Words) -> Words:
    """Read `made the heater run` as a verb with an infinitive, whatever the tags."""
    tags, relations = list(words.tags), list(words.relations)
    for i, form in enumerate(words.lower):
        if form not in BRINGING or not i or words.has_auxiliary(i) or words.forms[i - 1] in STOPS:
            continue
        if not words.tags[i - 1].startswith(("NN", "PRP", "DT", "RB", "WDT", "CC")):
            continue
        tags[i], relations[i] = "VBD", "root"
        stop = words.next_stop(i + 1, len(words.forms))
        inside = next((j for j in range(i + 2, min(i + 8, stop)) if tags[j] in {"VB", "VBP"}), None)
        if inside is not None and tags[inside - 1].startswith(("NN", "PRP")):
            tags[inside] = "VB"
    return replace(words, tags=tuple(tags), relations=tuple(relations))


def _with_main_verbs(words: Words) -> Words:
    """Take a past tense for the verb of its segment where the parser hung it on a noun and no other verb is there."""
    relations, tags = list(words.relations), list(words.tags)
    for low, high in _segments(words):
        if words.lower[low] in word_class("with_without"):
            for i in range(low + 2, high):
                tags[i] = "VBN" if tags[i] == "VBD" and relations[i] != "root" else tags[i]
            continue
        if any(words.finite(i) for i in range(low, high)):
            continue
        loose = [i for i in range(low + 1, high) if words.tags[i] == "VBD" and words.relations[i] == "acl"]
        if loose and not words.tags[loose[0] - 1].startswith(("DT", "PRP$", "POS")):
            relations[loose[0]] = "conj"
    return replace(words, relations=tuple(relations), tags=tuple(tags))


def _segments(words: Words) -> tuple[tuple[int, int], ...]:
    """Stretches between marks and conjunctions."""
    found: list[tuple[int, int]] = []
    for low, high in sentences(words):
        start = low
        for i in range(low, high):
            if words.stop(i) or words.tags[i] == "CC":
                found.append((start, i))
                start = i + 1
        found.append((start, high))
    return tuple((low, high) for low, high in found if high - low > 1)


def _stretches(words: Words) -> tuple[tuple[int, int], ...]:
    """Stretches that edited prose gives a finite verb: sentences, cut at `;`, `, and`, `so`, `because` and the like."""
    found: list[tuple[int, int]] = []
    for low, high in sentences(words):
        start = low
        if words.lower[low] in FRONTING:
            comma = _end_of_fronted(words, low, high)
            if comma is not None:
                found.append((low, comma))
                start = low = comma + 1
        for i in range(low + 1, high):
            mark = words.forms[i] in {";", ":"} or words.lower[i] in CLAUSAL
            after_comma = words.forms[i - 1] == "," and words.lower[i] in word_class("after_comma")
            second_verb = words.lower[i] == "and" and words.tags[i + 1 : i + 2] == ("VBD",)
            likewise = words.forms[i - 1] == "," and inverted(words, i, words.next_stop(i, high - 1)) is not None
            cut = mark or after_comma or second_verb or likewise or _joins_clauses(words, i, high)
            if cut and i - start >= 2:
                found.append((start, i))
                start = i + 1
        found.append((start, high))
    return tuple(found)


def _joins_clauses(words: Words, i: int, high: int) -> bool:
    """Whether `and` precedes a subject with its verb: `and her sight blurred`."""
    if words.lower[i] != "and" or words.tags[i + 1 : i + 2] not in (("DT",), ("PRP$",), ("PRP",)):
        return False
    stop = next((j for j in range(i + 1, high) if words.stop(j) or words.tags[j] == "CC"), high)
    verb = words.clause_verb(i + 1, stop)
    return verb is not None and verb - i <= 5


def _end_of_fronted(words: Words, low: int, high: int) -> int | None:
    """Return the comma that ends a subordinate clause, or a phrase with `with`, at the head of a sentence."""
    phrase = words.lower[low] in word_class("circumstance_prepositions")
    for i in range(low + 2, high - 2):
        if words.forms[i] == "," and (phrase or words.clause_verb(low, i) is not None):
            return i
    return None


def _hidden_verb(words: Words, low: int, i: int) -> bool:
    """Whether a word that is tagged as a participle or noun can only be the verb of its stretch."""
    if words.lower[i - 1] in word_class("articles") or words.has_auxiliary(i):
        return False
    if words.lower[i - 1] == "," and not _behind_aside(words, low, i):
        return False
    if not (_points(words, i) or _noun_before(words, low, i)):
        return False
    if words.tags[i] in {"VBN", "VBD"}:
        pronoun = words.lower[i - 1] in word_class("demonstratives")
        return pronoun or not words.tags[i - 1].startswith(("DT", "PRP$", "IN"))
    if only_past(words.lower[i]) and words.tags[i + 1 : i + 2] in OBJECTS:
        return True
    if _governing(words, i) or (words.tags[i] == "JJ" and _past_after_noun(words, i)):
        return True
    if words.lower[i] not in HOMOGRAPHS | INVARIANT and not only_past(words.lower[i]):
        return False
    return i + 1 == len(words.tags) or words.tags[i + 1] in {"IN", "TO", "RP", "RB", ".", ",", ":", "DT", "PRP$"}


def _noun_before(words: Words, low: int, i: int) -> bool:
    """Whether a stretch has a noun or pronoun before a word, the nearest words looked at first."""
    return any(
        words.tags[k].startswith(("NN", "PRP")) or words.lower[k] in word_class("near_demonstratives")
        for k in range(i - 1, low - 1, -1)
    )


def _behind_aside(words: Words, low: int, i: int) -> bool:
    """Whether the comma before a verb closes an aside of its subject: `the frost, as well as the mice, ruined`."""
    return "," in words.lower[low : i - 1] and not RELATIVES & set(words.lower[low:i])


def _governing(words: Words, i: int) -> bool:
    """Whether a verb that is tagged as a noun heads its sentence, with more to come: `the sprout shot up`."""
    if words.tags[i] != "NN" or words.relations[i] != "root":
        return False
    if not words.tags[i - 1].startswith(("NN", "PRP")) and not _points(words, i):
        return False
    follows = words.tags[i + 1 : i + 2] in (("RP",), ("PRP",), ("PRP$",), ("DT",), ("NN",), ("RB",), ("TO",))
    return follows and differs_in_past(words.lower[i])


def _points(words: Words, i: int) -> bool:
    """Whether `this` or `that` is the subject of the word after it: `that cost the firm an hour`."""
    return (
        words.lower[i - 1] in word_class("singular_demonstratives")
        and words.relations[i - 1] == "nsubj"
        and words.heads[i - 1] == i
    )


def _past_after_noun(words: Words, i: int) -> bool:
    """Whether a past tense that is tagged as an adjective follows a noun: `the barge lay idle`."""
    past = words.lower[i] in HOMOGRAPHS or only_past(words.lower[i])
    return past and words.tags[i - 1] in {"NN", "NNS", "NNP"}


def _hidden_conjunct(words: Words, i: int) -> bool:
    """Whether `and` plus a participle is a past tense: `steered by the stars and ended up lost`."""
    if words.tags[i] != "VBN" or words.lower[i - 1] != "and":
        return False
    if words.tags[i + 1] not in {"DT", "PRP", "PRP$", "IN", "RP", "RB", "TO", "CD", "NNP"}:
        return False
    return not any(
        words.lemmas[k] in word_class("be_have_get") or words.tags[k] in {"VBN", "MD"} for k in range(max(0, i - 12), i)
    )
