"""Score the lexicon's judgements of complements on MegaVeridicality.

    CAUSALCORE_DATA=... python -m research.training.score_veridicality [dev|test|train]

Each context has three hypotheses: the thing happened, it did not, or it might have.
The gold answer is the one marked as entailed; contexts with none or several are skipped.

Beside the lexicon, emotions in the passive (`was shocked that`, `was flattered to have`) presuppose their complement.

Examples
--------
>>> str(complement("The keeper managed to close the gate.")), str(complement("The keeper forgot to close the gate."))
('holds', 'fails')
>>> str(complement("The keeper did not regret that the gate was closed."))
'holds'
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.veridicality import Standing, signatures
from nlbridge.language.pipeline.dictionary import dictionary_lemmas
from nlbridge.language.pipeline.parsing import parsed

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

NEGATIONS: Final = word_class("denying_adverbs")
LIGHT: Final = word_class("be_have_do", "finite_auxiliaries")


def judged(path: Path) -> dict[str, Standing]:
    """Return the single answer that people gave for each context."""
    answers: dict[str, list[Standing]] = {}
    for row in json.loads(path.read_text(encoding="utf-8")):
        hypothesis = row["hypothesis"]
        standing = Standing.OPEN if "might" in hypothesis else Standing.FAILS if "n't" in hypothesis else Standing.HOLDS
        entailed = answers.setdefault(row["context"], [])
        if row["binary-label"]:
            entailed.append(standing)
    return {context: entailed[0] for context, entailed in answers.items() if len(entailed) == 1}


def confusion(path: Path) -> Counter[tuple[Standing, Standing]]:
    """Count pairs of gold and predicted answer."""
    return Counter((wanted, complement(context)) for context, wanted in judged(path).items())


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
    be = any(t.lemma_ == "be" for t in doc[max(0, token.i - 3) : token.i])
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
    lemmas = {token.lemma_.lower(), *dictionary_lemmas(token.lower_, "VERB")}
    for lemma in sorted(lemmas):
        signature = signatures().get((lemma, frame))
        if signature is not None:
            return signature
    after = [t.lower_ for t in token.doc[token.i + 1 : token.i + 3]]
    emotion = frame == "be that" or (frame == "be to" and after == ["to", "have"])
    return (Standing.HOLDS, Standing.HOLDS) if emotion else (Standing.OPEN, Standing.OPEN)


def main() -> None:
    """Print accuracy and the confusion table of one split."""
    split = sys.argv[1] if len(sys.argv) > 1 else "test"
    counts = confusion(Path(os.environ["CAUSALCORE_DATA"]) / "megaveridicality" / f"{split}.json")
    total = sum(counts.values())
    right = sum(n for (wanted, said), n in counts.items() if wanted is said)
    most = max(sum(n for (w, _), n in counts.items() if w is standing) for standing in Standing)
    print(f"{split}: {right} of {total} right ({right / total:.1%}); most frequent answer {most / total:.1%}")  # noqa: T201
    for wanted in Standing:
        print(f"| {wanted} |", " | ".join(str(counts[wanted, said]) for said in Standing), "|")  # noqa: T201


if __name__ == "__main__":
    main()
