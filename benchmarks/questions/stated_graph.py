"""The graph that a text states, and variables with values: `rest being low and mood being good`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from benchmarks.questions.background import (
    Sentence,
    listed_names,
    name_of,
    read_background,
    states_effect,
    unobserved_in,
)
from benchmarks.questions.errors import QuestionNotReadError
from benchmarks.questions.words import compare
from causalcore.identification import Diagram
from nlbridge.language.lexicon import word_order

Edge = tuple[str, str]
DETERMINERS: Final = word_order("stated_determiners")
"""Words that may precede the name of a variable."""
_DETERMINER: Final = re.compile(rf"^(?:{'|'.join(DETERMINERS)})\s+")
BE: Final = r"(?:being|is|was|are|were|be|(?:had|has|have)\s+been)"
"""Words between a variable and its value."""
BEFORE: Final = rf"(?:(?:{'|'.join(DETERMINERS)})\s+)*"
"""Words that may precede the name of a variable."""
_ARTICLE: Final = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
_CLAUSE: Final = re.compile(r"^(?P<cause>\S.*?)\s+(?:directly\s+)?causes?\s+(?P<effect>\S.*)$", re.IGNORECASE)
_CLAUSES: Final = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+(?=[^,]*\scauses?\s)")
_ARROW: Final = re.compile(r"(?P<cause>[^,:;\s]+)\s*(?:-+>|→)\s*(?P<effect>[^,:;\s]+)")
_NODES: Final = re.compile(r"\bnodes:?\s+(?P<names>\w+(?:\s*,\s*(?!and\b)\w+)+)")
_STANDS: Final = r"(?:represents|stands\s+for|denotes)"
_MEANING: Final = re.compile(
    rf"\b(?P<letter>[A-Za-z]\d*)\s+{_STANDS}\s+(?P<name>.+?)"
    rf"(?=\s*,\s*(?:and\s+)?[A-Za-z]\d*\s+{_STANDS}\s|\s+and\s+[A-Za-z]\d*\s+{_STANDS}\s|\s*$)"
)
_CONFOUNDERS: Final = re.compile(
    r"\bunobserved\s+(?:confounders?|common\s+causes?)\s+(?:exists?\s+)?between\s*:?\s*(?P<pairs>.*)$", re.IGNORECASE
)
_BETWEEN_PAIRS: Final = re.compile(r"\s*,\s*(?:and\s+)?")


@dataclass(frozen=True, slots=True)
class StatedGraph:
    """A graph with the words for its variables.

    Parameters
    ----------
    words
        Maps each name in lower case, and each letter that represents one, to its variable.
    used
        The sentences that state the graph.
    """

    diagram: Diagram
    words: Mapping[str, str]
    used: tuple[Sentence, ...]

    def variable(self, text: str) -> str | None:
        """Return the variable that a text names word for word, apart from determiners; None if there is none.

        Examples
        --------
        >>> from benchmarks.questions.background import sentences
        >>> graph = read_graph(sentences("A->B. A represents the weather and B represents a crop."))
        >>> graph.variable("The weather"), graph.variable("their the crop"), graph.variable("b"), graph.variable("C")
        ('weather', 'crop', 'crop', None)
        """
        name = plain_words(text)
        while name not in self.words and _DETERMINER.match(name):
            name = _DETERMINER.sub("", name)
        return self.words.get(name)


def plain_words(text: str) -> str:
    """Normalise words for comparison: lower case, single spaces, no marks at the ends."""
    return " ".join(text.replace("’", "'").lower().split()).strip(" ,.;:?")


def read_graph(found: Iterable[Sentence]) -> StatedGraph:
    """Read the graph of a text.

    A text states it as `Rest has a direct effect on mood`, as `A causes B, and B causes C`, or as `A->B, B->C` with
    `A represents rest and B represents mood`. If it states the graph twice, both must agree. Articles and capital
    letters do not distinguish names: `Rain causes mud. Mud causes delays.`

    Examples
    --------
    >>> from benchmarks.questions.background import sentences
    >>> text = "A causes B, and B causes C. There exist unobserved confounders between: A and C."
    >>> graph = read_graph(sentences(text))
    >>> graph.diagram.edges[:2], graph.diagram.confounded("A", "C")
    ((('A', 'B'), ('B', 'C')), True)
    """
    texts = tuple(found)
    meanings = {letter: name for text in texts for letter, name in _meanings(text.text)}
    stating = tuple(text for text in texts if states_effect(text))
    lettered = tuple((text, edges) for text in texts if text not in stating and (edges := _arrows(text.text)))
    in_words = read_background(stating) if stating else None
    spellings: dict[str, str] = {}

    def spelled(name: str) -> str:
        meant = meanings.get(name, _ARTICLE.sub("", name))
        return spellings.setdefault(plain_words(meant), meant)

    edges = tuple((spelled(a), spelled(b)) for _, pairs in lettered for a, b in pairs)
    nodes = [spelled(name) for text in texts for name in _nodes(text.text)] if lettered else []
    diagram = _agreed(in_words, nodes, tuple(dict.fromkeys(edges)), texts)
    words = {node.lower(): node for node in diagram.nodes}
    words |= {letter.lower(): name for letter, name in meanings.items() if name in diagram.nodes}
    explained = [text for text in texts if _NODES.search(text.text) or _MEANING.search(text.text)]
    unobserved = [text for text in texts if unobserved_in(text) or _CONFOUNDERS.search(text.text)]
    used = (*stating, *(sentence for sentence, _ in lettered), *explained, *unobserved)
    return StatedGraph(_with_hidden(diagram, words, texts), words, used)


def _arrows(text: str) -> tuple[Edge, ...]:
    """Return the arrows that a sentence draws or states in causal clauses."""
    drawn = tuple((match["cause"], match["effect"]) for match in _ARROW.finditer(text))
    if drawn:
        return drawn
    body = re.sub(r"^\s*if\s+", "", text.rsplit(":", 1)[-1], flags=re.IGNORECASE).strip()
    clauses = [_CLAUSE.match(piece) for piece in _CLAUSES.split(body)]
    pairs = tuple((clause["cause"].strip(), clause["effect"].strip()) for clause in clauses if clause is not None)
    names = [name for pair in pairs for name in pair]
    unreadable = any(re.search(r"\b(?:or|and|not)\b|\bcauses?\b", name) for name in names)
    return () if len(pairs) < len(clauses) or unreadable else pairs


def _meanings(text: str) -> list[tuple[str, str]]:
    return [(match["letter"], name_of(match["name"])) for match in _MEANING.finditer(text.strip())]


def _nodes(text: str) -> list[str]:
    match = _NODES.search(text)
    return [] if match is None else [name.strip() for name in match["names"].split(",")]


def _agreed(
    in_words: Diagram | None, nodes: Sequence[str], edges: tuple[Edge, ...], texts: Sequence[Sentence]
) -> Diagram:
    if in_words is None and not edges:
        first = texts[0].text if texts else "nothing"
        message = (
            f"expected a graph such as 'A has a direct effect on B' or 'A causes B, and B causes C', "
            f"got {first[:80]!r}; say what acts on what"
        )
        raise QuestionNotReadError(message)
    if in_words is None:
        return Diagram(tuple(dict.fromkeys((*nodes, *(end for edge in edges for end in edge)))), edges)
    differing = set(in_words.edges) ^ set(edges)
    if edges and differing:
        cause, effect = min(differing)
        message = (
            f"expected one graph, got two: the arrow from {cause} to {effect} is in one statement of it only; "
            "correct either"
        )
        raise QuestionNotReadError(message)
    return in_words if not edges else Diagram(tuple(dict.fromkeys((*in_words.nodes, *nodes))), in_words.edges)


def _with_hidden(diagram: Diagram, words: Mapping[str, str], texts: Sequence[Sentence]) -> Diagram:
    """Add what the text says is unobserved: variables, and confounders of pairs."""
    unseen = [
        name
        for text in texts
        for listed in listed_names(unobserved_in(text), diagram.nodes)
        if (name := words.get(listed)) is not None
    ]
    pairs = [pair for text in texts for pair in _confounded(text.text, words)]
    latent = [f"confounder of {first} and {second}" for first, second in pairs]
    edges = tuple((name, end) for name, pair in zip(latent, pairs, strict=True) for end in pair)
    return Diagram((*diagram.nodes, *latent), (*diagram.edges, *edges), frozenset((*unseen, *latent)))


def _confounded(text: str, words: Mapping[str, str]) -> list[Edge]:
    match = _CONFOUNDERS.search(text)
    if match is None:
        return []
    confounded = []
    for piece in filter(None, _BETWEEN_PAIRS.split(match["pairs"].strip())):
        first, _, second = piece.partition(" and ")
        pair = tuple(words.get(plain_words(name)) for name in (first, second))
        if pair[0] is None or pair[1] is None:
            message = (
                f"expected two variables of the graph as confounded, got {piece!r}; name them as the arrows do: "
                f"{', '.join(sorted(set(words.values())))}"
            )
            raise QuestionNotReadError(message)
        confounded.append((pair[0], pair[1]))
    return confounded


# ---------------------------------------------------------------- variables with values


@dataclass(frozen=True, slots=True)
class ValuedPhrase:
    """A variable with the words for one of its values."""

    variable: str
    value: str


@lru_cache(maxsize=256)
def any_name(words: tuple[str, ...]) -> str:
    """Return a pattern that matches any of the names, trying longer ones first."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "(?:" + "|".join(r"\s+".join(map(re.escape, word.split())) for word in ordered) + ")"


@lru_cache(maxsize=256)
def _starts(words: tuple[str, ...]) -> re.Pattern[str]:
    opening = r"(?:^|\s*,\s*(?:and\s+)?|\s+and\s+)"
    whose = r"(?:(?:those|people|persons|individuals|cases|units|ones)\s+)?(?:(?:with|whose|where|that)\s+)?"
    return re.compile(rf"{opening}{whose}{BEFORE}(?P<name>{any_name(words)})\s+{BE}\s+", re.IGNORECASE)


def valued_phrases(text: str, graph: StatedGraph) -> tuple[ValuedPhrase, ...] | None:
    """Read a list of variables with values; return None unless the whole text is such a list.

    Examples
    --------
    >>> from benchmarks.questions.background import sentences
    >>> from benchmarks.questions.stated_graph import read_graph
    >>> graph = read_graph(
    ...     sentences("Sun and rain has a direct effect on the crop. Soil has a direct effect on the crop.")
    ... )
    >>> found = valued_phrases("those with sun and rain being scarce, and the crop being poor", graph)
    >>> [(one.variable, one.value) for one in found]
    [('sun and rain', 'scarce'), ('crop', 'poor')]
    >>> valued_phrases("those who like the crop", graph)
    """
    body = text.strip()
    starts = list(_starts(tuple(graph.words)).finditer(body))
    if not starts or starts[0].start() != 0:
        return None
    ends = [*(start.start() for start in starts[1:]), len(body)]
    values = [value_words(body[start.end() : end]) for start, end in zip(starts, ends, strict=True)]
    variables = [graph.variable(start["name"]) for start in starts]
    if not all(values):
        return None
    return tuple(ValuedPhrase(str(name), value) for name, value in zip(variables, values, strict=True))


def value_words(text: str) -> str:
    """Normalise the words of a value for comparison."""
    return _ARTICLE.sub("", plain_words(text))


def _alike(one: str, other: str) -> bool:
    """Return whether two values mean the same, or one only adds words to the other: `high`, `very high`."""
    similarity = compare(one, other)
    return similarity.sign > 0 and similarity.shared > 0 and not (similarity.left and similarity.right)


@dataclass(slots=True)
class ValueWords:
    """The words for the two values of each variable, as a text uses them.

    Parameters
    ----------
    said
        The words of each variable; value 1 comes first if the question fixes it.
    """

    said: dict[str, list[str]] = field(default_factory=dict)

    def note(self, phrases: Iterable[ValuedPhrase]) -> None:
        """Collect the words of some phrases."""
        for phrase in phrases:
            values = self.said.setdefault(phrase.variable, [])
            if phrase.value not in values:
                values.append(phrase.value)
            if len(values) > 2 or (len(values) == 2 and _alike(*values)):
                message = (
                    f"expected two values of {phrase.variable!r}, got {', '.join(map(repr, values))}; "
                    "write each value in the same words throughout"
                )
                raise QuestionNotReadError(message)

    def taken_for_contraries(self, asked: Iterable[ValuedPhrase], told: Iterable[ValuedPhrase]) -> tuple[str, ...]:
        """List the question's words that are read as a value only because the text words the other value differently.

        Examples
        --------
        >>> asked, told = [ValuedPhrase("mood", "sunny")], [ValuedPhrase("mood", "meagre")]
        >>> words = ValueWords()
        >>> words.note([*asked, *told])
        >>> words.taken_for_contraries(asked, told)
        ("'sunny' and 'meagre' are assumed to be the two values of 'mood'",)
        """
        stated = set(told)
        assumptions = []
        for phrase in asked:
            others = [value for value in self.said[phrase.variable] if ValuedPhrase(phrase.variable, value) in stated]
            if others and phrase.value not in others and compare(phrase.value, others[0]).sign > 0:
                assumptions.append(
                    f"{phrase.value!r} and {others[0]!r} are assumed to be the two values of {phrase.variable!r}"
                )
        return tuple(dict.fromkeys(assumptions))

    def code(self, phrase: ValuedPhrase) -> tuple[str, int]:
        """Return a variable and its value, coded as 1 or 0."""
        return phrase.variable, int(self.said[phrase.variable][0] == phrase.value)

    def pairs(self) -> dict[str, tuple[str, str]]:
        """Return each variable's words for values 0 and 1."""
        return {name: (said[1] if said[1:] else f"not {said[0]}", said[0]) for name, said in self.said.items()}
