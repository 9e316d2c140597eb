"""Scenarios with a requested graph and a what-if, drawn from families of events.

The engine derives the answers; this file knows none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from benchmarks.generate.families import sentence
from causalcore.scenario.intervention import Intervention, do
from causalcore.scenario.scenario import Event, Link, Scenario, Sign, Strength

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from benchmarks.generate.families import Clause, Domain
    from causalcore.scenario.scenario import Span

NEEDED, ENOUGH, PART = Strength.NECESSARY, Strength.SUFFICIENT, Strength.CONTRIBUTING


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph:
    """Causal relations between the clauses of a family.

    Parameters
    ----------
    links
        Cause, effect, strength, and whether the cause promotes the effect.
    mechanism
        An effect whose causes combine differently from its links, and the formula with roles in braces.
    supposable
        Roles that a what-if may negate.
    plan
        Facts in words for the writer, with roles in braces.
    """

    shape: str
    roles: tuple[str, ...]
    links: tuple[tuple[str, str, Strength, bool], ...]
    supposable: tuple[str, ...]
    plan: tuple[str, ...]
    mechanism: tuple[str, str] | None = None


GRAPHS: Final[Mapping[str, Graph]] = {
    "chain": Graph(
        shape="web",
        roles=("root", "left", "end"),
        links=(("root", "left", NEEDED, True), ("left", "end", NEEDED, True)),
        supposable=("root", "left"),
        plan=("{root} brought about {left}; without it that would not have happened", "{left} brought about {end}"),
    ),
    "fork": Graph(
        shape="web",
        roles=("root", "left", "right"),
        links=(("root", "left", NEEDED, True), ("root", "right", NEEDED, True)),
        supposable=("root", "left", "right"),
        plan=(
            "{root} brought about {left}",
            "{root} brought about {right}",
            "{left} and {right} do not bear on each other",
        ),
    ),
    "collider": Graph(
        shape="web",
        roles=("left", "right", "end"),
        links=(("left", "end", NEEDED, True), ("right", "end", NEEDED, True)),
        supposable=("left", "right"),
        plan=(
            "{left} and {right} together brought about {end}; neither alone would have done so",
            "{left} and {right} do not bear on each other",
        ),
    ),
    "diamond": Graph(
        shape="web",
        roles=("root", "left", "right", "end"),
        links=(
            ("root", "left", NEEDED, True),
            ("root", "right", NEEDED, True),
            ("left", "end", NEEDED, True),
            ("right", "end", NEEDED, True),
        ),
        supposable=("root", "left", "right"),
        plan=(
            "{root} brought about {left}",
            "{root} also brought about {right}",
            "{left} and {right} together brought about {end}; neither alone would have done so",
            "{left} and {right} do not bear on each other",
        ),
    ),
    "backup": Graph(
        shape="backup",
        roles=("threat", "help", "good"),
        links=(("threat", "help", NEEDED, True), ("threat", "good", PART, False), ("help", "good", NEEDED, True)),
        supposable=("threat", "help"),
        plan=(
            "{threat} made {help} happen; without the trouble it would not have happened",
            "{threat} was a threat to {good}; thanks to {help} that held all the same",
            "without the trouble {good} would have held as well",
        ),
        mechanism=("good", "not {threat} or {help}"),
    ),
    "either": Graph(
        shape="either",
        roles=("first", "second", "effect"),
        links=(("first", "effect", ENOUGH, True), ("second", "effect", ENOUGH, True)),
        supposable=("first", "second"),
        plan=(
            "both {first} and {second} happened, and each alone was enough for {effect}",
            "without both of them {effect} would not have happened",
        ),
        mechanism=("effect", "{first} or {second}"),
    ),
    "preempted": Graph(
        shape="either",
        roles=("first", "second", "effect", "idle"),
        links=(
            ("first", "effect", ENOUGH, True),
            ("second", "effect", ENOUGH, True),
            ("first", "idle", NEEDED, True),
        ),
        supposable=("first",),
        plan=(
            "{first} came first and brought about {effect}",
            "{second} happened a little later and would have brought about {effect} all the same",
            "since {first} had come first, {idle}; otherwise that would not have been so",
        ),
        mechanism=("effect", "{first} or {second}"),
    ),
}
"""The graphs that can be requested."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A drawn scenario without a text.

    Parameters
    ----------
    core
        Number of graph, domain and family: items with one core are about the same events.
    clauses
        By role; roles of unrelated events start with `beside`.
    supposed
        The role that the what-if negates.
    """

    core: int
    graph: str
    domain: str
    clauses: Mapping[str, Clause]
    supposed: str

    @property
    def had(self) -> str:
        """The what-if in the words that follow `had`."""
        return self.clauses[self.supposed].away

    def plan(self) -> tuple[str, ...]:
        """Return the facts as sentences for the writer."""
        quoted = {role: f'"{clause.told}"' for role, clause in self.clauses.items()}
        lines = [f"{line.format(**quoted)}." for line in GRAPHS[self.graph].plan]
        lines += [f"{quoted[role]} has to do with none of this." for role in quoted if role.startswith(BESIDE)]
        return tuple(line[0].upper() + line[1:] for line in lines)

    def scenario(self, text: str, spans: Mapping[str, Span]) -> Scenario:
        """Return the formal scenario of a text; events are numbered in text order."""
        ids = {role: f"e{place}" for place, role in enumerate(sorted(spans, key=lambda role: spans[role]), 1)}
        graph = GRAPHS[self.graph]
        mechanism = graph.mechanism
        return Scenario(
            text=text,
            events=tuple(_event(ids[role], self.clauses[role], spans[role]) for role in ids),
            links=tuple(
                Link(
                    cause=ids[cause],
                    effect=ids[effect],
                    sign=Sign.PROMOTES if promotes else Sign.INHIBITS,
                    strength=strength,
                )
                for cause, effect, strength, promotes in graph.links
            ),
            mechanisms=((ids[mechanism[0]], mechanism[1].format(**ids)),) if mechanism else (),
        )

    def intervention(self, spans: Mapping[str, Span]) -> Intervention:
        """Return the what-if as an intervention on a text's scenario."""
        place = sorted(spans, key=lambda role: spans[role]).index(self.supposed)
        return do({f"e{place + 1}": "false"})


BESIDE: Final = "beside"
"""Prefix of the roles of unrelated events."""


def draw(graph: str, domains: Sequence[Domain], distractors: int, rng: Random) -> Drawn:
    """Draw a scenario with a graph and a what-if.

    Examples
    --------
    >>> from random import Random
    >>> from benchmarks.generate.families import shipped_domains
    >>> drawn = draw("chain", tuple(shipped_domains().values()), 0, Random(3))
    >>> len(drawn.clauses), drawn.supposed in drawn.clauses
    (3, True)
    """
    kind = GRAPHS[graph]
    place = rng.randrange(len(domains))
    domain = domains[place]
    family = rng.choice(domain.of_shape(kind.shape))
    clauses = {role: family.clauses[role] for role in kind.roles}
    beside = rng.sample(domain.beside, min(distractors, len(domain.beside)))
    clauses |= {f"{BESIDE}{number}": clause for number, clause in enumerate(beside, 1)}
    return Drawn(
        core=1_000 * (list(GRAPHS).index(graph) + 1) + 100 * place + family.number,
        graph=graph,
        domain=domain.name,
        clauses=clauses,
        supposed=rng.choice(kind.supposable),
    )


def _event(name: str, clause: Clause, span: Span) -> Event:
    return Event(id=name, statement=sentence(clause.told), contrary=sentence(clause.contrary), span=span)
