"""What a sentence says that tells that it came of the one before, though no word of cause joins them.

A short story adds what merely stood beside it in one plain sentence, mostly at
its end: `The town hall got a new roof`. What came of something shows it: it
speaks of harm, change, more or less, of what had to or could not be done, of a
reaction such as a refund, or it is itself the cause of what comes next.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from nlbridge.language.clauses.boundary import Opener
from nlbridge.language.clauses.clause import Clause
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.connectives import Argument, SignalKind
from nlbridge.language.meaning.opposites import denies, direction
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.links.mechanisms import TIMING, adverse
from nlbridge.reading.links.pass_state import Reading

MODAL: Final = frozenset({"could", "able", "unable", "need", "forced", "obliged", "allowed", "enough", "without"})
COMPARING: Final = frozenset({"JJR", "RBR"})
AT_LAST: Final = (("in", "the", "end"), ("at", "last"), ("at", "once"))
RESULTING: Final = frozenset({"end up", "wind up"})
"""Verbs with a particle that say where something led; so does `come out` before an adjective."""
MANY: Final = frozenset({"many", "most", "several", "hundreds", "thousands", "dozens", "more", "fewer"})
POINTING: Final = frozenset({"there", "this", "that", "these", "those", "such"})


def beside_the_story(reading: Reading, k: int) -> bool:
    """Whether a sentence of one plain clause shows no sign of an effect and nothing goes on from it."""
    clause, clauses = reading.clauses[k], reading.clauses
    if clause.opener is not Opener.START or clause.verb is None or _has_more(clauses, k):
        return False
    return not _goes_on(reading, k) and not shows_effect(reading.words, clause)


def shows_effect(words: Words, clause: Clause) -> bool:
    """Whether a clause speaks of harm, change, degree, need or a reaction."""
    verb = clause.verb if clause.verb is not None else clause.low
    if adverse(words, clause) or finally_said(words, clause):
        return True
    measured = (clause.low, *range(verb, clause.high))
    if any(words.tags[i] in COMPARING and words.lower[i] not in TIMING for i in measured):
        return True
    return (
        _came_out(words, verb, clause.high)
        or must(words, verb)
        or any(_tells(words, i) for i in range(verb, clause.high))
    )


def of_many(words: Words, clause: Clause) -> bool:
    """Whether the subject is a number of people or things not spoken of: `Thirty pupils joined`, `Thieves came`."""
    verb = clause.verb if clause.verb is not None else clause.low
    head = words.head_noun(clause.low, verb)
    if head is None or words.tags[head] not in {"NNS", "NNPS"}:
        return False
    return words.lower[clause.low] in MANY or words.tags[clause.low] in {"NNS", "CD", "JJ"}


def finally_said(words: Words, clause: Clause) -> bool:
    """Whether a clause says what it came to: `in the end`, `eventually`, `at last`."""
    lower = words.lower[clause.low : clause.high]
    if any(words.is_a(i, "finally") for i in range(clause.low, clause.high)):
        return True
    return any(phrase == lower[i : i + len(phrase)] for phrase in AT_LAST for i in range(len(lower)))


def _tells(words: Words, i: int) -> bool:
    if words.lower[i] in MODAL or words.is_a(i, "prompt"):
        return True
    if not words.tags[i].startswith("VB") and not _participle(words, i):
        return False
    lemmas = _verb_lemmas(words.lower[i]) | {words.lemmas[i].lower()}
    if not lemmas.isdisjoint(word_class("reactions") | word_class("changes")) or _led_to(words, i, lemmas):
        return True
    return any(direction(lemma) != 0 or denies(lemma) for lemma in lemmas)


def _led_to(words: Words, i: int, lemmas: frozenset[str]) -> bool:
    """Whether a verb with its particle says what came of something: `ended up in court`, `came out black`."""
    phrases = {f"{lemma} {particle}" for lemma in lemmas for particle in words.lower[i + 1 : i + 2]}
    return bool(phrases & RESULTING) or ("come out" in phrases and words.tags[i + 2 : i + 3] == ("JJ",))


def _participle(words: Words, i: int) -> bool:
    """Whether an adjective after a form of `be` is a participle by its form: `was sacked`."""
    return words.tags[i] == "JJ" and words.lower[i].endswith("ed") and words.lemmas[i - 1].lower() in {"be", "get"}


@lru_cache(maxsize=2048)
def _verb_lemmas(form: str) -> frozenset[str]:
    """Return what verbs a form may belong to, by the dictionary: the tagger's lemma may be the form itself."""
    from lemminflect import getAllLemmas

    return frozenset(getAllLemmas(form, upos="VERB").get("VERB", ()))


def _came_out(words: Words, verb: int, high: int) -> bool:
    """Whether a clause says how something turned out: `the prints came out blurred`, but not `it came out in May`."""
    if verb + 2 >= high or words.lemmas[verb].lower() not in {"come", "turn"} or words.lower[verb + 1] != "out":
        return False
    return words.tags[verb + 2] not in {"IN", "TO"}


def must(words: Words, verb: int) -> bool:
    """Whether a clause says what had to be done."""
    return words.lower[verb] == "had" and "to" in words.lower[verb + 1 : verb + 3]


def _has_more(clauses: Sequence[Clause], k: int) -> bool:
    return any(m != k and c.sentence == clauses[k].sentence for m, c in enumerate(clauses))


def _goes_on(reading: Reading, k: int) -> bool:
    """Whether the next sentence takes up this one: by a word of result, a pronoun, or a noun."""
    following = reading.clauses[k + 1] if k + 1 < len(reading.clauses) else None
    if following is None:
        return False
    if any(s.kind is not SignalKind.BARRIER and s.follows is not Argument.NONE for s in following.signals):
        return True
    words = reading.words
    if words.tags[following.low] in {"PRP", "PRP$"} or words.lower[following.low] in POINTING:
        return True
    return bool(_nouns(words, reading.clauses[k]) & _nouns(words, following))


def _nouns(words: Words, clause: Clause) -> frozenset[str]:
    return frozenset(words.lemmas[i].lower() for i in range(clause.low, clause.high) if words.tags[i].startswith("NN"))
