"""The subject of a predicate without one, and what a pronoun refers to.

A second verb shares the subject of the first. A participle before a clause takes the subject after it, one after a
clause the subject before it. A pronoun is resolved only if one phrase can be meant. For `he` and `she` that is the only
person, the only one of that gender, or the previous subject if the others never act; for `it` and `they` the only thing
or set of things in this sentence and the one before. Hobbs (1978) and later work resolve more, and err more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nlbridge.language.clauses.clause import Clause, Form, Opener
from nlbridge.language.clauses.noun_phrases import (
    NOUNS,
    NounPhrase,
    gender,
    is_person,
    is_plural,
    is_subject,
    is_unknown_name,
    lowered,
    phrase_start,
    phrases,
    taken_up,
    text_of,
)
from nlbridge.language.lexicon import word_class, word_pairs
from nlbridge.language.lexicon.connectives import SignalKind, signals_at
from nlbridge.language.pipeline.words import ENDS, Words

PERSONAL: Final = word_pairs("subject_of_pronoun")  # fmt: skip
RIVAL: Final = frozenset({"obj", "iobj", "obl", "obl:agent", "conj", "root", "appos", "xcomp"})
"""Roles whose phrases are as likely to be meant as the subject."""
VESSELS: Final = word_class("vessels")
WEATHER_VERBS: Final = word_class("weather_doing")
ASIDE: Final = frozenset({Opener.RELATIVE, Opener.APPOSITION, Opener.PARTICIPLE})
SUBJECT_PRONOUNS: Final = word_class("opening_subjects")
PHRASAL: Final = word_class("phrasal_prepositions")
"""Prepositions that no clause follows."""
SHORT_OWNER: Final = 3
"""Most words of an owner that replaces a possessive pronoun."""
OWNERS: Final = word_class("third_person_possessives")
SUBJECTS: Final = word_class("third_person_subjects")


def antecedent(words: Words, clauses: Sequence[Clause], i: int) -> str | None:
    """Return the phrase that the pronoun at word `i` refers to; None if that is uncertain."""
    pronoun, after = PERSONAL.get(words.lower[i]), words.lemmas[i + 1 : i + 4]
    expletive = words.lower[i] == "it" and (WEATHER_VERBS & set(after) or after[:1] == ("be",))
    if pronoun is None or expletive:
        return None
    if pronoun in word_class("singular_persons"):
        phrase = _person(words, i, pronoun) or _announced(words, clauses, i, pronoun)
        if phrase is None and pronoun == "she":
            phrase = _vessel(words, i)
    else:
        phrase = _thing(words, i, plural=pronoun == "they", owner=words.tags[i] == "PRP$")
    return taken_up(words, phrase) if phrase is not None else None


def _person(words: Words, i: int, pronoun: str) -> NounPhrase | None:
    other = "she" if pronoun == "he" else "he"
    persons = [p for p in phrases(words, 0, i) if _can_be_meant(words, p) and gender(words, p) != other]
    names = {words.forms[p.head] for p in persons}
    if len(names) == 1:
        return persons[0]
    gendered = [p for p in persons if gender(words, p) == pronoun]
    if len({words.forms[p.head] for p in gendered}) == 1 and not any(
        _may_be_meant(words, p, gendered[0]) for p in persons
    ):
        return gendered[-1]
    subjects = [p for p in persons if is_subject(words, p)]
    rivals = [p for p in persons if words.relations[p.head] in RIVAL]
    same = {words.forms[p.head] for p in (*subjects, *rivals)}
    return subjects[-1] if subjects and len(same) == 1 and words.tags[subjects[-1].head].startswith("NNP") else None


def _can_be_meant(words: Words, phrase: NounPhrase) -> bool:
    """Whether a phrase names a person, other than the speaker: `had she stayed, said the nurse, she ...`."""
    aside = phrase.low > 1 and words.lemmas[phrase.low - 1] == "say" and words.forms[phrase.low - 2] == ","
    return not aside and (is_person(words, phrase) or is_unknown_name(words, phrase.head))


def _may_be_meant(words: Words, person: NounPhrase, told: NounPhrase) -> bool:
    """Whether a pronoun may also refer to another person, who acts or is named and does not own the first."""
    if words.forms[person.head] == words.forms[told.head]:
        return False
    acts = is_subject(words, person)
    owns = words.tags[told.low] == "PRP$" and person.high <= told.low and acts  # `Greta ... to her brother`
    return not owns and (acts or words.tags[person.head] == "NNP")


def _vessel(words: Words, i: int) -> NounPhrase | None:
    """Return the ship, if the text so far mentions one ship and no woman: `the Amelia ... her mast`."""
    before = phrases(words, 0, i)
    if any(is_person(words, p) and gender(words, p) == "she" for p in before):
        return None
    ships = [p for p in before if _is_ship(words, p) and words.heads[p.head] != words.heads[i]]
    candidates = [p for p in ships if words.tags[p.head] == "NNP"] or ships
    return candidates[0] if len({words.forms[p.head] for p in candidates}) == 1 else None


def _is_ship(words: Words, phrase: NounPhrase) -> bool:
    """Whether a subject names a ship by its kind or by an article before a name: `the barge`, `the Amelia`."""
    if not any(relation.startswith("nsubj") for relation in words.relations[phrase.low : phrase.high]):
        return False
    kinds = VESSELS & {lemma.lower() for lemma in words.lemmas[phrase.low : phrase.high]}
    single = phrase.high - phrase.low == 2 and words.tags[phrase.head] == "NNP"
    return bool(kinds) or (single and words.lower[phrase.low] == "the")


def _announced(words: Words, clauses: Sequence[Clause], i: int, pronoun: str) -> NounPhrase | None:
    """Return a person who is the subject of a later clause in the sentence: `Although she ..., Rosa ...`."""
    sentence = next((c.sentence for c in clauses if c.low <= i < c.high), None)
    if sentence is None or any(is_person(words, p) for p in phrases(words, 0, i)):
        return None
    later = [p for c in clauses if c.sentence == sentence and c.low > i for p in phrases(words, c.low, c.high)]
    persons = (p for p in later if is_subject(words, p) and is_person(words, p))
    return next((p for p in persons if gender(words, p) in {"", pronoun}), None)


def _thing(words: Words, i: int, *, plural: bool, owner: bool) -> NounPhrase | None:
    """Return the only thing, or set of things, in this sentence and the one before.

    Among several, a pronoun may refer to the only subject if there is no object; a possessive is ambiguous.
    """
    ends = [j for j in range(i) if words.forms[j] in ENDS]
    start = ends[-2] + 1 if len(ends) > 1 else 0
    candidates = [
        p
        for p in phrases(words, start, i)
        if is_plural(words, p.head, p.low) == plural
        and not words.is_a(p.head, "times")
        and (plural or not is_person(words, p) or words.is_a(p.head, "organisations"))
        and not (p.high < i and words.tags[p.high] == "POS")
        and not _signals(words, p)
    ]
    if len({words.lemmas[p.head] for p in candidates}) == 1:
        return candidates[-1]
    if owner:
        return None
    subjects = [p for p in candidates if is_subject(words, p)]
    objects = [p for p in candidates if words.relations[p.head] in RIVAL]
    return subjects[0] if len({words.lemmas[p.head] for p in subjects}) == 1 and not objects else None


def _signals(words: Words, phrase: NounPhrase) -> bool:
    """Whether a noun is only part of a signal: `thanks to its generator`."""
    return any(len(signal.words) > phrase.head - phrase.low for signal in signals_at(words.lower, phrase.low))


def own_subject(words: Words, clause: Clause) -> tuple[int, int] | None:
    """Return the subject before a clause's verb, without fronted words."""
    verb = clause.verb
    if verb is None or not words.nominal_before(clause.low, verb) or attributive_verb(words, clause):
        return None
    with_aside = _described_by(words, clause.low, verb)
    if with_aside is not None:
        return with_aside
    head = _head(words, clause.low, verb)
    if head is None:
        bare = verb - clause.low > 1 and words.tags[verb - 1] != "RB"
        return (clause.low, verb) if bare and words.tags[clause.low] in {"DT", "PRP$"} else None
    low = head if words.tags[head] in {"PRP", "EX"} else _with_share(words, clause.low, head)
    high = verb
    while high > head + 1 and (words.tags[high - 1] in {"RB", "MD"} or words.forms[high - 1] == ","):
        high -= 1
    comma = next((i for i in range(head + 1, high) if words.forms[i] == ","), high)
    return low, comma


def _with_share(words: Words, start: int, head: int) -> int:
    """Return where the phrase of a head noun begins, with the share before its `of`: `four out of five sheep`."""
    low = phrase_start(words, start, head)
    if low - start < 2 or words.lower[low - 1] != "of":
        return low
    share = low - 2 - (words.lower[low - 2] == "out")
    counts = share >= start and words.tags[share] in {"CD", "DT", "NN", "RB"}
    return phrase_start(words, start, share) if counts else low


def _described_by(words: Words, start: int, verb: int) -> tuple[int, int] | None:
    """Return the subject before an aside between commas: `her captain, a keen angler, caught ...`."""
    closing = verb - 1
    while closing > start and words.tags[closing] == "RB":
        closing -= 1
    opening = next((i for i in range(closing - 1, start, -1) if words.forms[i] == ","), None)
    if opening is None or words.forms[closing] != ",":
        return None
    head = _first_head(words, start, opening)
    if head is None:  # `one of them, a vet, was ...`
        return (start, opening) if words.tags[start] in {"DT", "PRP$", "CD"} else None
    low = _with_share(words, start, head)
    fronted = low > start and words.tags[low - 1] == "IN"
    return (low, opening) if head == opening - 1 and not fronted else None


def attributive_verb(words: Words, clause: Clause) -> bool:
    """Whether an apparent finite verb modifies the noun after it: `a badly corroded bolt`."""
    verb = clause.verb or clause.low
    if words.lower[clause.low] in PHRASAL and verb == clause.high - 1:
        return True
    if words.lower[clause.low] == "with" and phrase_start(words, clause.low, verb - 1) == clause.low + 1:
        return words.clause_verb(verb + 1, clause.high) is None
    opens = words.lower[clause.low] in word_class("articles") or words.tags[clause.low] == "PRP$"
    between = all(words.tags[i] in {"RB", "JJ"} for i in range(clause.low + 1, verb))
    noun = verb + 1 < clause.high and words.tags[verb + 1] in NOUNS | {"JJ"}
    return opens and verb > clause.low and between and noun and words.clause_verb(verb + 1, clause.high) is None


def _head(words: Words, low: int, verb: int) -> int | None:
    """Return the head of the subject: by the parse, or else the first noun after a fronted phrase."""
    governors = {verb, words.heads[verb]}
    parsed = [i for i in range(low, verb) if words.heads[i] in governors and words.relations[i].startswith("nsubj")]
    if parsed and (words.tags[parsed[-1]] in NOUNS | {"CD"} or words.lower[parsed[-1]] in SUBJECT_PRONOUNS):
        return parsed[-1]
    comma = next((i for i in range(verb - 1, low, -1) if words.forms[i] == ","), None)
    start = comma + 1 if comma is not None and words.nominal_before(comma + 1, verb) else low
    pronoun = next((i for i in range(verb - 1, start - 1, -1) if words.lower[i] in SUBJECT_PRONOUNS), None)
    if pronoun is not None and pronoun >= verb - 2 and words.tags[pronoun] in {"PRP", "EX", "DT"}:
        return pronoun
    return _first_head(words, start, verb)


def _first_head(words: Words, low: int, verb: int) -> int | None:
    """Return the first noun outside a fronted phrase, or else the first noun: `on the way home the boy fell`."""
    heads = [
        i for i in range(low, verb) if words.tags[i] in NOUNS and (i + 1 == verb or words.tags[i + 1] not in NOUNS)
    ]
    starts = {head: phrase_start(words, low, head) for head in heads}
    free = [h for h, start in starts.items() if start == low or words.tags[start - 1] not in {"IN", "POS"}]
    return next(iter(free or heads), None)


def named(words: Words, clauses: Sequence[Clause], span: tuple[int, int]) -> str:
    """Return a subject as text, with a pronoun resolved if that is safe."""
    low, high = span
    low += words.tags[low] == "CC" and low + 1 < high  # `and the vicar, who was late, ...`
    if high == low + 1 and words.tags[low] == "PRP":
        return antecedent(words, clauses, low) or lowered(words, low, words.forms[low])
    if words.lower[low] in OWNERS and words.tags[low] == "PRP$":
        owner = short_owner(words, clauses, low)
        if owner is not None:
            return f"{possessive(owner)} {text_of(words, low + 1, high)}"
    return lowered(words, low, text_of(words, low, high))


def short_owner(words: Words, clauses: Sequence[Clause], i: int | None) -> str | None:
    """Return what a possessive pronoun refers to, if that is short enough to replace it."""
    owner = antecedent(words, clauses, i) if i is not None else None
    return owner if owner is not None and "'" not in owner and len(owner.split()) <= SHORT_OWNER else None


def resolved(words: Words, clauses: Sequence[Clause], low: int, claim: str) -> str:
    """Resolve the pronoun at word `low` if a claim begins with it."""
    pronoun, _, rest = claim.partition(" ")
    owner = antecedent(words, clauses, low)
    if owner is None:
        return claim
    if pronoun in SUBJECTS:
        return f"{owner} {rest}"
    short = short_owner(words, clauses, low)
    return f"{possessive(short)} {rest}" if pronoun in OWNERS and short else claim


def possessive(owner: str) -> str:
    """Return the genitive of a noun phrase.

    Examples
    --------
    >>> possessive("the crews"), possessive("James")
    ("the crews'", "James's")
    """
    plural = owner.endswith("s") and owner[:1].islower()
    return f"{owner}'" if plural else f"{owner}'s"


def be_of(words: Words, span: tuple[int, int]) -> str:
    """Return `was` or `were`, in agreement with a subject."""
    low, high = span
    nouns = (i for i in range(low, high) if words.tags[i] in NOUNS)
    head = next((i for i in nouns if i + 1 == high or words.tags[i + 1] not in NOUNS | {"POS", "HYPH"}), None)
    if head is None:
        several = words.lower[low] in word_class("plural_or_both_subjects")
    else:
        several = "and" in words.lower[head:high] or is_plural(words, head, low)
    return "were" if several else "was"


def shared_subject(words: Words, clauses: Sequence[Clause], k: int) -> tuple[int, int] | None:
    """Return the subject that a predicate shares with an earlier clause of its sentence."""
    return _subject_among(words, clauses, k, range(k - 1, -1, -1))


def following_subject(words: Words, clauses: Sequence[Clause], k: int) -> tuple[int, int] | None:
    """Return the subject of a later clause that a phrase or a participle shares."""
    return _subject_among(words, clauses, k, range(k + 1, len(clauses)))


def _subject_among(words: Words, clauses: Sequence[Clause], k: int, places: Sequence[int]) -> tuple[int, int] | None:
    """Return the first subject among the clauses at given positions, within the sentence of clause `k`."""
    for j in places:
        other = clauses[j]
        if other.sentence != clauses[k].sentence:
            return None
        if other.subject is not None:
            return other.subject
        if _stands_before(words, clauses, j):
            return other.low, other.high
        subject = own_subject(words, other)
        if subject is not None and other.opener not in ASIDE:
            return subject
    return None


def _stands_before(words: Words, clauses: Sequence[Clause], j: int) -> bool:
    """Whether a phrase is the subject of a later stretch of its sentence."""
    other = clauses[j]
    led = any(signal.kind not in {SignalKind.ADVERB, SignalKind.BARRIER} for signal in other.signals)
    if led or other.opener in ASIDE or j + 1 == len(clauses):
        return False
    followed = clauses[j + 1].opener in {Opener.SUBJECT, *ASIDE}
    return attributive_verb(words, other) or (other.form is Form.NOMINAL and followed)
