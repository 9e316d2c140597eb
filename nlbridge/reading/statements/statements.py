"""The claim of a clause as a full sentence.

It has a subject and a finite verb but no connective. A pronoun as its subject is resolved if that is safe
(`shared_subjects`). An effect of an event is stated by its object (`passive_claims`), and phrases become clauses
(`nominal_claims`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from nlbridge.language.clauses.clause import Clause, Form, Opener
from nlbridge.language.clauses.inversions import TURNING
from nlbridge.language.clauses.noun_phrases import NOUNS, is_person, lowered, phrases, text_of
from nlbridge.language.clauses.unreal_verbs import DENIALS, conditioned
from nlbridge.language.lexicon import word_class, word_phrases
from nlbridge.language.lexicon.connectives import SignalKind, signals_at
from nlbridge.language.meaning.sentences import with_apostrophes
from nlbridge.language.pipeline.dictionary import has_form, inflect, only_adjective, verb_lemma
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.statements.nominal_claims import lacking_claim, nominal_claim, noun_before, relative_claim
from nlbridge.reading.statements.passive_claims import affected_claim, fact_behind, of_the_same, uninverted, verb_at
from nlbridge.reading.statements.shared_subjects import (
    attributive_verb,
    be_of,
    following_subject,
    named,
    own_subject,
    possessive,
    shared_subject,
    short_owner,
)

POINTING: Final = word_class("pointing_subjects")
NOMINATIVE: Final = word_class("third_person_subjects")
OBJECT_STARTS: Final = frozenset((tag,) for tag in ("DT", "PRP", "PRP$", "NNP", "CD", "IN", "RP", "TO", "VBN"))
"""Tags that follow a participle with its own object, or a passive one."""
AFTER_VERB: Final = frozenset({"IN", "RB", "DT", "PRP", "PRP$", "TO", "CD", "RP", "NNP"})
LOOSE_SHORT_FORM: Final = re.compile(r" (?=['’][a-z]{1,2}\b(?!['’]))")
"""The space between a word and a contraction: `we 've`."""
INNER: Final = word_class("inner_conjunctions")
"""Words that open an embedded clause."""
INLINE: Final = frozenset({SignalKind.ADVERB, SignalKind.BARRIER})
LACKING: Final = frozenset(word_phrases("lacking_phrases"))
"""Signals whose object was missing."""
UNOPENED: Final = frozenset({("for",), ("not", "until"), *TURNING})
"""Conjunctions that are often none: `hardly anyone complained`."""
UNDONE: Final = frozenset(word_phrases("undone_reasons"))
"""Signals of what was not done: `without waking the child`."""
WHOLE_PHRASES: Final = frozenset({"same"})
"""Last words of signals that need a noun after them."""


def statement(words: Words, clauses: Sequence[Clause], k: int) -> str:
    """Return clause `k` as a sentence with its subject and without its signal."""
    claim = _claim(words, clauses, k)
    claim = f"{claim})" if claim.count("(") > claim.count(")") else claim
    if claim.count('"') % 2 or claim.count("“") != claim.count("”"):  # one mark of a pair is outside the clause
        claim = re.sub(r'["“”]', "", claim)
    text = " ".join(claim.split()).replace(" ,", ",").strip(" ,;:")
    text = with_apostrophes(LOOSE_SHORT_FORM.sub("", text))
    first, _, rest = text.partition(" ")
    if words.tags[clauses[k].low] == "CC" and first.lower() in word_class("and_but") and rest:
        text = rest
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}" if text else text


def _claim(words: Words, clauses: Sequence[Clause], k: int) -> str:
    clause = clauses[k]
    turned = _turned(words, clauses, k) or _done_before(words, clauses, k) or _was_done(words, clauses, k)
    if turned is not None:
        return turned
    if clause.opener is Opener.APPOSITION and clause.verb is None:
        noun, text = noun_before(words, clause.low) or clause.subject, text_of(words, clause.low, clause.high)
        return f"{named(words, clauses, noun)} {be_of(words, noun)} {text}" if noun else text
    if clause.opener is Opener.RELATIVE:
        return relative_claim(words, clauses, k, _said(words, clause, clause.low + 1, clause.high))
    own = words.absolute_verb(clause.low, clause.high)
    if own is not None and (clause.opener is Opener.PARTICIPLE or clause.form is Form.PARTICIPLE):
        noun = (clause.low, own)
        return f"{named(words, clauses, noun)} {_predicate(words, clauses, k, own, noun, '')}"
    if attributive_verb(words, clause) if clause.verb is not None else _is_phrase(words, clauses, k):
        return _phrase(words, clauses, k)
    if clause.subject is not None:
        return _cut_off(words, clauses, clause, clause.subject)
    if clause.form in {Form.PARTICIPLE, Form.ADJECTIVE}:
        return _participle(words, clauses, k)
    return _finite(words, clauses, k)


def _turned(words: Words, clauses: Sequence[Clause], k: int) -> str | None:
    """Return a claim that the text has in another mood or order: a counterfactual, `as did the sheep`."""
    unreal = conditioned(words, clauses, k)
    if unreal is not None:
        return fact_behind(words, clauses, k, unreal)
    plain = uninverted(words, clauses, k)
    if plain is not None:
        return plain
    auxiliary = words.inverted(clauses[k].low, clauses[k].high)
    return of_the_same(words, clauses[k - 1], clauses[k], auxiliary) if auxiliary is not None and k else None


def _is_phrase(words: Words, clauses: Sequence[Clause], k: int) -> bool:
    """Whether a stretch without a verb is a noun phrase, or the tagger missed its verb: `a fox chewed the line`."""
    clause = clauses[k]
    if clause.form is not Form.NOMINAL:
        return False
    awaited = k + 1 < len(clauses) and clauses[k + 1].opener in {Opener.SUBJECT, Opener.RELATIVE}
    if clause.signals or awaited:
        return True
    for i in range(clause.low + 1, clause.high):
        before = i - 1 - (words.tags[i - 1] == "RB" and i - 2 >= clause.low)
        noun = words.tags[before] == "JJ" and not only_adjective(words.lower[before]) and before == clause.low + 1
        closes = i + 1 == clause.high or (words.tags[i + 1] in AFTER_VERB and words.lower[i + 1] != "by")
        if (words.tags[before] in NOUNS or noun) and closes and _past_form(words, i):
            return False
    return True


def _past_form(words: Words, i: int) -> bool:
    lemma = verb_lemma(words.lower[i])
    return lemma is not None and words.tags[i] not in {"JJ", "VBG", "IN"} and inflect(lemma, "VBD") == words.lower[i]


def _phrase(words: Words, clauses: Sequence[Clause], k: int) -> str:
    clause = clauses[k]
    low, high = clause.low, min([clause.high, *(start for start, end in _inline(words, clause) if end == clause.high)])
    if any(words.tags[i] in {"PRP", "EX"} and words.finite(min(i + 1, high - 1)) for i in range(low, high - 1)):
        return text_of(words, _start(words, clause), high)
    comma = next((i for i in range(low + 1, high - 1) if words.forms[i] == ","), None)
    attached = clause.signals and "IN" in words.tags[low + 1 : comma]  # `caused by heat from a fan, set too high`
    if comma is not None and not attached and words.tags[words.skip_adverbs(comma + 1, high - 1)] in {"JJ", "VBN"}:
        be = be_of(words, (low, comma))
        return f"{named(words, clauses, (low, comma))} {be} {text_of(words, comma + 1, high)}"
    if any(signal.words in LACKING for signal in clause.signals):
        return lacking_claim(words, low, high)
    opener = clause.opened_by(SignalKind.PREPOSITION)
    absolute = words.lower[low] == "with" or clause.opened_by(SignalKind.VERB) is not None
    absolute = absolute or (opener is not None and str(opener) in word_class("absolute_openers"))
    after = following_subject(words, clauses, k)
    behind = named(words, clauses, after) if after else None
    at = next((i for i in range(low, high) if words.tags[i] == "PRP$"), None)
    owner = short_owner(words, clauses, at)
    claim = nominal_claim(words, low, high, behind, absolute=absolute, owner=owner is not None)
    return claim if at is None or owner is None else _owner_named(words, at, owner, claim)


def _done_before(words: Words, clauses: Sequence[Clause], k: int) -> str | None:
    """Return a claim about what the main subject did: `after renewing the certificate, the team ...`, `by waiting`."""
    clause = clauses[k]
    undone = words.lower[clause.low] == "without"
    by_means = undone or words.lower[clause.low] in word_class("means_prepositions")
    first = clause.low + (by_means or words.lower[clause.low] == "after")
    if clause.verb is not None or first >= clause.high or words.tags[first] != "VBG":
        return None
    perfect = words.lower[first] == "having" and clause.form is Form.NOMINAL  # `on account of having asked`
    reasons = [s for s in clause.signals if s.kind is SignalKind.PREPOSITION and s.words not in UNDONE]
    after = any(signal.words == ("after",) for signal in clause.signals)
    signalled = perfect or first > clause.low or after or bool(reasons)
    repaid = any(signal.words == ("for",) for signal in reasons)  # `was sacked for stealing`
    acts = by_means or repaid or words.lower[first] == "being" or words.tags[first + 1 : first + 2] in OBJECT_STARTS
    if not (signalled and acts):
        return None
    behind = k and clauses[k - 1].sentence == clause.sentence
    subject = (shared_subject(words, clauses, k) if behind else None) or following_subject(words, clauses, k)
    if subject is None:
        return None
    lemma = verb_at(words, first)
    verb = be_of(words, subject) if lemma == "be" else inflect(lemma, "VBD")
    if undone:
        verb = f"{verb} not" if lemma == "be" else f"did not {lemma}"
    return f"{named(words, clauses, subject)} {verb} {text_of(words, first + 1, clause.high)}"


def _was_done(words: Words, clauses: Sequence[Clause], k: int) -> str | None:
    """Return what was done to the main subject by a clause without one: `when asked about it, the driver ...`."""
    clause = clauses[k]
    first = clause.low + (words.lower[clause.low] in word_class("reduced_openers"))
    opened = first > clause.low or any(s.words[-1] in word_class("reduced_openers") for s in clause.signals)
    done = first < clause.high and words.tags[first] in {"VBN", "VBD"} and has_form(words.lower[first], "VBN")
    if not (opened and done) or clause.verb not in {None, first}:
        return None
    subject = clause.subject or following_subject(words, clauses, k) or shared_subject(words, clauses, k)
    if subject is None:
        return None
    return f"{named(words, clauses, subject)} {be_of(words, subject)} {text_of(words, first, clause.high)}"


def _owner_named(words: Words, at: int, owner: str, claim: str) -> str:
    """Replace the possessive pronoun, or a subject pronoun before `had`, at the start of a claim by the owner."""
    first, _, rest = claim.partition(" ")
    if first == words.lower[at]:
        return f"{possessive(owner)} {rest}"
    return f"{owner} {rest}" if rest.startswith("had ") and first in NOMINATIVE else claim


def _start(words: Words, clause: Clause) -> int:
    """Return where the text of a clause begins; its signal is included if the phrase needs it."""
    for signal in clause.signals:
        if signal.place is None or signal.place[1] != clause.low:
            continue
        if signal.kind is SignalKind.PREPOSITION or signal.words[-1] in WHOLE_PHRASES:
            return signal.place[0]
    led = clause.opened_by(SignalKind.SUBORDINATOR)
    subject = own_subject(words, clause)
    if led and led.place and subject and subject[0] > clause.low and words.is_a(subject[0] - 1, "times"):
        return led.place[0]  # `an hour later they were still hard`
    longest = signals_at(words.lower, clause.low)
    alike = (s for s in longest if len(s.words) == len(longest[0].words))  # `because of Eva we lost` has no `because`
    opener = next((s for s in alike if s.kind is SignalKind.SUBORDINATOR and s.words not in UNOPENED), None)
    after = clause.low + len(opener.words) if opener else clause.low
    conceding = opener is not None and opener.words[-1] in word_class("because_although")
    return after if conceding or (subject is not None and subject[0] == after) else clause.low


def _inline(words: Words, clause: Clause) -> list[tuple[int, int]]:
    """Return the spans of connectives inside a clause, with the commas around them."""
    spans = []
    for signal in clause.signals:
        low, high = signal.place or (clause.low, clause.low)
        inside = clause.low <= low < high <= clause.high
        if signal.words[-1] in WHOLE_PHRASES or signal.kind not in INLINE or not inside:
            continue
        closed = high >= clause.high or words.forms[high] == ","
        if low > clause.low and words.forms[low - 1] == "," and closed:
            low, high = low - 1, min(high + 1, clause.high)
        spans.append((low, high))
    return spans


def _said(words: Words, clause: Clause, low: int, high: int) -> str:
    """Return the words [low, high) of a clause without the connectives inside it."""
    pieces, position = [], low
    for start, end in sorted(_inline(words, clause)):
        if position <= start and end <= high:
            pieces.append(text_of(words, position, start))
            position = end
    pieces.append(text_of(words, position, high))
    return " ".join(piece for piece in pieces if piece)


def _cut_off(words: Words, clauses: Sequence[Clause], clause: Clause, subject: tuple[int, int]) -> str:
    """Return a clause or a description with the subject that is separated from it."""
    first = words.skip_adverbs(clause.low, clause.high - 1)
    described = clause.opener is Opener.PARTICIPLE and words.tags[first] == "VBN"
    if clause.verb is None and words.tags[first] == "VBG" and _thinks(words, first):
        return f"{named(words, clauses, subject)} {_in_past(words, clause, first)}"
    be = f"{be_of(words, subject)} " if clause.verb is None or described else ""
    return f"{named(words, clauses, subject)} {be}{_said(words, clause, clause.low, clause.high)}"


def _finite(words: Words, clauses: Sequence[Clause], k: int) -> str:
    clause = clauses[k]
    start = _start(words, clause)
    verb = max(clause.verb or clause.low, clause.low)
    subject = own_subject(words, clause)
    if subject is None:
        return _shared(words, clauses, k, verb) if start == clause.low else text_of(words, start, clause.high)
    low, high = subject
    pointing = words.lower[high - 1] in POINTING and high == low + 1
    claim = affected_claim(words, clauses, verb, clause.high) if pointing else None
    if claim is not None:
        return claim
    inner = low > start and words.lower[low - 1] in INNER
    name = text_of(words, low, high) if inner else named(words, clauses, subject)
    aside = words.forms[high] == "," and high + 1 == verb and "," not in words.forms[verb : clause.high]
    if aside:
        participle = words.lemmas[verb] not in word_class("be_have") and has_form(words.lower[verb], "VBN")
        be = f"{be_of(words, subject)} " if participle else ""
        return f"{name} {be}{_said(words, clause, verb, clause.high)}"
    return f"{_said(words, clause, start, low)} {name} {_said(words, clause, high, clause.high)}"


def _shared(words: Words, clauses: Sequence[Clause], k: int, verb: int) -> str:
    """Return a predicate with its subject from another clause, or without it if that is an event with an effect."""
    clause = clauses[k]
    subject = shared_subject(words, clauses, k)
    has_effect = subject is None or _is_event(words, clauses, k, subject)
    unowned = subject is None and verb == clause.low
    claim = affected_claim(words, clauses, verb, clause.high, unowned=unowned) if has_effect else None
    if claim is not None:
        return claim
    predicate = _said(words, clause, clause.low, clause.high)
    if subject is None or words.tags[clause.low] in {"DT", "PRP$"}:
        return predicate
    return f"{named(words, clauses, subject)} {predicate}"


def _is_event(words: Words, clauses: Sequence[Clause], k: int, subject: tuple[int, int]) -> bool:
    """Whether the subject of a predicate is an event: a phrase that names one, or `this` for everything before."""
    head = words.head_noun(*subject)
    if any(phrase.head == head and is_person(words, phrase) for phrase in phrases(words, *subject)):
        return False
    pointing = subject[1] == subject[0] + 1 and words.lower[subject[0]] in POINTING
    return (
        clauses[k].opener is Opener.SUBJECT
        or pointing
        or any(c.low == subject[0] and (c.verb is None or attributive_verb(words, c)) for c in clauses)
    )


def _participle(words: Words, clauses: Sequence[Clause], k: int) -> str:
    clause = clauses[k]
    trailing = clause.opener in {Opener.PARTICIPLE, Opener.AND}
    first = words.skip_adverbs(clause.low, clause.high - 1)
    has_effect = words.tags[first] == "VBG" and trailing
    claim = affected_claim(words, clauses, first, clause.high) if has_effect else None
    if claim is not None:
        return claim
    finders = (shared_subject, following_subject) if trailing else (following_subject, shared_subject)
    subject = finders[0](words, clauses, k) or finders[1](words, clauses, k)
    text = _said(words, clause, clause.low, clause.high)
    if subject is None:
        return text
    return f"{named(words, clauses, subject)} {_predicate(words, clauses, k, first, subject, text)}"


def _thinks(words: Words, i: int) -> bool:
    """Whether an `-ing` form says, thinks or is in a state, so that `was knowing` would be odd."""
    return words.is_a(i, "clause_taking_verbs") or words.is_a(i, "stative_verbs")


def _completes(words: Words, clauses: Sequence[Clause], k: int) -> bool:
    """Whether a participle behind its clause says what was done, not what was going on: `fell, breaking a wrist`."""
    added = clauses[k].opener is Opener.AND and k > 0 and not clauses[k].signals
    behind = clauses[k - 1] if added else clauses[k]
    return behind.opener is Opener.PARTICIPLE


def _in_past(words: Words, clause: Clause, first: int) -> str:
    """Return a predicate with its `-ing` form in the past: `not knowing the way` -> `did not know the way`."""
    lemma = verb_at(words, first)
    denied = any(words.lower[i] in word_class("not_forms") for i in range(clause.low, first))
    adverbs = [words.lower[i] for i in range(clause.low, first) if words.lower[i] not in word_class("not_forms")]
    group = ["did not", *adverbs, lemma] if denied else [*adverbs, inflect(lemma, "VBD")]
    return " ".join(part for part in (*group, _said(words, clause, first + 1, clause.high)) if part)


def _predicate(words: Words, clauses: Sequence[Clause], k: int, first: int, subject: tuple[int, int], said: str) -> str:
    """Turn a participle or an adjective into a finite predicate."""
    clause = clauses[k]
    if words.lemmas[first] in word_class("be_have") and words.tags[first] == "VBG":
        denials = [words.lower[i] for i in range(clause.low, first) if words.lower[i] in DENIALS]
        owns = words.lemmas[first] == "have" and words.tags[words.skip_adverbs(first + 1, clause.high - 1)] != "VBN"
        if denials and owns:
            return f"did not have {text_of(words, first + 1, clause.high)}"
        verb = "had" if words.lemmas[first] == "have" else be_of(words, subject)
        return " ".join((verb, *denials, text_of(words, first + 1, clause.high)))
    if words.tags[first] == "VBG" and (_thinks(words, first) or _completes(words, clauses, k)):
        return _in_past(words, clause, first)
    before = clauses[k - 1].verb if k else None
    passive = before is not None and words.lemmas[before] == "be"
    if clause.opener is Opener.AND and not passive and _past_form(words, first):
        return said
    return f"{be_of(words, subject)} {lowered(words, clause.low, said)}"
