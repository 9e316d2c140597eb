"""What an epoch shows of a labelled rewrite: the rewrite, and edits made of it by script, whose labels are certain.

| made by | labels |
|---|---|
| another what-if of the same story | what the claims are told as stays; invalid where one is surely not as asked |
| an edit of another story, a refusal | tells of no claim; invalid |
| the text itself | keeps every claim |
| a sentence left out | its claims are told of no more |
| sentences of another rewrite of the story in the place of those that tell the same claims | as these are labelled |
| one thing changed in the words that keep a claim: denied, another number, another name | not kept |
| a frame that denies it all | unknown; invalid |

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
"""Chance that an edit is shown without its what-if, or with one told by the claims that it sets."""
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
"""Sentences of another rewrite that are put into one at most."""
_SENTENCE = re.compile(r".+?(?:[.!?](?=\s|$)|\n|$)\s*", re.DOTALL)
_AUXILIARY = re.compile(r"\b(?:was|were|is|are|had|has|could|would|will|can|did|should)\b")
_DENIED = re.compile(r"\b(?:no|not|never|nobody|nothing|none|without|cannot)\b|n't")
_NUMBER = re.compile(r"\b\d+\b")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]{2,}\b")


def shown_edits(rewrite: Rewrite, others: Sequence[Rewrite], draw: random.Random) -> Iterator[EditRow]:
    """Yield the rows that show a rewrite in one epoch, their claims now as labelled, now as cut.

    Parameters
    ----------
    others
        Rewrites to take edits of other stories from.
    """
    row = row_of(rewrite)
    yield _recut(_asked(row, rewrite, draw), rewrite, draw)
    for chance, make in MADE:
        made = make(row, rewrite, others, draw) if draw.random() < chance else None
        if made is not None:
            yield _recut(made, rewrite, draw)


def _told_so(row: EditRow, edit: str, told: tuple[int, ...], what_if: WhatIf) -> EditRow:
    """Show an edit whose claims are known: it is invalid where one of them surely is not what the what-if asks for."""
    fitting = fits(told, what_if)
    valid = 0.0 if 0.0 in fitting else None
    return replace(row, edit=edit, told=told, had=what_if.had, fits=fitting, valid=valid, errors=None)


def _asked(row: EditRow, rewrite: Rewrite, draw: random.Random) -> EditRow:
    """Show a row with its what-if; now and then with none, and then it is only read; or with one told by its claims."""
    chance = draw.random()
    if chance < NO_WHAT_IF:
        return replace(row, had="", fits=(None,) * len(row.told), valid=None, errors=None)
    sets = rewrite.example.what_ifs[rewrite.which].sets
    if chance < NO_WHAT_IF + FORMAL and sets:
        claims = [row.text[low:high] for k, (low, high) in enumerate(row.spans) if k in sets]
        return replace(row, had=" and ".join(f"not {claim[:1].lower()}{claim[1:]}" for claim in claims))
    return row


def _foreign(row: EditRow, edit: str) -> EditRow:
    told = (ABSENT,) * len(row.told)
    return replace(row, edit=edit, told=told, fits=(None,) * len(told), valid=0.0, errors=None)


def _under_another(row: EditRow, rewrite: Rewrite, _: Sequence[Rewrite], draw: random.Random) -> EditRow | None:
    further = [one for k, one in enumerate(rewrite.example.what_ifs) if k != rewrite.which]
    return _told_so(row, row.edit, row.told, draw.choice(further)) if further else None


def _of_another(row: EditRow, rewrite: Rewrite, others: Sequence[Rewrite], draw: random.Random) -> EditRow | None:
    strange = draw.choice(others)
    return _foreign(row, strange.edit) if strange.example.id != rewrite.example.id else None


def _copied(row: EditRow, rewrite: Rewrite, _: Sequence[Rewrite], __: random.Random) -> EditRow:
    return _told_so(row, row.text, (KEPT,) * len(row.told), rewrite.example.what_ifs[rewrite.which])


def _mixed(row: EditRow, rewrite: Rewrite, _: Sequence[Rewrite], draw: random.Random) -> EditRow | None:
    if not rewrite.beside:
        return None
    other = draw.choice(rewrite.beside)
    found = crossed(rewrite, other, draw)
    which = draw.choice((rewrite.which, rewrite.which, other.which))
    return None if found is None else _told_so(row, *found, rewrite.example.what_ifs[which])


def _broken(row: EditRow, rewrite: Rewrite, _: Sequence[Rewrite], draw: random.Random) -> EditRow | None:
    found = spoilt(rewrite, draw)
    return None if found is None else _told_so(row, *found, rewrite.example.what_ifs[rewrite.which])


def _framed(row: EditRow, _: Rewrite, __: Sequence[Rewrite], draw: random.Random) -> EditRow:
    framed = draw.choice(FRAMES).format(row.edit[:1].lower() + row.edit[1:])
    nothing = (UNKNOWN,) * len(row.told)
    return replace(row, edit=framed, told=nothing, fits=(None,) * len(nothing), valid=0.0, errors=None)


def _refused(row: EditRow, _: Rewrite, __: Sequence[Rewrite], draw: random.Random) -> EditRow:
    return _foreign(row, draw.choice(REFUSALS))


def _sentences(edit: str) -> list[tuple[int, int]]:
    return [match.span() for match in _SENTENCE.finditer(edit) if match.group().strip()]


def told_in(rewrite: Rewrite) -> dict[int, frozenset[int]]:
    """Return for each sentence of a rewrite, by number, the claims whose quotes stand in it, if any do."""
    found: dict[int, set[int]] = {}
    bounds = _sentences(rewrite.edit)
    for claim, quote in enumerate(rewrite.quotes):
        at = rewrite.edit.find(quote) if quote else -1
        inside = [k for k, (low, high) in enumerate(bounds) if low <= at and at + len(quote) <= high]
        if inside:
            found.setdefault(inside[0], set()).add(claim)
    return {sentence: frozenset(claims) for sentence, claims in found.items()}


def _shorter(row: EditRow, rewrite: Rewrite, _: Sequence[Rewrite], draw: random.Random) -> EditRow | None:
    """Leave a sentence out: nobody knows whether that suits the what-if."""
    bounds = _sentences(row.edit)
    which = draw.randrange(len(bounds)) if bounds else 0
    gone = told_in(rewrite).get(which)
    if len(bounds) < 2 or not gone:
        return None
    low, high = bounds[which]
    told = tuple(ABSENT if k in gone else value for k, value in enumerate(row.told))
    asked = fits(told, rewrite.example.what_ifs[rewrite.which])
    fitting = tuple(None if k in gone else value for k, value in enumerate(asked))
    edit = (row.edit[:low] + row.edit[high:]).strip()
    return replace(row, edit=edit, told=told, fits=fitting, valid=0.0 if 0.0 in fitting else None, errors=None)


def crossed(rewrite: Rewrite, other: Rewrite, draw: random.Random) -> tuple[str, tuple[int, ...]] | None:
    """Put sentences of another rewrite of the story in the place of those that tell the same claims.

    Returns
    -------
    tuple or None
        The edit, and what it says of each claim; None where no two sentences tell the same claims in other words.
    """
    own, its = told_in(rewrite), told_in(other)
    bounds = [rewrite.edit[low:high] for low, high in _sentences(rewrite.edit)]
    new = [other.edit[low:high].strip() for low, high in _sentences(other.edit)]
    pairs = [(k, m) for k, a in own.items() for m, b in its.items() if a == b and bounds[k].strip() != new[m]]
    told, done = list(rewrite.told), set[int]()
    for k, m in draw.sample(pairs, min(len(pairs), draw.randint(1, MOST_CROSSED))):
        if k in done:
            continue
        done.add(k)
        bounds[k] = f"{new[m]} "
        for claim in own[k]:
            told[claim] = other.told[claim]
    return ("".join(bounds).strip(), tuple(told)) if done else None


def spoilt(rewrite: Rewrite, draw: random.Random) -> tuple[str, tuple[int, ...]] | None:
    """Change one thing in the words that keep a claim; None where nothing is plainly there to change.

    What other claims share these words are no longer known to be told.
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
        found = [(new, value) for new, value in ways if new is not None]
        if found:
            new, value = draw.choice(found)
            shared = {j for j, q in enumerate(rewrite.quotes) if j != k and q and (q in quote or quote in q)}
            told = [UNKNOWN if j in shared else was for j, was in enumerate(rewrite.told)]
            told[k] = value
            return rewrite.edit.replace(quote, new), tuple(told)
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
    one = draw.choice(shared)
    was = int(one.group())
    now = draw.choice([n for n in (was + draw.randint(1, 9), was - draw.randint(1, 9), 2 * was + 1) if n >= 0])
    return f"{quote[: one.start()]}{now}{quote[one.end() :]}"


def _renamed(quote: str, claim: str, text: str, draw: random.Random) -> str | None:
    names = {name.group() for name in _NAME.finditer(text)}
    shared = [name for name in re.finditer(r"\b[A-Z][a-z]{2,}\b", quote) if name.group() in names & set(claim.split())]
    if not shared or len(names) < 2:
        return None
    one = draw.choice(shared)
    return f"{quote[: one.start()]}{draw.choice(sorted(names - {one.group()}))}{quote[one.end() :]}"


def _recut(row: EditRow, rewrite: Rewrite, draw: random.Random) -> EditRow:
    """Now and then show the claims as the clause cutter has them, with the labels carried over."""
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
"""What is made of a rewrite, and the chance that an epoch shows it."""
