"""Classes of words: each concept is listed once, in `words/*.yaml`, under a name that is its own.

A class may hold other classes, `<articles>`; `_` stands for a blank, and `key=value` in a class of pairs. What a class
is for stands above it. Tables are read when the first class is asked for, once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType


@cache
def _tables() -> dict[str, str]:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml's, ten times as fast, where it is there
    found: dict[str, str] = {}
    for table in files("nlbridge.language.lexicon").joinpath("words").iterdir():
        if table.name.endswith(".yaml"):
            found |= yaml.load(table.read_text(encoding="utf-8"), Loader=loader)  # noqa: S506  safe, on a file of ours
    return found


@cache
def word_order(*names: str) -> tuple[str, ...]:
    """Return the words of some classes, in the order in which they are listed.

    Raises
    ------
    KeyError
        If no table has a class of that name.

    Examples
    --------
    >>> word_order("articles"), word_order("lacking_phrases")[0]
    (('a', 'an', 'the'), 'for want of')
    """
    found: dict[str, None] = {}
    for name in names:
        for entry in _tables()[name].split():
            inner = word_order(entry[1:-1]) if entry[0] == "<" else (entry.replace("_", " "),)
            found |= dict.fromkeys(inner)
    return tuple(found)


@cache
def word_class(*names: str) -> frozenset[str]:
    """Return the words of some classes.

    Raises
    ------
    KeyError
        If no table has a class of that name.

    Examples
    --------
    >>> "storm" in word_class("weather"), "price" in word_class("scale_nouns")
    (True, True)
    """
    return frozenset(word_order(*names))


@cache
def word_phrases(*names: str) -> tuple[tuple[str, ...], ...]:
    """Return the phrases of some classes, each word by word.

    Examples
    --------
    >>> word_phrases("anyway_phrases")
    (('anyway',), ('anyhow',), ('regardless',), ('in', 'any', 'case'), ('in', 'any', 'event'))
    """
    return tuple(tuple(phrase.split()) for phrase in word_order(*names))


@cache
def word_pairs(name: str) -> Mapping[str, str]:
    """Return the words of a class of pairs, each with what stands for it.

    Examples
    --------
    >>> word_pairs("subject_of_object")["them"]
    'they'
    """
    return MappingProxyType(dict(pair.split("=") for pair in word_order(name)))


__all__ = ["word_class", "word_order", "word_pairs", "word_phrases"]
