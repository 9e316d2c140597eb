"""A drawn scenario written by template: forwards or backwards, with or without causal signals."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from benchmarks.generate.graphs import BESIDE

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from benchmarks.generate.families import Clause
    from benchmarks.generate.graphs import Drawn
    from causalcore.scenario.scenario import Span

ORDERS: Final = ("forwards", "backwards")
SIGNALS: Final = ("all", "some", "none")
GENRES: Final = {
    "story": ("", ""),
    "report": ("Report of the duty officer. ", ""),
    "letter": ("Dear Ruth, ", " Yours, Tom"),
    "news": ("From our own correspondent. ", ""),
}
"""Opening and closing words of each genre."""

_PLACE: Final = re.compile(r"\{(\w+)(?::(before|anyway))?\}")
_SENTENCE: Final = re.compile(r"(?:^|[.:] )$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """Words with places for clauses: `{root}`, `{root:before}` for the past perfect, `{effect:anyway}`."""

    order: str
    signals: str
    words: str


def _templates(order: str, signals: str, *words: str) -> tuple[Template, ...]:
    return tuple(Template(order=order, signals=signals, words=one) for one in words)


TEMPLATES: Final[Mapping[str, tuple[Template, ...]]] = {
    "chain": (
        *_templates(
            "forwards",
            "all",
            "{root}, so {left}. As a result, {end}.",
            "Because {root}, {left}. Therefore {end}.",
            "{root}. As a result, {left}, and so {end}.",
            "Since {root}, {left}. Because of that, {end}.",
            "{root}, and so {left}. Consequently, {end}.",
            "{root}. Because of this, {left}. That is why {end}.",
        ),
        *_templates("forwards", "some", "{root}. {left}, so {end}.", "{root}, so {left}. In the end, {end}."),
        *_templates("forwards", "none", "{root}. {left}. {end}.", "{root}. Soon {left}, and {end}."),
        *_templates(
            "backwards",
            "all",
            "{end} because {left}, and {left:before} because {root:before}.",
            "{end}, since {left:before}. That was because {root:before}.",
            "{end}. The reason was that {left:before}. This had happened because {root:before}.",
        ),
        *_templates("backwards", "some", "{end}. {left:before}, because {root:before}."),
        *_templates("backwards", "none", "{end}. {left:before}. {root:before}."),
    ),
    "fork": (
        *_templates(
            "forwards",
            "all",
            "{root}, so {left}. {right} as well, because {root:before}.",
            "Because {root}, {left}. For the same reason {right}.",
            "{root}. Because of that, {left}, and for the same reason {right}.",
            "{root}, so {left} and {right}.",
            "As {root}, {left} and {right}.",
        ),
        *_templates("forwards", "some", "{root}, so {left}. {right}, too.", "{root}. As a result, {left} and {right}."),
        *_templates("forwards", "none", "{root}. {left}. {right}.", "{root}. {left}, and {right}."),
        *_templates(
            "backwards",
            "all",
            "{left} because {root}. {right}, also because {root:before}.",
            "{left} and {right}, both because {root:before}.",
        ),
        *_templates("backwards", "some", "{left}, and {right}, because {root:before}."),
        *_templates("backwards", "none", "{left}. {right}. {root:before}."),
    ),
    "collider": (
        *_templates(
            "forwards",
            "all",
            "Because {left} and {right}, {end}. Neither alone would have been enough.",
            "{left}, and {right}. As a result of both, {end}.",
            "{left}. {right}, too. Because of both, {end}.",
            "Since {left} and {right}, {end}. It took both.",
            "{left} and {right}. Together, this meant that {end}.",
            "As {left} and {right}, {end}. Neither alone would have been enough.",
            "{left}. {right}, too. Only the two together meant that {end}.",
        ),
        *_templates("forwards", "some", "{left}, and {right}, and so {end}. Neither alone would have been enough."),
        *_templates(
            "backwards",
            "all",
            "{end} only because {left} and {right}.",
            "{end}, since {left:before} and {right:before}. Neither alone would have been enough.",
            "{end} because {left} and {right}. It took both.",
            "{end}, as {left:before} and {right:before}. It took both.",
        ),
    ),
    "diamond": (
        *_templates(
            "forwards",
            "all",
            "{root}, so {left} and {right}. Because of both, {end}. Neither alone would have been enough.",
            "Because {root}, {left} and {right}. As a result of both, {end}.",
            "{root}. As a result, {left} and {right}. Together, this meant that {end}.",
            "{root}. Therefore {left}, and {right}. Because {left} and {right}, {end}. It took both.",
            "Since {root}, {left}, and {right}. Both together meant that {end}.",
        ),
        *_templates("forwards", "some", "{root}. {left}, and {right}. Because of both, {end}."),
        *_templates(
            "backwards",
            "all",
            "{end} only because {left} and {right}. All this happened because {root:before}.",
            "{end}, since {left:before} and {right:before}. It took both. Both had come about because {root:before}.",
        ),
        *_templates("backwards", "some", "{end} only because {left} and {right}. {root:before}."),
    ),
    "backup": (
        *_templates(
            "forwards",
            "all",
            "When {threat}, {help}. {good} thanks to that, although {threat:before}.",
            "{threat}, so {help}. {good} although {threat:before}, because {help:before}.",
            "Because {threat}, {help}. Although {threat:before}, {good}, since {help:before}.",
            "{threat}, so {help}. Even though {threat:before}, {good} because {help:before}.",
            "{threat}. Because of that, {help}. Thanks to that, {good} although {threat:before}.",
            "{threat}, so {help}. That is why {good} although {threat:before}.",
        ),
        *_templates(
            "forwards",
            "some",
            "{threat}. {help}, and so {good}.",
            "{threat}, but {help}, and so {good}.",
            "{threat}. {help}, so {good} all the same.",
        ),
        *_templates("forwards", "none", "{threat}. {help}. {good} all the same."),
        *_templates(
            "backwards",
            "all",
            "{good} because {help}. This had become necessary because {threat:before}.",
            "Although {threat}, {good}, because {help} when that happened.",
        ),
    ),
    "either": (
        *_templates(
            "forwards",
            "all",
            "{first} and {second}. Because of that, {effect}. Either alone would have been enough.",
            "{first}, and {second}. As a result, {effect}. Either would have been enough.",
            "Because {first} and because {second}, {effect}. Either alone would have been enough.",
            "{first} and {second}, so {effect}. Each alone would have been enough.",
            "Because {first} and {second}, {effect}, though either alone would have been enough.",
            "Since {first} and {second}, {effect}. One of the two would have been enough.",
        ),
        *_templates("forwards", "some", "{first}. {second}, too, and so {effect}. Either would have been enough."),
        *_templates(
            "backwards",
            "all",
            "{effect} because {first} and {second}, and either alone would have been enough.",
            "{effect} because {first}, and also because {second}. Either would have been enough.",
            "{effect}, since {first:before} and {second:before}. Either alone would have been enough.",
            "{effect} because {first} and because {second}. Each alone would have been enough.",
        ),
    ),
    "preempted": (
        *_templates(
            "forwards",
            "all",
            "Because {first}, {effect}. {effect:anyway}, because {second}. Since {first:before}, {idle}.",
            "{first}, so {effect}. {effect:anyway}, since {second} a little later. Because {first:before}, {idle}.",
            "{first}, and therefore {effect}. {effect:anyway}, because {second}. {idle}, since {first:before}.",
            "Since {first}, {effect}. {effect:anyway}, because {second}. {idle} because {first:before}.",
            "Because {first}, {idle}, and {effect}. {effect:anyway}, since {second} soon after.",
        ),
        *_templates(
            "backwards",
            "all",
            "{effect} because {first}. {effect:anyway}, since {second} a little later. Because {first:before}, {idle}.",
            "{effect} because {first:before}. {effect:anyway}, because {second}. {idle}, since {first:before}.",
            "{effect}, since {first:before}. {effect:anyway}, because {second}. As {first:before}, {idle}.",
            "{effect} because {first}. {effect:anyway}, since {second}. {idle} because {first:before}.",
        ),
    ),
}
"""Templates by graph."""

_BEFORE: Final = ("That morning {}.", "Earlier that day {}.")
_AFTER: Final = ("Meanwhile, {}.", "At the same time {}.", "That day {} as well.")
"""Sentences for unrelated events, before and after the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """A text, and the span that first mentions each event."""

    text: str
    spans: Mapping[str, Span]


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """Style of a text; an empty choice is drawn anew for each text.

    Parameters
    ----------
    sentences
        Approximate number of sentences in a model's text.
    """

    order: str = ""
    signals: str = ""
    genre: str = ""
    sentences: int = 4

    def drawn(self, rng: Random) -> Manner:
        """Draw the empty choices."""
        return Manner(
            order=self.order or rng.choice(ORDERS),
            signals=self.signals or rng.choice(SIGNALS),
            genre=self.genre or rng.choice(tuple(GENRES)),
            sentences=self.sentences,
        )


def tell(drawn: Drawn, manner: Manner, rng: Random) -> Telling:
    """Write a scenario by template.

    An order or signalling that no template of a graph has is ignored.

    Examples
    --------
    >>> from random import Random
    >>> from benchmarks.generate.families import clause_from
    >>> from benchmarks.generate.graphs import Drawn
    >>> words = {"root": "the dam | broke | ~ the dam held", "left": "the mill | stopped | ~ the mill ran"}
    >>> words["end"] = "the miller | slept | ~ the miller worked"
    >>> clauses = {role: clause_from(one) for role, one in words.items()}
    >>> drawn = Drawn(core=1, graph="chain", domain="mill", clauses=clauses, supposed="root")
    >>> told = tell(drawn, Manner(order="backwards", signals="some", genre="story"), Random(0))
    >>> print(told.text, told.spans["end"])
    The miller slept. The mill had stopped, because the dam had broken. (0, 16)
    """
    beside = [role for role in drawn.clauses if role.startswith(BESIDE)]
    words = rng.choice(_fitting(drawn.graph, manner)).words
    sentences = re.split(r"(?<=\.) ", words)
    for role in beside:
        if rng.random() < 0.5:
            sentences.insert(0, rng.choice(_BEFORE).format(f"{{{role}}}"))
        else:
            sentences.append(rng.choice(_AFTER).format(f"{{{role}}}"))
    opening, closing = GENRES[manner.genre or "story"]
    body = " ".join(sentences)
    if opening.endswith(", "):
        body = body[0].lower() + body[1:]
    return _filled(f"{opening}{body}{closing}", drawn.clauses)


def _fitting(graph: str, manner: Manner) -> tuple[Template, ...]:
    """Return a graph's templates that fit a manner best."""
    templates = TEMPLATES[graph]
    for name in ("order", "signals"):
        value = getattr(manner, name)
        templates = tuple(template for template in templates if getattr(template, name) == value) or templates
    return templates


def _filled(words: str, clauses: Mapping[str, Clause]) -> Telling:
    text, spans, done = "", dict[str, tuple[int, int]](), 0
    for place in _PLACE.finditer(words):
        text += words[done : place.start()]
        role, form = place[1], place[2] or "told"
        clause = getattr(clauses[role], form)
        if _SENTENCE.search(text):
            clause = clause[0].upper() + clause[1:]
        if form != "anyway":
            spans.setdefault(role, (len(text), len(text) + len(clause)))
        text, done = text + clause, place.end()
    return Telling(text=text + words[done:], spans=spans)
