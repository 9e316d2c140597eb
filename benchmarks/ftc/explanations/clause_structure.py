"""Subject, auxiliaries and predicate of a caption or phrase, from tags and word order.

Captions are short and often lack a finite verb (`two cooks stirring soup`), so the cut is at the start of the verb
group, finite or not.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from benchmarks.ftc.explanations.tagged_text import (
    AUXILIARIES,
    BE,
    FINITE_TAGS,
    PRONOUN_TAGS,
    Tagged,
    concatenated,
    word,
)
from nlbridge.language.lexicon import word_class
from nlbridge.language.pipeline.dictionary import lemmas, verb_lemma

ADVERB_TAGS: Final = frozenset({"RB", "RBR", "RBS"})
DETERMINER_TAGS: Final = frozenset({"DT", "PRP$", "PDT", "POS", "WP$"})
RELATIVE_WORDS: Final = word_class("caption_relatives")
EMPTY_TAGS: Final = DETERMINER_TAGS | PRONOUN_TAGS | {"CC", "TO", "MD", ".", ",", ":", "``", "''", "UH", "HYPH", "WDT"}
AFTER_VERBS: Final = frozenset({"DT", "IN", "RB", "PRP", "PRP$", "RP", "TO", "JJ", "NN", "NNS"})
PERSONAL: Final = word_class("caption_persons")
PLURAL_PRONOUNS: Final = word_class("caption_plurals")


class Kind(StrEnum):
    """The kind of a phrase."""

    CLAUSE = "clause"
    PREDICATE = "predicate"
    NOMINAL = "nominal"
    PREPOSITIONAL = "prepositional phrase"
    ADJECTIVAL = "adjective"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """The parts of a phrase, as word positions.

    Parameters
    ----------
    subject
        Range of the subject or of the whole noun phrase; empty if there is none.
    verb
        Start of the verb group, including auxiliaries; the end of the phrase if there is none.
    main
        Start of the main verb or, after a copula, of the complement.
    existential
        Whether the phrase begins with `there is`.
    """

    words: Tagged
    kind: Kind
    subject: tuple[int, int]
    verb: int
    main: int
    existential: bool = False

    @property
    def finite(self) -> bool:
        """Whether the verb group is finite."""
        return not self.existential and self.verb < len(self.words) and self.words.tags[self.verb] in FINITE_TAGS

    @property
    def predicate(self) -> Tagged:
        """Return main verb and complements."""
        return self.words.part(self.main, len(self.words))

    @property
    def subject_words(self) -> Tagged:
        """Return the subject."""
        return self.words.part(*self.subject)


def is_content(words: Tagged, i: int) -> bool:
    """Return whether a word is a content word."""
    if words.tags[i] in EMPTY_TAGS or words.lower[i] in AUXILIARIES:
        return False
    return words.lower[i] not in word_class("before_participles")


def content(words: Tagged) -> tuple[int, ...]:
    """Return the positions of the content words."""
    return tuple(i for i in range(len(words)) if is_content(words, i))


def head_noun(words: Tagged, low: int, high: int) -> int | None:
    """Return the head of the noun phrase at `low`: its last noun before any post-modifier."""
    found = None
    for i in range(low, high):
        if words.is_noun(i) or (found is None and words.tags[i] in {"PRP", "CD"}):
            found = i
        elif found is not None and words.tags[i] not in {"POS", "HYPH", "JJ", "CD"}:
            break
    return found


def is_plural(words: Tagged, low: int, high: int) -> bool:
    """Return whether a subject takes a plural verb."""
    head = head_noun(words, low, high)
    if head is None:
        return any(words.lower[i] in PLURAL_PRONOUNS for i in range(low, high))
    after = words.lower[head + 1 : min(high, head + 2)]
    if after == ("and",):
        return True
    return words.tags[head] in {"NNS", "NNPS"} or words.lower[head] in PLURAL_PRONOUNS or words.lower[head] == "people"


def clause(words: Tagged) -> Clause:
    """Split a phrase into its parts.

    Examples
    --------
    >>> from benchmarks.ftc.explanations.tagged_text import tag
    >>> cut = clause(next(tag(["Two cooks in aprons are stirring soup."])))
    >>> cut.kind.value, cut.subject_words.text(), cut.predicate.text()
    ('clause', 'Two cooks in aprons', 'stirring soup')
    """
    words = _trimmed(words)
    end = len(words)
    if words.lower[:1] == ("there",) and end > 1 and words.lower[1] in BE:
        return _existential(words)
    verb = _finite(words)
    if verb is not None and verb == 0 and not (words.lower[0] in AUXILIARIES or words.is_verb(0)):
        verb = None
    if verb is not None:
        main = _main(words, verb)
        return Clause(
            words=words, kind=Kind.CLAUSE if verb else Kind.PREDICATE, subject=(0, verb), verb=verb, main=main
        )
    return _verbless(words)


def _trimmed(words: Tagged) -> Tagged:
    high = len(words)
    while high and words.tags[high - 1] in {".", ",", ":", "''", "``", "CC"}:
        high -= 1
    low = 0
    while low < high and words.tags[low] in {".", ",", ":", "''", "``", "CC"}:
        low += 1
    return words.part(low, high)


def _existential(words: Tagged) -> Clause:
    end = len(words)
    start = next((i for i in range(2, end) if words.tags[i] not in ADVERB_TAGS), end)
    split = next(
        (
            i
            for i in range(start + 1, end)
            if words.tags[i] in {"VBG", "VBN", "WP", "WDT", "IN"} and words.lower[i] != "of"
        ),
        end,
    )
    main = split
    if split < end and words.lower[split] in RELATIVE_WORDS:
        main = next((i for i in range(split + 1, end) if words.lower[i] not in AUXILIARIES), end)
    return Clause(words=words, kind=Kind.CLAUSE, subject=(start, split), verb=split, main=main, existential=True)


def _finite(words: Tagged) -> int | None:
    """Return the start of the finite verb group, skipping relative clauses; None if there is none."""
    inside = False
    for i, form in enumerate(words.lower):
        if i and form in RELATIVE_WORDS and words.tags[i] in {"WP", "WDT", "WP$"}:
            inside = True
        elif words.tags[i] in FINITE_TAGS and not _noun_compound(words, i) and not _reduced_relative(words, i):
            if not inside:
                return i
            inside = words.tags[i] == "MD" or form in AUXILIARIES
        elif inside and words.tags[i] in {"VBG", "VBN", "VB"}:
            inside = False
    return None


def _reduced_relative(words: Tagged, i: int) -> bool:
    """Return whether a past tense is really a participle before the verb: `a lady dressed in black is walking`."""
    if words.tags[i] != "VBD" or words.lower[i] in AUXILIARIES or words.tags[i + 1 : i + 2] != ("IN",):
        return False
    for k in range(i + 1, len(words)):
        if words.tags[k] in {"CC", "WP", "WDT", ","} or words.lower[k] in word_class("caption_clause_openers"):
            return False
        if words.tags[k] in {"VBZ", "VBP"}:
            return True
    return False


def _noun_compound(words: Tagged, i: int) -> bool:
    """Return whether a word tagged as a verb follows a determiner, adjective, number or hyphen, so is no verb."""
    if i and words.tags[i - 1] == "HYPH":
        return True
    return (
        i > 0
        and words.tags[i - 1] in {"DT", "PRP$", "CD", "JJ"}
        and words.lower[i] not in AUXILIARIES
        and words.lower[i - 1] not in word_class("event_pointers")
    )


def _main(words: Tagged, verb: int) -> int:
    i, end = verb, len(words)
    while i < end and (
        words.lower[i] in AUXILIARIES
        or words.tags[i] == "MD"
        or (
            words.tags[i] in ADVERB_TAGS
            and i > verb
            and i + 1 < end
            and words.lower[i] in word_class("adverbs_after_auxiliaries")
        )
    ):
        if words.lower[i] in word_class("have_do_forms") and not _verb_ahead(words, i + 1):
            return i
        i += 1
    return i


def _verb_ahead(words: Tagged, i: int) -> bool:
    while i < len(words) and words.tags[i] in ADVERB_TAGS:
        i += 1
    return i < len(words) and words.tags[i] in {"VB", "VBN", "VBG"}


def _verbless(words: Tagged) -> Clause:
    end = len(words)
    if not end:
        return Clause(words=words, kind=Kind.NOMINAL, subject=(0, 0), verb=0, main=0)
    first = 0
    while first < end - 1 and words.tags[first] in ADVERB_TAGS:
        first += 1
    if words.lower[first] == "to" and words.tags[first] == "TO" and first + 1 < end:
        return Clause(
            words=words.part(first + 1, end),
            kind=Kind.PREDICATE,
            subject=(0, 0),
            verb=0,
            main=_main(words.part(first + 1, end), 0),
        )
    if words.is_verb(first) or words.lower[first] in AUXILIARIES:
        return Clause(words=words, kind=Kind.PREDICATE, subject=(0, 0), verb=0, main=_main(words, 0))
    if words.tags[first] in {"IN", "TO", "RP"}:
        return Clause(words=words, kind=Kind.PREPOSITIONAL, subject=(0, 0), verb=0, main=0)
    return _nominal(words)


def _nominal(words: Tagged) -> Clause:
    """Split a noun phrase, and find a verb that its tags hide: a participle, a relative clause, a mis-tagged verb."""
    end = len(words)
    head = head_noun(words, 0, end)
    if head is None:
        adjective = words.tags[0] != "DT" and any(tag.startswith("JJ") for tag in words.tags)
        kind = Kind.ADJECTIVAL if adjective else Kind.NOMINAL
        return Clause(words=words, kind=kind, subject=(0, end), verb=end, main=end)
    relative = head + 1
    if relative + 1 < end and words.tags[relative] in {"WP", "WDT"} and words.tags[relative + 1] in FINITE_TAGS:
        verb = relative + 1
        return Clause(words=words, kind=Kind.CLAUSE, subject=(0, relative), verb=verb, main=_main(words, verb))
    hidden = _hidden_verb(words)
    if hidden is not None:
        verb_word = word(words.forms[hidden], _verb_tag(words, hidden))
        words = concatenated(words.part(0, hidden), verb_word, words.part(hidden + 1, end))
        return Clause(words=words, kind=Kind.CLAUSE, subject=(0, hidden), verb=hidden, main=hidden)
    split = next((i for i in range(head + 1, end) if _reduced(words, i)), end)
    return Clause(
        words=words,
        kind=Kind.CLAUSE if split < end else Kind.NOMINAL,
        subject=(0, split),
        verb=split,
        main=split,
    )


def _reduced(words: Tagged, i: int) -> bool:
    return words.tags[i] in {"VBG", "VBN"} and words.tags[i - 1] not in {"IN", "DT", "CC", "HYPH"}


def _verb_tag(words: Tagged, i: int) -> str:
    if words.is_verbal(i):
        return "VBG"
    return "VBP" if words.tags[i] == "NN" else "VBZ"


def _hidden_verb(words: Tagged) -> int | None:
    """Return a verb mis-tagged as a noun, from its context: `two cooks wait outside`, `a cook waits`."""
    shown = (_after_singular, _after_plural, _after_agent)
    return next((i for test in shown for i in range(1, len(words)) if test(words, i)), None)


def _after_singular(words: Tagged, i: int) -> bool:
    """`a cook waits`: no noun phrase begins with `a` and has a plural head."""
    plural = words.tags[i - 1 : i + 1] == ("NN", "NNS")
    return (
        i > 1
        and words.lower[0] in word_class("indefinite_articles")
        and plural
        and verb_lemma(words.lower[i]) is not None
    )


def _after_plural(words: Tagged, i: int) -> bool:
    """`two cooks wait outside`: a plural is seldom the first part of a compound."""
    plural = words.tags[i - 1] in {"NNS", "NNPS"} or words.lower[i - 1] == "people"
    base = words.tags[i] == "NN" and verb_lemma(words.lower[i]) == words.lower[i]
    return plural and base and i + 1 < len(words) and words.tags[i + 1] in AFTER_VERBS


def _after_agent(words: Tagged, i: int) -> bool:
    """`a man singing`: a participle after whoever does it."""
    agent = words.tags[i - 1] == "NNS" or (words.is_noun(i - 1) and refers_to_person(words.part(0, i)))
    return words.tags[i] in {"NN", "JJ"} and words.is_verbal(i) and agent


def shares_word(words: Tagged, i: int, others: Tagged) -> bool:
    """Return whether another text contains any form of a word."""
    mine = lemmas(words.lower[i])
    return any(not mine.isdisjoint(lemmas(other)) for other in others.lower)


def refers_to_person(words: Tagged) -> bool:
    """Return whether a noun phrase's head is a word or pronoun for people or animals."""
    head = head_noun(words, 0, len(words))
    if head is None:
        return False
    return words.lower[head] in PERSONAL or any(lemma in word_class("persons") for lemma in lemmas(words.lower[head]))
