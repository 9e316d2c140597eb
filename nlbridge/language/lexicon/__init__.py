"""Which words signal a cause, a setting or a unit?

In: word lists as data files.
Out: inventories that other rooms look up.

| file | holds |
|---|---|
| `account_phrases` | Phrases that open what is no account of what happened: greetings, wishes, instructions ... |
| `amounts` | Amounts in English: number, unit and the role that a preposition gives them |
| `backgrounds` | Settings of a story: time of day, season, day of the week, weather, light, tide and the like |
| `connectives` | The inventory of English causal signals, and where a text uses them |
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import yaml


@cache
def word_class(name: str, table: str = "events") -> frozenset[str]:
    """Return the lemmas of a class of `events.yaml`, or of another table.

    Examples
    --------
    >>> "storm" in word_class("weather"), "price" in word_class("scale_nouns", "quantities")
    (True, True)
    """
    listed = files("nlbridge.language.lexicon").joinpath(f"{table}.yaml").read_text(encoding="utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml's, ten times as fast, where it is there
    return frozenset(yaml.load(listed, Loader=loader)[name].split())  # noqa: S506  a safe loader, on a file of ours
