"""The rows that an epoch shows for a labelled rewrite: the rewrite, and edits derived from it with certain labels.

| made by | labels |
|---|---|
| another what-if of the same story | same claims; invalid if one certainly does not fit the what-if |
| an edit of another story, a refusal | all claims absent; invalid |
| the text itself | every claim kept |
| leaving a sentence out | its claims absent |
| sentences of another rewrite of the story, swapped in for sentences with the same claims | as labelled there |
| denying the words that keep a claim | altered |
| changing a number or name in these words | not kept |
| a frame that denies everything | claims unknown; invalid |

Examples
--------
>>> import random
>>> from research.training.encoder.edits import rewrite_of
>>> story = {
...     "id": "s",
...     "text": "The tap leaked. The floor was wet.",
...     "events": ["The tap leaked", "The floor was wet"],
...     "links": [[0, 1, "+", "need", ""]],
...     "what_ifs": [{"had": "the tap held", "sets": [0], "changed": [0, 1], "unchanged": [], "open": []}],
... }
>>> told = {"story": "s", "what_if": 0, "errors": ["E2"], "claims": ["altered", "kept"]}
>>> rewrite = rewrite_of(
...     story, told | {"edit": "The tap held. The floor was wet.", "quotes": ["The tap held", "The floor was wet"]}
... )
>>> other = rewrite_of(
...     story,
...     told | {"edit": "No leak. Wet it was.", "claims": ["altered", "kept"], "quotes": ["No leak", "Wet it was"]},
... )
>>> crossed(rewrite, other, random.Random(1))
('No leak. The floor was wet.', (1, 0))
>>> spoilt(rewrite, random.Random(0))
('The tap held. The floor was no longer wet.', (1, 1))
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from research.training.encoder.edits import ABSENT, ALTERED, KEPT, NOT_KEPT, UNKNOWN, EditRow, Rewrite, fits, row_of
from research.training.encoder.examples import WhatIf

NO_WHAT_IF, FORMAL = 0.15, 0.1
"""Chances that an edit appears without its what-if, or with one made of the claims that it sets."""
FRAMES: Final = (
    "It is false that {}",
    "None of this happened: {}",
    "In the dream, {}",
    "He lied when he said: {}",
    "Nobody believes that {}",
    "Suppose for a moment, wrongly, that {}",
    "It would be a mistake to write: {}",
)
REFUSALS: Final = (
    "I can't do that.",
    "Sorry, this request is beyond what I can do.",
    "Here is the text you asked for.",
    "n/a",
    "ok",
    "As a language model I have no opinion on this.",
    "The passage would be different.",
    "See the original.",
    "Nothing changes.",
    "[rewritten passage]",
    "Please provide more context.",
    "Everything stays the same.",
)
MOST_CROSSED: Final = 3
"""Most sentences taken from another rewrite."""
_SENTENCE = re.compile(r".+?(?:[.!?](?=\s|$)|\n|$)\s*", re.DOTALL)
_AUXILIARY = re.compile(r"\b(?:was|were|is|are|had|has|could|would|will|can|did|should)\b")
_DENIED = re.compile(r"\b(?:no|not|never|nobody|nothing|none|without|cannot)\b|n't")
_NUMBER = re.compile(r"\b\d+\b")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]{2,}\b")


def shown_edits(rewrite: Rewrite, others: Sequence[Rewrite], draw: random.Random) -> Iterator[EditRow]:
    """Yield one epoch's rows for a rewrite, at random with claims as labelled or as cut.

    Parameters
    ----------
    others
        Rewrites that supply edits of other stories.
    """
    row = row_of(rewrite)
    yield _recut(_asked(row, rewrite, draw), rewrite, draw)
    for chance, make in MADE:
        made = make(row, rewrite, others, draw) if draw.random() < chance else None
        if made is not None:
            yield _recut(made, rewrite, draw)


def _told_so(row: EditRow, edit: str, claims: tuple[int, ...], what_if: WhatIf) -> EditRow:
    """Return a row for an edit with known claims; it is invalid if one of them certainly does not fit the what-if."""
    fit = fits(claims, what_if)
    valid = 0.0 if 0.0 in fit else None
    return replace(row, edit=edit, told=claims, had=what_if.had, fits=fit, valid=valid, errors=None)


def _asked(row: EditRow, rewrite: Rewrite, draw: random.Random) -> EditRow:
    """Return a row with its what-if; sometimes with none and no verdict, or with one made of the claims it sets."""
    chance = draw.random()
    if chance < NO_WHAT_IF:
        return replace(row, had="", fits=(None,) * len(row.told), valid=None, errors=None)
    sets = rewrite.example.what_ifs[rewrite.which].sets
    if chance < NO_WHAT_IF + FORMAL and sets:
        claims = [row.text[low:high] for k, (low, high) in enumerate(row.spans) if k in sets]
        return replace(row, had=" and ".join(f"not {claim[:1].lower()}{claim[1:]}" for claim in claims))
    return row


def _foreign(row: EditRow, edit: str) -> EditRow:
    absent = (ABSENT,) * len(row.told)
    return replace(row, edit=edit, told=absent, fits=(None,) * len(absent), valid=0.0, errors=None)


def _under_another(row: EditRow, rewrite: Rewrite, _: Sequence[Rewrite], draw: random.Random) -> EditRow | None:
    other_what_ifs = [what_if for k, what_if in enumerate(rewrite.example.what_ifs) if k != rewrite.which]
    return _told_so(row, row.edit, row.told, draw.choice(other_what_ifs)) if other_what_ifs else None


def _of_another(row: EditRow, rewrite: Rewrite, others: Sequence[Rewrite], draw: random.Random) -> EditRow | None:
    other = draw.choice(others)
    return _foreign(row, other.edit) if other.example.id != rewrite.example.id else None


def _copied(row: EditRow, rewrite: Rewrite, _: Sequence[Rewrite], __: random.Random) -> EditRow:
    return _told_so(row, row.text, (KEPT,) * len(row.told), rewrite.example.what_ifs[rewrite.which])


def _mixed(row: EditRow, rewrite: Rewrite, _: Sequence[Rewrite], draw: random.Random) -> EditRow | None:
    if not rewrite.beside:
        return None
    other = draw.choice(rewrite.beside)
    crossing = crossed(rewrite, other, draw)
    which = draw.choice((rewrite.which, rewrite.which, other.which))
    return None if crossing is None else _told_so(row, *crossing, rewrite.example.what_ifs[which])


def _broken(row: EditRow, rewrite: Rewrite, _: Sequence[Rewrite], draw: random.Random) -> EditRow | None:
    spoiled = spoilt(rewrite, draw)
    return None if spoiled is None else _told_so(row, *spoiled, rewrite.example.what_ifs[rewrite.which])


def _framed(row: EditRow, _: Rewrite, __: Sequence[Rewrite], draw: random.Random) -> EditRow:
    framed = draw.choice(FRAMES).format(row.edit[:1].lower() + row.edit[1:])
    unknown = (UNKNOWN,) * len(row.told)
    return replace(row, edit=framed, told=unknown, fits=(None,) * len(unknown), valid=0.0, errors=None)


def _refused(row: EditRow, _: Rewrite, __: Sequence[Rewrite], draw: random.Random) -> EditRow:
    return _foreign(row, draw.choice(REFUSALS))


def _sentences(edit: str) -> list[tuple[int, int]]:
    return [match.span() for match in _SENTENCE.finditer(edit) if match.group().strip()]


def told_in(rewrite: Rewrite) -> dict[int, frozenset[int]]:
    """Map sentence numbers of a rewrite to the claims whose quotes they contain."""
    by_sentence: dict[int, set[int]] = {}
    bounds = _sentences(rewrite.edit)
    for claim, quote in enumerate(rewrite.quotes):
        at = rewrite.edit.find(quote) if quote else -1
        inside = [k for k, (low, high) in enumerate(bounds) if low <= at and at + len(quote) <= high]
        if inside:
            by_sentence.setdefault(inside[0], set()).add(claim)
    return {sentence: frozenset(claims) for sentence, claims in by_sentence.items()}


def _shorter(row: EditRow, rewrite: Rewrite, _: Sequence[Rewrite], draw: random.Random) -> EditRow | None:
    """Leave a sentence out; whether its claims then fit the what-if is unknown."""
    bounds = _sentences(row.edit)
    which = draw.randrange(len(bounds)) if bounds else 0
    omitted = told_in(rewrite).get(which)
    if len(bounds) < 2 or not omitted:
        return None
    low, high = bounds[which]
    values = tuple(ABSENT if k in omitted else value for k, value in enumerate(row.told))
    asked = fits(values, rewrite.example.what_ifs[rewrite.which])
    fitting = tuple(None if k in omitted else value for k, value in enumerate(asked))
    edit = (row.edit[:low] + row.edit[high:]).strip()
    return replace(row, edit=edit, told=values, fits=fitting, valid=0.0 if 0.0 in fitting else None, errors=None)


def crossed(rewrite: Rewrite, other: Rewrite, draw: random.Random) -> tuple[str, tuple[int, ...]] | None:
    """Swap in sentences of another rewrite of the story for sentences with the same claims.

    Returns
    -------
    tuple or None
        The edit and its label for each claim; None if no two sentences state the same claims in other words.
    """
    own, its = told_in(rewrite), told_in(other)
    bounds = [rewrite.edit[low:high] for low, high in _sentences(rewrite.edit)]
    new = [other.edit[low:high].strip() for low, high in _sentences(other.edit)]
    pairs = [(k, m) for k, a in own.items() for m, b in its.items() if a == b and bounds[k].strip() != new[m]]
    values, done = list(rewrite.told), set[int]()
    for k, m in draw.sample(pairs, min(len(pairs), draw.randint(1, MOST_CROSSED))):
        if k in done:
            continue
        done.add(k)
        bounds[k] = f"{new[m]} "
        for claim in own[k]:
            values[claim] = other.told[claim]
    return ("".join(bounds).strip(), tuple(values)) if done else None


def spoilt(rewrite: Rewrite, draw: random.Random) -> tuple[str, tuple[int, ...]] | None:
    """Change one thing in the words that keep a claim; return None if nothing can be changed.

    Other claims that share these words become unknown.
    """
    kept = [
        k
        for k, (value, quote) in enumerate(zip(rewrite.told, rewrite.quotes, strict=True))
        if value == KEPT and quote and rewrite.edit.count(quote) == 1
    ]
    for k in draw.sample(kept, len(kept)):
        low, high = rewrite.example.spans[k]
        quote, claim = rewrite.quotes[k], rewrite.example.text[low:high]
        ways = (
            (_denied(quote, draw), ALTERED),
            (_recounted(quote, claim, draw), NOT_KEPT),
            (_renamed(quote, claim, rewrite.example.text, draw), NOT_KEPT),
        )
        changes = [(new, value) for new, value in ways if new is not None]
        if changes:
            new, value = draw.choice(changes)
            shared = {j for j, q in enumerate(rewrite.quotes) if j != k and q and (q in quote or quote in q)}
            values = [UNKNOWN if j in shared else was for j, was in enumerate(rewrite.told)]
            values[k] = value
            return rewrite.edit.replace(quote, new), tuple(values)
    return None


def _denied(quote: str, draw: random.Random) -> str | None:
    verb = _AUXILIARY.search(quote)
    if verb is None or _DENIED.search(quote):
        return None
    return f"{quote[: verb.end()]} {draw.choice(('not', 'not', 'never', 'no longer'))}{quote[verb.end() :]}"


def _recounted(quote: str, claim: str, draw: random.Random) -> str | None:
    shared = [number for number in _NUMBER.finditer(quote) if number.group() in claim]
    if not shared:
        return None
    match = draw.choice(shared)
    was = int(match.group())
    now = draw.choice([n for n in (was + draw.randint(1, 9), was - draw.randint(1, 9), 2 * was + 1) if n >= 0])
    return f"{quote[: match.start()]}{now}{quote[match.end() :]}"


def _renamed(quote: str, claim: str, text: str, draw: random.Random) -> str | None:
    names = {name.group() for name in _NAME.finditer(text)}
    shared = [name for name in re.finditer(r"\b[A-Z][a-z]{2,}\b", quote) if name.group() in names & set(claim.split())]
    if not shared or len(names) < 2:
        return None
    chosen = draw.choice(shared)
    return f"{quote[: chosen.start()]}{draw.choice(sorted(names - {chosen.group()}))}{quote[chosen.end() :]}"


def _recut(row: EditRow, rewrite: Rewrite, draw: random.Random) -> EditRow:
    """Sometimes replace the claims with those of the clause cutter, and carry the labels over."""
    if rewrite.cut is None or draw.random() < 0.5:
        return row
    example, homes = rewrite.cut
    return replace(
        row,
        spans=example.spans,
        told=tuple(UNKNOWN if home is None else row.told[home] for home in homes),
        fits=tuple(None if home is None else row.fits[home] for home in homes),
    )


Maker: TypeAlias = Callable[[EditRow, Rewrite, Sequence[Rewrite], random.Random], EditRow | None]
MADE: Final[tuple[tuple[float, Maker], ...]] = (
    (0.25, _under_another),
    (0.12, _of_another),
    (0.1, _copied),
    (0.15, _shorter),
    (0.5, _mixed),
    (0.3, _broken),
    (0.05, _framed),
    (0.03, _refused),
)
"""Chance that an epoch includes each kind of edit, and the function that makes it."""
