"""What a dictionary of inflections (lemminflect) has of a word, looked up once.

lemminflect reads its two files whole, line by line, before it answers at all: a quarter of the time that one text
takes from a cold start. Here a line is read when somebody asks for its word.

Examples
--------
>>> entry("left")["VERB"], entry("ran")["VERB"], "VERB" in entry("zzyzx")
(('leave',), ('run',), False)
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Forms = dict[str, tuple[str, ...]]


@lru_cache(maxsize=8192)
def entry(word: str) -> Mapping[str, tuple[str, ...]]:
    """Return the lemmas of a lower-case form by part of speech; empty for one that the dictionary lacks."""
    from lemminflect import getAllLemmas

    read_when_asked()
    return MappingProxyType(getAllLemmas(word))


@cache
def read_when_asked() -> None:
    """Have lemminflect read of its files what it is asked for; no effect where it has read them already."""
    from lemminflect import Inflections, Lemmatizer
    from lemminflect.codecs.InflectionLUCodec import InflectionLUCodec
    from lemminflect.codecs.LemmaLUCodec import LemmaLUCodec
    from lemminflect.core.LexicalUtils import categoryToUPos

    def lemmas(line: str) -> Forms:
        _, category, forms = LemmaLUCodec.fromString(line)
        return {categoryToUPos(category): forms}

    def inflections(line: str) -> Forms:
        forms: Forms = InflectionLUCodec.fromString(line)[2]
        return forms

    lemmatizer, inflector = Lemmatizer(), Inflections()
    if not hasattr(lemmatizer, "lemma_dict"):
        lemmatizer.lemma_dict = _Lines(lemmatizer.lemma_lu_fn, lemmas, {})
    if not hasattr(inflector, "infl_dict"):
        inflector.infl_dict = _Lines(inflector.infl_lu_fn, inflections, InflectionLUCodec.updateForAuxMod({}))


class _Lines:
    """The lines of a file, each about the word before its first comma, as lemminflect looks them up.

    Parameters
    ----------
    made
        What a line says.
    certain
        What is said of some words whatever their lines say.
    """

    def __init__(self, path: str, made: Callable[[str], Forms], certain: dict[str, Forms]) -> None:
        import gzip
        from pathlib import Path

        self._lines = sorted(gzip.decompress(Path(path).read_bytes()).decode().split("\n"))
        self._made, self._certain = made, certain

    def get(self, word: str, default: Any) -> Any:
        if word in self._certain:
            return self._certain[word]
        start = f"{word},"
        found: Forms = {}
        for place in range(bisect_left(self._lines, start), len(self._lines)):
            if not self._lines[place].startswith(start):
                break
            found.update(self._made(self._lines[place]))
        return found or default
