"""What a verb says about its complement: `managed to`, `failed to`, `regretted that`, `was forced to`.

Source: `lexicon/veridicality.tsv`, written for this project after Karttunen, "Implicative verbs" (Language 47, 1971),
and Nairn, Condoravdi and Karttunen, "Computing relative polarity for textual inference" (ICoS-5, 2006). Emotions in the
passive (`was shocked that`, `was flattered to have`) presuppose their complement; an unlisted verb leaves it open.

Examples
--------
>>> str(complement("The keeper managed to close the gate.")), str(complement("The keeper forgot to close the gate."))
('holds', 'fails')
>>> str(complement("The keeper did not regret that the gate was closed."))
'holds'
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Final

from nlbridge.language.lexicon import rows, word_class
from nlbridge.language.pipeline.parsing import parsed

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


class Standing(StrEnum):
    """What a verb says about its complement."""

    HOLDS = "holds"
    FAILS = "fails"
    OPEN = "open"


NEGATIONS: Final = word_class("denying_adverbs")
SIGNS: Final = {"+": Standing.HOLDS, "-": Standing.FAILS, "o": Standing.OPEN}
LIGHT: Final = word_class("light_auxiliaries")
BE: Final = "be"


@cache
def signatures() -> dict[tuple[str, str], tuple[Standing, Standing]]:
    """Return, for each lemma and frame, the complement's standing if the verb is affirmed and if it is negated."""
    table = islice(rows("veridicality.tsv"), 1, None)
    return {(lemma, frame): (SIGNS[affirmed], SIGNS[denied]) for lemma, frame, affirmed, denied in table}


def denies_complement(lemma: str, frame: str) -> bool:
    """Whether an affirmed verb says that its complement did not happen."""
    return signatures().get((lemma, frame), (Standing.OPEN, Standing.OPEN))[0] is Standing.FAILS


def leaves_open(lemma: str, frame: str) -> bool:
    """Whether a listed, affirmed verb leaves open whether its complement happened; False for an unlisted verb.

    Examples
    --------
    >>> leaves_open("hope", "that"), leaves_open("know", "that"), leaves_open("paint", "that")
    (True, False, False)
    """
    entries = [signatures().get((lemma, kind)) for kind in (frame, f"be {frame}")]
    return any(entry is not None and entry[0] is Standing.OPEN for entry in entries)


def complement(sentence: str) -> Standing:
    """Return what the first verb that has a complement says about it."""
    with parsed([sentence]) as (doc,):
        for token in doc:
            frame = _frame(doc, token)
            if frame is None:
                continue
            negated = any(t.lower_ in NEGATIONS for t in doc[: token.i])
            return _signature(token, frame)[negated]
    return Standing.OPEN


def _frame(doc: Doc, token: Token) -> str | None:
    """Return the frame of a verb or predicate adjective that has a complement; None for any other word."""
    if token.tag_[:2] not in {"VB", "JJ", "NN"} or token.lemma_.lower() in LIGHT or token.i + 1 == len(doc):
        return None
    be = any(t.lemma_ == BE for t in doc[max(0, token.i - 3) : token.i])
    after = doc[token.i + 1].lower_
    if after == "that":
        return "be that" if be else "that"
    if after == "to" and token.i + 2 < len(doc):
        return "be to" if be else "to"
    if token.tag_[:2] != "VB":
        return None
    rest = [t.lower_ for t in doc[token.i + 1 : token.i + 8]]
    if "that" in rest[1:4] and not be:
        return "that"
    if "to" in rest[1:5] and ((token.lemma_, "object to") in signatures()):
        return "object to"
    if "from" in rest[:5] and (token.lemma_, "from") in signatures():
        return "from"
    gerund = doc[token.i + 1].tag_ == "VBG" and (token.lemma_, "gerund") in signatures()
    return "gerund" if gerund else None


def _signature(token: Token, frame: str) -> tuple[Standing, Standing]:
    from lemminflect import getLemma

    lemmas = {token.lemma_.lower(), *getLemma(token.lower_, upos="VERB")}
    for lemma in sorted(lemmas):
        signature = signatures().get((lemma, frame))
        if signature is not None:
            return signature
    after = [t.lower_ for t in token.doc[token.i + 1 : token.i + 3]]
    emotion = frame == "be that" or (frame == "be to" and after == ["to", "have"])
    return (Standing.HOLDS, Standing.HOLDS) if emotion else (Standing.OPEN, Standing.OPEN)
