"""How causes of one effect work together, by the words of the text: *because A or because B*, *either was enough*.

The words take precedence over the network. Causes joined by *or* are each sufficient; those joined by *and* or *as well
as* are each necessary. A cause added by *also* contributes, so what the other would have done alone is open. A remark
on causes, such as `either would have been enough`, is no event of the story.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from causalcore.scenario.scenario import Sign, Strength
from nlbridge.language.clauses.clause import Clause, Form, Opener
from nlbridge.language.lexicon import word_class, word_phrases
from nlbridge.language.lexicon.connectives import Argument, Signal
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.links.edges import Edge, Rule, acyclic

TOLD: Final = 0.9
"""Least confidence of a link that words state."""
ADDED: Final = frozenset(word_phrases("adding_phrases"))
"""Signals that join two causes that work together."""
ANYWAY: Final = frozenset({("even", "without"), ("even", "so"), *word_phrases("anyway_phrases")})
"""Words that say that an effect would have happened without a cause stated before."""
ENOUGH: Final = word_class("enough_words")
EACH: Final = word_class("each_enough")
HAPPENED: Final = word_class("happening_verbs")


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedCauses:
    """Claims that the text joins as causes of one effect, and the strength of each."""

    causes: tuple[int, ...]
    strength: Strength


def with_shared_causes(
    words: Words, clauses: Sequence[Clause], claims: Sequence[int], edges: Sequence[Edge]
) -> tuple[Edge, ...]:
    """Link every cause of a group to its effect and none to another of the group, and return all links.

    Remarks about causes take precedence: `either would have been enough`. `claims` holds the positions of the clauses
    that are claims, ascending.
    """
    links = tuple(edges)
    for group in _groups(words, clauses, claims):
        effect = _effect(group.causes, links)
        if effect is not None:
            links = _linked(clauses, links, group, effect)
    return _with_remarks(words, clauses, claims, _without_circles(links, edges))


def _with_remarks(
    words: Words, clauses: Sequence[Clause], claims: Sequence[int], edges: Sequence[Edge]
) -> tuple[Edge, ...]:
    """Return the links, corrected by remarks on causes."""
    links = tuple(edges)
    for remark in sorted(set(range(len(clauses))).difference(claims)):
        if _is_generic(words, clauses[remark]):
            links = _with_sufficient(links, clauses, claims, remark)
        elif _is_needless(words, clauses[remark]):
            links = _with_needless(words, clauses, claims, remark, links)
    effects: dict[int, set[int]] = {}
    for edge in links:
        if edge.strength is Strength.SUFFICIENT:
            effects.setdefault(edge.cause, set()).add(edge.effect)
    none: set[int] = set()  # between causes of which each was enough, only words make a link
    apart = [e for e in links if e.rule is Rule.SIGNAL or not effects.get(e.cause, none) & effects.get(e.effect, none)]
    return _without_circles(apart, edges)


def _without_circles(joined: Sequence[Edge], before: Sequence[Edge]) -> tuple[Edge, ...]:
    """Return the links without cycles; `before` has none."""
    return tuple(joined) if list(joined) == list(before) else acyclic(joined)


def is_remark(words: Words, clause: Clause) -> bool:
    """Whether a clause is about others (`either would be enough`, `both happened`) or compares (`as she does`)."""
    if _is_needless(words, clause) or (not clause.signals and _is_generic(words, clause)):
        return True
    if clause.signals or clause.verb is None:
        return False
    lower = words.lower[clause.low : clause.high]
    if lower[0] == "as" and words.lemmas[clause.verb] == "do" and words.inverted(clause.low, clause.high) is None:
        return "VB" not in words.tags[clause.verb : clause.high]
    bare = clause.high - clause.verb <= 2 and words.lemmas[clause.high - 1] in HAPPENED
    return "both" in lower[:4] and bare


def _is_generic(words: Words, clause: Clause) -> bool:
    """Whether a clause says what any one of several causes would do: `either of which trips the lock`."""
    lower = words.lower[clause.low : clause.high]
    if lower[0] == "either" and clause.opener is Opener.RELATIVE:
        return True
    if clause.verb is None or "or" in lower or not EACH & set(lower[:4]):
        return False
    enough = bool(ENOUGH & set(lower)) or ("would" in lower and "have" in lower)
    return enough or (lower[0] == "either" and words.tags[clause.verb] in {"MD", "VBZ", "VBP"})


def _is_needless(words: Words, clause: Clause) -> bool:
    """Whether a clause says that something would have happened anyway: `she would have been late anyway`."""
    lower = words.lower[clause.low : clause.high]
    if not {"would", "have"} <= set(lower) or {"not", "n't"} & set(lower):
        return False
    return any(_holds(lower, phrase) for phrase in ANYWAY)


def _holds(lower: Sequence[str], phrase: tuple[str, ...]) -> bool:
    return any(tuple(lower[i : i + len(phrase)]) == phrase for i in range(len(lower)))


def _groups(words: Words, clauses: Sequence[Clause], claims: Sequence[int]) -> Iterator[SharedCauses]:
    """Yield the runs of adjacent claims that a conjunction joins as causes."""
    run: list[int] = []
    alternatives = False
    for left, right in pairwise([*claims, -1]):
        nominal = clauses[left].form is Form.NOMINAL
        run = run or ([left] if nominal or _signal(clauses[left]) is not None else [])
        joint = _joint(words, clauses[left], clauses[right]) if run and right >= 0 else None
        if joint is not None:
            run.append(right)
            alternatives = alternatives or "or" in joint
            continue
        if len(run) > 1:
            signals = [_signal(clauses[k]) for k in run]
            partly = any(signal is not None and signal.strength is Strength.CONTRIBUTING for signal in signals)
            each = Strength.SUFFICIENT if alternatives else Strength.NECESSARY
            yield SharedCauses(causes=tuple(run), strength=Strength.CONTRIBUTING if partly else each)
        run, alternatives = [], False


def _signal(clause: Clause) -> Signal | None:
    return next((signal for signal in clause.signals if signal.follows is Argument.CAUSE), None)


def _joint(words: Words, first: Clause, second: Clause) -> tuple[str, ...] | None:
    """Return the words between two claims if they join the second to the first as a cause, else None."""
    if first.sentence != second.sentence:
        return None
    between = tuple(words.lower[first.high : second.low])
    nominal = first.form is Form.NOMINAL and second.form is Form.NOMINAL
    follows = second.opener is Opener.AND
    conjoined = "or" in between or (nominal and "and" in between and follows)
    if nominal and (conjoined or any(_holds(between, phrase) for phrase in ADDED)):
        return between
    if _signal(first) is None:
        return None
    repeated = _signal(second) is not None and not word_class("and_or").isdisjoint(between)
    alike = (first.form is Form.FINITE) is (second.form is Form.FINITE)  # not `because of a flood and left`
    return between if repeated or conjoined or (follows and alike and not second.comma) else None


def _effect(causes: Sequence[int], edges: Sequence[Edge]) -> int | None:
    """Return the effect that causes share: that of the likeliest link from one of them, preferably a signalled one."""
    reached = [edge for edge in edges if edge.cause in causes and edge.effect not in causes]
    stated = [edge for edge in reached if edge.rule is Rule.SIGNAL] or reached
    return max(stated, key=lambda edge: edge.confidence).effect if stated else None


def _linked(clauses: Sequence[Clause], edges: Sequence[Edge], group: SharedCauses, effect: int) -> tuple[Edge, ...]:
    """Link each cause of a group to the effect, and none to another of the group."""
    before = {edge.cause: edge for edge in edges if edge.effect == effect}
    quoted = _signal(clauses[group.causes[0]])
    rest = [e for e in edges if e.cause not in group.causes or (e.effect != effect and e.effect not in group.causes)]
    for cause in group.causes:
        previous = before.get(cause) or Edge(cause=cause, effect=effect, confidence=0.0, rule=Rule.SIGNAL)
        confidence = max(TOLD, previous.confidence)
        link = replace(previous, strength=group.strength, confidence=confidence, rule=Rule.SIGNAL)
        signal = _signal(clauses[cause]) or quoted
        if signal is not None:
            link = replace(link, sign=Sign.PROMOTES, connective=str(signal), place=signal.place)
        rest.append(link)
    return tuple(rest)


def _with_sufficient(
    edges: Sequence[Edge], clauses: Sequence[Clause], claims: Sequence[int], remark: int
) -> tuple[Edge, ...]:
    """Make the causes of the effect that a remark is about sufficient: the last effect before it with several causes.

    If there is none, the remark is about the last two claims before it, and both cause what one of them does.
    """

    def enough(edge: Edge) -> Edge:
        return replace(edge, strength=Strength.SUFFICIENT, confidence=max(edge.confidence, TOLD))

    causes = {k: [e for e in edges if e.effect == k and e.sign is Sign.PROMOTES] for k in range(len(clauses))}
    latest = clauses[remark].sentence + 1
    several = [k for k, edges_into in causes.items() if len(edges_into) > 1 and clauses[k].sentence <= latest]
    if several:
        return tuple(enough(e) if e in causes[several[-1]] else e for e in edges)
    pair = tuple(k for k in claims if k < remark)[-2:]
    reaching = [e for e in edges if e.cause in pair and e.effect not in pair and e.sign is Sign.PROMOTES]
    if not reaching or len(pair) < 2:
        return tuple(edges)
    likeliest = max(reaching, key=lambda e: e.confidence)
    both = [enough(replace(likeliest, cause=cause)) for cause in pair]
    return (*(e for e in edges if e.cause not in pair or e.effect not in (*pair, likeliest.effect)), *both)


def _with_needless(
    words: Words, clauses: Sequence[Clause], claims: Sequence[int], remark: int, edges: Sequence[Edge]
) -> tuple[Edge, ...]:
    """Make each cause of what would have happened anyway sufficient, and so the cause that the remark names."""
    effect = _spoken_of(words, clauses, claims, remark, edges)
    if effect is None:
        return tuple(edges)
    following = remark + 1
    names_cause = following in claims and clauses[following].sentence == clauses[remark].sentence
    signal = _signal(clauses[following]) if names_cause else None
    links = [
        replace(e, strength=Strength.SUFFICIENT) if e.effect == effect and e.sign is Sign.PROMOTES else e
        for e in edges
        if signal is None or following not in (e.cause, e.effect)
    ]
    if signal is None:
        return tuple(links)
    added = Edge(
        cause=following,
        effect=effect,
        strength=Strength.SUFFICIENT,
        connective=str(signal),
        place=signal.place,
        confidence=TOLD,
        rule=Rule.SIGNAL,
    )
    return (*links, added)


def _spoken_of(
    words: Words, clauses: Sequence[Clause], claims: Sequence[int], remark: int, edges: Sequence[Edge]
) -> int | None:
    """Return the effect that a remark is about: the one stated shortly before that shares most words with it."""
    before = [k for k in claims if k < remark and clauses[remark].sentence - clauses[k].sentence <= 1]
    effects = {edge.effect for edge in edges if edge.sign is Sign.PROMOTES and edge.cause in before}
    mentioned = set(words.lemmas[clauses[remark].low : clauses[remark].high])
    shared = {k: len(mentioned & set(words.lemmas[clauses[k].low : clauses[k].high])) for k in before if k in effects}
    return max(shared, key=lambda k: (shared[k], k), default=None)


def consistent(edges: Sequence[Edge]) -> tuple[Edge, ...]:
    """Weaken necessary causes to contributing ones if their effect has a sufficient cause."""
    sufficient = {e.effect for e in edges if e.strength is Strength.SUFFICIENT}
    return tuple(
        replace(e, strength=Strength.CONTRIBUTING) if e.effect in sufficient and e.strength is Strength.NECESSARY else e
        for e in edges
    )


def mechanisms(edges: Sequence[Edge], names: Mapping[int, str]) -> tuple[tuple[str, str], ...]:
    """Return a formula, with the `names` of claims, for each effect whose causes are known to work together.

    What continued despite a threat, because something countered it, would also have continued without the threat. If
    each of several causes was sufficient, nothing would have caused the effect without any of them.

    Examples
    --------
    >>> def edge(cause, effect, sign):
    ...     strength = Strength.NECESSARY if sign is Sign.PROMOTES else Strength.CONTRIBUTING
    ...     return Edge(cause=cause, effect=effect, sign=sign, strength=strength, confidence=0.9, rule=Rule.LEARNT)
    >>> chain = [edge(0, 1, Sign.PROMOTES), edge(1, 2, Sign.PROMOTES), edge(0, 2, Sign.INHIBITS)]
    >>> mechanisms(chain, {0: "storm", 1: "pumping", 2: "dry hold"})
    (('dry hold', 'not storm or (pumping)'),)
    """
    into: dict[int, list[Edge]] = {}
    for edge in edges:
        into.setdefault(edge.effect, []).append(edge)
    rescued, either = [], []
    for effect, reaching in into.items():
        helping = [e for e in reaching if e.sign is Sign.PROMOTES]
        causes_of_help = {e.cause for h in helping for e in into.get(h.cause, ())}
        threat = next((e.cause for e in reaching if e.sign is Sign.INHIBITS and e.cause in causes_of_help), None)
        if threat is not None and all(e.strength is Strength.NECESSARY for e in helping):
            together = " and ".join(names[e.cause] for e in helping)
            rescued.append((names[effect], f"not {names[threat]} or ({together})"))
        elif len(reaching) > 1 and all(e.strength is Strength.SUFFICIENT for e in reaching):
            either.append((names[effect], " or ".join(names[e.cause] for e in reaching)))
    return (*rescued, *either)
