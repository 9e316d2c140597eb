"""Claims that a text makes twice: which statement only repeats an earlier one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from causalcore.scenario.scenario import Sign
from nlbridge.language.clauses.clause import Clause
from nlbridge.language.lexicon import word_class, word_phrases
from nlbridge.language.lexicon.connectives import Argument, SignalKind
from nlbridge.language.meaning.word_relations import NEGATORS
from nlbridge.language.pipeline.words import Words

EMPTY: Final = word_class("empty_beside_nouns")
"""Words without a meaning of their own."""
DEGREES: Final = word_class("degree_adverbs")
"""Words that a repetition may leave out: `unusually low`, then `low`."""
LEAST: Final = 2
"""Fewest words of a claim that counts as a repetition."""
PLACING: Final = word_class("placing_prepositions")
"""Words that open the place or time of an event."""
DESCRIBING: Final = word_class("describing_prepositions")
"""Prepositions that open what describes a noun: `the lift in building C`."""
ENDING: Final = ("NN", "CD")
"""Beginnings of the tags of words that may end the description of a noun."""
BESIDE: Final = ("NN", "JJ", "CD", "DT", "PRP$", "POS", "VBG", "VBN", "HYPH")
"""Beginnings of the tags of words in a noun phrase before its noun."""
VERBAL: Final = ("VB", "MD", "RB")
"""Beginnings of the tags of words that open a predicate."""
OWNERS: Final = word_class("third_person_possessives")
"""Words that describe nothing by themselves: `her old car`, then `her car`."""
UNSAID: Final = NEGATORS | word_class("scarce_quantifiers")
"""Words that leave little or nothing of what they stand before."""

PRO_PREDICATES: Final = word_phrases("pro_predicates")
"""What stands for the predicate of the clause before: `it did so because ...`."""
NOT_IN_FULL: Final = {"n't": "not", "n’t": "not"}
"""So that `didn't glow` and `did not glow` are one denial."""
NEAR: Final = 1
"""Most sentences back to a claim that a pronoun takes up."""


def repeats(statements: Sequence[str]) -> dict[int, int]:
    """Return the repetitions among statements: the position of each, with that of the earlier statement.

    Examples
    --------
    >>> repeats(["The server room overheated on Tuesday.", "Both fans had stopped.", "The server room overheated."])
    {2: 0}
    >>> repeats(["The tide was unusually low.", "The tide was low."])
    {1: 0}
    >>> repeats(["The van was late on Monday.", "The van was late on Tuesday.", "The van was not late."])
    {}
    """
    content = [_content(statement.split()) for statement in statements]
    earlier: dict[int, int] = {}
    for k, words in enumerate(content):
        before = next((j for j in range(k) if j not in earlier and _says(content[j], words)), None)
        if before is not None and len(words) >= LEAST:
            earlier[k] = before
    return earlier


def recalled(words: Words, clauses: Sequence[Clause], k: int, earlier: Iterable[int]) -> int | None:
    """Return which earlier clause is recalled by one that is a reason or gets one; None if none or several.

    `The goods lift in building C stood still. Because the lift stood still, Ann took the stairs.`
    `The gate was open. It was open because the latch had rusted.`
    """
    explained = _gets_a_reason(clauses, k)
    if not (explained or _gives_a_reason(clauses[k])):
        return None
    low, high = clauses[k].low, clauses[k].high
    if words.lower[low] in word_class("definite_determiners"):
        said = _told(words, clauses[k])
        found = [j for j in earlier if said and (told := _told(words, clauses[j])) and said.recalls(told)]
        return found[0] if len(found) == 1 else None
    if not words.is_a(low, "third_person_subjects"):
        return None
    if explained and words.lower[low + 1 : high] in PRO_PREDICATES:
        found = _beside(words, clauses, k, earlier)
    else:
        found = _said_alike(words, clauses, k, earlier)
    near = found and clauses[k].sentence - clauses[found[0]].sentence <= NEAR
    return found[0] if near and len(found) == 1 else None


def _beside(words: Words, clauses: Sequence[Clause], k: int, earlier: Iterable[int]) -> list[int]:
    """Return the main clauses of the nearest sentence before clause `k`, its own included; none if one is denied."""
    main = [j for j in earlier if _is_main(clauses[j])]
    near = [j for j in main if clauses[j].sentence == clauses[main[-1]].sentence]
    return [] if any(_denials(words, clauses[j]) for j in near) else near


def _said_alike(words: Words, clauses: Sequence[Clause], k: int, earlier: Iterable[int]) -> list[int]:
    """Return the earlier clauses that say of their subject what clause `k` says of a pronoun, as surely as it does."""
    said, denied = _predicate(words, clauses[k]), _denials(words, clauses[k])
    if not said or not words.tags[clauses[k].low + 1].startswith("VB"):
        return []  # `it probably failed`, `it would have passed`
    alike = (j for j in earlier if _says(_predicate(words, clauses[j]), said) and _is_told(words, clauses[j]))
    return [j for j in alike if _denials(words, clauses[j]) == denied]


def _gives_a_reason(clause: Clause) -> bool:
    signal = clause.opened_by(SignalKind.SUBORDINATOR)
    return signal is not None and signal.follows is Argument.CAUSE


def _gets_a_reason(clauses: Sequence[Clause], k: int) -> bool:
    """Whether the next clause of the sentence gives a reason for a clause: `because of the rain`."""
    if k + 1 == len(clauses) or clauses[k + 1].sentence != clauses[k].sentence:
        return False
    signal = clauses[k + 1].opened_by(SignalKind.SUBORDINATOR, SignalKind.PREPOSITION)
    if signal is None or signal.follows is not Argument.CAUSE or signal.sign is not Sign.PROMOTES:
        return False
    return not word_class("reason_words").isdisjoint(signal.words)


def _is_main(clause: Clause) -> bool:
    beside = clause.opened_by(SignalKind.SUBORDINATOR, SignalKind.PREPOSITION, SignalKind.BARRIER)
    return clause.verb is not None and beside is None


def _is_told(words: Words, clause: Clause) -> bool:
    """Whether a clause says that something happened, not that it may have: `could fail`, `probably failed`."""
    inside = range(clause.low, clause.high)
    return not any(words.tags[i] == "MD" or words.is_a(i, "possible_hedges") for i in inside)


def _denials(words: Words, clause: Clause) -> frozenset[str]:
    return UNSAID.intersection(NOT_IN_FULL.get(word, word) for word in words.lower[clause.low : clause.high])


def _predicate(words: Words, clause: Clause) -> tuple[str, ...]:
    """Return what a clause says from its first verb on, without auxiliaries; a passive verb differs from an active."""
    low = next((i for i in range(clause.low, clause.high) if words.tags[i].startswith("VB")), clause.high)
    said, passive = [], False
    for i in range(low, clause.high):
        if words.is_a(i, "be_have_get"):
            passive = words.lemmas[i] != "have"
            continue
        word = words.lemmas[i] if words.tags[i].startswith("VB") else words.lower[i]
        word = NOT_IN_FULL.get(word, word)
        said.append(f"be {word}" if passive and words.tags[i] == "VBN" else word)
    return _content(said)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """A clause as the noun of its subject, the words that describe it, and the predicate."""

    noun: str
    described: frozenset[str]
    predicate: tuple[str, ...]

    def recalls(self, told: _Told) -> bool:
        """Return whether this says of a thing that was described before what was said of it there."""
        return self.noun == told.noun and self.described <= told.described and _says(told.predicate, self.predicate)


def _told(words: Words, clause: Clause) -> _Told | None:
    """Split a clause whose subject is a noun with what describes it; return None for any other."""
    low, high = clause.low, clause.high
    before = next((k for k in range(low, high) if not words.tags[k].startswith(BESIDE)), high)
    noun = next((k for k in reversed(range(low, before)) if words.tags[k].startswith("NN")), None)
    if noun is None or (low and words.lower[low - 1] in word_class("condition_words")):
        return None
    verb = next((k for k in range(noun + 1, high) if words.tags[k].startswith(VERBAL)), high)
    behind = range(noun + 1, verb)
    if behind and not (words.lower[noun + 1] in DESCRIBING and words.tags[verb - 1].startswith(ENDING)):
        return None
    subject = [words.lower[k] for k in (*range(low, noun), *behind)]
    predicate = _content(words.lower[verb:high])
    if not predicate or not UNSAID.isdisjoint(subject):
        return None
    return _Told(noun=words.lower[noun], described=frozenset(_content(subject)) - OWNERS, predicate=predicate)


def _content(words: Iterable[str]) -> tuple[str, ...]:
    bare = (word.strip(".,;:!?\"'“”‘’()").lower() for word in words)
    return tuple(word for word in bare if word and word not in EMPTY)


def _says(whole: tuple[str, ...], said: tuple[str, ...]) -> bool:
    """Whether a statement equals another one, or equals it without its degree or the place or time at its end."""
    if DEGREES.isdisjoint(said):
        whole = tuple(word for word in whole if word not in DEGREES)
    rest = whole[len(said) :]
    return whole[: len(said)] == said and (not rest or rest[0] in PLACING)
