"""The forms of causal questions, and of sentences that give a probability or a correlation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from benchmarks.questions.background import Sentence
from benchmarks.questions.errors import QuestionNotReadError
from nlbridge.language.lexicon import word_order


class Form(StrEnum):
    """The quantity or fact that a question asks for."""

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
        1 if it asks about more, -1 about less; for `influence`, -1 if it asks whether there is none.
    phrases
        By role: `cause`, `effect`, `other`, `condition`, `antecedent`, `mediators`; `first` and `second` are the
        numbers of the two methods compared.
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
"""Pattern of each form; the first that matches the whole question counts."""
_FORMS: Final = tuple((form, re.compile(pattern, re.IGNORECASE)) for form, pattern in _PATTERNS.items())


_HEAD: Final = re.compile(r"^question\s*:\s*", re.IGNORECASE)


def read_form(question: str) -> AskedForm | None:
    """Read the form of a question; return None for an unknown form.

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
            groups = {name: words for name, words in match.groupdict().items() if words}
            return AskedForm(form=form, direction=_direction(groups), phrases=_phrases(groups))
    return None


def _direction(groups: dict[str, str]) -> int:
    if "not" in groups:
        return -1
    way = groups.get("way", "more").lower()
    return -1 if any(re.fullmatch(word, way) for word in _LESS) else 1


def _phrases(groups: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in groups.items() if name != "way" and name != "not"}


# ---------------------------------------------------------------- sentences that give a number

NUMBER: Final = r"(?P<number>\d+(?:\.\d+)?\s*(?:%|percent|per cent)|[01]?\.\d+|[01])"
"""A probability in digits."""
CHANCE: Final = r"(?:probability|chance|chances|likelihood|risk|share|proportion|frequency)"
"""Words for a probability."""
IS: Final = r"(?:is|are|was|were|equals|=|amounts to)\s+(?:about\s+|approximately\s+)?"
"""Words between a probability and its number."""
_GIVEN: Final = re.compile(
    rf"^(?:for|among|of|in|when|if|given|amongst)\s+(?P<condition>.+?),\s*(?:the\s+)?{CHANCE}\s+(?:of|that|for)\s+"
    rf"(?P<event>.+?)\s+{IS}{NUMBER}$",
    re.IGNORECASE,
)
_AFTER: Final = re.compile(
    rf"^(?:the\s+)?{CHANCE}\s+(?:of|that|for)\s+(?P<event>.+?)\s+(?:given|among|conditional on)\s+"
    rf"(?P<condition>.+?)\s+{IS}{NUMBER}$",
    re.IGNORECASE,
)
_PLAIN: Final = re.compile(
    rf"^(?:overall,\s*)?(?:the\s+)?(?P<overall>overall\s+)?{CHANCE}\s+(?:of|that|for)\s+(?P<event>.+?)\s+{IS}{NUMBER}$",
    re.IGNORECASE,
)
_CORRELATION: Final = re.compile(
    r"^(?:(?:for|among|of|in)\s+(?P<condition>.+?),\s*)?(?:the\s+)?correlation\s+between\s+(?P<pair>.+?)\s+"
    rf"{IS}(?P<number>[-−]?\d*\.?\d+)$",
    re.IGNORECASE,
)


class StatementKind(StrEnum):
    """The kind of number that a sentence gives."""

    PROBABILITY = "probability"
    CORRELATION = "correlation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A number with the phrases that it describes.

    Parameters
    ----------
    event, condition
        In the words of the text; the condition may be empty. For a correlation, the event names both variables.
    slack
        Half a unit in the last digit.
    overall
        Whether the sentence gives an `overall` probability.
    """

    kind: StatementKind
    event: str
    condition: str
    value: float
    slack: float
    sentence: Sentence
    overall: bool = False


def read_statement(sentence: Sentence) -> Statement | None:
    """Read a sentence that gives a number; return None for any other.

    Examples
    --------
    >>> from benchmarks.questions.background import sentences
    >>> [found] = [read_statement(one) for one in sentences("For cyclists, the probability of good health is 62%.")]
    >>> found.condition, found.event, found.value, found.slack
    ('cyclists', 'good health', 0.62, 0.005)
    """
    text = sentence.text.strip()
    match = _CORRELATION.match(text)
    if match:
        value = float(match["number"].replace("−", "-"))
        kind = StatementKind.CORRELATION
        return Statement(
            kind=kind,
            event=match["pair"],
            condition=match["condition"] or "",
            value=value,
            slack=0.005,
            sentence=sentence,
        )
    match = _GIVEN.match(text) or _AFTER.match(text) or _PLAIN.match(text)
    if match is None:
        return None
    groups = match.groupdict()
    value, slack = number_and_slack(groups["number"])
    return Statement(
        kind=StatementKind.PROBABILITY,
        event=groups["event"],
        condition=groups.get("condition") or "",
        value=value,
        slack=slack,
        sentence=sentence,
        overall=bool(groups.get("overall")),
    )


def number_and_slack(text: str) -> tuple[float, float]:
    """Return a written probability, and half a unit in its last digit.

    Raises
    ------
    QuestionNotReadError
        If the number is above 1.

    Examples
    --------
    >>> number_and_slack("25 %"), number_and_slack("0.3")
    ((0.25, 0.005), (0.3, 0.05))
    """
    digits = re.match(r"[\d.]+", text)
    shown = digits[0] if digits else text
    places = len(shown.partition(".")[2])
    scale = 1.0 if shown == text.strip() else 0.01
    value = float(shown) * scale
    if value > 1.0:
        message = f"expected a probability of at most 1, or 100 %, got {text!r}; correct the number"
        raise QuestionNotReadError(message)
    return value, 0.5 * 10.0**-places * scale
