"""How likely it is that a what-if is about this text at all, and not about another one.

The network says which claim a what-if sets, and was only ever asked about what-ifs of the same text. What it lacks are
the words: a what-if about another text shares few of them, in any form or sense. Both are weighed together, by a fit on
what-ifs beside their own text and beside others (`nlbridge.fitting.fit_belonging`).

Examples
--------
>>> from nlbridge.language.encoder.scores import scores
>>> text, spans = "The pump failed, so the cellar flooded.", ((0, 15), (20, 38))
>>> chance = {
...     clause: belonging(clause, text, spans, scores(clause, text, spans))
...     for clause in ("the cellar stayed dry", "the jury believed her")
... }
>>> chance["the cellar stayed dry"] > 0.5 > chance["the jury believed her"]
True
"""

from __future__ import annotations

import json
import math
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from nlbridge.language.meaning.alignment import Word, related, words

if TYPE_CHECKING:
    from nlbridge.language.encoder.scores import Scores

PRONOUNS: Final = frozenset("he she it they we i you there nobody nothing someone somebody everybody everyone".split())
NEAR: Final = 0.6
"""Likeness from which a word takes up another."""
SAME: Final = 0.99
MANY: Final = 4
"""Shared words beyond which more of them say nothing more."""
FEATURES: Final = (
    "set",
    "set beside the next",
    "changed",
    "claims",
    "words shared",
    "words near",
    "count shared",
    "first word near",
    "last word near",
    "names missing",
    "pronoun first",
    "near in the claim",
    "set and near",
    "set and no word near",
)


def features(clause: str, text: str, spans: tuple[tuple[int, int], ...], found: Scores) -> tuple[float, ...]:
    """Return what speaks for a what-if being about a text, in the order of `FEATURES`.

    Units
    -----
    features : log-odds, shares, or counts
    """
    said = [word for word in words(clause) if word.content]
    told = [word for word in words(text) if word.content]
    best = [_nearest(word, told) for word in said]
    place = int(found.sets.argmax())
    start, end = spans[place]
    claim = [word for word in told if start <= word.start < end]
    near = [score >= NEAR for score in best]
    chance = _log_odds(float(found.sets[place]))
    second = sorted((float(value) for value in found.sets), reverse=True)[1:2]
    names = {word for word in clause.split()[1:] if word[:1].isupper()}
    known = _share(near)
    return (
        chance,
        chance - _log_odds(second[0] if second else 0.0),
        _log_odds(float(found.changed.max())),
        math.log(len(spans)),
        _share([score >= SAME for score in best]),
        known,
        min(MANY, sum(score >= SAME for score in best)),
        float(near[0]) if near else 0.5,
        float(near[-1]) if near else 0.5,
        sum(name.strip(",.'s") not in text for name in names),
        float(clause.lower().split()[:1] != [] and clause.lower().split()[0] in PRONOUNS),
        _share([_nearest(word, claim) >= NEAR for word in said]),
        chance * known,
        chance * float(not any(near)),
    )


def _nearest(word: Word, others: list[Word]) -> float:
    return max((related(word, other)[0] for other in others), default=0.0)


def _share(values: list[bool]) -> float:
    return sum(values) / len(values) if values else 0.5


def _log_odds(chance: float) -> float:
    kept = min(max(chance, 0.005), 0.995)
    return math.log(kept / (1 - kept))


def belonging(clause: str, text: str, spans: tuple[tuple[int, int], ...], found: Scores) -> float:
    """Return the chance that a what-if is about a text.

    Units
    -----
    spans : characters
    """
    weights = fitted_weights()
    rows = zip(FEATURES, features(clause, text, spans, found), strict=True)
    return 1 / (1 + math.exp(-weights["bias"] - sum(weights[name] * value for name, value in rows)))


@cache
def fitted_weights() -> dict[str, Any]:
    """Read the weights that `nlbridge.fitting.fit_belonging` fitted."""
    file = files("nlbridge").joinpath("weights", "belonging.json")
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found
