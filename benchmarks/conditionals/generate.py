"""New items from a vocabulary, balanced over conditions and manipulations (appendices A.2 and A.4).

Each core is one choice of subject, states, verb, agent and pair of completions, written out in every condition. The
construction of an item determines its expected reading, which the reader checks. A frame with an item that is read
differently is dropped, and the item is reported.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from benchmarks.conditionals.data import Condition, ConditionalItem
from benchmarks.conditionals.mood import Mood, World, read_moods
from benchmarks.errors import MalformedItemError
from causalcore.errors import MalformedDocumentError
from causalcore.files.yaml_text import read_yaml

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


Reading = tuple[Mood | None, World]

CONTEXTS: Final[dict[tuple[Condition, str], Reading]] = {
    (Condition.CW, ""): (Mood.COUNTERFACTUAL, World.HYPOTHETICAL),
    (Condition.RW, ""): (Mood.FACTUAL, World.ACTUAL),
    (Condition.BB, ""): (None, World.ACTUAL),
    (Condition.CR, ""): (Mood.COUNTERFACTUAL, World.ACTUAL),
    (Condition.CWC, ""): (Mood.COUNTERFACTUAL, World.ACTUAL),
    (Condition.RWCA, ""): (Mood.FACTUAL, World.ACTUAL),
    (Condition.BBC, ""): (None, World.ACTUAL),
    (Condition.CWC, "cue"): (Mood.COUNTERFACTUAL, World.ACTUAL),
    (Condition.RWCA, "cue"): (Mood.FACTUAL, World.ACTUAL),
    (Condition.CWC, "distance"): (Mood.COUNTERFACTUAL, World.ACTUAL),
    (Condition.RWCA, "distance"): (Mood.FACTUAL, World.ACTUAL),
    (Condition.CWC, "boundary"): (Mood.COUNTERFACTUAL, World.HYPOTHETICAL),
    (Condition.CWC, "connective"): (Mood.COUNTERFACTUAL, World.ACTUAL),
    (Condition.CWC, "tense"): (Mood.COUNTERFACTUAL, World.HYPOTHETICAL),
}
"""The kinds of context, with the mood and world intended for each."""

FITTING: Final = {
    Condition.CW: True,
    Condition.CR: True,
    Condition.RW: False,
    Condition.CWC: False,
    Condition.RWCA: False,
    Condition.BB: None,
    Condition.BBC: None,
}
"""Whether the congruent completion fits the antecedent, as in the paper's tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Core:
    """One choice of words, shared by every condition."""

    id: str
    known: str
    neutral: str
    plural: bool
    pronoun: str
    supposed: str
    actual: str
    stance: str
    agent: str
    verb: str
    patient: bool
    preposition: str
    completions: tuple[str, str]
    modal: str
    perfect: bool
    connective: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Generated:
    """Items, and reports of those that the reader read differently from their construction."""

    items: tuple[ConditionalItem, ...]
    refused: tuple[str, ...]


def shipped_vocabulary() -> Mapping[str, Any]:
    """Return the vocabulary of the package."""
    return vocabulary_from(resources.files(__package__).joinpath("vocabulary.yaml").read_text(encoding="utf-8"))


def vocabulary_from(text: str) -> Mapping[str, Any]:
    """Read a vocabulary in YAML."""
    try:
        vocabulary = read_yaml(text)
    except MalformedDocumentError as broken:
        message = f"expected a vocabulary in YAML, got something else ({broken.came}); see the one in the package"
        raise MalformedItemError(message) from broken
    if not isinstance(vocabulary, dict) or not vocabulary.get("domains"):
        message = 'expected a vocabulary with a list "domains", got none; see the one in the package'
        raise MalformedItemError(message)
    return vocabulary


def generate(count: int, *, seed: int = 0, vocabulary: Mapping[str, Any] | None = None) -> Generated:
    """Return at least `count` items, as many of each kind of context, each context checked by the reader.

    To keep the set balanced, another frame replaces one with a context that is not read as built.

    Parameters
    ----------
    count
        Number of items; rounded up to whole frames (a choice of words, with every pair of completions, in every
        condition).
    """
    frames = _frames(vocabulary or shipped_vocabulary())
    random.Random(seed).shuffle(frames)  # noqa: S311  no secret
    items: list[ConditionalItem] = []
    refused: list[str] = []
    while len(items) < count and frames:
        needed = -(-(count - len(items)) // (len(frames[-1]) * len(CONTEXTS)))
        drawn, frames = frames[-needed:], frames[:-needed]
        good, bad = _checked(drawn)
        items += good
        refused += bad
    if len(items) < count:
        message = f"expected at most {len(items)} items of this vocabulary, got {count}; add words to it"
        raise MalformedItemError(message)
    return Generated(items=tuple(items), refused=tuple(refused))


def _checked(frames: Sequence[Sequence[Core]]) -> tuple[list[ConditionalItem], list[str]]:
    """Write frames out; return items of correctly read frames, and reports of wrong readings."""
    built = [[(kind, item) for core in frame for kind, item in _items(core)] for frame in frames]
    sentences = {item.context: f"{item.sentence}." for frame in reversed(built) for _, item in reversed(frame)}
    readings = dict(zip(sentences, read_moods(sentences.values()), strict=True))
    good: list[ConditionalItem] = []
    bad: list[str] = []
    for frame in built:
        wrong = [
            f"{item.id}: built as {_shown(CONTEXTS[kind])}, read as {_shown(found)}: {item.context}"
            for kind, item in frame
            if (found := (readings[item.context].mood, readings[item.context].world)) != CONTEXTS[kind]
        ]
        bad += wrong
        good += [] if wrong else [item for _, item in frame]
    return good, bad


def _shown(reading: Reading) -> str:
    mood, world = reading
    return f"{mood or 'no conditional'}, {world}"


def _frames(vocabulary: Mapping[str, Any]) -> list[tuple[Core, ...]]:
    """Return every choice of words; the cores of a frame differ in their completions."""
    try:
        return [frame for domain in vocabulary["domains"] for frame in _of_domain(domain)]
    except (KeyError, TypeError, ValueError) as broken:
        message = f"expected a domain with the fields of the vocabulary in the package, got {broken!r}; add what lacks"
        raise MalformedItemError(message) from broken


def _of_domain(domain: Mapping[str, Any]) -> Iterator[tuple[Core, ...]]:
    action = domain["action"]
    choices = product(
        list(zip(domain["known"], domain["neutral"], strict=True)),
        list(zip(domain["states"]["supposed"], domain["states"]["actual"], strict=True)),
        domain["stance"],
        domain["agents"] or [""],
        ("would", "might"),
        (False, True),
        ("In fact", "In reality"),
    )
    for number, (subject, state, stance, agent, modal, perfect, connective) in enumerate(choices):
        yield tuple(
            Core(
                id=f"{domain['name']}-{number}-{place}",
                known=subject[0],
                neutral=subject[1],
                plural=bool(domain["plural"]),
                pronoun=domain["pronoun"],
                supposed=state[0],
                actual=state[1],
                stance=stance,
                agent=agent,
                verb=action["verb"],
                patient=bool(action["patient"]),
                preposition=action["preposition"],
                completions=(pair[0], pair[1]),
                modal=modal,
                perfect=perfect,
                connective=connective,
            )
            for place, pair in enumerate(domain["completions"])
        )


def _items(core: Core) -> Iterator[tuple[tuple[Condition, str], ConditionalItem]]:
    supposed, actual = core.completions
    for condition, manipulation in CONTEXTS:
        paper = condition in {Condition.CWC, Condition.RWCA, Condition.BBC}
        suffix = f"-{manipulation}" if manipulation else ""
        yield (
            (condition, manipulation),
            ConditionalItem(
                id=f"{core.id}-{condition}{suffix}",
                condition=condition,
                context=_context(core, condition, manipulation),
                congruent=actual if paper else supposed,
                incongruent=supposed if paper else actual,
                fitting=FITTING[condition],
                core=core.id,
                manipulation=manipulation,
            ),
        )


def _context(core: Core, condition: Condition, manipulation: str) -> str:
    if condition in {Condition.BB, Condition.BBC}:
        return _sentence(_act(core, core.neutral if condition is Condition.BBC else core.known, "VBP"))
    if condition is Condition.CW:
        return f"If {_supposition(core, core.known)}, {_consequence(core, core.known)}"
    if condition is Condition.RW:
        return f"Because {_state(core, core.known, core.actual, 'VBP')}, {_act(core, core.known, 'VBP', again=True)}"
    subject = core.known if condition is Condition.CR else core.neutral
    return _two_clauses(core, subject, manipulation, factual=condition is Condition.RWCA)


def _two_clauses(core: Core, subject: str, manipulation: str, *, factual: bool) -> str:
    """Write a conditional whose consequent is a comment, and the clause to complete after it."""
    before = f"instead of {core.actual}, " if manipulation == "distance" else ""
    state = _state(core, subject, core.supposed, "VBP") if factual else _supposition(core, subject)
    after = f" rather than {core.actual}" if manipulation == "cue" else ""
    comment = "it is surprising" if factual else "it would be surprising"
    opening = f"{'Because' if factual else 'If'} {before}{state}{after}, {comment}"
    act = _consequence(core, subject, again=False) if manipulation == "tense" else _act(core, subject, "VBP")
    if manipulation == "boundary":
        return f"{opening}, {core.connective.lower()}, {act}"
    if manipulation == "connective":
        return f"{opening}. {_sentence(act)}"
    return f"{opening}. {core.connective}, {act}"


def _supposition(core: Core, subject: str) -> str:
    return _state(core, subject, core.supposed, "had" if core.perfect else "VBD")


def _state(core: Core, subject: str, state: str, form: str) -> str:
    first, _, rest = core.stance.partition(" ")
    verb = f"had {_inflected(first, 'VBN')}" if form == "had" else _agreeing(core.plural, first, form)
    return " ".join(part for part in (subject, verb, rest, state) if part)


def _consequence(core: Core, subject: str, *, again: bool = True) -> str:
    verb = f"{core.modal} have {_inflected(core.verb, 'VBN')}" if core.perfect else f"{core.modal} {core.verb}"
    return _with_verb(core, subject, verb, again=again)


def _act(core: Core, subject: str, form: str, *, again: bool = False) -> str:
    return _with_verb(core, subject, _agreeing(bool(core.agent) or core.plural, core.verb, form), again=again)


def _with_verb(core: Core, subject: str, verb: str, *, again: bool) -> str:
    named = core.pronoun if again else subject
    agent = core.agent or named
    patient = named if core.patient else ""
    return " ".join(part for part in (agent, verb, patient, core.preposition) if part)


def _agreeing(plural: bool, lemma: str, form: str) -> str:
    if lemma == "be":
        return {"VBD": "were", "VBP": "are" if plural else "is"}[form]
    return _inflected(lemma, "VBZ" if form == "VBP" and not plural else form)


@lru_cache(maxsize=256)
def _inflected(lemma: str, tag: str) -> str:
    from lemminflect import getInflection

    return str(getInflection(lemma, tag)[0])


def _sentence(clause: str) -> str:
    return clause[0].upper() + clause[1:]
