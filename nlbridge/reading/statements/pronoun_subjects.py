"""What a pronoun stands for, where that is safe to say.

A pronoun is resolved only where one phrase can be meant: for `he` and `she` one
person, or one whose sex the text tells, or the subject before it where the
others never act; for `it` and `they` one thing, or several, in this sentence and
the one before. Anything else is left as it is (Hobbs 1978 and later work resolve
more, and err more).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nlbridge.language.clauses.clause import Clause
from nlbridge.language.clauses.noun_phrases import (
    NounPhrase,
    gender,
    is_person,
    is_plural,
    is_subject,
    phrases,
    taken_up,
)
from nlbridge.language.lexicon import word_class, word_pairs
from nlbridge.language.pipeline.words import ENDS, Words

PERSONAL: Final = word_pairs("subject_of_pronoun")  # fmt: skip
RIVAL: Final = frozenset({"obj", "iobj", "obl", "obl:agent", "conj", "root", "appos", "xcomp"})
"""Roles in which a phrase is as likely to be meant as the subject."""
VESSELS: Final = word_class("vessels")
WEATHER_VERBS: Final = word_class("weather_doing")


def antecedent(words: Words, clauses: Sequence[Clause], i: int) -> str | None:
    """Return the phrase that the pronoun at word `i` stands for, None where it cannot be told safely."""
    pronoun = PERSONAL.get(words.lower[i])
    if pronoun is None or (words.lower[i] == "it" and _expletive(words, i)):
        return None
    if pronoun in word_class("singular_persons"):
        found = _person(words, i, pronoun) or _announced(words, clauses, i, pronoun)
        if found is None and pronoun == "she":
            found = _vessel(words, i)
    else:
        found = _thing(words, i, plural=pronoun == "they", owner=words.tags[i] == "PRP$")
    return taken_up(words, found) if found is not None else None


def _expletive(words: Words, i: int) -> bool:
    """Whether `it` stands for nothing: weather, time, or a clause that comes later."""
    after = [words.lemmas[j] for j in range(i + 1, min(i + 4, len(words.forms)))]
    return bool(WEATHER_VERBS & set(after)) or after[:1] == ["be"]


def _person(words: Words, i: int, pronoun: str) -> NounPhrase | None:
    other = "she" if pronoun == "he" else "he"
    persons = [p for p in phrases(words, 0, i) if is_person(words, p) and gender(words, p) != other]
    names = {words.forms[p.head] for p in persons}
    if len(names) == 1:
        return persons[0]
    told = [p for p in persons if gender(words, p) == pronoun]
    if len({words.forms[p.head] for p in told}) == 1 and not any(_unisex(words, p, told[0]) for p in persons):
        return told[-1]
    acting = [p for p in persons if is_subject(words, p)]
    rivals = [p for p in persons if words.relations[p.head] in RIVAL]
    same = {words.forms[p.head] for p in (*acting, *rivals)}
    return acting[-1] if acting and len(same) == 1 and words.tags[acting[-1].head].startswith("NNP") else None


def _unisex(words: Words, person: NounPhrase, told: NounPhrase) -> bool:
    """Whether `she` may be another person as well, one whose sex the text does not tell, and who acts or is named."""
    if words.forms[person.head] == words.forms[told.head] or gender(words, person):
        return False
    return not _owner_of(words, person, told) and (is_subject(words, person) or words.tags[person.head] == "NNP")


def _owner_of(words: Words, person: NounPhrase, told: NounPhrase) -> bool:
    """Whether one person is said to have the other: `Greta ... to her brother`."""
    return words.tags[told.low] == "PRP$" and person.high <= told.low and is_subject(words, person)


def _vessel(words: Words, i: int) -> NounPhrase | None:
    """Return the ship of a text that mentions one ship and no woman: `the Amelia ... her mast`."""
    before = phrases(words, 0, i)
    if any(is_person(words, p) and gender(words, p) == "she" for p in before):
        return None
    ships = [p for p in before if _ship(words, p) and _acts(words, p) and words.heads[p.head] != words.heads[i]]
    named = [p for p in ships if words.tags[p.head] == "NNP"]
    found = named or ships
    return found[0] if len({words.forms[p.head] for p in found}) == 1 else None


def _acts(words: Words, phrase: NounPhrase) -> bool:
    """Whether a phrase is a subject; of `the barge Ondine` the parser may take the kind for its head."""
    return any(words.relations[j].startswith("nsubj") for j in range(phrase.low, phrase.high))


def _ship(words: Words, phrase: NounPhrase) -> bool:
    """Whether a phrase names a ship by its kind, or by an article before a name: `the barge`, `the Amelia`."""
    said = {words.lemmas[j].lower() for j in range(phrase.low, phrase.high)}
    if said & VESSELS:
        return True
    single = phrase.high - phrase.low == 2 and words.tags[phrase.head] == "NNP"
    return single and words.lower[phrase.low] == "the" and words.tags[phrase.low] == "DT"


def _announced(words: Words, clauses: Sequence[Clause], i: int, pronoun: str) -> NounPhrase | None:
    """Return the subject of the main clause that follows: `Although she ..., Rosa ...`."""
    sentence = next((c.sentence for c in clauses if c.low <= i < c.high), None)
    if sentence is None or any(is_person(words, p) for p in phrases(words, 0, i)):
        return None
    later = [c for c in clauses if c.sentence == sentence and c.low > i]
    for clause in later:
        for phrase in phrases(words, clause.low, clause.high):
            if is_subject(words, phrase) and is_person(words, phrase) and gender(words, phrase) in {"", pronoun}:
                return phrase
    return None


def _thing(words: Words, i: int, *, plural: bool, owner: bool) -> NounPhrase | None:
    """Return the one thing, or the one set of things, of this sentence and the one before.

    A pronoun that acts may also stand for the one of them that acts; an owner may be any of them.
    """
    start = _window(words, i)
    found = [
        p
        for p in phrases(words, start, i)
        if is_plural(words, p.head, p.low) == plural
        and not words.is_a(p.head, "times")
        and (plural or not is_person(words, p))
        and not (p.high < i and words.tags[p.high] == "POS")
    ]
    if len({words.lemmas[p.head] for p in found}) == 1:
        return found[-1]
    if owner:
        return None
    acting = [p for p in found if is_subject(words, p)]
    objects = [p for p in found if words.relations[p.head] in RIVAL]
    return acting[0] if len({words.lemmas[p.head] for p in acting}) == 1 and not objects else None


def _window(words: Words, i: int) -> int:
    """Return where the sentence before that of word `i` begins."""
    ends = [j for j in range(i) if words.forms[j] in ENDS]
    return ends[-2] + 1 if len(ends) > 1 else 0
