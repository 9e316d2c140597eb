"""Which clauses say what holds in general: `If the water is too hot, the yeast dies`, `A dull blade slips`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from nlbridge.language.clauses.clause import Clause, Opener
from nlbridge.language.clauses.signal_senses import UNREAL
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.classes import opens
from nlbridge.language.pipeline.dictionary import entry
from nlbridge.language.pipeline.words import INVARIANT, Words
from nlbridge.reading.accounts.moods import Sentence, beginning, perfect, tells

ASKED: Final = word_class("asking_verbs")
"""Words before an `if` that opens no condition."""
PRESENT: Final = word_class("definite_words")
"""Words of a present state of affairs, not of a general rule."""
DEICTIC: Final = PRESENT - word_class("ruled_words")
"""Those that no rule about `a piglet` or `a rope that slips` has."""
PLACED: Final = word_class("placed_words")
"""Those that a rule about a bare noun may have: `Ice on the wing spoils its lift`."""
BEHIND: Final = frozenset({"IN", "TO", "DT", "CD", "RB", "RBR", "PRP", "PRP$", "RP", "JJ", "WRB"})
"""Tags of what stands behind a verb rather than behind a noun."""
NOUNS: Final = frozenset({"NN", "NNS"})
BARE: Final = frozenset({"NNS", "NN", "JJ", "JJR", "VBN", "NNP"})
"""Tags of what may begin a subject without an article."""
SUBORDINATE: Final = word_class("rule_conjunctions")
"""Words behind which no main verb stands."""
STATES: Final = word_class("stative_verbs")
"""Verbs that tell no happening."""
LEAST: Final = 2
"""Sentences of a text that tells nothing from which it is one of rules."""


def general_rules(
    words: Words, clauses: Sequence[Clause], all_sentences: Sequence[Sentence], silent: Mapping[int, str]
) -> frozenset[int]:
    """Return the clauses that hold in general.

    Parameters
    ----------
    silent
        Clauses that are no account for another reason. A text that gives instructions gives rules as well.
    """
    advice = "instruction" in silent.values()
    rules = {k for sentence in all_sentences for k in _conditional(words, clauses, sentence)}
    spoken = [sentence for sentence in all_sentences if set(sentence.clauses) - set(silent)]
    telling = any(tells(words, s.low, s.high) for s in spoken)
    general = [s for s in spoken if _general(words, s, among_rules=bool(rules) or advice or not telling)]
    general = [] if _in_the_present(words, spoken, general) else general
    ruled = [s for s in spoken if s in general or set(s.clauses) & rules]
    if telling or rules or advice or (len(spoken) >= LEAST and len(ruled) == len(spoken)):
        rules |= {k for sentence in general for k in sentence.clauses}
    return frozenset(rules)


def _in_the_present(words: Words, spoken: Sequence[Sentence], general: Sequence[Sentence]) -> bool:
    """Whether a text tells what happens in the present: `The vault opens`; then nothing in it is surely general."""
    return any(_happens(words, sentence) for sentence in spoken if sentence not in general)


def _happens(words: Words, sentence: Sentence) -> bool:
    start = beginning(words, sentence.low, sentence.high)
    verb = _present(words, start, sentence.high)
    if verb is None or _past(words, start, verb, sentence.high) or words.lemmas[verb] in STATES:
        return False
    return words.tags[verb] == "VBZ" and words.lower[start] not in word_class("speakers")


def _conditional(words: Words, clauses: Sequence[Clause], sentence: Sentence) -> Iterator[int]:
    """Yield the clauses that say what holds whenever something does: `if the water is too hot, the yeast dies`."""
    for part in _parts(clauses, sentence):
        low, high = clauses[part[0]].low, clauses[part[-1]].high
        low = max(sentence.low, low - 1)
        if not tells(words, low, high) and any(_condition(words, i, sentence.low, high) for i in range(low, high)):
            yield from part


def _parts(clauses: Sequence[Clause], sentence: Sentence) -> Iterator[tuple[int, ...]]:
    """Yield the clauses of a sentence between semicolons, colons and dashes."""
    part: list[int] = []
    for k in sentence.clauses:
        if part and clauses[k].opener is Opener.BREAK:
            yield tuple(part)
            part = []
        part.append(k)
    if part:
        yield tuple(part)


def _condition(words: Words, i: int, low: int, high: int) -> bool:
    """Whether a condition in the present opens at word `i`."""
    length = opens(words.lower[i:high], "when")
    if not length or (i > low and words.lemmas[i - 1].lower() in ASKED):
        return False
    verb = words.clause_verb(i + length, high)
    return verb is not None and words.tags[verb] in {"VBZ", "VBP", "MD"} and words.lower[verb] not in UNREAL


def _general(words: Words, sentence: Sentence, *, among_rules: bool) -> bool:
    """Whether a sentence in the present speaks of a kind of thing: `A piglet needs 32 degrees`, `Iron rusts`.

    A bare noun as the subject is enough beside other rules, or where nothing is named that the text knows: `Tourists
    photograph it daily` tells a fact.
    """
    start = beginning(words, sentence.low, sentence.high)
    verb = _present(words, start, sentence.high)
    if verb is None or _past(words, start, verb, sentence.high):
        return False
    if _whenever(words, start, sentence.high) or opens(words.lower[start : sentence.high], "rule"):
        return True
    if words.lower[verb] in INVARIANT or (
        words.lemmas[verb] in word_class("general_verbs") and not _classes(words, start, verb, sentence.high)
    ):
        return False
    head = words.head_noun(start, verb)
    if head is None or words.tags[head] not in {*NOUNS, "NNP"}:
        return False
    said = set(words.lower[start : sentence.high])
    if words.lower[start] in word_class("indefinite_articles"):
        placed = any(words.tags[i] == "IN" and words.lower[i + 1] == "the" for i in range(verb, sentence.high - 1))
        return not DEICTIC & said and not placed
    if words.tags[start] not in BARE or words.forms[sentence.low].islower() or "NOUN" not in entry(words.lower[head]):
        return False
    if among_rules:
        return not (PRESENT - PLACED) & set(words.lower[start:verb])
    named = any(words.tags[i] in {"NNP", "CD"} or words.is_a(i, "times") for i in range(start + 1, sentence.high))
    return not named and not (PRESENT - PLACED) & said


def _classes(words: Words, start: int, verb: int, high: int) -> bool:
    """Whether a sentence says what things of a kind are: `Herons are patient birds`."""
    after = words.tags[verb + 1 : high - 1]
    return words.tags[start : verb + 1] == ("NNS", "VBP") and after[-1:] == ("NNS",) and set(after[:-1]) <= {"JJ", "RB"}


def _past(words: Words, start: int, verb: int, high: int) -> bool:
    """Whether a sentence has a verb in the past, or a perfect that is not inside its subject."""
    return any(words.tags[i] == "VBD" and words.finite(i) for i in range(start, high)) or perfect(words, verb, high)


def _present(words: Words, low: int, high: int) -> int | None:
    """Return the verb in the present of a sentence, also one that the tagger took for a noun: `A dull blade slips`."""
    main = next((i for i in range(low + 1, high) if words.lower[i] in SUBORDINATE), high)
    verb = words.clause_verb(low, main)
    if verb is not None:
        return verb if words.tags[verb] in {"VBZ", "VBP"} or words.lower[verb] == "can" else None
    return next((i for i in range(low + 1, min(main, high - 1)) if _hidden(words, low, i)), None)


def _hidden(words: Words, low: int, i: int) -> bool:
    """Whether a word is a verb in the present that the tagger took for something else."""
    if words.tags[i][:2] not in {"NN", "JJ", "VB"} or "VERB" not in entry(words.lower[i]):
        return False
    adverb = words.tags[i - 1] == "RB" and any(words.relative(j) for j in range(low, i))
    noun = words.tags[i - 1] in NOUNS or (i - 1 == low and "NOUN" in entry(words.lower[i - 1]))
    return (noun or adverb) and _finite_form(words, i)


def _finite_form(words: Words, i: int) -> bool:
    """Whether a word behind a noun has the form of its verb in the present: `a blade slips`, `tyres last`."""
    ends = words.tags[i + 1] in BEHIND or not words.lower[i + 1][:1].isalnum()
    several = words.tags[i - 1] == "NNS"
    if several:
        return ends and words.lower[i] in entry(words.lower[i])["VERB"]
    return ends and words.tags[i] in {"NNS", "VBZ"} and words.lower[i].endswith("s")


def _whenever(words: Words, low: int, high: int) -> bool:
    """Whether a clause with `when` speaks of a kind of thing: `when a bearing runs dry`, not `when she sings`."""
    for i in range(low, high - 1):
        if words.lower[i] == "when":
            named = words.lower[i + 1] in word_class("anyone_named")
            return named or words.tags[i + 1] in {"NNS", "NN", "JJ"}
    return False
