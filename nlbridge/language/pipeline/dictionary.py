"""What a dictionary of inflections (lemminflect) has of a word, looked up once.

Examples
--------
>>> dict(entry("left"))
{'NOUN': ('left',), 'ADJ': ('left',), 'VERB': ('leave',), 'ADV': ('left',)}
>>> dict(entry("zzyzx"))
{}
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@lru_cache(maxsize=8192)
def entry(word: str) -> Mapping[str, tuple[str, ...]]:
    """Return the lemmas of a lower-case form by part of speech; empty for one that the dictionary lacks."""
    from lemminflect import getAllLemmas

    return MappingProxyType(getAllLemmas(word))
