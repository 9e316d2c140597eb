"""The claim of a clause as a sentence that stands alone.

It has a subject and a finite verb, no connective, and no pronoun as its subject
where it is safe to say what that stands for (`nlbridge.reading.statements.shared_subjects`). What an
event brings about is told by what it befell (`nlbridge.reading.statements.passive_claims`), phrases
are turned into clauses (`nlbridge.reading.statements.nominal_claims`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nlbridge.language.clauses.clause import Clause, Form, Opener
from nlbridge.language.clauses.noun_phrases import NOUNS, is_person, lowered, phrases, text_of
from nlbridge.language.clauses.segmentation import absolute_verb
from nlbridge.language.clauses.signal_senses import conditioned
from nlbridge.language.lexicon import word_class, word_phrases
from nlbridge.language.lexicon.connectives import SignalKind, signals_at
from nlbridge.language.pipeline.analysis import inverted
from nlbridge.language.pipeline.dictionary import inflect, only_adjective, verb_lemma
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.statements.nominal_claims import lacking_claim, nominal_claim, noun_before, relative_claim
from nlbridge.reading.statements.passive_claims import affected_claim, fact_behind, of_the_same, reported
from nlbridge.reading.statements.shared_subjects import (
    attributive_verb,
    following_subject,
    named,
    own_subject,
    plural_subject,
    possessive,
    resolved,
    shared_subject,
    short_owner,
)

POINTING: Final = word_class("pointing_subjects")
NOMINATIVE: Final = word_class("third_person_subjects")
AFTER_VERB: Final = frozenset({"IN", "RB", "DT", "PRP", "PRP$", "TO", "CD", "RP", "NNP"})
INNER: Final = word_class("inner_conjunctions")
"""Words that open a clause within the clause."""
INLINE: Final = frozenset({SignalKind.ADVERB, SignalKind.BARRIER})
LACKING: Final = frozenset(word_phrases("lacking_phrases"))
"""Signals whose object was not there."""
POINTING_BACK: Final = word_class("pointing_back")
"""Phrases that only take up what was said."""
WHOLE_PHRASES: Final = frozenset({"same"})
"""Last words of a signal that a noun still has to follow."""


def statement(words: Words, clauses: Sequence[Clause], k: int) -> str:
    """Write clause `k` as a sentence: with its subject, without its signal."""
    return _sentence(_claim(words, clauses, k))


def _sentence(text: str) -> str:
    text = " ".join(text.split()).replace(" ,", ",").strip(" ,;:")
    return f"{text[:1].upper()}{text[1:]}." if text else text


def _claim(words: Words, clauses: Sequence[Clause], k: int) -> str:
    clause = clauses[k]
    text = text_of(words, clause.low, clause.high)
    turned = _turned(words, clauses, k)
    if turned is not None:
        return turned
    if clause.opener is Opener.APPOSITION and clause.verb is None:
        noun = noun_before(words, clause.low) or clause.subject
        return f"{named(words, clauses, noun)} {_be(words, noun)} {text}" if noun else text
    if clause.opener is Opener.RELATIVE:
        return relative_claim(words, clauses, k, _said(words, clause, clause.low + 1, clause.high))
    own = absolute_verb(words, clause.low, clause.high)
    if own is not None and (clause.opener is Opener.PARTICIPLE or clause.form is Form.PARTICIPLE):
        noun = (clause.low, own)
        return f"{named(words, clauses, noun)} {_predicate(words, clauses, k, own, noun, '')}"
    if _is_phrase(words, clauses, k):
        return _phrase(words, clauses, k)
    if clause.subject is not None:
        return _cut_off(words, clauses, clause)
    if clause.form in {Form.PARTICIPLE, Form.ADJECTIVE}:
        return _participle(words, clauses, k)
    return _finite(words, clauses, k)


def _turned(words: Words, clauses: Sequence[Clause], k: int) -> str | None:
    """A claim that the text has in another order or mood: what would have been, `as did the sheep`, a quotation."""
    clause = clauses[k]
    unreal = conditioned(words, clauses, k)
    if unreal is not None:
        return fact_behind(words, clauses, k, unreal)
    likewise = inverted(words, clause.low, clause.high)
    if likewise is not None and k:
        return of_the_same(words, clauses[k - 1], clause, likewise)
    return reported(words, clause)


def _be(words: Words, subject: tuple[int, int]) -> str:
    return "were" if plural_subject(words, subject) else "was"


def _is_phrase(words: Words, clauses: Sequence[Clause], k: int) -> bool:
    """Whether a stretch only names its event; a verb that the tagger missed makes it a clause."""
    clause = clauses[k]
    if clause.verb is not None:
        return attributive_verb(words, clause)
    if clause.form is not Form.NOMINAL:
        return False
    return _missed_verb(words, clauses, k) is None


def _missed_verb(words: Words, clauses: Sequence[Clause], k: int) -> int | None:
    """Return the verb of a clause that was taken for a phrase: `a fox chewed through the line`."""
    clause = clauses[k]
    following = clauses[k + 1] if k + 1 < len(clauses) else None
    awaited = following is not None and following.opener in {Opener.SUBJECT, Opener.RELATIVE}
    if clause.signals or awaited or clause.opener in {Opener.APPOSITION, Opener.SUBJECT}:
        return None
    for i in range(clause.low + 1, clause.high):
        before = i - 1 - (words.tags[i - 1] == "RB" and i - 2 >= clause.low)
        noun = words.tags[before] == "JJ" and not only_adjective(words.lower[before])
        named_before = words.tags[before] in NOUNS or (noun and before == clause.low + 1)
        passive = i + 1 < clause.high and words.lower[i + 1] == "by"
        closes = i + 1 == clause.high or words.tags[i + 1] in AFTER_VERB
        if named_before and closes and not passive and _past_form(words, i):
            return i
    return None


def _past_form(words: Words, i: int) -> bool:
    """Whether a word is the past tense of some verb."""
    lemma = verb_lemma(words.lower[i])
    return lemma is not None and words.tags[i] not in {"JJ", "VBG", "IN"} and inflect(lemma, "VBD") == words.lower[i]


def _phrase(words: Words, clauses: Sequence[Clause], k: int) -> str:
    clause = clauses[k]
    low, high = clause.low, min([clause.high, *(start for start, end in _inline(words, clause) if end == clause.high)])
    if any(words.tags[i] in {"PRP", "EX"} and words.finite(min(i + 1, high - 1)) for i in range(low, high - 1)):
        return text_of(words, _start(words, clause), high)
    comma = next((i for i in range(low + 1, high - 1) if words.forms[i] == ","), None)
    if comma is not None and words.tags[words.skip_adverbs(comma + 1, high - 1)] in {"JJ", "VBN"}:
        be = _be(words, (low, comma))
        return f"{named(words, clauses, (low, comma))} {be} {text_of(words, comma + 1, high)}"
    after = following_subject(words, clauses, k)
    absolute = words.lower[low] == "with" or str(clause.opened_by(SignalKind.PREPOSITION) or "") in word_class(
        "absolute_openers"
    )
    absolute = absolute or clause.opened_by(SignalKind.VERB) is not None
    if any(signal.words in LACKING for signal in clause.signals):
        return lacking_claim(words, low, high)
    at = next((i for i in range(low, high) if words.tags[i] == "PRP$"), None)
    owner = short_owner(words, clauses, at)
    claim = nominal_claim(
        words, low, high, named(words, clauses, after) if after else None, absolute=absolute, owner=owner is not None
    )
    return claim if at is None or owner is None else _owner_named(words, at, owner, claim)


def _owner_named(words: Words, at: int, owner: str, claim: str) -> str:
    """Say whose thing a claim begins with."""
    first, _, rest = claim.partition(" ")
    if first == words.lower[at]:
        return f"{possessive(owner)} {rest}"
    return f"{owner} {rest}" if rest.startswith("had ") and first in NOMINATIVE else claim


def _start(words: Words, clause: Clause) -> int:
    """Return where the text of a clause begins, its signal taken in where the phrase goes on behind it."""
    for signal in clause.signals:
        if signal.place is None or signal.place[1] != clause.low:
            continue
        if signal.kind is SignalKind.PREPOSITION or signal.words[-1] in WHOLE_PHRASES:
            return signal.place[0]
    led = clause.opened_by(SignalKind.SUBORDINATOR)
    subject = own_subject(words, clause)
    if led and led.place and led.place[1] == clause.low and subject and _time(words, clause.low, subject[0]):
        return led.place[0]
    opener = next((s for s in signals_at(words.lower, clause.low) if s.kind is SignalKind.SUBORDINATOR), None)
    after = clause.low + len(opener.words) if opener else clause.low
    conceding = opener is not None and opener.words[-1] in word_class("because_although")
    return after if conceding or (subject is not None and subject[0] == after) else clause.low


def _time(words: Words, low: int, high: int) -> bool:
    """Whether a phrase of time precedes the subject: `an hour they were still hard`."""
    return high > low and words.is_a(high - 1, "times")


def _inline(words: Words, clause: Clause) -> list[tuple[int, int]]:
    """Return the places of connectives inside a clause, with the commas around them."""
    found = []
    for signal in clause.signals:
        low, high = signal.place or (clause.low, clause.low)
        inside = clause.low <= low < high <= clause.high
        if signal.words[-1] in WHOLE_PHRASES or signal.kind not in INLINE or not inside:
            continue
        closed = high >= clause.high or words.forms[high] == ","
        if low > clause.low and words.forms[low - 1] == "," and closed:
            low, high = low - 1, min(high + 1, clause.high)
        found.append((low, high))
    return found


def _said(words: Words, clause: Clause, low: int, high: int) -> str:
    """Return the words [low, high) of a clause without the connectives inside it."""
    pieces, position = [], low
    for start, end in sorted(_inline(words, clause)):
        if position <= start and end <= high:
            pieces.append(text_of(words, position, start))
            position = end
    pieces.append(text_of(words, position, high))
    return " ".join(piece for piece in pieces if piece)


def _cut_off(words: Words, clauses: Sequence[Clause], clause: Clause) -> str:
    """A clause or a description with the subject that it is cut off from."""
    subject = clause.subject or (clause.low, clause.low)
    said = _said(words, clause, clause.low, clause.high)
    described = clause.opener is Opener.PARTICIPLE and words.tags[words.skip_adverbs(clause.low, clause.high)] == "VBN"
    finite = clause.verb is not None and not described
    return f"{named(words, clauses, subject)} {said if finite else f'{_be(words, subject)} {said}'}"


def _finite(words: Words, clauses: Sequence[Clause], k: int) -> str:
    clause = clauses[k]
    start = _start(words, clause)
    verb = clause.verb if clause.verb is not None and clause.verb >= clause.low else clause.low
    subject = own_subject(words, clause)
    if subject is None:
        return _shared(words, clauses, k, verb) if start == clause.low else text_of(words, start, clause.high)
    low, high = subject
    if words.lower[high - 1] in POINTING and high == low + 1:
        told = affected_claim(words, verb, clause.high)
        if told is not None:
            return resolved(words, clauses, told)
    front = _said(words, clause, start, low)
    front = "" if front.lower().strip(" ,") in POINTING_BACK else front
    inner = low > start and words.lower[low - 1] in INNER
    name = text_of(words, low, high) if inner else named(words, clauses, subject)
    rest = _said(words, clause, high, clause.high)
    if words.forms[high] == "," and high + 1 == verb and "," not in words.forms[verb : clause.high]:
        return f"{name} {_be(words, subject)} {_said(words, clause, verb, clause.high)}"
    return f"{front} {name} {rest}" if front else f"{name} {rest}"


def _shared(words: Words, clauses: Sequence[Clause], k: int, verb: int) -> str:
    """A predicate whose subject stands elsewhere: an event is left out of what it brought about."""
    clause = clauses[k]
    subject = shared_subject(words, clauses, k)
    if _brought_about(words, clauses, k, subject):
        told = affected_claim(words, verb, clause.high)
        if told is not None:
            return resolved(words, clauses, told)
    said = _said(words, clause, clause.low, clause.high)
    if subject is None or words.tags[clause.low] in {"DT", "PRP$"}:
        return said
    return f"{_joint(words, clauses, k, subject)} {said}"


def _brought_about(words: Words, clauses: Sequence[Clause], k: int, subject: tuple[int, int] | None) -> bool:
    """Whether a predicate is said of an event: of a phrase that is one, or of all that was said before."""
    if subject is None:
        return True
    head = words.head_noun(*subject)
    if any(phrase.head == head and is_person(words, phrase) for phrase in phrases(words, *subject)):
        return False
    return (
        clauses[k].opener is Opener.SUBJECT
        or (subject[1] == subject[0] + 1 and words.lower[subject[0]] in POINTING)
        or _event(words, clauses, subject)
    )


def _event(words: Words, clauses: Sequence[Clause], subject: tuple[int, int]) -> bool:
    """Whether a subject was read as an event of its own."""
    return any(c.low == subject[0] and (c.verb is None or attributive_verb(words, c)) for c in clauses)


def _joint(words: Words, clauses: Sequence[Clause], k: int, subject: tuple[int, int]) -> str:
    """Name the subject of a predicate, with all that acts together in it."""
    if clauses[k].opener is not Opener.SUBJECT:
        return named(words, clauses, subject)
    parts = [subject]
    j = next((i for i, c in enumerate(clauses) if (c.low, c.high) == subject), None)
    while j is not None and j > 0 and _joined_to_the_one_before(clauses, j):
        j -= 1
        parts.insert(0, (clauses[j].low, clauses[j].high))
    return " and ".join(named(words, clauses, part) for part in parts)


def _joined_to_the_one_before(clauses: Sequence[Clause], j: int) -> bool:
    clause, before = clauses[j], clauses[j - 1]
    joint = clause.opener is Opener.AND or clause.opened_by(SignalKind.JOINT) is not None
    return joint and before.form is Form.NOMINAL and before.sentence == clause.sentence


def _participle(words: Words, clauses: Sequence[Clause], k: int) -> str:
    clause = clauses[k]
    trailing = clause.opener in {Opener.PARTICIPLE, Opener.AND}
    first = words.skip_adverbs(clause.low, clause.high - 1)
    if words.tags[first] == "VBG" and trailing:
        told = affected_claim(words, first, clause.high)
        if told is not None:
            return resolved(words, clauses, told)
    found = (shared_subject, following_subject) if trailing else (following_subject, shared_subject)
    subject = found[0](words, clauses, k) or found[1](words, clauses, k)
    said = _said(words, clause, clause.low, clause.high)
    if subject is None:
        return said
    return f"{named(words, clauses, subject)} {_predicate(words, clauses, k, first, subject, said)}"


def _predicate(words: Words, clauses: Sequence[Clause], k: int, first: int, subject: tuple[int, int], said: str) -> str:
    """Make a participle or an adjective finite."""
    clause = clauses[k]
    if words.lemmas[first] in word_class("be_have") and words.tags[first] == "VBG":
        rest = text_of(words, first + 1, clause.high)
        return f"{'had' if words.lemmas[first] == 'have' else _be(words, subject)} {rest}"
    if clause.opener is Opener.AND and _past_form(words, first) and not _passive_before(words, clauses, k):
        return said
    return f"{_be(words, subject)} {lowered(words, clause.low, said)}"


def _passive_before(words: Words, clauses: Sequence[Clause], k: int) -> bool:
    """Whether the predicate before is a passive that a second participle goes on with."""
    before = clauses[k - 1] if k else None
    return before is not None and before.verb is not None and words.lemmas[before.verb] == "be"
