"""Backgrounds: time of day, light, season, wetness and warmth, as scales whose groups exclude one another.

Source: `lexicon/backgrounds.yaml`, written for this project.

Examples
--------
>>> [(one.scale, one.statement) for one in backgrounds("winter")]
[('season', 'It was winter')]
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files


@dataclass(frozen=True, slots=True, kw_only=True)
class Background:
    """One group of one scale, with the claim that it makes."""

    scale: str
    statement: str


@lru_cache(maxsize=1)
def _groups() -> dict[str, tuple[Background, ...]]:
    import yaml

    table = files("nlbridge.language.lexicon").joinpath("backgrounds.yaml").read_text(encoding="utf-8")
    found: dict[str, tuple[Background, ...]] = {}
    for scale, groups in yaml.safe_load(table).items():
        for statement, lemmas in groups.items():
            for lemma in lemmas.split():
                found[lemma] = (*found.get(lemma, ()), Background(scale=scale, statement=statement))
    return found


def backgrounds(lemma: str) -> tuple[Background, ...]:
    """Return the groups that a word belongs to."""
    return _groups().get(lemma, ())


def background_word(form: str) -> Background | None:
    """Return the first group of a word in its base form or its plural; other forms (`sprang`) say something else.

    Examples
    --------
    >>> background_word("nights").statement, background_word("sprang")
    ('It was night', None)
    """
    found = backgrounds(form) or backgrounds(form.removesuffix("s"))
    return found[0] if found else None


def exclusive(one: Background, other: Background) -> bool:
    """Tell whether two backgrounds cannot both hold."""
    return one.scale == other.scale and one.statement != other.statement
