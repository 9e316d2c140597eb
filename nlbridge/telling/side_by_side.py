"""An edit against its original, sentence by sentence, with the criteria that each sentence decides in the margin."""

from __future__ import annotations

import difflib
import re
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from rich.text import Text

from nlbridge.telling.graph_drawing import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console

    from nlbridge.judging.report import CriterionVerdict

OUTCOME: Final = {"pass": ("✓", "green"), "fail": ("✗", "bold red"), "undetermined": ("?", "yellow")}
WIDEST_MARGIN: Final = 18
NARROWEST_TEXT: Final = 30
_TOKEN: Final = re.compile(r"\w+(?:['\u2019]\w+)?|\s+|[^\w\s]")
_ENDS: Final = frozenset({".", "!", "?"})


def difference(original: str, edit: str, *, coloured: bool) -> Text:
    """Return the edit with what it drops and adds marked, by colour or by [-signs-] {+of their own+}.

    Examples
    --------
    >>> difference("The pump failed.", "The pump held.", coloured=False).plain
    'The pump [-failed-]{+held+}.'
    """
    return Text("").join(difference_by_sentence(original, edit, coloured=coloured))


def difference_by_sentence(original: str, edit: str, *, coloured: bool) -> list[Text]:
    """Return the difference cut where a sentence of the edit ends."""
    before, after = _tokens(original), _tokens(edit)
    shown = [Text()]
    for tag, a, b, c, d in difflib.SequenceMatcher(a=before, b=after, autojunk=False).get_opcodes():
        removed = "".join(before[a:b]) if tag != "equal" else ""
        if removed.strip():
            shown[-1].append(removed if coloured else f"[-{removed}-]", style="red strike")
        for piece, ends in _sentences(after[c:d]):
            kept = tag == "equal" or coloured or not piece.strip()
            shown[-1].append(piece if kept else f"{{+{piece}+}}", style="" if tag == "equal" else "green")
            if ends:
                shown.append(Text())
    return [piece for piece in shown if piece.plain]


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(printable(text).strip())


def _sentences(tokens: Sequence[str]) -> list[tuple[str, bool]]:
    """Join tokens up to the end of each sentence; say of each piece whether a sentence ends with it."""
    found: list[tuple[str, bool]] = []
    held: list[str] = []
    for token in tokens:
        held.append(token)
        if token in _ENDS:
            found.append(("".join(held), True))
            held = []
    return [*found, ("".join(held), False)] if held else found


def show_difference(console: Console, original: str, edit: str, verdicts: Sequence[CriterionVerdict]) -> None:
    """Print the difference, and beside each sentence the criteria whose words stand in it."""
    pieces = difference_by_sentence(original, edit, coloured=console.is_terminal and not console.no_color)
    labels = _labels(edit, verdicts, len(pieces))
    margin = min(WIDEST_MARGIN, max((label.cell_len for label in labels), default=0))
    if console.width - margin - 4 < NARROWEST_TEXT:
        margin = 0
    for piece, label in zip(pieces, labels, strict=True):
        left: Iterable[Text] = label.wrap(console, margin) if margin else ()
        right = _stripped(piece).wrap(console, max(NARROWEST_TEXT, console.width - margin - 4))
        for mark, line in zip_longest(left, right, fillvalue=Text()):
            line.rstrip()
            gap = " " * (margin - mark.cell_len + 2) if margin else ""
            console.print(Text.assemble("  ", mark, gap, line) if line.plain else Text.assemble("  ", mark))


def show_side_by_side(console: Console, original: str, edit: str) -> None:
    """Print the original and the edit in two columns, sentence by sentence, with what differs marked.

    A sentence that only one of them has stands alone on its line.
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
    """Pair the sentences of two texts in order, those with most words in common; a sentence without partner has "".

    Examples
    --------
    >>> paired_sentences("It rained. The roof leaked.", "The roof did not leak. We ate.")
    [('It rained.', ''), ('The roof leaked.', 'The roof did not leak.'), ('', 'We ate.')]
    """
    left, right = _whole_sentences(original), _whole_sentences(edit)
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


def _whole_sentences(text: str) -> list[str]:
    pieces = (piece.strip() for piece, _ in _sentences(_tokens(text)))
    return [piece for piece in pieces if piece]


def _similarity(before: str, after: str) -> float:
    """Return how much of two sentences is alike; nothing below a third, where they share small words alone."""
    ratio = difflib.SequenceMatcher(a=_tokens(before.lower()), b=_tokens(after.lower()), autojunk=False).ratio()
    return ratio if ratio > 1 / 3 else 0.0


def _marked(before: str, after: str, *, coloured: bool) -> tuple[Text, Text]:
    """Mark what a pair of sentences does not share, by colour or by [-signs-] {+of their own+}."""
    old, new = _tokens(before), _tokens(after)
    left, right = Text(), Text()
    for tag, a, b, c, d in difflib.SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes():
        removed, added = "".join(old[a:b]), "".join(new[c:d])
        plain = coloured or tag == "equal"
        left.append(removed if plain or not removed.strip() else f"[-{removed}-]", "" if tag == "equal" else "red")
        right.append(added if plain or not added.strip() else f"{{+{added}+}}", "" if tag == "equal" else "green")
    return left, right


def _stripped(piece: Text) -> Text:
    """Take off the space that a sentence begins with."""
    lead = len(piece.plain) - len(piece.plain.lstrip())
    return piece[lead:] if lead < len(piece.plain) else piece


def _labels(edit: str, verdicts: Sequence[CriterionVerdict], count: int) -> list[Text]:
    """Return the margin of each sentence: the outcome and the event of every criterion that is quoted from it."""
    ends = _sentence_ends(edit)
    found: list[dict[str, str]] = [{} for _ in range(count)]
    for verdict in verdicts:
        at = _position(edit, verdict.quote)
        if at is None or verdict.criterion.event is None:
            continue
        place = min(sum(end <= at for end in ends), count - 1)
        found[place][verdict.criterion.event] = str(verdict.outcome)
    return [_label(marks) for marks in found]


def _label(marks: dict[str, str]) -> Text:
    label = Text()
    for event, outcome in marks.items():
        mark, style = OUTCOME[outcome]
        label.append(" " if label.plain else "").append(f"{mark}\u00a0{printable(event)}", style=style)
    return label


def _sentence_ends(edit: str) -> list[int]:
    lead = len(edit) - len(edit.lstrip())
    ends, position = [], lead
    for token in _tokens(edit):
        position = edit.find(token, position) + len(token) if token.strip() else position
        if token in _ENDS:
            ends.append(position)
    return ends


def _position(edit: str, quote: str) -> int | None:
    at = edit.lower().find(quote.lower().strip()) if quote.strip() else -1
    return at if at >= 0 else None
