"""Classes of words: each concept is listed once, in `words/*.yaml`, under a name that is its own.

A class may hold other classes, `<articles>`; `_` stands for a blank, and `key=value` in a class of pairs. What a class
is for stands above it. Tables are read when the first class is asked for, once. Phrases that open what is no account of
what happened (greetings, wishes, instructions) are in `account_phrases.tsv`, one kind a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

SHORT_FORMS: Final = {
    "'m": "am",
    "'d": "would",
    "'ll": "will",
    "'re": "are",
    "'ve": "have",
    "n't": "not",
    "ca": "can",
    "'s": "us",
}
"""Words as the tokenizer cuts them off, and what they are short for."""
STRESS: Final = frozenset("so very really truly deeply most also just again too always do does".split())
"""Words that a phrase may have between its own: `I am so sorry to`."""


def rows(table: str) -> Iterator[list[str]]:
    """Yield the fields of each line of a table of the lexicon, its remarks and empty lines left out."""
    text = files("nlbridge.language.lexicon").joinpath(table).read_text(encoding="utf-8")
    return (line.split("\t") for line in text.splitlines() if line.strip() and not line.startswith("#"))


@cache
def groups(table: str) -> Mapping[str, Any]:
    """Return what a table in YAML holds."""
    import yaml

    text = files("nlbridge.language.lexicon").joinpath(table).read_text(encoding="utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml's, ten times as fast, where it is there
    found: Mapping[str, Any] = yaml.load(text, Loader=loader)  # noqa: S506  safe, on a file of ours
    return found


@cache
def phrases(kind: str) -> tuple[str, ...]:
    """Return the phrases of a kind, the longest first.

    Raises
    ------
    KeyError
        If the table has no such kind.

    Examples
    --------
    >>> phrases("month")[-1], "dear" in phrases("greeting")
    ('dec', True)
    """
    return tuple(sorted(dict(rows("account_phrases.tsv"))[kind].split("|"), key=len, reverse=True))


@cache
def pattern(*kinds: str) -> str:
    """Return a pattern for any phrase of some kinds, to be matched without regard to case.

    Examples
    --------
    >>> bool(re.fullmatch(pattern("greeting"), "Good Morning", re.IGNORECASE))
    True
    """
    listed = sorted((phrase for kind in kinds for phrase in phrases(kind)), key=len, reverse=True)
    return "(?:" + "|".join(re.escape(phrase).replace(r"\ ", r"[ \t]+") for phrase in listed) + ")"


def opens(words: Sequence[str], kind: str, low: int = 0) -> int:
    """Return how many words the phrase of a kind has that opens a stretch at word `low`; 0 where none does.

    Parameters
    ----------
    words
        Words in lower case as the tokenizer cuts them: `i 'm so sorry to`.

    Examples
    --------
    >>> opens(("i", "'m", "so", "sorry", "to", "hear"), "courtesy"), opens(("he", "is", "sorry"), "courtesy")
    (5, 0)
    """
    for phrase in _by_first_word(kind).get(_in_full(words[low]), ()) if low < len(words) else ():
        at = low + 1
        for word in phrase[1:]:
            while at < len(words) and words[at] in STRESS and words[at] != word:
                at += 1
            if at == len(words) or _in_full(words[at]) != word:
                break
            at += 1
        else:
            return at - low
    return 0


def _in_full(word: str) -> str:
    return SHORT_FORMS.get(word, word)


@cache
def _by_first_word(kind: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return the phrases of a kind in words, short forms in full, by their first word; the longest stand first."""
    found: dict[str, tuple[tuple[str, ...], ...]] = {}
    for phrase in phrases(kind):
        cut = tuple(phrase.replace("let's", "let us").replace("don't", "do not").split())
        found[cut[0]] = (*found.get(cut[0], ()), cut)
    return found


@cache
def _tables() -> dict[str, str]:
    folder = files("nlbridge.language.lexicon").joinpath("words")
    names = [table.name for table in folder.iterdir() if table.name.endswith(".yaml")]
    return {name: words for table in names for name, words in groups(f"words/{table}").items()}


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
