"""Sentences that tell of the weather, which nothing in a story brings about: *it snowed all night*.

Examples
--------
>>> tells_of_weather("It snowed all night."), tells_of_weather("That night a heavy storm came up.")
(True, True)
>>> tells_of_weather("There was thick fog."), tells_of_weather("The storm damage was repaired.")
(True, False)
>>> tells_of_weather("It rained in through the roof."), tells_of_weather("The snow melted.")
(False, False)
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final

from nlbridge.language.lexicon import word_class, word_order

INTO: Final = word_class("into_prepositions")
"""Words after which rain is where it should not be."""
BETWEEN: Final = 3
"""Words that may stand between an article and its noun, or before the subject."""
_WORD: Final = re.compile(r"[a-z']+")


@lru_cache(maxsize=4096)
def tells_of_weather(sentence: str) -> bool:
    """Tell whether a sentence tells of weather that came, lasted or was there, and of nothing that it did."""
    told = _WORD.findall(sentence.lower())
    return _impersonal(told) or _was_there(told) or _came(told)


def _impersonal(told: list[str]) -> bool:
    """Tell whether `it` rains or snows."""
    verbs = word_class("weather_verbs")
    places = [k for k, word in enumerate(told) if word in verbs]
    return any("it" in told[max(0, k - BETWEEN) : k] and not INTO & set(told[k + 1 : k + 2]) for k in places[:1])


def _was_there(told: list[str]) -> bool:
    """Tell whether `there was` weather."""
    begins = told[:2] in (["there", "was"], ["there", "were"]) or tuple(told[:3]) == word_order("there_had_been")
    return begins and told[-1] in word_class("weather_nouns") and len(told) <= BETWEEN + 3


def _came(told: list[str]) -> bool:
    """Tell whether weather is the subject of a verb by which it comes or lasts."""
    nouns, comes = word_class("weather_nouns"), word_class("weather_comes")
    pairs = pairwise(told[: 2 * BETWEEN + 1])
    return any(noun in nouns and verb in comes for noun, verb in pairs)
