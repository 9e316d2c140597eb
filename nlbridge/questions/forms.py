"""The forms in which a causal question is asked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from nlbridge.language.lexicon import word_order


class Form(StrEnum):
    """What a question asks for."""

    MARGINAL = "marginal"
    CORRELATION = "correlation"
    EFFECT = "effect"
    TREATED = "treated"
    INDIRECT = "indirect"
    DIRECT = "direct"
    EXPLAINING = "explaining"
    INFLUENCE = "influence"
    ADJUSTMENT = "adjustment"
    COUNTERFACTUAL = "counterfactual"
    CONTROLLED = "controlled"
    NECESSITY = "necessity"
    IDENTIFICATION = "identification"
    SETS = "sets"
    LINEAGE = "lineage"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedForm:
    """A question with its phrases.

    Parameters
    ----------
    direction
        1 where it asks for more, -1 for less; for `influence`: 1 where it asks whether there is one.
    phrases
        By role: `cause`, `effect`, `other`, `condition`, `antecedent`, `mediators`; `first` and `second` are the
        numbers of the methods that are compared.
    """

    form: Form
    direction: int
    phrases: dict[str, str]


_MORE: Final = word_order("more_patterns")
_LESS: Final = word_order("less_patterns")
_WAY: Final = rf"(?P<way>{'|'.join((*_MORE, *_LESS))})"
_CHANCE: Final = r"(?:the\s+)?(?:chances?|probability|likelihood|risk|odds)\s+(?:of|that|for)"
_COMPARED: Final = r"(?:\s+(?:overall|in general))?"

_AFFECT: Final = r"(?:affects?|influences?)"
_VIA: Final = r"(?:through|via|by\s+way\s+of)"
_LOOK: Final = r"if\s+(?:we|one)\s+looks?\s+(?:only\s+)?at\s+(?P<condition>.+?),\s*"
_PATTERNS: Final = {
    Form.ADJUSTMENT: (
        rf"to\s+understand\s+how\s+(?P<cause>.+?)\s+{_AFFECT}\s+(?P<effect>.+?),\s*"
        r"(?:is\s+it\s+(?:more\s+)?(?:correct|right|better)|should\s+(?:we|one))\b.*?"
        r"method\s*(?P<first>\d+)\s+(?:rather\s+than|instead\s+of|than|or)\s+(?:the\s+)?(?:method\s*)?(?P<second>\d+)"
    ),
    Form.DIRECT: (
        r"if\s+(?:we|one)\s+(?:disregards?|ignores?|sets?\s+aside)\s+(?:the\s+)?"
        rf"(?:mediation|mediating|mediated|indirect)?\s*effects?\s+{_VIA}\s+(?P<mediators>.+?),\s*"
        rf"(?:would|does|will|do)\s+(?P<cause>.+?)\s+{_WAY}\s+{_AFFECT}\s+(?P<effect>.+)"
    ),
    Form.INDIRECT: (
        rf"(?:does|do|would|will)\s+(?P<cause>.+?)\s+{_WAY}\s+{_AFFECT}\s+(?P<effect>.+?)\s+{_VIA}\s+(?P<mediators>.+)"
    ),
    Form.EXPLAINING: (
        rf"{_LOOK}(?:does|do|will|would)\s+{_CHANCE}\s+(?P<effect>.+?)\s+{_WAY}\s+"
        r"(?:when|if|with|given|for)\s+(?P<cause>.+)"
    ),
    Form.INFLUENCE: (
        rf"{_LOOK}(?:does|would)\s+(?:it|this|that)\s+mean\s+(?:that\s+)?(?P<cause>.+?)\s+"
        rf"(?P<not>does\s+not\s+|doesn't\s+|do\s+not\s+)?{_AFFECT}\s+(?P<effect>.+)"
    ),
    Form.TREATED: (
        rf"(?:for|among)\s+(?P<condition>.+?),\s*would\s+it\s+be\s+{_WAY}\s+likely\s+(?:to\s+see|that|to\s+have)\s+"
        r"(?P<effect>.+?)\s+if\s+(?P<antecedent>.+)"
    ),
    Form.CORRELATION: (
        rf"is\s+{_CHANCE}\s+(?P<effect>.+?)\s+{_WAY}\s+(?:when|if|after|given|upon)\s+"
        r"(?:observing|seeing|we\s+observe|we\s+see)\s+(?P<cause>.+)"
    ),
    Form.MARGINAL: rf"(?:is|are)\s+(?P<effect>.+?)\s+{_WAY}\s+likely\s+than\s+(?P<other>.+?){_COMPARED}",
    Form.EFFECT: rf"(?:will|would|does|do)\s+(?P<cause>.+?)\s+{_WAY}\s+{_CHANCE}\s+(?P<effect>.+)",
    Form.COUNTERFACTUAL: r"would\s+(?P<effect>.+?)\s+if\s+(?P<cause>.+?)(?:\s+instead\s+of\s+(?P<other>.+))?",
}
"""What a question looks like in each form; the first that fits a whole question counts."""
_FORMS: Final = tuple((form, re.compile(pattern, re.IGNORECASE)) for form, pattern in _PATTERNS.items())


_HEAD: Final = re.compile(r"^question\s*:\s*", re.IGNORECASE)


def read_form(question: str) -> AskedForm | None:
    """Read the form of a question; None for a form that is not known.

    Examples
    --------
    >>> asked = read_form("Will regular training increase the chance of good health?")
    >>> asked.form.value, asked.direction, asked.phrases
    ('effect', 1, {'cause': 'regular training', 'effect': 'good health'})
    """
    text = _HEAD.sub("", " ".join(question.split())).rstrip(" ?")
    for form, pattern in _FORMS:
        match = pattern.fullmatch(text)
        if match is not None:
            groups = {name: found for name, found in match.groupdict().items() if found}
            return AskedForm(form=form, direction=_direction(groups), phrases=_phrases(groups))
    return None


def _direction(groups: dict[str, str]) -> int:
    if "not" in groups:
        return -1
    way = groups.get("way", "more").lower()
    return -1 if any(re.fullmatch(word, way) for word in _LESS) else 1


def _phrases(groups: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in groups.items() if name != "way" and name != "not"}
