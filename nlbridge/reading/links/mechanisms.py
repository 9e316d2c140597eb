"""Where the text says how causes work together: either alone was enough, or one made good what another threatened.

A remark such as `either would have been enough` is no event of the story: it
makes the causes of an effect sufficient. A state that went on (`the pumps kept
running`) because something stepped in after a mishap would have gone on without
the mishap as well: `not mishap or rescue`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from causalcore.scenario.scenario import Sign, Strength
from nlbridge.language.clauses.boundary import Opener
from nlbridge.language.clauses.clause import Clause
from nlbridge.language.lexicon import word_class
from nlbridge.language.pipeline.inversion import inverted
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.links.edges import Edge

ENOUGH: Final = frozenset({"enough", "alone", "suffice", "sufficed", "suffices", "sufficient", "own", "itself"})
EACH: Final = frozenset({"either", "each", "any", "one"})
HAPPENED: Final = frozenset({"happen", "occur", "come", "apply", "hold", "do"})
LASTING: Final = frozenset("stay remain keep continue survive live last escape hold".split())
GOING: Final = frozenset("go cut shut switch turn break burn close".split())
ON_COURSE: Final = (("on", "time"), ("as", "usual"), ("as", "planned"), ("as", "always"), ("in", "time"), ("still",))
NEGATIONS: Final = frozenset({"not", "n't", "no", "never", "nobody", "none", "without", "neither"})
TIMING: Final = frozenset({"later", "earlier"})
"""Comparatives that say when instead of how: `the ferry crossed an hour later`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescue:
    """An effect that went on because of `rescue`, in spite of `threat`, by position."""

    effect: int
    threat: int
    rescues: tuple[int, ...]


def is_remark(words: Words, clause: Clause) -> bool:
    """Whether a clause is about other clauses: on how causes work together, or `as she does every night`.

    `either alone would have been enough`, `that week both happened`.
    """
    lower = words.lower[clause.low : clause.high]
    if clause.signals:
        return False
    if is_generic(words, clause):
        return True
    if clause.verb is None:
        return False
    if lower[0] == "as" and words.lemmas[clause.verb] == "do" and inverted(words, clause.low, clause.high) is None:
        return not any(words.tags[i] == "VB" for i in range(clause.verb, clause.high))
    bare = clause.high - clause.verb <= 2 and words.lemmas[clause.high - 1] in HAPPENED
    return "both" in lower[:4] and bare


def is_generic(words: Words, clause: Clause) -> bool:
    """Whether a clause states what any one of several causes would do: `either of which trips the lock`."""
    lower = words.lower[clause.low : clause.high]
    if lower[0] == "either" and clause.opener is Opener.RELATIVE:
        return True
    if clause.verb is None or "or" in lower or not EACH & set(lower[:4]):
        return False
    enough = bool(ENOUGH & set(lower)) or ("would" in lower and "have" in lower)
    return enough or (lower[0] == "either" and words.tags[clause.verb] in {"MD", "VBZ", "VBP"})


def with_sufficient(edges: Sequence[Edge], words: Words, clauses: Sequence[Clause], remark: int) -> tuple[Edge, ...]:
    """Make the causes of the effect that a remark speaks of sufficient: the last one before it that has several."""
    if not is_generic(words, clauses[remark]):
        return tuple(edges)
    causes = {k: [e for e in edges if e.effect == k and e.sign is Sign.PROMOTES] for k in range(len(clauses))}
    sentence = clauses[remark].sentence
    several = [k for k, found in causes.items() if len(found) > 1 and clauses[k].sentence <= sentence]
    if not several:
        return _with_joint(edges, clauses, remark, causes)
    effect = several[-1]
    return tuple(replace(e, strength=Strength.SUFFICIENT) if e in causes[effect] else e for e in edges)


def _with_joint(
    edges: Sequence[Edge], clauses: Sequence[Clause], remark: int, causes: dict[int, list[Edge]]
) -> tuple[Edge, ...]:
    """Take what stands beside a remark for the causes of the next effect: `A, and B; either would have done. C`."""
    beside = [
        k
        for k in range(remark)
        if clauses[k].sentence == clauses[remark].sentence and clauses[k].opener is not Opener.RELATIVE
    ]
    if not beside:
        before = clauses[remark - 1].sentence if remark else -1
        beside = [k for k in range(remark) if clauses[k].sentence == before]
    linked = [k for k in range(remark + 1, len(clauses)) if any(e.cause in beside for e in causes[k])]
    if len(beside) < 2 or not linked:
        return tuple(edges)
    known = next(e for e in causes[linked[0]] if e.cause in beside)
    rest = [e for e in edges if not (e.effect == linked[0] and e.cause in beside)]
    rest = [e for e in rest if not (e.cause in beside and e.effect in beside)]
    return (*rest, *(replace(known, cause=k, strength=Strength.SUFFICIENT) for k in beside))


def sufficient(edges: Sequence[Edge]) -> dict[int, tuple[int, ...]]:
    """Return the effects of which the text names all that brings them about, each alone enough, with these causes.

    Without any of them there would have been nothing to bring the effect about.
    """
    into: dict[int, list[Edge]] = {}
    for edge in edges:
        into.setdefault(edge.effect, []).append(edge)
    return {
        effect: tuple(e.cause for e in found)
        for effect, found in into.items()
        if len(found) > 1 and all(e.strength is Strength.SUFFICIENT and e.sign is Sign.PROMOTES for e in found)
    }


def consistent(edges: Sequence[Edge]) -> tuple[Edge, ...]:
    """Beside a sufficient cause no other is necessary."""
    enough = {e.effect for e in edges if e.strength is Strength.SUFFICIENT}
    return tuple(
        replace(e, strength=Strength.CONTRIBUTING) if e.effect in enough and e.strength is Strength.NECESSARY else e
        for e in edges
    )


def rescues(words: Words, clauses: Sequence[Clause], edges: Sequence[Edge]) -> tuple[Rescue, ...]:
    """Find the states that went on because something stepped in."""
    found = []
    for k, clause in enumerate(clauses):
        if not went_on(words, clause):
            continue
        helpers = [e for e in edges if e.effect == k and e.connective and e.sign is Sign.PROMOTES]
        if not helpers or any(_no_step(words, clauses[e.cause]) for e in helpers):
            continue
        threats = [e.cause for e in edges if e.effect == k and e not in helpers]
        threats += [e.cause for helper in helpers for e in edges if e.effect == helper.cause]
        threats += [
            h.cause - 1 for h in helpers if h.cause and clauses[h.cause - 1].sentence < clauses[h.cause].sentence
        ]
        threat = next((t for t in threats if adverse(words, clauses[t])), None)
        if threat is not None:
            found.append(Rescue(effect=k, threat=threat, rescues=tuple(e.cause for e in helpers)))
    return tuple(found)


def _no_step(words: Words, clause: Clause) -> bool:
    """Whether a clause is no rescue: a mishap, or itself what was spared."""
    spared = any(words.lemmas[i] == "spare" for i in range(clause.low, clause.high))
    return spared or adverse(words, clause)


def with_overcome(edges: Sequence[Edge], rescue: Rescue) -> tuple[Edge, ...]:
    """Turn the link from the mishap into one that was overcome, or add it."""
    kept = [e for e in edges if (e.cause, e.effect) != (rescue.threat, rescue.effect)]
    known = next((e for e in edges if (e.cause, e.effect) == (rescue.threat, rescue.effect)), None)
    helper = next(e for e in edges if e.effect == rescue.effect and e.cause in rescue.rescues)
    overcome = replace(
        known or helper,
        cause=rescue.threat,
        sign=Sign.INHIBITS,
        strength=Strength.CONTRIBUTING,
        connective=None,
        place=None,
    )
    return (*kept, overcome)


def went_on(words: Words, clause: Clause) -> bool:
    """Whether a clause speaks of a state that lasted, or of a harm that did not come."""
    if clause.verb is None:
        return False
    lower = words.lower[clause.low : clause.high]
    if words.lemmas[clause.verb] in LASTING:
        return True
    if any(lower[i : i + len(words_)] == words_ for words_ in ON_COURSE for i in range(len(lower))):
        return True
    copular = words.lemmas[clause.verb] == "be"
    return copular and bool(NEGATIONS & set(lower))


def adverse(words: Words, clause: Clause) -> bool:
    """Whether a clause speaks of something that failed, was lost or stood in the way."""
    listed = word_class("adverse")
    gone = any(
        words.lower[i + 1] in {"off", "out", "down"} and words.lemmas[i] in GOING
        for i in range(clause.low, clause.high - 1)
    )
    negated = any(word in NEGATIONS for word in words.lower[clause.low : clause.high])
    said = any(
        words.lemmas[i].lower() in listed or words.lower[i] in listed
        for i in range(clause.low, clause.high)
        if words.lower[i] not in TIMING
    )
    return said or gone or negated
