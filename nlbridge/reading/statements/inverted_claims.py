"""Claims whose subject follows the verb: `as did the sheep`, `'To the left,' said the shepherd`."""

from __future__ import annotations

from typing import Final

from nlbridge.language.clauses.clause import Clause
from nlbridge.language.clauses.noun_phrases import lowered, text_of
from nlbridge.language.lexicon import word_class
from nlbridge.language.pipeline.words import Words

MARKS: Final = frozenset({"'", '"', "‘", "’", "“", "”", "``", "''", "`"})
SPEAKER: Final = frozenset({"PRP", "NN", "NNS", "NNP", "NNPS"})
SAYING: Final = word_class("inverted_saying")


def of_the_same(words: Words, before: Clause, clause: Clause, auxiliary: int) -> str:
    """Say of the subject of `as did the sheep` what the clause before says of its own."""
    subject = text_of(words, auxiliary + 1, clause.high)
    if before.verb is None:
        return f"{subject} {words.lower[auxiliary]} so too"
    comma = next((i for i in range(before.verb, before.high) if words.forms[i] == ","), before.high)
    first, _, rest = text_of(words, before.verb, comma).partition(" ")
    agreed = words.lemmas[before.verb] == "be" and words.lemmas[auxiliary] == "be"
    return f"{subject} {words.lower[auxiliary] if agreed else first} {rest}".strip()


def reported(words: Words, clause: Clause) -> str | None:
    """Put who spoke before what was said, where a quotation comes first; None if none does.

    Examples
    --------
    >>> from nlbridge.reading.reader import read
    >>> read("'Turn back at the mill,' said the miller.").events[0].statement
    'The miller said “Turn back at the mill”.'
    """
    closing = next((i for i in range(clause.high - 2, clause.low, -1) if words.forms[i] in MARKS), None)
    if closing is None or words.lemmas[closing + 1].lower() not in SAYING:
        return None
    verb = closing + 1
    subject_ends = verb + 1
    while subject_ends < clause.high and words.tags[subject_ends] in SPEAKER | {"DT", "PRP$", "JJ"}:
        subject_ends += 1
    if subject_ends == verb + 1 or words.tags[subject_ends - 1] not in SPEAKER:
        return None
    quoted = text_of(words, clause.low, closing).strip("'\"‘’“”`").rstrip(",")
    subject = lowered(words, verb + 1, text_of(words, verb + 1, subject_ends))
    rest = text_of(words, subject_ends, clause.high)
    return " ".join(part for part in (subject, words.lower[verb], f"“{quoted}”", rest) if part)
