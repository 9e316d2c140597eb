"""Word lists as readable data files."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import yaml


@cache
def word_class(name: str) -> frozenset[str]:
    """Return the lemmas of a class of `events.yaml`.

    Examples
    --------
    >>> "storm" in word_class("weather")
    True
    """
    table = files("nlbridge.language.lexicon").joinpath("events.yaml").read_text(encoding="utf-8")
    return frozenset(yaml.safe_load(table)[name].split())
