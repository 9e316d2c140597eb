"""An edit next to its original, sentence by sentence, with differences marked."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING, Final

from rich.text import Text

from causalcore.pictures.picture import printable

if TYPE_CHECKING:
    from rich.console import Console

_TOKEN: Final = re.compile(r"\d+(?:[.,]\d+)+|\w+(?:['\u2019]\w+)?|\s+|[^\w\s]")
_ENDS: Final = frozenset({".", "!", "?"})


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(printable(text).strip())


def show_side_by_side(console: Console, original: str, edit: str) -> None:
    """Print the original and the edit in two columns, sentence by sentence, with differences marked.

    A sentence that only one of them has is alone on its line.
    """
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("Original", ratio=1)
    table.add_column("Edit", ratio=1)
    coloured = console.is_terminal and not console.no_color
    for before, after in paired_sentences(original, edit):
        table.add_row(*_marked(before, after, coloured=coloured))
    console.print()
    console.print(table)


def paired_sentences(original: str, edit: str) -> list[tuple[str, str]]:
    """Pair the sentences of two texts in order, those with most in common; a sentence without a partner gets "".

    Examples
    --------
    >>> paired_sentences("It rained. The roof leaked.", "The roof did not leak. We ate.")
    [('It rained.', ''), ('The roof leaked.', 'The roof did not leak.'), ('', 'We ate.')]
    """
    left, right = _sentences(original), _sentences(edit)
    best = [[0.0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in reversed(range(len(left))):
        for j in reversed(range(len(right))):
            paired = _similarity(left[i], right[j]) + best[i + 1][j + 1]
            best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])
    i, j, pairs = 0, 0, list[tuple[str, str]]()
    while i < len(left) and j < len(right):
        if best[i][j] == best[i + 1][j]:
            pairs.append((left[i], ""))
            i += 1
        elif best[i][j] == best[i][j + 1]:
            pairs.append(("", right[j]))
            j += 1
        else:
            pairs.append((left[i], right[j]))
            i, j = i + 1, j + 1
    return [*pairs, *((sentence, "") for sentence in left[i:]), *(("", sentence) for sentence in right[j:])]


def _sentences(text: str) -> list[str]:
    sentences = [""]
    for token in _tokens(text):
        sentences[-1] += token
        if token in _ENDS:
            sentences.append("")
    return [sentence.strip() for sentence in sentences if sentence.strip()]


def _similarity(before: str, after: str) -> float:
    """Return how similar two sentences are; 0 up to a third, where they share only small words."""
    ratio = difflib.SequenceMatcher(a=_tokens(before.lower()), b=_tokens(after.lower()), autojunk=False).ratio()
    return ratio if ratio > 1 / 3 else 0.0


def _marked(before: str, after: str, *, coloured: bool) -> tuple[Text, Text]:
    """Mark the differences of a pair of sentences, by color or as [-removed-] and {+added+}."""
    old, new = _tokens(before), _tokens(after)
    left, right = Text(), Text()
    for tag, a, b, c, d in difflib.SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes():
        removed, added = "".join(old[a:b]), "".join(new[c:d])
        plain = coloured or tag == "equal"
        left.append(removed if plain or not removed.strip() else f"[-{removed}-]", "" if tag == "equal" else "red")
        right.append(added if plain or not added.strip() else f"{{+{added}+}}", "" if tag == "equal" else "green")
    return left, right
