"""The background of a question: which variables act on which, and what is unobserved."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from benchmarks.questions.errors import QuestionNotReadError
from causalcore.identification import Diagram

_EFFECT: Final = re.compile(
    r"^(?P<cause>.+?)\s+(?:(?P<verb>has|have|had)\s+(?:an?\s+|some\s+)?(?:(?:direct|causal|strong|immediate)\s+)*"
    r"(?:effects?|influences?|impacts?)\s+on|(?:directly\s+)?(?:affects?|influences?|impacts?))\s+(?P<effects>.+)$",
    re.IGNORECASE,
)
_HIDDEN: Final = re.compile(
    r"^(?P<names>.+?)\s+(?:is|are)\s+(?:unobserved|not observed|unmeasured|not measured|hidden|latent|unobservable)$",
    re.IGNORECASE,
)
_ARTICLE: Final = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence without its final mark, and its place in the text."""

    text: str
    start: int
    end: int
    mark: str = "."


def sentences(text: str) -> tuple[Sentence, ...]:
    """Split a text into sentences; a decimal point ends none.

    Examples
    --------
    >>> [one.text for one in sentences("The chance is 0.5. Is it?")]
    ['The chance is 0.5', 'Is it']
    """
    split = []
    for match in re.finditer(r"\S(?:[^.?!\n]|[.?!](?=\S))*[.?!]?", text):
        body = match[0].rstrip()
        mark = body[-1] if body[-1] in ".?!" else ""
        split.append(Sentence(body.removesuffix(mark), match.start(), match.start() + len(body), mark or "."))
    return tuple(split)


def states_effect(sentence: Sentence) -> bool:
    """Return whether a sentence says that something affects something."""
    text = _after_colon(sentence.text)
    return sentence.mark != "?" and bool(_EFFECT.match(text)) and not _HIDDEN.match(text)


def unobserved_in(sentence: Sentence) -> str:
    """Return the names that a sentence says are unobserved, as one string; empty for none.

    Examples
    --------
    >>> [unobserved_in(one) for one in sentences("Luck and talent are unobserved. Rest is good.")]
    ['Luck and talent', '']
    """
    match = _HIDDEN.match(_after_colon(sentence.text))
    return match["names"] if match is not None and sentence.mark != "?" else ""


def read_background(found: tuple[Sentence, ...]) -> Diagram:
    """Read sentences such as `Rest has a direct effect on mood and health`, and which variables are unobserved.

    Examples
    --------
    >>> diagram = read_background(sentences("Rest has a direct effect on mood and health. Mood is unobserved."))
    >>> diagram.edges, diagram.hidden
    ((('rest', 'mood'), ('rest', 'health')), frozenset({'mood'}))
    """
    texts = [_after_colon(sentence.text) for sentence in found]
    stated = [match for text in texts if (match := _EFFECT.match(text)) and not _HIDDEN.match(text)]
    if not stated:
        opening = found[0].text if found else "nothing"
        message = (
            f"expected a background such as 'Rest has a direct effect on mood', got {opening!r}; say what acts on what"
        )
        raise QuestionNotReadError(message)
    names = {name_of(match["cause"]) for match in stated if not _plural(match)}
    hidden_texts = [match["names"] for text in texts if (match := _HIDDEN.match(text))]
    names |= {name for text in hidden_texts for name in [name_of(text)]} if len(hidden_texts) == 1 else set()
    edges = tuple(
        (cause, effect)
        for match in stated
        for cause in (listed_names(match["cause"], names) if _plural(match) else [name_of(match["cause"])])
        for effect in listed_names(match["effects"], names)
    )
    nodes = tuple(dict.fromkeys(end for edge in edges for end in edge))
    hidden = frozenset(name for text in hidden_texts for name in listed_names(text, set(nodes)) if name in nodes)
    return Diagram(nodes, tuple(dict.fromkeys(edges)), hidden)


def _plural(match: re.Match[str]) -> bool:
    """Return whether the verb is `have`, as in `a and b have an effect`, so that the subject names several causes."""
    return (match["verb"] or "").lower() == "have"


def _after_colon(text: str) -> str:
    return text.rsplit(":", 1)[-1].strip()


def name_of(text: str) -> str:
    """Normalise a name like the background's variables: no article, lower case."""
    return _ARTICLE.sub("", " ".join(text.split())).strip(" ,").lower()


def listed_names(text: str, known: Collection[str]) -> tuple[str, ...]:
    """Split `a, b and c`; a known name that contains `and` stays whole."""
    pieces = [name_of(piece) for piece in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", text.strip()) if piece]
    names: list[str] = []
    while pieces:
        width = next((n for n in range(len(pieces), 1, -1) if " and ".join(pieces[:n]) in known), 1)
        names.append(" and ".join(pieces[:width]))
        pieces = pieces[width:]
    return tuple(names)
