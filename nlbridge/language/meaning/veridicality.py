"""What a verb says about its complement: `managed to`, `failed to`, `regretted that`, `was forced to`.

Source: `lexicon/veridicality.tsv`, written for this project after Karttunen, "Implicative verbs" (Language 47, 1971),
and Nairn, Condoravdi and Karttunen, "Computing relative polarity for textual inference" (ICoS-5, 2006). An unlisted
verb leaves its complement open. `research.training.score_veridicality` measures the table.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from itertools import islice
from typing import Final

from nlbridge.language.lexicon import rows


class Standing(StrEnum):
    """What a verb says about its complement."""

    HOLDS = "holds"
    FAILS = "fails"
    OPEN = "open"


SIGNS: Final = {"+": Standing.HOLDS, "-": Standing.FAILS, "o": Standing.OPEN}


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
