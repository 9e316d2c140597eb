"""Which clauses only frame what others tell: labels inside a line, `I think`, `we cannot tell which`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from nlbridge.language.clauses.clause import Clause
from nlbridge.language.lexicon.account_phrases import SHORT_FORMS, phrases
from nlbridge.language.pipeline.tense_repairs import past_tense
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.accounts.moods import Sentence, tells

SHORT: Final = 4
"""Words that a clause which only names a speaker has at most: `Mr Boyle says`, `says the lab`."""
LABEL: Final = 2
"""Words that a label inside a line has at most."""


def asides(words: Words, clauses: Sequence[Clause], all_sentences: Sequence[Sentence]) -> Iterator[tuple[int, str]]:
    """Yield the clauses that frame others, with their kind."""
    for sentence in all_sentences:
        if _is_task(words, sentence):
            yield from ((k, "task") for k in sentence.clauses)
            continue
        for k in sentence.clauses:
            clause = clauses[k]
            if _is_label(words, clause, sentence):
                yield k, "label"
            elif _frames(words, clause, alone=len(sentence.clauses) == 1):
                yield k, "aside"
            elif _doubts(words, clause, sentence):
                yield k, "doubt"


def _is_task(words: Words, sentence: Sentence) -> bool:
    """Whether a sentence is headed by what calls for something: `Recommendation: fit a closer`."""
    colon = next(
        (i for i in range(sentence.low, min(sentence.low + SHORT, sentence.high)) if words.forms[i] == ":"), None
    )
    headed = colon is not None and " ".join(words.lower[sentence.low : colon]) in phrases("task")
    return headed and not tells(words, sentence.low, sentence.high)


def _is_label(words: Words, clause: Clause, sentence: Sentence) -> bool:
    """Whether a clause is what a colon closes at the head of a sentence: `Omar: his laptop ...`, `The good: ...`."""
    if clause.verb is not None or clause.high >= sentence.high or words.forms[clause.high] != ":":
        return False
    said = words.lower[clause.low : clause.high]
    if " ".join(said) in {*phrases("heading"), *phrases("task"), *phrases("header")}:
        return True
    capital = words.forms[clause.low][:1].isupper() and clause.low == sentence.low
    return capital and len(said) <= LABEL and not any(past_tense(word) for word in said)


def _frames(words: Words, clause: Clause, *, alone: bool) -> bool:
    """Whether a clause says no more than who says or thinks so."""
    said = " ".join(
        SHORT_FORMS.get(word, word) if word != "'s" else "is" for word in words.lower[clause.low : clause.high]
    )
    if said in phrases("aside"):
        return True
    if alone or clause.signals or clause.high - clause.low > SHORT:
        return False
    return (
        clause.verb is not None
        and words.tags[clause.verb] == "VBZ"
        and words.lemmas[clause.verb].lower() in phrases("speaking")
    )


def _doubts(words: Words, clause: Clause, sentence: Sentence) -> bool:
    """Whether a clause says that nobody knows which of several things it was."""
    farthest = max(len(phrase.split()) for phrase in phrases("doubt")) + 2  # The phrase and the word behind it.
    high = min(sentence.high, clause.high + farthest)
    said = " ".join(SHORT_FORMS.get(word, word) for word in words.lower[clause.low : high])
    for phrase in phrases("doubt"):
        at = said.find(phrase)
        if 0 <= at < len(" ".join(words.lower[clause.low : clause.high])) + 4:
            rest = said[at + len(phrase) :].split()
            return bool(rest) and rest[0] in phrases("doubted")
    return False
