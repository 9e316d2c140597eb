"""Phrases that state events of their own inside a stretch with a verb.

`In the January cold the pipe burst`, `a burst tyre delayed the coach`, `either A
or B would have been enough to ...`: the phrase becomes a clause beside its verb.
"""

from __future__ import annotations

from dataclasses import replace

from nlbridge.language.clauses.clause import ABSOLUTE, EITHER, Clause, Form, Opener
from nlbridge.language.clauses.signal_senses import eventive_noun, time_end
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.connectives import Argument, SignalKind
from nlbridge.language.pipeline.words import Words

POINTERS = word_class("pointers")
"""Words that only take up what was said."""
HAPPENING_IN = word_class("happening_prepositions")
"""Prepositions before an event noun at the start of a sentence: `upon the king's death`."""
DENYING = word_class("empty_words")
"""Words before what did not happen: it is no event of its own."""
LINKING = word_class("linking_verbs")
"""Verbs that say how or where their subject is; they take no object."""


def parts(words: Words, clause: Clause) -> tuple[Clause, ...]:
    """Split off a fronted phrase and an event that is the subject of a causative verb."""
    if clause.verb is None:
        return _conjoined_phrases(words, clause)
    if clause.opened_by(SignalKind.PREPOSITION):
        return _phrase_and_clause(words, clause)
    if clause.opened_by(SignalKind.JOINT):
        return _second_subject(clause, clause.verb)
    split = _fronted(words, clause)
    if split is not None:
        at, absolute = split
        rest = words.forms[at] == ","
        phrase = replace(
            clause,
            high=at,
            verb=None,
            form=Form.NOMINAL,
            signals=(replace(ABSOLUTE, place=_preposition(words, clause.low, at)),) if absolute else (),
            opener=clause.opener,
        )
        main = replace(clause, low=at + rest, opener=Opener.RESUME)
        return (*_conjoined_phrases(words, phrase), *_subject(words, main))
    return _subject(words, clause)


def _phrase_and_clause(words: Words, clause: Clause) -> tuple[Clause, ...]:
    """`due to the frost the pipe burst`: a phrase and its main clause without a comma between them."""
    verb = clause.verb or clause.low
    if words.lower[clause.low] in POINTERS and clause.low + 1 < verb:
        rest = tuple(replace(s, kind=SignalKind.ADVERB, follows=Argument.EFFECT) for s in clause.signals)
        return _subject(words, replace(clause, low=clause.low + 1, signals=rest))
    end = _phrase_end(words, clause.low, verb)
    if end is None or end >= verb:
        return (replace(clause, form=Form.NOMINAL, verb=None),)
    main = replace(clause, low=end, signals=(), opener=Opener.RESUME)
    return (replace(clause, high=end, verb=None, form=Form.NOMINAL), *_subject(words, main))


def _second_subject(clause: Clause, verb: int) -> tuple[Clause, ...]:
    """`the drought along with the dam dried out the marsh`: the second of two events, and what both bring about."""
    subject = replace(clause, high=verb, verb=None, form=Form.NOMINAL)
    return subject, replace(clause, low=verb, opener=Opener.SUBJECT, signals=(), comma=False)


def _conjoined_phrases(words: Words, clause: Clause) -> tuple[Clause, ...]:
    """Cut two causes of one phrase apart: `due to the frost and a lack of salt`."""
    signal = clause.opened_by(SignalKind.PREPOSITION)
    if signal is None or signal.follows is not Argument.CAUSE:
        return (clause,)
    for i in range(clause.low + 1, clause.high - 2):
        if words.lower[i] in word_class("and_or") and words.tags[i + 1] in {"DT", "PRP$"}:
            low = clause.low + (words.lower[clause.low] in word_class("both_either"))
            return (replace(clause, low=low, high=i), replace(clause, low=i + 1, opener=Opener.AND))
    return (clause,)


def _fronted(words: Words, clause: Clause) -> tuple[int, bool] | None:
    """End of an opening phrase that states a condition: weather, or `with` and its object."""
    low, verb = clause.low, clause.verb
    if verb is None or words.tags[low] not in {"IN", "RB", "PDT", "DT"}:
        return None
    start = low
    while start < verb and words.tags[start] in {"RB", "PDT"}:
        start += 1
    if words.tags[start] != "IN" and words.lower[low] not in {"all"}:
        return None
    comma = next((k for k in range(start, verb) if words.forms[k] == ","), None)
    if words.lower[start] in word_class("with_without") and comma is not None:
        return None if comma == start + 2 and words.tags[start + 1] == "PRP" else (comma, True)
    end = comma if comma is not None else _phrase_end(words, start + 1, verb)
    if end is None or end >= verb or end - start < 2:
        return None
    return (end, True) if _states_condition(words, start, end) else None


def _preposition(words: Words, low: int, high: int) -> tuple[int, int] | None:
    """Return where the preposition of an opening phrase stands."""
    return next(((i, i + 1) for i in range(low, high) if words.tags[i] == "IN"), None)


def _states_condition(words: Words, low: int, high: int) -> bool:
    """Whether a phrase is about weather, an event or a measure: `at 40 degrees`."""
    head = words.head_noun(low + 1, high)
    if words.lower[low] == "at" and words.tags[low + 1] == "CD" and head is not None:
        return not words.is_a(head, "times") and words.tags[head] == "NNS"
    if head is not None and words.lower[low] in HAPPENING_IN and words.is_a(head, "event_nouns"):
        return True
    return any(
        (words.tags[k].startswith("NN") and words.is_a(k, "weather"))
        or (words.tags[k].startswith("JJ") and words.is_a(k, "condition_adjectives"))
        for k in range(low + 1, high)
    )


def _phrase_end(words: Words, low: int, high: int) -> int | None:
    """Where the noun phrase that begins at `low` ends and the subject begins."""
    seen = False
    for i in range(low, high):
        starts_new = words.tags[i] in {"DT", "PRP$", "PRP", "EX"} or (
            words.tags[i] == "NNP" and seen and not words.tags[i - 1].startswith("NNP")
        )
        if seen and starts_new and words.tags[i - 1] not in {"IN", "TO", "CC"}:
            return i
        seen = seen or words.tags[i].startswith("NN")
    return _parsed_subject(words, low, high) if seen else None


def _parsed_subject(words: Words, low: int, verb: int) -> int | None:
    """Where the parse has the subject begin: `for want of hay farmers sold ...`, `thanks to him over ten boats ...`."""
    governors = {verb, words.heads[verb]} if verb < len(words.heads) else set()
    heads = [i for i in range(low, verb) if words.relations[i].startswith("nsubj") and words.heads[i] in governors]
    if not heads:
        return None
    start = heads[-1]
    while start > low and _under(words, start - 1, heads[-1]):
        start -= 1
    bare = start > low and words.tags[start - 1] not in {"IN", "TO", "CC"}
    return start if bare else None


def _under(words: Words, i: int, head: int) -> bool:
    """Whether word `i` hangs on `head`, maybe through others."""
    for _ in range(4):
        if i == head:
            return True
        i = words.heads[i]
    return i == head


def _subject(words: Words, clause: Clause) -> tuple[Clause, ...]:
    verb = clause.verb
    if verb is None or clause.opener is Opener.RELATIVE or clause.subject is not None:
        return (clause,)
    alternatives = _alternatives(words, clause, verb)
    if alternatives:
        return alternatives
    low = time_end(words, clause.low, verb) or clause.low
    if not _takes_object(words, low, verb, clause.high) or not eventive(words, low, verb):
        return (clause,)
    subject = replace(clause, low=low, high=verb, verb=None, form=Form.NOMINAL, opener=clause.opener)
    predicate = replace(clause, low=verb, opener=Opener.SUBJECT, signals=(), comma=False)
    return (*_conjoined_subjects(words, subject), predicate)


def _conjoined_subjects(words: Words, subject: Clause) -> tuple[Clause, ...]:
    """Cut two events apart that are the subject of one verb: `a dry spring and a late frost together ruined ...`."""
    high = subject.high - (words.lower[subject.high - 1] in word_class("together_words"))
    for i in range(subject.low + 1, high - 2):
        joins = words.lower[i] in word_class("and_or") and words.tags[i + 1] in {"DT", "PRP$"}
        if joins and words.head_noun(subject.low, i) is not None and words.head_noun(i + 1, high) is not None:
            low = subject.low + (words.lower[subject.low] == "both")
            return (
                replace(subject, low=low, high=i),
                replace(subject, low=i + 1, high=high, opener=Opener.AND, signals=()),
            )
    return (subject,)


def _alternatives(words: Words, clause: Clause, verb: int) -> tuple[Clause, ...]:
    """`Either A or B would have been enough to ...`: two causes and their effect."""
    if words.lower[clause.low] != "either" or "or" not in words.lower[clause.low : verb]:
        return ()
    middle = words.lower.index("or", clause.low, verb)
    infinitive = next((k for k in range(verb, clause.high - 1) if words.lower[k] == "to"), verb - 1)
    signal = replace(EITHER, place=(clause.low, clause.low + 1))
    first = replace(clause, low=clause.low + 1, high=middle, verb=None, form=Form.NOMINAL, signals=(signal,))
    second = replace(first, low=middle + 1, high=verb, opener=Opener.AND)
    return first, second, replace(clause, low=infinitive + 1, opener=Opener.SUBJECT, signals=(), comma=False)


def _takes_object(words: Words, low: int, verb: int, high: int) -> bool:
    """Whether a verb that an event can be subject of precedes an object, a particle between them allowed."""
    after = verb + 1
    if after >= high or words.lemmas[verb].lower() in LINKING:
        return False
    head = words.head_noun(low, verb)
    if not words.is_a(verb, "causative_verbs") and not (head is not None and eventive_noun(words, head)):
        return False
    if words.tags[after] in {"RP", "RB", "IN"} and after + 1 < high and words.relations[after] != "case":
        after += 1
    return words.tags[after] in {"DT", "PRP", "PRP$", "NN", "NNS", "NNP", "NNPS", "JJ", "CD"}


def eventive(words: Words, low: int, high: int) -> bool:
    """Whether a subject may state an event: not a pronoun, a name, a person, or `this`."""
    head = words.head_noun(low, high)
    if words.tags[low] in {"IN", "RB", "PRP", "EX"} or words.lower[low] in DENYING:
        return False
    low += words.lower[low] == "both" and words.tags[low + 1] in {"DT", "PRP$"}
    if head is None or words.is_a(head, "eventless_nouns"):
        return False
    if _is_name(words, low, head):
        return False
    if words.lower[low] in word_class("event_pointers"):
        return False
    if words.tags[low] not in {"DT", "PRP$", "NNP"} and (words.tags[head] == "NNS" or head == low):
        return words.is_a(head, "weather")
    modified = any(
        words.tags[k] in {"JJ", "VBN", "VBG", "POS", "IN", "JJR", "JJS"}
        or words.is_a(k, "weather")
        or words.is_a(k, "event_nouns")
        for k in range(low, high)
    )
    return modified or words.lower[low] in word_class("indefinite_articles") or words.tags[low] != "DT"


def _is_name(words: Words, low: int, head: int) -> bool:
    """Whether a noun is a name: tagged so, or with a capital behind a word that has one too (`Old Marn`)."""
    if words.is_a(head, "times"):
        return False
    capital = head > low and words.forms[head][:1].isupper() and not words.is_a(head, "event_nouns")
    return capital or words.tags[head].startswith("NNP")
