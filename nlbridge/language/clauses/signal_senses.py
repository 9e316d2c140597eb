"""Whether a possible causal signal is one in its context.

`as`, `since`, `after`, `so` and `by` have other uses; the words after them decide. So do `then`, `later` and other
adverbs, which give a result only in some places.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from causalcore.scenario.scenario import Sign, Strength
from nlbridge.language.clauses.clause import Open, Opener
from nlbridge.language.clauses.inversions import TURNING, inversion
from nlbridge.language.clauses.noun_phrases import PHRASE_STARTS, PHRASE_WORDS, eventive_noun, name_end, time_end
from nlbridge.language.clauses.prepositions import governs_event, in_turn
from nlbridge.language.clauses.unreal_verbs import CONDITIONS, unreal_verb
from nlbridge.language.lexicon import word_class, word_phrases
from nlbridge.language.lexicon.connectives import Argument, Signal, SignalKind, inventory, signals_at
from nlbridge.language.pipeline.dictionary import past_form
from nlbridge.language.pipeline.spelling import ARROWS
from nlbridge.language.pipeline.words import ENDS, STOPS, Words

RELATED: Final = frozenset((word,) for word in word_class("relative_object_pronouns"))
"""Words that make a conjunction before them part of a relative clause: `after which`."""
HEDGES: Final = {
    **dict.fromkeys(word_phrases("possible_hedges"), Strength.POSSIBLE),
    **dict.fromkeys(word_phrases("contributing_hedges"), Strength.CONTRIBUTING),
}
OPENERS: Final = frozenset(phrase[0] for phrase in (*HEDGES, *(signal.words for signal in inventory())))
"""First words of signals and hedges."""
COMPARED: Final = word_class("compared_before_as")
"""Words that make a following `as` a comparison."""
SHIFTING: Final = frozenset(
    {("down", "to"), ("traced", "to"), ("back", "to"), ("attributed", "to"), ("blamed", "on"), ("do", "with")}
)
"""Ends of verbs that give a cause, and that have another sense with a person or a thing: `the gun was traced to`."""
UNMARKED: Final = frozenset(word_phrases("unmarked_result_adverbs"))
"""Adverbs of result that may join two clauses without a comma."""
NAMING: Final = frozenset(word_phrases("naming_result_adverbs"))
"""Adverbs of result that may stand before any noun phrase: `hence the delay`."""
NO_SUBJECT: Final = frozenset({"JJ", "RB", "RBR", "IN", "TO", "VBG", "VBN"})
"""Tags that open no subject after an adverb of result: `so suddenly that ...`, `so as to`."""
ADVERBIAL: Final = frozenset({SignalKind.ADVERB, SignalKind.BARRIER})
UNMOVED: Final = frozenset({("so",), ("still",), ("thus",)})
"""Adverbs that are no signals inside a clause."""
NAME_GOES_ON: Final = frozenset("NN NNS NNP POS HYPH VBG JJ CD VBN".split())
"""Tags after a name that is only part of its phrase: `Tom's call`, `Tom leaving`."""


def signals_inside(words: Words, low: int, high: int) -> tuple[Signal, ...]:
    """Return the signals inside a clause: `was therefore late`, `her brother, meanwhile, slept`."""
    return tuple(
        replace(signal, place=(i, i + len(signal.words)))
        for i in range(low, high)
        for signal in (signals_at(words.lower, i)[:1] if words.lower[i] in OPENERS else ())
        if signal.kind in ADVERBIAL
        and signal.words not in UNMOVED
        and signal.words[0] not in word_class("contrast_conjunctions")  # these need a clause: `while digging` has none
        and not _otherwise_used(words, signal, i, low, high)
    )


def signal_at(words: Words, i: int, high: int, current: Open) -> Signal | None:
    """Return the longest signal at word `i` that fits its context; a hedge weakens it: `in part because of frost`."""
    for signal in signals_at(words.lower, i):
        if _thanks_a_name(words, signal, i, high):
            return None
        arrow = i > 0 and words.forms[i] in ARROWS and words.forms[i - 1] in ENDS  # it opens a sentence
        if i + len(signal.words) < high and (arrow or _fits(words, signal, i, high, current)):
            follows = Argument.NONE if _only_dates(words, signal, i, high, current) else signal.follows
            return replace(signal, place=(i, i + len(signal.words)), follows=follows)
    for hedge, strength in HEDGES.items():
        after = i + len(hedge)
        if words.lower[i:after] == hedge and after < high:
            opening = replace(current, start=after) if is_initial(words, i, current) else current
            hedged = signal_at(words, after, high, opening)
            if not hedged or not hedged.place or hedged.sign is Sign.INHIBITS or hedged.follows is Argument.NONE:
                return None
            weaker = strength if hedged.strength is Strength.NECESSARY else hedged.strength
            return replace(hedged, words=hedge + hedged.words, strength=weaker, place=(i, hedged.place[1]))
    return None


def _only_dates(words: Words, signal: Signal, i: int, high: int, current: Open) -> bool:
    """Whether `when` or `until` only says what broke into or ended a state: `was asleep in bed when a tree fell`."""
    verb = words.clause_verb(current.start, i) if signal.words in {("when",), ("until",)} else None
    if verb is None:
        return False
    done = words.tags[words.skip_adverbs(verb + 1, i)]
    if signal.words == ("when",):
        own = words.clause_verb(i + 1, high) if words.lower[verb] in word_class("was_were") else None
        return own is not None and done == "VBG" and words.tags[own] == "VBD" and words.lemmas[own] != "be"
    lasts = words.is_a(verb, "lasting_states") and done not in {"VBN", "VBG"}  # not `was pulled until it snapped`
    return lasts or not word_class("negators").isdisjoint(words.lower[current.start : i])


def _thanks_a_name(words: Words, signal: Signal, i: int, high: int) -> bool:
    """Whether a cause is only a name, which states no event: `because of Tom`, `thanks to Ines and Mr Hall`."""
    if signal.kind is not SignalKind.PREPOSITION or signal.follows is not Argument.CAUSE or signal.words in CONDITIONS:
        return False
    end = name_end(words, i + len(signal.words), high)
    if end is None or (end + 1 < high and words.lower[end + 1] in word_class("personal_relatives")):
        return False
    return NAME_GOES_ON.isdisjoint(words.tags[end : end + 1])


def _fits(words: Words, signal: Signal, i: int, high: int, current: Open) -> bool:
    """Whether the context at word `i` lets a signal be one."""
    after, first = i + len(signal.words), signal.words[0]
    if _otherwise_used(words, signal, i, current.start, high):
        return False
    match signal.kind:
        case SignalKind.SUBORDINATOR:
            turns = signal.words in TURNING
            return inversion(words, after, high) is not None if turns else _subordinates(words, signal, i, high)
        case SignalKind.BARRIER:
            opens = is_initial(words, i, current) or first in word_class("contrast_conjunctions")
            return opens and words.clause_follows(after, high)
        case SignalKind.PREPOSITION:
            return governs_event(words, signal, i, high, current)
        case SignalKind.COORDINATOR:
            return _contrasts(words, i, after, high, current)
        case SignalKind.ADVERB:
            return gives_result(words, signal, i, high, current)
        case SignalKind.JOINT:
            points_back = words.lower[after : after + 1] in (("that",), ("this",), ("it",))
            return not points_back and _joins_causes(words, i, current)
    return True


def _otherwise_used(words: Words, signal: Signal, i: int, low: int, high: int) -> bool:
    """Whether the words are no connective here: `and so was the barn`, `nothing to do with this fault`."""
    after, first = i + len(signal.words), signal.words[0]
    planned = signal.words[-2:] == ("due", "to") and words.tags[after : after + 1] == ("VB",)  # `was due to arrive`
    denied = signal.denies and first == "not" and i > low and words.is_a(i - 1, "before_no_denied_reason")
    if words.forms[i] in ARROWS or planned or denied or _has_another_sense(words, signal, i, low):
        return True
    subject = words.head_noun(low, i) if signal.kind is SignalKind.VERB else None
    if subject is not None and not word_class("negators").isdisjoint(words.lower[subject + 1 : i]):
        return True  # `has not led to`
    if signal.kind is SignalKind.SUBORDINATOR and words.lower[after : after + 1] in RELATED:
        return True
    if first == "thanks" and i == low + 1 and words.tags[low] in {"JJ", "DT", "PRP$"}:
        return True  # `many thanks to all who helped`
    if signal.words == ("instead",) and words.lower[after : after + 1] == ("of",):
        return True
    if (signal.kind is SignalKind.ADVERB or signal.words == ("in", "that")) and words.points_at_noun(after - 1):
        return True
    if signal.words[-1] == "so" and words.inverted(after - 1, words.next_stop(after, high)) is not None:
        return True
    evenly = i > low and words.lower[i - 1] in word_class("even_not")
    return signal.words in CONDITIONS and (evenly or unreal_verb(words, low, high) is None)


def _has_another_sense(words: Words, signal: Signal, i: int, low: int) -> bool:
    """Whether a verb of causing says something else: `she meant well`, `the stock was down to three boxes`."""
    if signal.kind is not SignalKind.VERB or not (signal.words[0] == "meant" or signal.words[-2:] in SHIFTING):
        return False
    after, subject = i + len(signal.words), words.head_noun(low, i)
    end = next((k for k in range(after, len(words.forms)) if words.forms[k] in ENDS), len(words.forms))
    stop = words.next_stop(after, end)
    pointing = words.lower[i - 1] in word_class("event_pointers", "dummy_pronouns")
    if not pointing and (subject is None or words.is_a(subject, "eventless_nouns") or words.tags[subject] == "NNP"):
        return True
    if signal.words[0] == "meant":
        joins = len(signal.words) > 1 or words.lower[after] in word_class("empty_words")
        happens = subject is not None and eventive_noun(words, subject) and _is_event(words, after, stop)
        return not joins and (words.tags[after] in {"IN", "TO"} or not (happens or words.clause_follows(after, stop)))
    cause = words.head_noun(after, stop)
    person = cause is not None and (words.is_a(cause, "persons") or words.tags[cause] == "NNP")
    happened = pointing or (subject is not None and _may_be_caused(words, subject))
    shrinks = signal.words[-2:] in {("down", "to"), ("traced", "to"), ("back", "to")} and not happened
    return person or shrinks or words.tags[after] in {"CD", "VB"}


def _is_event(words: Words, low: int, high: int) -> bool:
    """Whether a phrase names something that happens: `a detour of two miles`."""
    noun = words.head_noun(low, high)
    return noun is not None and eventive_noun(words, noun)


def _may_be_caused(words: Words, noun: int) -> bool:
    """Whether a noun names what `down to` can give the cause of; rain that is down to a drizzle only shrank."""
    return eventive_noun(words, noun) and not words.is_a(noun, "weather")


def _joins_causes(words: Words, i: int, current: Open) -> bool:
    """Whether `along with` joins two subjects, not two objects: `sold the farm along with the cattle`."""
    heads = (words.head_noun(current.start, i), words.head_noun(i, words.next_stop(i, len(words.forms))))
    if any(head is not None and words.is_a(head, "persons") for head in heads):
        return False
    return words.forms[i - 1] == "," or words.clause_verb(current.start, i) is None


def _subordinates(words: Words, signal: Signal, i: int, high: int) -> bool:
    """Whether a conjunction opens a clause that gives a reason or a time."""
    after, first = i + len(signal.words), signal.words[0]
    before = words.lower[i - 1] if i else ""
    verb = words.clause_verb(after, high)
    pointed = words.is_a(after, "times") or words.lower[after] in word_class("pointing_times")  # `since then`
    if signal.words[-1] in word_class("lasting_time_conjunctions") and pointed:
        return False
    if signal.words == ("for",) and not _gives_reason(words, i, verb):
        return False
    limits = signal.words[-1] in word_class("limit_conjunctions")
    if limits and (time_end(words, after, high) is not None or _phrase_before_clause(words, after, high)):
        return False
    if first == "after" and (_phrase_before_clause(words, after, high, happening=True) or (i and in_turn(words, i))):
        return False
    if signal.words == ("as",):
        likened = i and (before in COMPARED or words.lower[after] == "well")
        likened = likened or _phrase_before_clause(words, after, high)  # `as a precaution they closed the road`
        if likened or (verb is not None and _compares(words, verb, high)) or is_comment(words, i, high):
            return False
    if first in word_class("time_conjunctions") and not _has_near_verb(words, signal, after, high):
        return False
    return words.clause_follows(after, high)


def _gives_reason(words: Words, i: int, verb: int | None) -> bool:
    """Whether a subject and its verb follow `, for`: `it stayed shut, for the keeper had left`."""
    if not i or words.forms[i - 1] not in {",", ";"} or verb is None or words.relations[i + 1] == "fixed":
        return False
    subject = range(i + 1, words.before_adverbs(verb) + 1)
    if any(words.is_a(j, "times") for j in subject):
        return False
    inner = (j for j in subject if j > i + 1)
    phrase_starts = (j for j in inner if words.tags[j] in PHRASE_STARTS or words.is_a(j, "nobody_words"))
    is_one_phrase = all(words.tags[j - 1] in {"IN", "PDT"} for j in phrase_starts)
    return is_one_phrase and all(words.tags[j] in PHRASE_WORDS | PHRASE_STARTS | {"IN"} for j in subject)


def _has_near_verb(words: Words, signal: Signal, low: int, high: int) -> bool:
    """Whether a time clause has its verb before the next punctuation mark, close to its subject."""
    verb = words.clause_verb(low, words.next_stop(low, high))
    if verb is None or verb - low > 8 or not words.nominal_before(low, verb):
        return False
    dividers = (j for j in range(low + 1, verb) if words.lower[j] in word_class("clause_dividers"))
    marked = any(words.lower[j] == "as" and words.relations[j] == "mark" for j in range(low + 1, verb))
    if marked or next(dividers, None) is not None:
        return False  # `after the war because the owner had died`, `after 1996 as funds ran out`
    return _is_own_verb(words, low, verb) and not (signal.words == ("as",) and _is_role(words, low, verb))


def _is_own_verb(words: Words, low: int, verb: int) -> bool:
    """Whether a verb belongs to the clause at `low`; not in `as head cook at the inn`, `after the war and moved`."""
    if words.tags[verb] == "VBN" and not past_form(words.lower[verb]):
        return False
    last = verb - 1
    while last > low and words.tags[last].startswith("RB"):
        last -= 1
    return words.lower[last] not in word_class("and_or_nor")


def _is_role(words: Words, low: int, verb: int) -> bool:
    """Whether a role, not a clause, follows `as`: `as treasurer when the books were lost`."""
    inside = words.lower[low + 1 : verb]
    return words.tags[low] == "NN" and not word_class("rule_conjunctions", "hanging_conjunctions").isdisjoint(inside)


def _phrase_before_clause(words: Words, after: int, high: int, *, happening: bool = False) -> bool:
    """Whether a noun phrase, not a clause, precedes the main clause: `since his return the pump had held`.

    In `since the man he trusted had fled` a second verb shows that the first one belongs to a relative clause. If
    `happening`, the noun must name an event.
    """
    verb = words.clause_verb(after, words.next_stop(after, high))
    if verb is None or verb + 1 >= high or words.finite(verb + 1):
        return False
    return any(
        (words.tags[j] in PHRASE_STARTS or words.lower[j] in word_class("nobody_words"))
        and words.tags[j - 1].startswith("NN")
        and words.tags[j - 1] != "NNP"
        and (not happening or eventive_noun(words, j - 1))
        for j in range(after + 1, verb)
    )


def _compares(words: Words, verb: int, high: int) -> bool:
    """Whether a clause after `as` compares and gives no reason: `as they were`, `as she does every night`."""
    if words.lower[verb] in word_class("do_forms"):
        return not any(words.tags[i] == "VB" for i in range(verb, min(verb + 4, high)))
    stop = _clause_end(words, verb + 1, high)
    each = words.lower[verb + 1 : stop]  # `as it is every quarter`
    again = len(each) == 2 and each[0] in word_class("each_determiners") and words.lower[verb - 1] != "there"
    return (stop == verb + 1 or again) and words.lemmas[verb] in word_class("be_have")


def is_comment(words: Words, i: int, high: int) -> bool:
    """Whether a clause with `as` at word `i` only says who noticed or expected the rest: `as some of you noticed, ...`.

    Its verb is active, not denied and without an object; its subject is a person, a pronoun or a document.
    """
    verb = words.clause_verb(i + 1, high)
    if verb is None or _interrupts_clause(words, i):
        return False
    last = _clause_end(words, verb, high) - 1
    inside = words.lower[i + 1 : last]
    denied = not word_class("negators", "nobody_words").isdisjoint(inside)
    if denied or not words.is_a(last, "comment_verbs") or not words.tags[last].startswith("VB"):
        return False
    if any(words.lemmas[k] != "have" and not words.tags[k].startswith("RB") for k in range(verb, last)):
        return False
    subject = words.before_adverbs(verb)
    if words.tags[subject] == "PRP":
        return words.lower[subject] != "it"
    return any(words.is_a(subject, name) for name in ("persons", "document_nouns")) or words.tags[subject] == "NNP"


def _clause_end(words: Words, low: int, high: int) -> int:
    return next((i for i in range(low, high) if words.forms[i] in STOPS | ENDS), high)


def _interrupts_clause(words: Words, i: int) -> bool:
    """Whether a subject before word `i` has its verb behind it: `The bus, as you know, was late`."""
    start = next((k + 1 for k in range(i - 1, -1, -1) if words.forms[k] in ENDS), 0)
    return words.head_noun(start, i) is not None and words.clause_verb(start, i) is None


def _contrasts(words: Words, i: int, after: int, high: int, current: Open) -> bool:
    """Whether `but` joins clauses or opens a sentence, and does not replace a negated phrase."""
    stop = words.next_stop(after, high)
    denied = [j for j in range(current.start, i) if words.lower[j] in word_class("not_forms")]
    if denied and stop > after and words.clause_verb(after, stop) is None:  # `not at noon but at dusk`
        low = denied[-1] + 1
        replaced = words.lower[low : i - (words.forms[i - 1] == ",")]
        if words.tags[low] == words.tags[after] or words.lower[after] in replaced:
            return False
    opens = current.opener is Opener.START and i == current.start
    phrases = {SignalKind.PREPOSITION, SignalKind.VERB}
    after_phrase = current.signal is not None and current.signal.kind in phrases and words.forms[i - 1] == ","
    after_phrase = after_phrase and words.clause_follows(after, stop)
    if not (opens or after_phrase) and words.clause_verb(current.start, i) is None:
        return False
    return words.finite(words.skip_adverbs(after, high - 1)) or words.clause_follows(after, high)


def is_initial(words: Words, i: int, current: Open) -> bool:
    """Whether word `i` opens its stretch, or follows a mark, `and` or `but`."""
    return i == current.start or words.forms[i - 1] in STOPS or words.lower[i - 1] in word_class("and_but")


def gives_result(words: Words, signal: Signal, i: int, high: int, current: Open) -> bool:
    """Whether an adverb opens its clause, or joins it to the one before."""
    after = i + len(signal.words)
    if not is_initial(words, i, current):
        return signal.words in UNMARKED and _joins_clauses(words, i, after, high, current)
    degree = signal.words == ("so",) and words.tags[after] in {"JJ", "RB"} and words.forms[i - 1] not in STOPS
    if degree or _closes(words, i, after):
        return False
    return words.clause_verb(after, high) is not None or _names_result(words, signal, after, high)


def _names_result(words: Words, signal: Signal, after: int, high: int) -> bool:
    """Whether an adverb of result stands before a noun phrase alone: `hence the delay`, `so no alarm`."""
    if signal.sign is not Sign.PROMOTES or signal.follows is not Argument.EFFECT:
        return False
    determiners = word_class("result_determiners") if signal.words in NAMING else {"no"}
    return words.lower[after] in determiners and words.head_noun(after, words.next_stop(after, high)) is not None


def _joins_clauses(words: Words, i: int, after: int, high: int, current: Open) -> bool:
    """Whether an adverb of result joins two clauses without a comma: `the disk was full so the backup failed`."""
    verb = words.clause_verb(after, words.next_stop(after, high))
    before = words.lemmas[i - 1].lower()
    points_back = before in word_class("clause_taking_verbs", "before_no_so")  # `she said so`
    if verb is None or points_back or words.clause_verb(current.start, i) is None or words.tags[after] in NO_SUBJECT:
        return False
    subject = range(after, words.before_adverbs(verb) + 1)
    further = (k for k in subject if k > after and words.tags[k] in PHRASE_STARTS and words.lower[k - 1] != "of")
    one = all(words.tags[k] in PHRASE_WORDS | PHRASE_STARTS | {"PRP", "POS", "HYPH", "IN"} for k in subject)
    return one and next(further, None) is None and words.nominal_before(after, verb)


def _closes(words: Words, i: int, after: int) -> bool:
    """Whether an adverb ends the clause before it: `the hall was warm, however, and the choir ...`."""
    if not i or words.forms[i - 1] != "," or words.forms[after] not in {",", ";", ":"}:
        return False
    return words.forms[after] != "," or words.lower[after + 1 : after + 2] in (("and",), ("but",), ("or",))
