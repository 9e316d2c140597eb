"""The forms and numbers of questions that name variables and values word for word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from benchmarks.questions.errors import QuestionNotReadError
from benchmarks.questions.forms import CHANCE, IS, NUMBER, Form, number_and_slack
from benchmarks.questions.stated_graph import (
    BE,
    BEFORE,
    ValuedPhrase,
    ValueWords,
    any_name,
    valued_phrases,
)
from causalcore.identification import Given, Probability, probability

if TYPE_CHECKING:
    from benchmarks.questions.background import Sentence
    from benchmarks.questions.stated_graph import StatedGraph


_WHOLE: Final = re.compile(rf"^(?P<body>.+?)\s+{IS}{NUMBER}$", re.IGNORECASE | re.DOTALL)
_OF: Final = re.compile(rf"(?:overall,\s*)?(?:the\s+)?(?:overall\s+)?{CHANCE}\s+(?:of|that|for)\s+", re.IGNORECASE)
_AMONG: Final = re.compile(r"^(?:for|among|amongst|of|in|given(?:\s+that)?|when|if)\s+", re.IGNORECASE)
_AFTER: Final = re.compile(r"\s+(?:given(?:\s+that)?|among|amongst|conditional\s+on|for|when|if)\s+", re.IGNORECASE)
_HEAD: Final = re.compile(r"^(?:input\s+info|information|data|given)\s*:\s*", re.IGNORECASE)
TOLERANCE: Final = 1e-9


@dataclass(frozen=True, slots=True)
class StatedNumber:
    """A probability in the words of its sentence."""

    event: tuple[ValuedPhrase, ...]
    condition: tuple[ValuedPhrase, ...]
    value: float
    slack: float
    sentence: Sentence

    def given(self, words: ValueWords) -> Given:
        """Return the probability with its values coded as 0 and 1."""
        of = probability(dict(map(words.code, self.event)), dict(map(words.code, self.condition)))
        span = (self.sentence.start, self.sentence.end)
        return Given(of, self.value, self.slack, self.sentence.text, span)


def read_number(sentence: Sentence, graph: StatedGraph) -> StatedNumber | None:
    """Read a sentence that gives a probability of variables named word for word; return None for any other.

    Examples
    --------
    >>> from benchmarks.questions.background import sentences
    >>> from benchmarks.questions.stated_graph import read_graph
    >>> text = sentences(
    ...     "Rest has a direct effect on mood. The probability of mood being good given rest being low is 20%."
    ... )
    >>> found = read_number(text[1], read_graph(text))
    >>> [one.value for one in (*found.event, *found.condition)], found.value
    (['good', 'low'], 0.2)
    """
    whole = _WHOLE.match(_HEAD.sub("", sentence.text.strip()))
    if whole is None:
        return None
    for event, condition in _cuts(whole["body"]):
        phrases = valued_phrases(event, graph), valued_phrases(condition, graph) if condition else ()
        if phrases[0] and phrases[1] is not None:
            value, slack = number_and_slack(whole["number"])
            return StatedNumber(phrases[0], phrases[1], value, slack, sentence)
    return None


def _cuts(body: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to split a sentence into an event and a condition, which may be empty."""
    for of in _OF.finditer(body):
        before, after = body[: of.start()].strip(), body[of.end() :]
        if not before:
            for cut in _AFTER.finditer(after):
                yield after[: cut.start()], after[cut.end() :]
            yield after, ""
        elif _AMONG.match(before) and before.endswith(","):
            yield after, _AMONG.sub("", before).rstrip(" ,")


def check_repeats(givens: Sequence[Given]) -> None:
    """Refuse two numbers for one probability that differ by more than their rounding."""
    first: dict[Probability, Given] = {}
    for given in givens:
        other = first.setdefault(given.probability, given)
        if abs(given.value - other.value) > given.slack + other.slack + TOLERANCE:
            message = (
                f"expected one number for {given.probability}, got {other.value:g} from {other.words!r} and "
                f"{given.value:g} from {given.words!r}; correct one of them"
            )
            raise QuestionNotReadError(message)


def check_sums(givens: Sequence[Given]) -> None:
    """Refuse probabilities of a variable's two values that do not add up to 1."""
    by_probability = {given.probability: given for given in givens}
    for given in givens:
        event = given.probability.event
        if len(event) != 1:
            continue
        other = by_probability.get(probability({event[0][0]: 1 - event[0][1]}, dict(given.probability.given)))
        if other is not None and abs(given.value + other.value - 1.0) > given.slack + other.slack + TOLERANCE:
            message = (
                f"expected probabilities of two values that add up to 1, got {given.value + other.value:g} from "
                f"{given.words!r} and {other.words!r}; correct one of them"
            )
            raise QuestionNotReadError(message)


@dataclass(frozen=True, slots=True)
class StatedForm:
    """A question and its words by role: variable names and values."""

    form: Form
    places: dict[str, str]

    @property
    def direction(self) -> int:
        """1 if it asks whether something is more likely, -1 if less."""
        return -1 if self.places.get("way", "more").lower() == "less" else 1


_WOULD: Final = r"(?:will|would|does|do|is|are)"
_SET: Final = r"(?:changed|set|forced|turned|switched|moved|made)(?:\s+to)?(?:\s+be)?"
_KEPT: Final = (
    r"(?:keeps?|stays?|remains?|(?:is|are|was|were)\s+(?:kept|held)|held|kept)\s+"
    r"(?:constant|fixed|unchanged|the\s+same|as\s+(?:it|they)\s+(?:is|are|was|were))"
)
_PAIR: Final = (
    r"(?:(?:relative\s+to|for)\s+(?:an?\s+|the\s+)?ordered\s+pair\s+(?:of\s+variables\s+)?"
    r"\(\s*{cause}\s*,\s*{effect}\s*\)|for\s+the\s+(?:causal\s+)?effect\s+of\s+{cause_too}\s+on\s+{effect_too})"
    r"(?:\s+in\s+(?:the\s+above|this|the)\s+(?:causal\s+)?graph)?"
)
_OUTCOME: Final = (
    rf"{_WOULD}\s+{{effect}}\s+(?:(?:be|have\s+been|become)\s+)?(?P<way>more|less)\s+likely(?:\s+to\s+be)?\s+"
    r"(?P<outcome>.+)"
)
_PATTERNS: Final = (
    (Form.EFFECT, r"if\s+{cause}\s+(?:{be})\s+{set}\s+(?P<value>.+?),\s*{outcome}"),
    (
        Form.TREATED,
        r"(?:for|among)\s+(?:(?:those|people|individuals|cases|units)\s+)?(?:with|whose|where)\s+{other_cause}\s+{be}\s+"
        r"(?P<factual>.+?),\s*if\s+{cause}\s+(?:had\s+been|were)\s+(?:{set}\s+)?(?P<value>.+?),\s*{outcome}",
    ),
    (
        Form.CONTROLLED,
        r"(?:conditioned\s+on|conditional\s+on|given(?:\s+that)?|holding|keeping|with|while)\s+(?P<held>.+?),\s*"
        r"if\s+{cause}\s+(?:had\s+been|were|was|is)\s+(?:{set}\s+)?(?P<value>.+?),\s*{outcome}",
    ),
    (
        Form.DIRECT,
        r"(?:suppose|supposing|assume|assuming|if)\s+(?:that\s+)?(?:(?:the\s+|all\s+)*mediators?|{mediator})\s+{kept}\s+"
        r"(?:when|while|as|and)\s+{cause}\s+(?:{be})\s+{set}\s+(?P<value>.+?),\s*{outcome}",
    ),
    (
        Form.INDIRECT,
        r"(?:suppose|supposing|assume|assuming|if)\s+(?:that\s+)?{other_cause}\s+{kept}\s+and\s+"
        r"(?:(?:the\s+|all\s+)*mediators?|{mediator})\s+changes?\s+to\s+(?:whatever|the)\s+values?\s+(?:that\s+)?"
        r"(?:it|they)\s+would\s+have\s+(?:attained|had|taken|reached)\s+(?:under|if|with)\s+{cause}\s+"
        r"(?:changing|changed|(?:being|had\s+been)\s+changed)\s+to\s+(?:be\s+)?(?P<value>.+?),\s*{outcome}",
    ),
    (
        Form.NECESSITY,
        r"given\s+(?:that\s+)?(?P<seen>.+?),\s*what\s+is\s+the\s+(?P<end>lower|upper|least|greatest)\s+(?:bound|limit)\s+"
        r"(?:of|on|for)\s+the\s+(?:probability|chance)\s+(?:of|that)\s+{effect}\s+would\s+have\s+been\s+"
        r"(?P<outcome>.+?)\s+if\s+{cause}\s+had\s+been\s+(?P<value>.+)",
    ),
    (
        Form.IDENTIFICATION,
        r"(?:whether|is|can)\s+the\s+(?:causal\s+)?effect\s+of\s+{cause}\s+on\s+{effect}\s+(?:is\s+|be\s+)?"
        r"(?:identified|identifiable)(?:\s+or\s+not)?",
    ),
    (
        Form.SETS,
        r"which\s+(?:is\s+the\s+|of\s+the\s+options\s+is\s+the\s+)?(?P<extent>maximal|minimal)?\s*set\s+of\s+variables\s+"
        r"(?:that\s+)?satisf(?:y|ies)\s+the\s+(?P<door>front|back)[\s-]?door\s+criterion\s+{pair}",
    ),
    (
        Form.SETS,
        r"which\s+(?:(?P<extent>maximal|minimal)\s+)?(?:set\s+of\s+)?variables?\s+(?:is|are)\s+(?:the\s+|an?\s+)?"
        r"(?P<instruments>instrument(?:al)?\s+variables?|instruments?)\s+{pair}",
    ),
    (
        Form.LINEAGE,
        r"(?:does|is|can)\s+{cause}\s+(?:(?:serve|act)\s+as\s+)?(?:the\s+|an?\s+)?"
        r"(?P<kin>ancestor|parent|direct\s+cause|cause)(?:\s+node)?\s+of\s+{effect}",
    ),
    (Form.LINEAGE, r"does\s+{cause}\s+(?P<directly>directly\s+)?cause\s+{effect}"),
)


@lru_cache(maxsize=1024)
def _compiled(pattern: str, words: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern for a graph's names; with no names, for any words."""
    name = any_name(words) if words else r"\S.*?"
    roles = ("cause", "effect", "other_cause", "mediator", "cause_too", "effect_too")
    parts = {"outcome": _OUTCOME, "pair": _PAIR, "be": BE, "set": _SET, "kept": _KEPT}
    for place, text in (*parts.items(), *((role, rf"{BEFORE}(?P<{role}>{name})") for role in roles)):
        pattern = pattern.replace(f"{{{place}}}", text)
    return re.compile(pattern, re.IGNORECASE)


def read_stated_form(question: str, graph: StatedGraph | None = None) -> StatedForm | None:
    """Read a question that names variables of a graph; return None for an unknown form.

    Parameters
    ----------
    graph
        If None, any words may name a variable.

    Examples
    --------
    >>> from benchmarks.questions.background import sentences
    >>> from benchmarks.questions.stated_graph import read_graph
    >>> graph = read_graph(sentences("Rest has a direct effect on mood."))
    >>> found = read_stated_form("If rest is changed to be low, will mood be more likely to be good?", graph)
    >>> found.form.value, found.places["cause"], found.places["value"], found.places["outcome"]
    ('effect', 'rest', 'low', 'good')
    """
    text = " ".join(question.split()).strip(" ?")
    text = re.sub(r"^(?:counterfactual\s+)?question\s*:\s*", "", text, flags=re.IGNORECASE)
    for form, pattern in _PATTERNS:
        match = _compiled(pattern, ()).fullmatch(text)
        if match is not None and graph is not None:  # the names take long to compile: only where some words fit
            match = _compiled(pattern, tuple(graph.words)).fullmatch(text)
        if match is not None:
            places = {role.removesuffix("_too"): words for role, words in match.groupdict().items() if words}
            return StatedForm(form, places)
    return None
