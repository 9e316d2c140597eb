"""Score the lexicon's judgements of complements on MegaVeridicality.

    CAUSALCORE_DATA=... python -m research.training.score_veridicality [dev|test|train]

Each context has three hypotheses: the thing happened, it did not, or it might have.
The gold answer is the one marked as entailed; contexts with none or several are skipped.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path

from nlbridge.language.meaning.veridicality import Standing, complement


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
