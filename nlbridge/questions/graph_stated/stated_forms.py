"""The forms of questions that name variables and values word for word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from nlbridge.questions.forms import Form
from nlbridge.questions.graph_stated.valued_phrases import BE, BEFORE, any_name

if TYPE_CHECKING:
    from nlbridge.questions.graph_stated.stated_graph import StatedGraph


@dataclass(frozen=True, slots=True)
class StatedForm:
    """A question with the words at its places: names of variables, and values."""

    form: Form
    places: dict[str, str]

    @property
    def direction(self) -> int:
        """1 where it asks whether something is more likely, -1 for less."""
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


@lru_cache(maxsize=256)
def _compiled(words: tuple[str, ...]) -> tuple[tuple[Form, re.Pattern[str]], ...]:
    """Return the patterns for a graph's names; for any words where none are given."""
    one = any_name(words) if words else r"\S.*?"
    parts = {"outcome": _OUTCOME, "pair": _PAIR, "be": BE, "set": _SET, "kept": _KEPT}
    roles = ("cause", "effect", "other_cause", "mediator", "cause_too", "effect_too")
    names = {role: rf"{BEFORE}(?P<{role}>{one})" for role in roles}
    found = []
    for form, pattern in _PATTERNS:
        filled = pattern
        for place, put in (*parts.items(), *names.items()):
            filled = filled.replace(f"{{{place}}}", put)
        found.append((form, re.compile(filled, re.IGNORECASE)))
    return tuple(found)


def read_stated_form(question: str, graph: StatedGraph | None = None) -> StatedForm | None:
    """Read a question that names variables of a graph; None for a form that is not known.

    Parameters
    ----------
    graph
        None: any words may be a variable.

    Examples
    --------
    >>> from nlbridge.questions.background import sentences
    >>> from nlbridge.questions.graph_stated.stated_graph import read_graph
    >>> graph = read_graph(sentences("Rest has a direct effect on mood."))
    >>> found = read_stated_form("If rest is changed to be low, will mood be more likely to be good?", graph)
    >>> found.form.value, found.places["cause"], found.places["value"], found.places["outcome"]
    ('effect', 'rest', 'low', 'good')
    """
    text = " ".join(question.split()).strip(" ?")
    text = re.sub(r"^(?:counterfactual\s+)?question\s*:\s*", "", text, flags=re.IGNORECASE)
    for form, pattern in _compiled(() if graph is None else tuple(graph.words)):
        match = pattern.fullmatch(text)
        if match is not None:
            places = {role.removesuffix("_too"): said for role, said in match.groupdict().items() if said}
            return StatedForm(form, places)
    return None
