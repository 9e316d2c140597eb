"""Converts a spaCy document into `Words` and repairs its verb tags.

A small tagger confuses past tenses with participles, infinitives, nouns and adjectives. Repairs run one after another,
before clauses are split, and correct what the dictionary and the shape of the sentence rule out. Each yields the words
that it changes, with their new tag and relation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.pipeline.dictionary import (
    differs_in_past,
    entry,
    has_form,
    infinitive,
    only_past,
    past_form,
    past_tense,
    unprefixed,
    verb_forms,
)
from nlbridge.language.pipeline.parsing import ParseCache
from nlbridge.language.pipeline.spelling import in_lower_case
from nlbridge.language.pipeline.words import (
    BRINGING,
    CLAUSAL,
    ENDS,
    HOMOGRAPHS,
    INVARIANT,
    RELATIVES,
    STOPS,
    Words,
)

if TYPE_CHECKING:
    from spacy.tokens import Doc

Repairs = Iterator[tuple[int, str, str]]
"""Positions of words to change, each with its new tag and relation."""

FRONTING: Final = word_class("fronting_words")
"""Words that open a phrase or clause before the main clause."""
SENTENTIAL: Final = frozenset({"ccomp", "parataxis", "root"})
"""Relations of an apparent noun that is really a verb."""
HEADING: Final = frozenset({"root", "conj", "parataxis", "advcl", "acl:relcl"})
"""Relations of a verb that heads its own clause."""
TAKEN_FOR: Final = frozenset({"RB", "JJ", "NN", "NNS", "NNP", "VB", "VBP"})
"""Tags that the tagger gives a past tense that it does not know."""
REACH: Final = 6
"""Most words between two verbs that a conjunction joins."""
GOES_ON: Final = "IN TO RP RB RBR CD DT PRP PRP$ JJ ."
"""Tags that follow a verb and rarely a noun inside a compound."""


def read_words(doc: Doc) -> Words:
    """Convert a spaCy document into arrays, with repaired tags."""
    tokens = [token for token in doc if not token.is_space]
    position = {token.i: k for k, token in enumerate(tokens)}
    words = Words(
        text=doc.text,
        forms=tuple(t.text for t in tokens),
        lower=in_lower_case(tokens),
        tags=tuple(t.tag_ for t in tokens),
        lemmas=tuple(t.lemma_ for t in tokens),
        relations=tuple(t.dep_ for t in tokens),
        heads=tuple(position.get(t.head.i, k) for k, t in enumerate(tokens)),
        starts=tuple(t.idx for t in tokens),
        ends=tuple(t.idx + len(t.text) for t in tokens),
    )
    tags_before_repair = words.tags
    for repair in (
        _subjects,
        _tenses,
        _false_verbs,
        _bringing,
        _main_verbs,
        _missing_verbs,
        _behind_relatives,
        _series,
        _in_asides,
    ):
        tags, relations = list(words.tags), list(words.relations)
        for i, tag, relation in repair(words):
            tags[i], relations[i] = tag, relation
        words = replace(words, tags=tuple(tags), relations=tuple(relations))
    lemmas = tuple(
        infinitive(lower) or lemma if tag in {"VBD", "VBG"} and not before.startswith("VB") else lemma
        for lower, lemma, tag, before in zip(words.lower, words.lemmas, words.tags, tags_before_repair, strict=True)
    )
    return replace(words, lemmas=lemmas)


words_of: Final = ParseCache(read_words, size=64)
"""The words of a text; `words_of.prefetch` reads several texts in one call."""


def _subjects(words: Words) -> Repairs:
    """Retag a word between a determiner and a finite verb as a noun if it can be a noun but no adjective."""
    for i in range(1, len(words.tags) - 1):
        if words.tags[i] != "JJ" or words.tags[i - 1] not in {"DT", "PRP$", "POS"}:
            continue
        parts = entry(words.lower[i])
        if "NOUN" not in parts or "ADJ" in parts:
            continue
        verb = words.skip_adverbs(i + 1, len(words.tags) - 1)  # `the orchard therefore produced few apples`
        if words.tags[verb] in {"VBD", "VBZ", "MD"} or only_past(words.lower[verb]):
            yield i, "NN", words.relations[i]


def _tenses(words: Words) -> Repairs:
    """Find finite verbs tagged as infinitives, participles or nouns: `she misread it`."""
    for i, (tag, word, relation) in enumerate(zip(words.tags, words.lower, words.relations, strict=True)):
        unknown = tag in TAKEN_FOR and words.forms[i] == word
        mistaken = (unknown or (relation == "root" and not tag.startswith("VB"))) and only_past(word)
        if mistaken or (tag == "VB" and _has_subject_only(words, i) and past_tense(word)):
            yield i, "VBD", relation
        elif tag == "VB" and relation == "root" and _has_subject_only(words, i) and _has_plural_before(words, i):
            yield i, "VBP", relation
        elif past_tense(word) and _tells(words, i):
            yield i, "VBD", "conj"


def _has_subject_only(words: Words, i: int) -> bool:
    """Whether a subject precedes a verb, without `to`, an auxiliary or a verb that takes a bare infinitive nearby."""
    before = range(max(0, i - 4), i)
    governed = any(words.lower[j] in {"to", "do", "did", "does", *BRINGING} or words.tags[j] == "MD" for j in before)
    before_verb = words.tags[words.before_adverbs(i)]  # `the drivers no longer stop`
    subject = before_verb.startswith(("NN", "PRP", "DT", "WDT", "WP", "RB"))
    return words.relations[i] in HEADING and subject and not governed


def _has_plural_before(words: Words, i: int) -> bool:
    """Whether a plural noun phrase opens the sentence, right before the verb: `Lorries now take the old road`."""
    subject = words.before_adverbs(i)
    opening = set(words.tags[_opening(words, i) : subject])
    return words.tags[subject] in {"NNS", "NNPS"} and opening <= {"DT", "PRP$", "JJ", "NN", "NNP"}


def _tells(words: Words, i: int) -> bool:
    """Whether an apparent participle or noun can only be a past tense."""
    if words.tags[i] == "NN" and words.lower[i] in HOMOGRAPHS | INVARIANT:
        return _told_by_noun(words, i)
    if words.tags[i] != "VBN":
        return False
    return _in_series(words, i) or _closes_clause(words, i) or _goes_on(words, i) or _acts(words, i)


def _told_by_noun(words: Words, i: int) -> bool:
    """Whether an apparent noun is the verb of its clause: `the fire spread, and ...`, `as the sun set, ...`."""
    if words.relations[i] == "advcl":
        return any(words.heads[j] == i and words.relations[j].startswith("nsubj") for j in range(max(0, i - 6), i))
    named = word_class("indefinite_articles").isdisjoint(words.lower[max(0, i - 4) : i])
    return named and (words.relations[i] in SENTENTIAL or words.tags[i - 1] == "NNS") and _closes_clause(words, i)


def _series(words: Words) -> Repairs:
    """Find further past tenses in a list once the other repairs have found its first."""
    for i, tag in enumerate(words.tags):
        if tag == "VBN" and i and _in_series(words, i) and past_tense(words.lower[i]):
            yield i, "VBD", "conj"


def _in_series(words: Words, i: int) -> bool:
    """Whether a participle is inside a list of past tenses: `she read it, signed it, and left`."""
    goes_on = _follows(words, i, "DT PRP$ PRP IN RB RP NN NNS NNP") and words.lower[i + 1] != "by"
    if words.forms[i - 1] != "," or not goes_on:
        return False
    stop = words.next_stop(i + 1, len(words.forms))
    ands = (j for j in range(i + 1, min(stop + 2, len(words.forms))) if words.lower[j] == "and")
    continues = any(_follows(words, j, "VBD VBN") for j in ands)
    verb = next((j for j in range(_opening(words, i), i) if words.tags[j] == "VBD"), None)
    return continues and verb is not None and words.lemmas[verb] not in word_class("be_have_get")


def _goes_on(words: Words, i: int) -> bool:
    """Whether a conjunction joins a word to an active past tense: `it started but stopped again`."""
    before, head = words.before_adverbs(i), words.heads[i]
    active = words.tags[head] == "VBD" and words.lemmas[head] not in word_class("be_have_get")
    coordinated = words.tags[before] == "CC" and words.relations[i] == "conj"
    coordinated = coordinated or words.lower[before : before + 2] == (",", "then")
    return coordinated and active and before - 1 <= head + REACH


def _acts(words: Words, i: int) -> bool:
    """Whether a word after the opening noun phrase of its sentence has an object, so that it is no participle."""
    opening = _opening(words, i)
    subject = all(tag in {"DT", "PRP$", "JJ", "NN", "NNS", "NNP"} for tag in words.tags[opening:i])
    named = i > opening and words.tags[i - 1].startswith("NN") and words.relations[i] == "root"
    return subject and named and _follows(words, i, "DT CD PRP PRP$ NNP")  # `water entered the cellar`


def _closes_clause(words: Words, i: int) -> bool:
    """Whether a participle ends a clause in a list or after a fronted one: `the pump stopped, the cellar flooded`."""
    ends = i + 1 == len(words.forms) or words.stop(i + 1) or words.forms[i + 1] in ENDS
    low = next((j for j in range(i - 1, -1, -1) if words.tags[j] not in {"JJ", "NN", "NNS"}), 0)
    if not ends or i - low < 2 or words.tags[low] not in {"DT", "PRP$"}:
        return False
    opening = _opening(words, i)
    start = next((j + 1 for j in range(low - 1, opening - 1, -1) if words.stop(j) or words.tags[j] == "CC"), opening)
    listed = start == low > opening + 1
    fronted = words.lower[start] in CLAUSAL and words.tags[low - 1] not in {"IN", "TO"}
    passive = any(words.tags[j] == "VBN" and words.lemmas[j - 1] == "be" for j in range(opening + 1, low))
    if passive or not (listed or fronted) or any(words.is_a(j, "participle_governors") for j in range(opening, low)):
        return False
    return words.clause_verb(opening if listed else start, low) is not None


def _opening(words: Words, i: int) -> int:
    return next((j + 1 for j in range(i - 1, -1, -1) if words.forms[j] in ENDS), 0)


def _follows(words: Words, i: int, tags: str) -> bool:
    """Whether the word after `i` has one of the given tags."""
    return i + 1 < len(words.tags) and words.tags[i + 1] in tags.split()


def _false_verbs(words: Words) -> Repairs:
    """Retag apparent verbs that are no past form (`dawn`), and genitives and prepositions tagged as verbs."""
    for i, (tag, word, relation) in enumerate(zip(words.tags, words.lower, words.relations, strict=True)):
        if tag == "VBD" and not past_form(word):
            yield i, "JJ" if "ADJ" in entry(word) and "NOUN" not in entry(word) else "NN", relation
        elif tag == "VBZ" and word == "'s":
            attribute = _follows(words, i, "VBN JJ NN") and words.relations[i + 1] != "root"
            if relation == "case" or (attribute and _follows(words, i + 1, "NN NNS")):
                yield i, "POS", relation
        elif tag == "VBG" and relation == "case":
            yield i, "IN", relation  # `according to the engineer`, `including a child`
        elif tag == "NN" and has_form(word, "VBG") and "NOUN" not in entry(word) and _opening(words, i) == i:
            yield i, "VBG", "advcl"  # `Believing that ...`
        elif tag in {"NNP", "JJ"} and _opening(words, i) == i and _follows(words, i, ",") and _only_adverb(word):
            yield i, "RB", "advmod"  # `Downstream, the wave ...`


def _only_adverb(word: str) -> bool:
    """Whether a word can be an adverb but no noun."""
    return "ADV" in entry(word) and "NOUN" not in entry(word)


def _bringing(words: Words) -> Repairs:
    """Read `made the heater run` as a verb with an infinitive, whatever its tags."""
    for i, form in enumerate(words.lower):
        if form not in BRINGING or not i or words.has_auxiliary(i) or words.forms[i - 1] in STOPS:
            continue
        if words.tags[i - 1].startswith(("NN", "PRP", "DT", "RB", "WDT", "CC")):
            yield i, "VBD", "root"
            stop = words.next_stop(i + 1, len(words.forms))
            inside = next((j for j in range(i + 2, min(i + 8, stop)) if words.tags[j] in {"VB", "VBP"}), None)
            if inside is not None and words.tags[inside - 1].startswith(("NN", "PRP")):
                yield inside, "VB", words.relations[inside]


def _main_verbs(words: Words) -> Repairs:
    """Make a past tense attached to a noun the verb of its segment if there is no other; after `with`, a participle."""
    for low, high in _segments(words):
        if words.lower[low] in word_class("with_without"):
            for i in range(low + 2, high):
                if words.tags[i] == "VBD" and words.relations[i] != "root":
                    yield i, "VBN", words.relations[i]
        elif not any(map(words.finite, range(low, high))):
            tagged = zip(words.tags[low:high], words.relations[low:high], strict=True)
            attached = next((low + k for k, pair in enumerate(tagged) if k and pair == ("VBD", "acl")), None)
            if attached is not None and not words.tags[attached - 1].startswith(("DT", "PRP$", "POS")):
                yield attached, words.tags[attached], "conj"


def _segments(words: Words) -> Iterator[tuple[int, int]]:
    """Yield the stretches between punctuation marks or conjunctions."""
    for low, high in words.sentences:
        ends = [i for i in range(low, high) if words.stop(i) or words.tags[i] == "CC"]
        for start, end in zip([low, *(i + 1 for i in ends)], [*ends, high], strict=True):
            if end - start > 1:
                yield start, end


def _missing_verbs(words: Words) -> Repairs:
    """Give each stretch without a finite verb one, as edited prose has few: a participle, else a present form."""
    for low, high in _stretches(words):
        if words.clause_verb(low, high) is None:
            pointing = word_class("near_demonstratives")
            named = (words.tags[i].startswith(("NN", "PRP")) or words.lower[i] in pointing for i in range(low, high))
            subject = next((low + k for k, names in enumerate(named) if names), high)
            verb = next((i for i in range(subject + 1, high) if _hidden_verb(words, low, i)), None)
            if verb is not None:
                yield verb, "VBD", "root"
                continue
            has_no_verb = not any(tag.startswith("VB") or tag == "MD" for tag in words.tags[low:high])
            present = next((i for i in range(low + 1, high) if _present_verb(words, low, i, alone=has_no_verb)), None)
            if present is not None:
                yield present, "VBZ" if words.tags[present] == "NNS" else "VBP", "root"


def _present_verb(words: Words, low: int, i: int, *, alone: bool) -> bool:
    """Whether an apparent noun can be the verb of its stretch (`alone`: no other verb): `her cousin keeps bees`."""
    tag, before = words.tags[i], words.tags[i - 1]
    if tag not in {"NN", "NNS"} or ("VBZ" if tag == "NNS" else "VB") not in verb_forms(words.lower[i]):
        return False
    opened = words.tags[low] in {"DT", "PRP$"} or words.lower[low] in word_class("nobody_words")
    heads = opened and words.relations[i] == "root" and i > low + 1
    singular = tag == "NNS" and words.lower[i + 1 : i + 2] != ("of",) and _follows(words, i, GOES_ON)
    plural = before == "NNS" and i == low + 2 and _follows(words, i, f"{GOES_ON} ,")
    if heads and (singular or plural):
        return True
    return alone and tag == "NNS" and before in {"NN", "NNP"} and _follows(words, i, "NN NNS DT PRP$ JJ IN RB")


def _stretches(words: Words) -> Iterator[tuple[int, int]]:
    """Yield the stretches that need a finite verb: sentences split at `;`, `, and`, `so`, `because` and the like."""
    for low, high in words.sentences:
        start = low
        if words.lower[low] in FRONTING:
            phrase = words.lower[low] in word_class("circumstance_prepositions") or words.relations[low] == "mark"
            commas = (i for i in range(low + 2, high - 2) if words.forms[i] == ",")
            comma = next((i for i in commas if phrase or words.clause_verb(low, i) is not None), None)
            if comma is not None:
                yield low, comma
                start = comma + 1
        for i in range(start + 1, high):
            if i - start >= 2 and _cuts(words, i, high):
                yield start, i
                start = i + 1
        yield start, high


def _cuts(words: Words, i: int, high: int) -> bool:
    if words.forms[i] in {";", ":"} or words.lower[i] in CLAUSAL:
        return True
    reason = words.lower[i] == "for" and words.forms[i - 1] == ","
    if words.relations[i] == "mark" and (reason or words.lower[i] in word_class("time_conjunctions")):
        return True
    if words.forms[i - 1] == ",":
        likewise = words.inverted(i, words.next_stop(i, high - 1)) is not None
        if likewise or words.lower[i] in word_class("after_comma"):
            return True
    if words.lower[i] != "and" or not _follows(words, i, "VBD DT PRP$ PRP CD"):
        bare = words.lower[i] == "and" and words.tags[i - 1] in {"VBD", "RP"} and _follows(words, i, "NN NNS")
        return bare and _told_beside(words, i, words.next_stop(i, high))  # `the roof fell and sheep drowned`
    stop = next((j for j in range(i + 1, high) if words.stop(j) or words.tags[j] == "CC"), high)
    verb = words.clause_verb(i + 1, stop)  # `and her sight blurred`
    if verb is None:
        return _told_beside(words, i, stop)
    return words.tags[i + 1] == "VBD" or verb - i <= 5


def _told_beside(words: Words, i: int, stop: int) -> bool:
    """Whether `and` joins a clause whose verb is tagged as a participle: `it stopped and the floor dried by noon`."""
    verb = next((j for j in range(i + 2, min(i + 6, stop)) if words.tags[j].startswith("VB")), None)
    if verb is None or words.tags[verb] != "VBN" or not past_tense(words.lower[verb]):
        return False
    clause_before = words.clause_verb(_opening(words, i), i) is not None
    agent = verb + 1 < stop and words.lower[verb + 1] == "by" and words.tags[verb + 2 : verb + 3] != ("NN",)
    return clause_before and words.tags[verb - 1].startswith("NN") and not agent


def _hidden_verb(words: Words, low: int, i: int) -> bool:
    """Whether a word after a subject can only be the verb of its stretch, although not tagged as a finite verb."""
    tag, word, before = words.tags[i], words.lower[i], words.tags[i - 1]
    if words.lower[i - 1] in word_class("articles") or words.has_auxiliary(i):
        return False
    if words.lower[i - 1] == "," and ("," not in words.lower[low : i - 1] or RELATIVES & set(words.lower[low:i])):
        return False  # the comma closes no aside
    if tag in {"VBN", "VBD"}:
        pronoun = words.lower[i - 1] in word_class("demonstratives")
        return pronoun or not before.startswith(("DT", "PRP$", "IN"))
    is_past = word in HOMOGRAPHS or only_past(word)
    heads = tag == "NN" and words.relations[i] == "root" and before.startswith(("NN", "PRP"))
    if heads and _follows(words, i, "RP PRP PRP$ DT NN RB TO") and differs_in_past(word):
        return True  # `the sprout shot up`
    if tag == "JJ" and is_past and before in {"NN", "NNS", "NNP"}:
        return True  # `the barge lay idle`
    ends = i + 1 == len(words.tags) or _follows(words, i, "IN TO RP RB . , : DT PRP$")
    return ends and (is_past or word in INVARIANT)


def _in_asides(words: Words) -> Repairs:
    """Tag a past tense between commas as a participle: `the fish, delivered that morning, was fresh`."""
    for low, high in words.sentences:
        for i in range(low + 2, high - 3):
            if words.tags[i] != "VBD" or words.forms[i - 1] != "," or words.clause_verb(low, i - 1) is not None:
                continue
            end = words.next_stop(i, high)
            closed = end + 1 < high and words.forms[end] == "," and words.finite(words.skip_adverbs(end + 1, high - 1))
            if closed and has_form(unprefixed(words.lower[i]), "VBN"):
                yield i, "VBN", words.relations[i]


def _behind_relatives(words: Words) -> Repairs:
    """Make a participle behind a relative clause the verb that is missing: `the clerk, who was ill, resigned`."""
    for low, high in words.sentences:
        commas = [i for i in range(low + 1, high - 1) if words.forms[i] == ","]
        opening = next((i for i in commas if words.lower[i + 1] in RELATIVES), high)
        closing = next((i for i in commas if i > opening and words.clause_verb(opening + 2, i) is not None), high)
        verb = words.skip_adverbs(closing + 1, high - 1)
        if closing == high or words.tags[verb] != "VBN" or not past_tense(words.lower[verb]):
            continue
        if words.clause_verb(low, opening) is None and words.clause_verb(closing + 1, high) is None:
            yield verb, "VBD", "root"
