"""Word classes: each concept is listed once, in `words/*.yaml`, under a unique name.

A class may include others, `<articles>`; `_` means a blank, and classes of pairs hold `key=value`. A comment above each
class says what it is for. The tables are read once, on first use. Phrases that open text which is no account of events
(greetings, wishes, instructions) are in `account_phrases.tsv`, one kind a line.
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
"""Contractions as the tokenizer splits them, with their full forms."""
STRESS: Final = frozenset("so very really truly deeply most also just again too always do does".split())
"""Words that may occur inside a phrase: `I am so sorry to`."""


def rows(table: str) -> Iterator[list[str]]:
    """Yield the fields of each line of a lexicon table, without comments and empty lines."""
    text = files("nlbridge.language.lexicon").joinpath(table).read_text(encoding="utf-8")
    return (line.split("\t") for line in text.splitlines() if line.strip() and not line.startswith("#"))


@cache
def groups(table: str) -> Mapping[str, Any]:
    """Return the contents of a YAML table."""
    import yaml

    text = files("nlbridge.language.lexicon").joinpath(table).read_text(encoding="utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml's, if available: ten times as fast
    contents: Mapping[str, Any] = yaml.load(text, Loader=loader)  # noqa: S506  safe, on a file of ours
    return contents


@cache
def phrases(kind: str) -> tuple[str, ...]:
    """Return the phrases of a kind, longest first.

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
    """Return a pattern for any phrase of the given kinds; match it case-insensitively.

    Examples
    --------
    >>> bool(re.fullmatch(pattern("greeting"), "Good Morning", re.IGNORECASE))
    True
    """
    listed = sorted((phrase for kind in kinds for phrase in phrases(kind)), key=len, reverse=True)
    return "(?:" + "|".join(re.escape(phrase).replace(r"\ ", r"[ \t]+") for phrase in listed) + ")"


def opens(words: Sequence[str], kind: str, low: int = 0) -> int:
    """Return how many words a phrase of a kind takes up at word `low`; 0 if there is none.

    The words are in lower case, as the tokenizer splits them: `i 'm so sorry to`.

    Examples
    --------
    >>> opens(("i", "'m", "so", "sorry", "to", "hear"), "courtesy"), opens(("he", "is", "sorry"), "courtesy")
    (5, 0)
    """
    for phrase in _by_first_word(kind).get(SHORT_FORMS.get(words[low], words[low]), ()) if low < len(words) else ():
        at = low + 1
        for word in phrase[1:]:
            while at < len(words) and words[at] in STRESS and words[at] != word:
                at += 1
            if at == len(words) or SHORT_FORMS.get(words[at], words[at]) != word:
                break
            at += 1
        else:
            return at - low
    return 0


def first_words(kind: str) -> frozenset[str]:
    """Return the words, in full or contracted, with which a phrase of a kind may begin."""
    full = _by_first_word(kind).keys()
    return frozenset(full) | {short for short, meant in SHORT_FORMS.items() if meant in full}


@cache
def _by_first_word(kind: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return the phrases of a kind by their first word, split and without contractions, longest first."""
    index: dict[str, tuple[tuple[str, ...], ...]] = {}
    for phrase in phrases(kind):
        phrase_words = tuple(phrase.replace("let's", "let us").replace("don't", "do not").split())
        index[phrase_words[0]] = (*index.get(phrase_words[0], ()), phrase_words)
    return index


@cache
def _tables() -> dict[str, str]:
    folder = files("nlbridge.language.lexicon").joinpath("words")
    names = [table.name for table in folder.iterdir() if table.name.endswith(".yaml")]
    return {name: words for table in names for name, words in groups(f"words/{table}").items()}


@cache
def word_order(*names: str) -> tuple[str, ...]:
    """Return the words of the given classes, in listed order.

    Raises
    ------
    KeyError
        If no table has a class of that name.

    Examples
    --------
    >>> word_order("articles"), word_order("lacking_phrases")[0]
    (('a', 'an', 'the'), 'for want of')
    """
    ordered: dict[str, None] = {}
    for name in names:
        for entry in _tables()[name].split():
            inner = word_order(entry[1:-1]) if entry[0] == "<" else (entry.replace("_", " "),)
            ordered |= dict.fromkeys(inner)
    return tuple(ordered)


@cache
def word_class(*names: str) -> frozenset[str]:
    """Return the words of the given classes as a set.

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
    """Return the phrases of the given classes, each split into words.

    Examples
    --------
    >>> word_phrases("anyway_phrases")
    (('anyway',), ('anyhow',), ('regardless',), ('in', 'any', 'case'), ('in', 'any', 'event'))
    """
    return tuple(tuple(phrase.split()) for phrase in word_order(*names))


@cache
def word_pairs(name: str) -> Mapping[str, str]:
    """Return the keys and values of a class of pairs.

    Examples
    --------
    >>> word_pairs("subject_of_object")["them"]
    'they'
    """
    return MappingProxyType(dict(pair.rsplit("=", 1) for pair in word_order(name)))
