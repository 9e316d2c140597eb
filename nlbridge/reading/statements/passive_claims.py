"""Effects stated without their cause, subjects after verbs, and facts behind counterfactuals.

`A gust blew out the candle` states two events, the gust and that `the candle was blown out`. So a clause whose subject
is an event, or `this` or `which` for everything before, is stated by its object: in the passive, or with the object as
the subject of the infinitive (`made the film look dull` -> `the film looked dull`). Also here: claims whose subject
follows the verb (`as did the sheep`), and the facts behind counterfactuals (`the hold would have flooded`: it did not).

Source: a counterfactual says that its consequent is contrary to fact (Lewis 1973, Counterfactuals, 1.1); `could` and
`might` say no more than that here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from nlbridge.language.clauses.clause import Clause, Opener
from nlbridge.language.clauses.inversions import TURNING, inversion
from nlbridge.language.clauses.noun_phrases import NOUNS, is_plural, lowered, phrase_start, text_of
from nlbridge.language.clauses.unreal_verbs import DENIALS, UnrealVerb
from nlbridge.language.lexicon import word_class, word_pairs
from nlbridge.language.pipeline.dictionary import entry, inflect, only_adjective, verb_lemma
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.statements.shared_subjects import be_of, named, own_subject, resolved

CONTRARY: Final = word_pairs("contrary_pronouns")
"""Subjects that carry the negation themselves."""
OBJECT_TAGS: Final = frozenset({"DT", "PDT", "PRP", "PRP$", "JJ", "JJR", "JJS", "CD", *NOUNS})
AS_SUBJECT: Final = word_pairs("subject_of_object")
LETTING: Final = word_class("letting_verbs")
"""Verbs whose object acts in a bare infinitive."""
CAUSING: Final = word_class("causing_verbs")
"""Verbs that only say that the infinitive happened."""
OTHER_VERBS: Final = word_class("other_causatives")
"""Causative verbs that have no passive, or another meaning in it."""
MOVING: Final = word_class("moving_verbs")
"""Verbs that stay intransitive with a particle: `moved up the hill`."""
WAYS: Final = word_class("way_prepositions")
"""Words after the object of `let` that say where it went."""
APART: Final = word_class("apart_prepositions")
"""Prepositions whose phrase belongs to the verb rather than its object."""
PLACING: Final = word_class("placing_verbs")
"""Verbs whose phrase says where the object is or goes: `kept the ferry in port`."""
SHARES: Final = word_class("share_nouns")
AFTER_VERB: Final = frozenset({"JJ", "RB", "IN", "DT", "TO", "PRP$", "PRP", "."})
LONGEST_CHAIN: Final = 3


def fact_behind(words: Words, clauses: Sequence[Clause], k: int, verb: UnrealVerb) -> str:
    """Return the fact behind counterfactual clause `k`: its contrary, or itself if it would have come about anyway.

    Examples
    --------
    >>> from nlbridge.reading.reader import read
    >>> read("Without the pump the hold would have flooded.").events[-1].statement
    'The hold did not flood.'
    """
    clause = clauses[k]
    span = verb.subject or own_subject(words, clause) or (clause.low, verb.modal)
    name = named(words, clauses, span)
    contrary = CONTRARY.get(name.lower())
    same = word_class("all_the_same").intersection(words.lower[clause.low : clause.high])
    negated = (verb.denied or contrary is not None) != (bool(same) and verb.subject is None)
    lemma = verb_at(words, verb.participle)
    between = words.lower[max(verb.modal + 1, span[1]) : verb.participle]
    adverbs = [word for word in between if word not in {*DENIALS, "have", *word_class("unreal_adverbs")}]
    negation = [] if negated else ["not"]
    if words.lower[verb.modal] == "could":
        group = ["could", *negation, *adverbs, lemma]
    elif lemma == "be":
        group = [be_of(words, span), *negation, *adverbs]
    else:
        group = [*adverbs, inflect(lemma, "VBD")] if negated else ["did not", *adverbs, lemma]
    front = text_of(words, clause.low, span[0]) if verb.subject is None else ""
    rest = text_of(words, verb.participle + 1, clause.high)
    return " ".join(part for part in (front, contrary or name, *group, rest) if part)


def of_the_same(words: Words, before: Clause, clause: Clause, auxiliary: int) -> str:
    """Return the predicate of the previous clause for the subject of `as did the sheep`."""
    verb = before.verb or before.low
    comma = next((i for i in range(verb, before.high) if words.forms[i] == ","), before.high)
    first, _, rest = text_of(words, verb, comma).partition(" ")
    agreed = words.lemmas[verb] == "be" and words.lemmas[auxiliary] == "be"
    return f"{text_of(words, auxiliary + 1, clause.high)} {words.lower[auxiliary] if agreed else first} {rest}".strip()


def uninverted(words: Words, clauses: Sequence[Clause], k: int) -> str | None:
    """Return a clause that begins with its auxiliary in plain order: `did the fever fall` -> `the fever fell`."""
    clause = clauses[k]
    denied = words.lower[clause.low] == "nor"
    announced = clause.opener is Opener.RESUME and not clause.comma and k > 0 and bool(clauses[k - 1].signals)
    if not (denied or announced or any(signal.words in TURNING for signal in clause.signals)):
        return None
    low = clause.low + denied
    predicate = inversion(words, low, clause.high)
    if predicate is None:
        return None
    verb = words.skip_adverbs(predicate, clause.high - 1)
    name, adverbs = named(words, clauses, (low + 1, predicate)), text_of(words, predicate, verb)
    rest = text_of(words, verb + 1, clause.high)
    if words.lower[low] == "did" and not denied:
        group = [adverbs, inflect(verb_at(words, verb), "VBD")]
    else:
        group = [words.lower[low], "not" if denied else "", adverbs, words.forms[verb]]
    return " ".join(part for part in (name, *group, rest) if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class Affected:
    """The object of a verb: words [low, high), whether it is plural, and the position of the verb's particle."""

    low: int
    high: int
    plural: bool
    particle: int | None = None


def affected_claim(
    words: Words, clauses: Sequence[Clause], verb: int, high: int, *, unowned: bool = False
) -> str | None:
    """Return a claim about the object that a predicate, which ends at `high`, acts on; None if it has none.

    Its verb may be finite, an infinitive or a participle. If `unowned`, nothing is told to have done it, so that the
    verb need not be one of causing: `Checked the fuse.`
    """
    lemma = verb_at(words, verb)
    done = unowned and words.tags[verb] == "VBD" and not words.is_a(verb, "stative_verbs")
    acts = (done or words.is_a(verb, "causative_verbs")) and not words.makes_idiom(verb)
    target = _affected(words, verb, lemma, high) if acts else None
    if target is None:
        return None
    rest = text_of(words, target.high, high)
    subject = lowered(words, target.low, text_of(words, target.low, target.high))
    if target.high == target.low + 1:
        subject = AS_SUBJECT.get(words.lower[target.low], subject)
    infinitive = _infinitive_of_cause(words, lemma, target.high, high)
    if words.lower[target.low] == "it" and _is_dummy_it(words, target.high, high):
        return f"it was {rest}"  # `made it hard to sleep`
    if infinitive is not None:
        predicate = [inflect(verb_at(words, infinitive), "VBD"), _in_past(words, infinitive + 1, high)]
    elif lemma == "let" and target.high < high and words.lower[target.high] in WAYS:
        predicate = ["got", rest]
    elif lemma in OTHER_VERBS:
        return None
    else:
        now = words.tags[verb] in {"VBZ", "VBP"}
        be = ("are" if now else "were") if target.plural else ("is" if now else "was")
        particle = words.forms[target.particle] if target.particle is not None else ""
        predicate = [be, _participle(words, verb, lemma), particle, rest]
    return resolved(words, clauses, target.low, " ".join(part for part in (subject, *predicate) if part))


def _is_dummy_it(words: Words, low: int, high: int) -> bool:
    """Whether an adjective and an infinitive follow `it`, which then stands for nothing: `hard to sleep`."""
    described = low < high and words.tags[low] == "JJ"
    return described and "TO" in words.tags[low + 1 : min(low + 4, high)]


def _in_past(words: Words, low: int, high: int) -> str:
    """Return the words after an infinitive that became a past tense, with its coordinated verbs in the past too."""
    verb = next((i for i in range(low + 1, high) if words.tags[i] == "VB" and words.tags[i - 1] == "CC"), None)
    if verb is None:
        return text_of(words, low, high)
    return f"{text_of(words, low, verb)} {inflect(verb_at(words, verb), 'VBD')} {_in_past(words, verb + 1, high)}"


def verb_at(words: Words, i: int) -> str:
    """Return the infinitive of the verb at word `i`, or its lemma if the dictionary lacks it."""
    return verb_lemma(words.lower[i]) or words.lemmas[i].lower()


def _participle(words: Words, verb: int, lemma: str) -> str:
    """Return the participle of a verb, in the spelling of the text if that is the same form."""
    same = words.tags[verb] in {"VBD", "VBN"} and inflect(lemma, "VBD") == inflect(lemma, "VBN")
    return words.lower[verb] if same or words.lower[verb].endswith("ed") else inflect(lemma, "VBN")


def _affected(words: Words, verb: int, lemma: str, high: int) -> Affected | None:
    start, particle = verb + 1, None
    if start + 1 < high and words.tags[start] in {"RP", "RB", "IN"} and words.relations[start] == "compound:prt":
        start, particle = start + 1, start
    if particle is not None and lemma in MOVING:
        return None
    if start >= high or words.tags[start] not in OBJECT_TAGS:
        return None
    if lemma in LETTING and (bare := _bare_infinitive(words, start, high)) is not None:
        high = bare
    if words.lower[start] in AS_SUBJECT and not _owns_next(words, start, high):
        plural = words.lower[start] in word_class("plural_objects")
        return Affected(low=start, high=start + 1, plural=plural, particle=particle)
    end = _noun_end(words, start, high, turning=lemma in PLACING | LETTING)
    if end is None:
        return None
    bare = end == start + 1 and words.tags[start] == "NN"
    if bare and only_adjective(words.lower[start]):
        return None  # an adjective that the tagger took for a noun
    extended = _extended(words, start, end, high, placed=lemma in PLACING)
    counted = extended if words.lower[end - 1] in SHARES else end
    return Affected(low=start, high=extended, plural=is_plural(words, counted - 1, start), particle=particle)


def _owns_next(words: Words, i: int, high: int) -> bool:
    """Whether `her` is possessive, because its noun follows."""
    if words.lower[i] != "her" or i + 1 >= high:
        return False
    bare = i + 2 >= high or words.tags[i + 2] not in NOUNS
    return not (bare and only_adjective(words.lower[i + 1])) and _noun_end(words, i + 1, min(high, i + 5)) is not None


def _noun_end(words: Words, low: int, high: int, *, turning: bool = True) -> int | None:
    """Return the end of the base noun phrase that begins at `low`; None if there is none.

    If `turning`, a resulting state may follow: `left the floor wet`, not `delayed the cheese fair`.
    """
    second = (i for i in range(low + 1, high) if words.tags[i] in {"CD", "JJ", "JJR", "DT", "PRP$"})
    measure = next((i for i in second if words.tags[i - 1] in NOUNS), high)
    head = words.head_noun(low, measure)
    if head is None or phrase_start(words, low, head) > low:
        return None
    adjective = words.tags[head] == "NN" and words.tags[head - 1] in NOUNS and only_adjective(words.lower[head])
    compound = words.relations[head - 1] == "compound" and "NOUN" in entry(words.lower[head]) and not turning
    if head > low + 1 and adjective and not compound:
        return head
    while head + 2 < high and words.forms[head + 1] == "-" and not words.stop(head + 1):  # `the prize-giving`
        head += 2
    return head + 1


def _extended(words: Words, low: int, end: int, high: int, *, placed: bool) -> int:
    """Extend a noun phrase by its `of` phrases and, unless `placed` by the verb, those that the parse attaches."""
    for _ in range(LONGEST_CHAIN):
        if words.lower[end : end + 1] == ("between",) and (other := _other_side(words, end + 1, high)):
            end = other
            continue
        if end + 1 >= high or words.tags[end] != "IN" or (placed and words.lower[end] != "of"):
            break
        head = words.head_noun(end + 1, words.next_stop(end + 1, high))
        if head is None or not _belongs(words, low, end, head):
            break
        end = head + 1
    return end


def _other_side(words: Words, low: int, high: int) -> int | None:
    """Return the end of `Pisa and Lucca` behind `between`."""
    conjunction = next((i for i in range(low + 1, high - 1) if words.lower[i] == "and"), None)
    head = None if conjunction is None else words.head_noun(conjunction + 1, words.next_stop(conjunction, high))
    return head + 1 if head is not None and not words.finite(min(head + 1, high - 1)) else None


def _belongs(words: Words, low: int, at: int, head: int) -> bool:
    if words.lower[at] == "of":
        return True
    if words.lower[at] in APART or words.tags[at - 1].startswith("NNP"):
        return False
    inside = low <= words.heads[head] < at and words.relations[head].startswith("nmod")
    return words.tags[head + 1 : head + 3] == ("TO", "VB") or (inside and phrase_start(words, at + 1, head) == at + 1)


def _infinitive_of_cause(words: Words, lemma: str, low: int, high: int) -> int | None:
    """Return the infinitive whose subject is the object, if the main verb only says that it happened."""
    if lemma in LETTING and low < high and _infinitive(words, low):
        return low
    if lemma in CAUSING and words.tags[low : low + 2] == ("TO", "VB"):
        return low + 1
    return None


def _infinitive(words: Words, i: int) -> bool:
    return words.tags[i] in {"VB", "VBP", "NN"} and verb_lemma(words.lower[i]) == words.lower[i]


def _bare_infinitive(words: Words, low: int, high: int) -> int | None:
    """Return the infinitive after the object of `make` or `let`; the tagger takes some for nouns."""
    for i in range(low + 1, high):
        if words.tags[i] in {"IN", "TO", "CC", "VBD", "VBZ"}:
            return None
        follows = words.tags[i + 1] if i + 1 < high else "."
        noun = words.tags[i - 1] in NOUNS or words.tags[i - 1] == "PRP"
        if noun and _infinitive(words, i) and (words.tags[i] != "NN" or follows in AFTER_VERB):
            return i
    return None
