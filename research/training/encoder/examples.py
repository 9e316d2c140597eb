"""Labelled stories as training examples: claims, links, what-ifs, and how they are split.

A story lists its claims by their exact words. At run time the clause cutter supplies claims with slightly different
boundaries. Each story therefore has two sets of spans: as labelled, and as cut. The cut claim with the most overlap
takes over the labels.

Examples
--------
>>> story = {
...     "id": "s",
...     "text": "The tap leaked, so the floor got wet.",
...     "events": ["The tap leaked", "the floor got wet"],
...     "links": [[0, 1, "+", "need", "so"]],
...     "what_ifs": [{"had": "the tap held", "sets": [0], "changed": [0, 1], "unchanged": [], "open": []}],
... }
>>> labelled(story).spans
((0, 14), (19, 36))
>>> part("s") in {"train", "tune", "test"}
True
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

STRENGTHS: Final = ("need", "enough", "part", "maybe")
NEED, MAYBE = STRENGTHS.index("need"), STRENGTHS.index("maybe")
EXCERPT_SHARES: Final = (0.2, 0.7)
"""Smallest and largest share of the other sentences in an excerpt."""
TUNE, TEST = 8, 7
"""Per cent of the stories for calibrating chances, and for testing; nothing is fitted on the latter."""
HELD: Final = 40
"""Per cent of a suite's scenarios (ids that begin with `suite-`) that nothing is trained on."""
LEAST_OVERLAP: Final = 0.5
"""Overlap, as a share of the shorter span, at which a cut claim takes over labels."""

_SENTENCE_END = re.compile(r"[.!?][\"')\u2019\u201d]*\s+")


if TYPE_CHECKING:
    import random


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """A what-if and its labels: the claims that it sets, and the chance that each claim changes.

    Units
    -----
    changed : 1 changes, 0 stays, 0.5 open; None if the claim has no label
    """

    had: str
    sets: frozenset[int]
    changed: tuple[float | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A text with its claims, the links between them by (cause, effect), and its what-ifs.

    Parameters
    ----------
    known
        Whether each claim has labels; a pair of claims has one if both do.
    links
        (cause, effect) -> (whether it promotes, position in `STRENGTHS`).
    denials
        What-ifs that deny one claim each, made by script.
    untold
        What-ifs about something that the text does not tell.
    """

    id: str
    text: str
    spans: tuple[tuple[int, int], ...]
    known: tuple[bool, ...]
    links: Mapping[tuple[int, int], tuple[bool, int]]
    what_ifs: tuple[WhatIf, ...]
    denials: tuple[WhatIf, ...] = ()
    untold: tuple[str, ...] = ()


PLAIN: Final = ("p1-", "p2-")
"""Id prefixes of short plain texts; there are few, so a larger share is held out."""
PLAIN_TEST: Final = 20
PLAIN_HELD: Final = 50


def part(story: str) -> str:
    """Return the split of a story by a hash of its id: `train`, `tune` or `test`."""
    number = int(hashlib.sha256(story.partition("/")[0].encode()).hexdigest(), 16) % 100
    if story.startswith(PLAIN):
        return "test" if number < PLAIN_TEST else "tune" if number < PLAIN_HELD else "train"
    if story.startswith("suite-"):
        return "tune" if number < HELD // 2 else "test" if number < HELD else "train"
    if number < TEST:
        return "test"
    return "tune" if number < TEST + TUNE else "train"


def stories(files: Iterable[Path]) -> list[dict[str, Any]]:
    """Read stories from JSON Lines files."""
    return [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines() if line]


def labelled(story: Mapping[str, Any]) -> Example:
    """Return a story with the spans of its labelled claims."""
    text = str(story["text"])
    spans = [(low, high) for low, high in story["spans"]] if "spans" in story else _found(text, story["events"])
    count = len(spans)
    return Example(
        id=str(story["id"]),
        text=text,
        spans=tuple(spans),
        known=(True,) * count,
        links={(c, e): (sign == "+", STRENGTHS.index(strength)) for c, e, sign, strength, *_ in story["links"]},
        what_ifs=tuple(_what_if(one, count) for one in story["what_ifs"]),
    )


def _found(text: str, claims: Sequence[str]) -> list[tuple[int, int]]:
    """Find claims by their words; repeated words match in order."""
    spans, after = [], 0
    for words in claims:
        start = text.find(words, after)
        start = text.index(words) if start < 0 else start
        spans.append((start, start + len(words)))
        after = start
    return spans


def _what_if(row: Mapping[str, Any], count: int) -> WhatIf:
    values = dict.fromkeys(row["changed"], 1.0) | dict.fromkeys(row["unchanged"], 0.0)
    values |= dict.fromkeys(row.get("open", ()), 0.5)
    return WhatIf(had=row["had"], sets=frozenset(row["sets"]), changed=tuple(values.get(i) for i in range(count)))


def recut(example: Example, spans: Sequence[tuple[int, int]]) -> Example:
    """Transfer the labels of an example to other spans of its text."""
    home = _homes(example, spans)
    owners = {k: i for i, k in sorted(home.items(), reverse=True)}
    links = {(home[c], home[e]): v for (c, e), v in example.links.items() if c in home and e in home}

    def moved(what_ifs: Iterable[WhatIf]) -> tuple[WhatIf, ...]:
        return tuple(
            WhatIf(
                had=one.had,
                sets=frozenset(home[i] for i in one.sets),
                changed=tuple(one.changed[owners[k]] if k in owners else None for k in range(len(spans))),
            )
            for one in what_ifs
            if all(i in home for i in one.sets)
        )

    return replace(
        example,
        spans=tuple(spans),
        known=tuple(k in owners for k in range(len(spans))),
        links={pair: value for pair, value in links.items() if pair[0] != pair[1]},
        what_ifs=moved(example.what_ifs),
        denials=moved(example.denials),
    )


def _homes(example: Example, spans: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Map each labelled claim to the span that overlaps it most, if the overlap is large enough."""
    homes: dict[int, int] = {}
    for i, own in enumerate(example.spans):
        shares = [(_overlap(own, span), -k) for k, span in enumerate(spans)]
        best, place = max(shares, default=(0.0, 0))
        if best >= LEAST_OVERLAP:
            homes[i] = -place
    return homes


def owners(example: Example, spans: Sequence[tuple[int, int]]) -> tuple[int | None, ...]:
    """Return the labelled claim that each of other spans represents, or None."""
    first = {k: i for i, k in sorted(_homes(example, spans).items(), reverse=True)}
    return tuple(first.get(k) for k in range(len(spans)))


def inserted(example: Example, other: Example, at: int) -> Example:
    """Insert another, unrelated text between sentences of a text.

    Parameters
    ----------
    at
        Where the other text starts: 0, the length of the text, or after the space between two sentences.
    """
    before, after = example.text[:at].rstrip(), example.text[at:]
    text = " ".join(piece for piece in (before, other.text, after) if piece)
    start = len(before) + 1 if before else 0
    ahead = sum(high <= at for _, high in example.spans)
    count, more = len(example.spans), len(other.spans)
    own = [k if k < ahead else k + more for k in range(count)]
    new = [ahead + k for k in range(more)]
    later = start + len(other.text) + 1 - at
    spans = [(low, high) if k < ahead else (low + later, high + later) for k, (low, high) in enumerate(example.spans)]
    spans[ahead:ahead] = [(low + start, high + start) for low, high in other.spans]
    return Example(
        id=f"{example.id} and {other.id}",
        text=text,
        spans=tuple(spans),
        known=(*example.known[:ahead], *other.known, *example.known[ahead:]),
        links={**_moved(example.links, own), **_moved(other.links, new)},
        what_ifs=(
            *(_placed(one, own, count + more) for one in example.what_ifs),
            *(_placed(one, new, count + more) for one in other.what_ifs),
        ),
    )


def _moved(links: Mapping[tuple[int, int], Any], places: Sequence[int]) -> dict[tuple[int, int], Any]:
    return {(places[cause], places[effect]): value for (cause, effect), value in links.items()}


def _placed(what_if: WhatIf, places: Sequence[int], count: int) -> WhatIf:
    """Move a what-if's claims to other places; added claims do not change."""
    changed: list[float | None] = [0.0] * count
    for place, value in zip(places, what_if.changed, strict=True):
        changed[place] = value
    return WhatIf(had=what_if.had, sets=frozenset(places[k] for k in what_if.sets), changed=tuple(changed))


def breaks(example: Example) -> list[int]:
    """Return places between sentences that no claim spans, including start and end of the text."""
    places = [0, *(found.end() for found in _SENTENCE_END.finditer(example.text)), len(example.text)]
    return [place for place in places if not any(low < place < high for low, high in example.spans)]


def sentences(example: Example) -> list[Example]:
    """Return each sentence that holds claims as an example without what-ifs."""
    split = (restricted(example, [place]) for place in pairwise(breaks(example)))
    return [sentence for sentence in split if sentence.spans]


def restricted(example: Example, kept: Sequence[tuple[int, int]]) -> Example:
    """Join the stretches of a text that are kept, with the claims inside them, to an example without what-ifs."""
    text, spans, inside = "", [], []
    for low, high in kept:
        moved = len(text) - low
        here = [k for k, (start, end) in enumerate(example.spans) if low <= start and end <= high]
        spans += [(example.spans[k][0] + moved, example.spans[k][1] + moved) for k in here]
        inside += here
        text += example.text[low:high]
    new = {k: place for place, k in enumerate(inside)}
    return Example(
        id=f"{example.id} from {kept[0][0]}",
        text=text.rstrip(),
        spans=tuple(spans),
        known=tuple(example.known[k] for k in inside),
        links={(new[c], new[e]): value for (c, e), value in example.links.items() if c in new and e in new},
        what_ifs=(),
    )


def excerpt(example: Example, what_if: WhatIf, draw: random.Random) -> tuple[Example, WhatIf] | None:
    """Return the sentences of the claims that a what-if sets with some of the others, and the what-if of these.

    A link joins two claims if the text links them directly, or along claims that are left out. None if that leaves out
    nothing, or leaves fewer than two claims.
    """
    told = [example.spans[k] for k in what_if.sets]
    split, share = [*pairwise(breaks(example))], draw.uniform(*EXCERPT_SHARES)
    kept = [place for place in split if any(_overlap(place, span) for span in told) or draw.random() < share]
    inside = [k for a, b in kept for k, (start, end) in enumerate(example.spans) if a <= start and end <= b]
    if not told or len(inside) in {*range(2), len(example.spans)}:
        return None
    new = {k: place for place, k in enumerate(inside)}
    links = {(new[c], new[e]): how for (c, e), how in contracted(example.links, inside).items()}
    changed = tuple(what_if.changed[k] for k in inside)
    asked = WhatIf(had=what_if.had, sets=frozenset(new[k] for k in what_if.sets), changed=changed)
    return replace(restricted(example, kept), links=links), asked


def contracted(
    links: Mapping[tuple[int, int], tuple[bool, int]], kept: Collection[int]
) -> dict[tuple[int, int], tuple[bool, int]]:
    """Return the links between claims that are kept, direct ones or along claims that are not.

    A chain promotes if an even number of its links inhibit. It is needed if each of its links is, else it may be one.
    Two chains that differ may be one, and are none if one promotes and the other inhibits.

    Examples
    --------
    >>> contracted({(0, 1): (True, 0), (1, 2): (False, 0), (0, 3): (True, 2)}, {0, 2, 3})
    {(0, 3): (True, 2), (0, 2): (False, 0)}
    """
    found = {pair: how for pair, how in links.items() if set(pair) <= set(kept)}
    chains: dict[tuple[int, int], set[tuple[bool, int]]] = {}
    for cause, middle in (pair for pair in links if pair[0] in kept and pair[1] not in kept):
        for effect, how in _ends(links, middle, links[cause, middle], kept, {cause, middle}):
            chains.setdefault((cause, effect), set()).add(how)
    for pair, ways in chains.items():
        if pair not in found and len({promotes for promotes, _ in ways}) == 1:
            found[pair] = next(iter(ways)) if len(ways) == 1 else (next(iter(ways))[0], MAYBE)
    return found


def _ends(
    links: Mapping[tuple[int, int], tuple[bool, int]],
    middle: int,
    so_far: tuple[bool, int],
    kept: Collection[int],
    passed: set[int],
) -> Iterator[tuple[int, tuple[bool, int]]]:
    """Yield the kept claims that chains through claims left out reach, with sign and strength of each chain."""
    for (above, effect), (promotes, strength) in links.items():
        if above != middle or effect in passed:
            continue
        how = so_far[0] == promotes, NEED if so_far[1] == strength == NEED else MAYBE
        if effect in kept:
            yield effect, how
        else:
            yield from _ends(links, effect, how, kept, {*passed, effect})


def _overlap(a: tuple[int, int], b: tuple[int, int]) -> float:
    shared = max(0, min(a[1], b[1]) - max(a[0], b[0]))
    return shared / max(1, min(a[1] - a[0], b[1] - b[0])) + 0.01 * shared / max(1, max(a[1], b[1]) - min(a[0], b[0]))
