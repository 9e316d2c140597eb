"""The graph that a text states, the meaning of its letters, and unobserved confounders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from causalcore.identification import Diagram
from nlbridge.language.lexicon import word_order
from nlbridge.questions.background import (
    Sentence,
    listed_names,
    name_of,
    read_background,
    states_effect,
    unobserved_in,
)
from nlbridge.questions.errors import QuestionNotReadError

Edge = tuple[str, str]
DETERMINERS: Final = word_order("stated_determiners")
"""Words that may precede the name of a variable."""
_DETERMINER: Final = re.compile(rf"^(?:{'|'.join(DETERMINERS)})\s+")
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
        The variable for each of the words that name one, in small letters: its name, perhaps its letter.
    used
        The sentences that state it.
    """

    diagram: Diagram
    words: Mapping[str, str]
    used: tuple[Sentence, ...]

    def variable(self, text: str) -> str | None:
        """Return the variable that a text names word for word, articles aside; None for none.

        Examples
        --------
        >>> from nlbridge.questions.background import sentences
        >>> graph = read_graph(sentences("A->B. A represents the weather and B represents a crop."))
        >>> graph.variable("The weather"), graph.variable("their the crop"), graph.variable("b"), graph.variable("C")
        ('weather', 'crop', 'crop', None)
        """
        name = plain_words(text)
        while name not in self.words and _DETERMINER.match(name):
            name = _DETERMINER.sub("", name)
        return self.words.get(name)


def plain_words(text: str) -> str:
    """Return words as they are compared: in small letters, single spaces, no marks at the ends."""
    return " ".join(text.replace("’", "'").lower().split()).strip(" ,.;:?")


def read_graph(found: Iterable[Sentence]) -> StatedGraph:
    """Read the graph of a text.

    It is stated as `Rest has a direct effect on mood`, as `A causes B, and B causes C`, or as `A->B, B->C` with
    `A represents rest and B represents mood`. Where a text states it twice, both must agree.

    Raises
    ------
    QuestionNotReadError
        If no sentence states an arrow, or two statements differ.

    Examples
    --------
    >>> from nlbridge.questions.background import sentences
    >>> text = "A causes B, and B causes C. There exist unobserved confounders between: A and C."
    >>> graph = read_graph(sentences(text))
    >>> graph.diagram.edges[:2], graph.diagram.confounded("A", "C")
    ((('A', 'B'), ('B', 'C')), True)
    """
    texts = tuple(found)
    meanings = {letter: name for text in texts for letter, name in _meanings(text.text)}
    told = tuple(text for text in texts if states_effect(text))
    lettered = tuple((text, edges) for text in texts if text not in told and (edges := _arrows(text.text)))
    in_words = read_background(told) if told else None
    edges = tuple((meanings.get(a, a), meanings.get(b, b)) for _, pairs in lettered for a, b in pairs)
    nodes = [meanings.get(name, name) for text in texts for name in _nodes(text.text)] if lettered else []
    diagram = _agreed(in_words, nodes, tuple(dict.fromkeys(edges)), texts)
    words = {node.lower(): node for node in diagram.nodes}
    words |= {letter.lower(): name for letter, name in meanings.items() if name in diagram.nodes}
    about = [text for text in texts if _NODES.search(text.text) or _MEANING.search(text.text)]
    beside = [text for text in texts if unobserved_in(text) or _CONFOUNDERS.search(text.text)]
    used = (*told, *(one for one, _ in lettered), *about, *beside)
    return StatedGraph(_with_hidden(diagram, words, texts), words, used)


def _arrows(text: str) -> tuple[Edge, ...]:
    """Return the arrows of a sentence, drawn or stated in causal clauses."""
    drawn = tuple((match["cause"], match["effect"]) for match in _ARROW.finditer(text))
    if drawn:
        return drawn
    body = re.sub(r"^\s*if\s+", "", text.rsplit(":", 1)[-1], flags=re.IGNORECASE).strip()
    clauses = [_CLAUSE.match(piece) for piece in _CLAUSES.split(body)]
    pairs = tuple((clause["cause"].strip(), clause["effect"].strip()) for clause in clauses if clause is not None)
    names = [name for pair in pairs for name in pair]
    strange = any(re.search(r"\b(?:or|and|not)\b|\bcauses?\b", name) for name in names)
    return () if len(pairs) < len(clauses) or strange else pairs


def _meanings(text: str) -> list[tuple[str, str]]:
    return [(match["letter"], name_of(match["name"])) for match in _MEANING.finditer(text.strip())]


def _nodes(text: str) -> list[str]:
    match = _NODES.search(text)
    return [] if match is None else [name.strip() for name in match["names"].split(",")]


def _agreed(
    in_words: Diagram | None, nodes: Sequence[str], edges: tuple[Edge, ...], texts: Sequence[Sentence]
) -> Diagram:
    if in_words is None and not edges:
        came = texts[0].text if texts else "nothing"
        message = (
            f"expected a graph such as 'A has a direct effect on B' or 'A causes B, and B causes C', "
            f"got {came[:80]!r}; say what acts on what"
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
    """Return the diagram with what the text says is unobserved: variables, and confounders of pairs."""
    unseen = [
        name
        for text in texts
        for listed in listed_names(unobserved_in(text), diagram.nodes)
        if (name := words.get(listed)) is not None
    ]
    pairs = [pair for text in texts for pair in _confounded(text.text, words)]
    latent = [f"confounder of {one} and {other}" for one, other in pairs]
    edges = tuple((name, end) for name, pair in zip(latent, pairs, strict=True) for end in pair)
    return Diagram((*diagram.nodes, *latent), (*diagram.edges, *edges), frozenset((*unseen, *latent)))


def _confounded(text: str, words: Mapping[str, str]) -> list[Edge]:
    match = _CONFOUNDERS.search(text)
    if match is None:
        return []
    found = []
    for piece in filter(None, _BETWEEN_PAIRS.split(match["pairs"].strip())):
        one, _, other = piece.partition(" and ")
        pair = tuple(words.get(plain_words(name)) for name in (one, other))
        if pair[0] is None or pair[1] is None:
            message = (
                f"expected two variables of the graph as confounded, got {piece!r}; name them as the arrows do: "
                f"{', '.join(sorted(set(words.values())))}"
            )
            raise QuestionNotReadError(message)
        found.append((pair[0], pair[1]))
    return found
