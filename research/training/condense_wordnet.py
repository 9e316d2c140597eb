"""Condense the database files of WordNet 3.0 into `lexicon/wordnet.tsv`.

    python -m research.training.condense_wordnet FOLDER_WITH_DATA_AND_INDEX_FILES

Kept are lemmas of one word that are verbs or occur in WordNet's tagged texts, with their commonest senses, the
senses near these, and the lemmas opposed to them.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from nlbridge.language.meaning.word_relations import LEXICON

FILES: Final = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
SENSES: Final = 4
"""Most senses kept per lemma and part of speech, commonest first."""
NEAR: Final = frozenset("@ ~ & $ * > + ^ \\".split())
"""Pointers: hypernym, hyponym, similar, verb group, entails, causes, derived from, see also, adverb of."""
SAID: Final = """# Senses that words share, senses next to these, and words that are opposed. Not ours: condensed from
# WordNet 3.0, Copyright 2006 by Princeton University; its licence is in NOTICE.
# lemma<TAB>its senses<TAB>senses next to these<TAB>lemmas opposed to it
"""
_LEMMA: Final = re.compile(r"[a-z]{3,}")
Sense = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Synset:
    """The lemmas of a sense, and its pointers: symbol, sense, word pointed from, word pointed to (0 for all)."""

    lemmas: tuple[str, ...]
    pointers: tuple[tuple[str, Sense, int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """The senses and opposites kept for a lemma."""

    own: set[Sense] = field(default_factory=set)
    near: set[Sense] = field(default_factory=set)
    opposed: set[str] = field(default_factory=set)


def _lines(path: Path) -> list[list[str]]:
    text = path.read_text(encoding="latin-1")
    return [line.split(" | ")[0].split() for line in text.splitlines() if not line.startswith("  ")]


def synsets(folder: Path) -> dict[Sense, Synset]:
    """Read the data files."""
    by_sense = {}
    for part, name in FILES.items():
        for cells in _lines(folder / f"data.{name}"):
            count = int(cells[3], 16)
            lemmas = tuple(re.sub(r"\(.*\)", "", cells[4 + 2 * i]).lower() for i in range(count))
            begin = 5 + 2 * count
            pointers = tuple(
                (symbol, ("a" if other == "s" else other, offset), int(ends[:2], 16), int(ends[2:], 16))
                for symbol, offset, other, ends in (
                    cells[begin + 4 * j : begin + 4 * j + 4] for j in range(int(cells[begin - 1]))
                )
            )
            by_sense[part, cells[0]] = Synset(lemmas=lemmas, pointers=pointers)
    return by_sense


def common_senses(folder: Path) -> dict[str, list[Sense]]:
    """Read from the index files the commonest senses of lemmas that are verbs or occur in the tagged texts."""
    senses: dict[str, list[Sense]] = {}
    common: set[str] = set()
    for part, name in FILES.items():
        for cells in _lines(folder / f"index.{name}"):
            lemma, kinds = cells[0], int(cells[3])
            if not _LEMMA.fullmatch(lemma):
                continue
            tagged, offsets = int(cells[5 + kinds]), cells[6 + kinds :]
            senses.setdefault(lemma, []).extend((part, offset) for offset in offsets[:SENSES])
            if tagged or part == "v":
                common.add(lemma)
    return {lemma: found for lemma, found in senses.items() if lemma in common}


def entry(lemma: str, senses: list[Sense], known: dict[Sense, Synset]) -> Entry:
    """Gather the senses and opposites of a lemma."""
    kept = Entry(own=set(senses))
    for sense in senses:
        for symbol, other, source, target in known[sense].pointers:
            if source and known[sense].lemmas[source - 1] != lemma:
                continue
            below = symbol == "~" and sense[0] == "n"
            if symbol in NEAR and not below:
                kept.near.add(other)
            if symbol == "!":
                kept.opposed.add(known[other].lemmas[target - 1])
            if symbol == "&":
                opposed = (known[far].lemmas for sign, far, _, _ in known[other].pointers if sign == "!")
                kept.opposed.update(word for words in opposed for word in words)
    kept.near.difference_update(kept.own)
    return kept


def main() -> None:
    """Write the lexicon."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    senses = synsets(folder)
    entries = {lemma: entry(lemma, found, senses) for lemma, found in sorted(common_senses(folder).items())}
    counts = Counter(sense for kept in entries.values() for sense in kept.own | kept.near)
    shared = {sense: f"{number:x}" for number, sense in enumerate(sorted(s for s, n in counts.items() if n > 1))}
    rows = []
    for lemma, kept in entries.items():
        own = " ".join(shared[s] for s in sorted(kept.own) if s in shared)
        near = " ".join(shared[s] for s in sorted(kept.near) if s in shared)
        opposed = " ".join(sorted(word for word in kept.opposed if _LEMMA.fullmatch(word)))
        if own or near or opposed:
            rows.append(f"{lemma}\t{own}\t{near}\t{opposed}")
    LEXICON.write_text(SAID + "\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
