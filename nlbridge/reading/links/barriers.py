"""What speaks against a link that no word signals: another time or place, background, what went on as before."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from nlbridge.language.clauses.boundary import Opener
from nlbridge.language.clauses.clause import Clause
from nlbridge.language.lexicon.connectives import SignalKind
from nlbridge.language.pipeline.words import INVARIANT, Words
from nlbridge.reading.links.pass_state import Reading

FALLS: Final = frozenset({"rain", "snow", "hail", "drizzle", "sleet", "thunder", "pour"})
SKY: Final = frozenset(
    "rain snow hail sleet fog mist wind gale storm blizzard thunderstorm downpour thaw sun moon".split()
)
REACHED: Final = frozenset({"by", "this", "it", "within", "soon"})
"""Words before a past perfect that says what had come of something: `by noon the tank had emptied`."""
PLACING: Final = frozenset({"in", "on", "at", "under", "above", "behind", "beside", "outside", "inside", "across"})
AS_EVER: Final = frozenset(
    "usual ever always before normal planned scheduled agreed arranged intended promised".split()
)
MOTIONLESS: Final = frozenset({"stand", "lie", "sit", "keep", "hold", "stay"})
HABITS: Final = frozenset({"every", "each", "always", "usually"})
HAD: Final = frozenset({"had", "'d"})
HAVE: Final = frozenset({"has", "have", "'ve"})
DOING: Final = frozenset({"do", "does", "did", "had", "have", "has"})
REMARK: Final = 7
"""Words that a remark such as `as they had done every year` may have."""
TIMES: Final = frozenset({"twice", "thrice", "half", "times", "not", "n't"})
"""Words before a comparison that say it is no longer so: `twice as much as usual`, `not as full as before`."""
NEXT: Final = (("next", "door"), ("the", "next"), ("not", "far"))
PERIODS: Final = frozenset("week weekend fortnight month season term year decade spring summer autumn winter".split())
"""Times in which much happens side by side; `that evening` goes on with the story."""
BEING: Final = frozenset({"be", "lie", "stand", "belong", "own", "live"})
PLACED: Final = frozenset({"stand", "lie", "live"})
"""Verbs that say where something is; without a place they say what became of it: `the verdict stood`."""
THERE: Final = frozenset({"there", "here", "nearby", "near", "opposite"})
NEGATIONS: Final = frozenset({"not", "n't", "no", "never", "without"})
KEPT_UP: Final = frozenset(
    "play work run march sail read sing dance drive walk ride sleep carry fight live talk".split()
)
OBJECTS: Final = frozenset({"DT", "PRP", "PRP$", "NN", "NNS", "NNP"})
"""Tags of what stands between `had` and a participle where something was ordered: `she had it mended`."""
PRESENT: Final = frozenset({"VBZ", "VBP"})


def barred(reading: Reading, k: int) -> bool:
    """Whether the sentence that begins with clause `k` is not about what came of the one before."""
    clause, words = reading.clauses[k], reading.words
    lower = words.lower[clause.low : clause.high]
    if clause.opened_by(SignalKind.BARRIER) or "throughout" in lower:
        return True
    if weather(reading, k) or _leaves_tense(reading, k) or went_on_as_before(words, clause):
        return True
    if due_anyway(words, clause):
        return True
    if past_perfect(reading, k) and not had_come_of_it(words, clause):
        return True
    if same_time(words, clause) or elsewhere(words, clause) or _progressive(words, clause):
        return True
    return stative(reading, k) and _at_that_time(words, clause)


def aside(reading: Reading, k: int) -> bool:
    """Whether a barred sentence leaves the story, which goes on after it: another place or time, or all as before."""
    clause, words = reading.clauses[k], reading.words
    return (
        clause.opened_by(SignalKind.BARRIER) is not None
        or went_on_as_before(words, clause)
        or same_time(words, clause)
        or elsewhere(words, clause)
    )


def weather(reading: Reading, k: int) -> bool:
    """Whether a clause says what the weather did: nothing in a story brings it about, if no word says so."""
    clause, words = reading.clauses[k], reading.words
    if clause.verb is None:
        return False
    subject = [i for i in range(clause.low, clause.verb) if words.tags[i].startswith(("NN", "PRP"))]
    if not subject:
        return False
    last = subject[-1]
    verbs = {words.lemmas[i].lower() for i in range(clause.verb, min(clause.verb + 4, clause.high))}
    falls = words.lower[last] == "it" and bool(FALLS & verbs)
    return falls or words.lemmas[last].lower() in SKY


def in_present(words: Words, clause: Clause) -> bool:
    """Whether a clause is in the present tense: a past form that the tagger took for a present is not."""
    verb = clause.verb
    if verb is None or words.tags[verb] not in PRESENT:
        return False
    return words.tags[verb] == "VBZ" or not _past_form(words.lower[verb])


def _leaves_tense(reading: Reading, k: int) -> bool:
    """Whether a clause is in the present and the story is not: it says what is always so."""
    if not in_present(reading.words, reading.clauses[k]):
        return False
    return not any(in_present(reading.words, reading.clauses[m]) for m in reading.mains if m < k)


def _perfect_auxiliaries(reading: Reading, k: int) -> frozenset[str]:
    """Return the forms of `have` that set what happened before the story apart from it."""
    words = reading.words
    told = [reading.clauses[m] for m in reading.mains if m < k]
    present = bool(told) and in_present(words, told[-1]) and words.lower[told[-1].verb or 0] not in HAVE
    return HAD | HAVE if present else HAD


def past_perfect(reading: Reading, k: int) -> bool:
    """Whether a clause says what had happened before; `had to` and `had it mended` do not.

    In a story told in the present the present perfect says it: `Ida reads. Her train has been delayed`.
    """
    clause, words = reading.clauses[k], reading.words
    if clause.verb is None or words.lower[clause.verb] not in _perfect_auxiliaries(reading, k):
        return False
    after = words.skip_adverbs(clause.verb + 1, clause.high)
    if after < clause.high and words.lower[after] == "to":
        return False
    before = range(clause.verb + 1, min(clause.verb + 4, clause.high))
    participle = next((i for i in before if words.tags[i] == "VBN"), None)
    return participle is not None and not any(words.tags[i] in OBJECTS for i in range(after, participle))


def had_come_of_it(words: Words, clause: Clause) -> bool:
    """Whether a past perfect says what had come of something by a time: `by spring it had shut`, `had shut by May`."""
    if words.lower[clause.low] in REACHED:
        return True
    verb = clause.verb if clause.verb is not None else clause.low
    by = next((i for i in range(verb, clause.high - 1) if words.lower[i] == "by"), None)
    if by is None:
        return False
    if words.tags[by + 1] == "CD" and words.tags[by + 2 : by + 3] == ("NNS",):
        return False  # A measure, no time: `delayed by three hours`.
    return any(words.is_a(i, "times") or words.tags[i] == "CD" for i in range(by + 1, min(by + 6, clause.high)))


def stative(reading: Reading, k: int) -> bool:
    """Whether a clause says how things are instead of what happened; `were resettled` happened."""
    clause, words = reading.clauses[k], reading.words
    if clause.verb is None:
        return False
    if _leaves_tense(reading, k):
        return True
    lemma, after = words.lemmas[clause.verb], words.skip_adverbs(clause.verb + 1, clause.high)
    if after == clause.high or _halted(words, clause.verb):
        return lemma in BEING - PLACED
    if lemma == "have" and words.lower[after] == "no":
        return True
    if lemma in PLACED and words.tags[after] not in {"IN", "TO"} and words.lower[after] not in THERE:
        return False
    return lemma in BEING and not (lemma == "be" and words.tags[after] == "VBN")


def listed(words: Words, clause: Clause) -> bool:
    """Whether a clause adds one more thing to the one before: `too`, `as well`, `also`, `either` at its end."""
    lower = words.lower[clause.low : clause.high]
    return "also" in lower or lower[-1] in {"too", "either"} or lower[-2:] == ("as", "well")


def pointed_time(words: Words, clause: Clause) -> bool:
    """Whether a clause begins with a time that is pointed at: `That week the choir rehearsed`."""
    return words.lower[clause.low] in {"that", "this"} and words.is_a(clause.low + 1, "times")


def same_time(words: Words, clause: Clause) -> bool:
    """Whether a clause is set beside another by its time alone: `that same week`, `On the same day ...`, `that week`.

    At the end of a clause a day only says how soon: `he was released the same evening`.
    """
    if pointed_time(words, clause) and words.lemmas[clause.low + 1].lower() in PERIODS:
        return True
    same = (i for i in range(clause.low, clause.high - 1) if words.lower[i] == "same" and words.is_a(i + 1, "times"))
    first = next(same, None)
    if first is None:
        return False
    return clause.verb is None or first < clause.verb or words.lemmas[first + 1].lower() in PERIODS


def went_on_as_before(words: Words, clause: Clause) -> bool:
    """Whether a clause says that nothing came of what happened: `the shop opened as usual`, `his sight was normal`."""
    lower = words.lower[clause.low : clause.high]
    for at, (first, second) in enumerate(pairwise(lower)):
        if first == "as" and second in AS_EVER and not TIMES & set(lower[max(0, at - 4) : at]):
            return True
    if clause.verb is None:
        return False
    return (
        words.is_a(clause.high - 1, "unaffected")
        or _went_on(words, clause)
        or _habit_follows(words, clause)
        or (_still(words, clause.verb) and not NEGATIONS & set(lower))
    )


def _still(words: Words, verb: int) -> bool:
    """Whether `still` stands at a verb and says that it went on; what `stood still` had stopped."""
    return "still" in words.lower[verb - 1 : verb + 2] and not _halted(words, verb)


def _halted(words: Words, verb: int) -> bool:
    """Whether a clause says that something did not move: `the traffic stood still`."""
    return words.lemmas[verb].lower() in MOTIONLESS and words.lower[verb + 1 : verb + 2] == ("still",)


def _habit_follows(words: Words, clause: Clause) -> bool:
    """Whether a remark behind a clause says that it is always so: `..., as they do every year`."""
    low = clause.high + (words.forms[clause.high : clause.high + 1] == (",",))
    if words.lower[low : low + 1] != ("as",) or words.tags[low + 1 : low + 2] != ("PRP",):
        return False
    return bool(HABITS & set(words.lower[low : low + REMARK])) and words.lower[low + 2] in {*DOING, *HABITS}


def _acted_on(words: Words, clause: Clause) -> bool:
    """Whether a form of `be` is followed by a participle."""
    verb = clause.verb if clause.verb is not None else clause.low
    return words.tags[words.skip_adverbs(verb + 1, clause.high - 1)] in {"VBN", "VBG", "VBD"}


def _went_on(words: Words, clause: Clause) -> bool:
    """Whether a clause says that something was kept up: `the band played on`, `they worked on under the old rules`."""
    verb = clause.verb if clause.verb is not None else clause.low
    if words.lower[verb + 1 : verb + 2] != ("on",) or words.lemmas[verb].lower() not in KEPT_UP:
        return False
    return verb + 2 >= clause.high or words.tags[verb + 2] in {"IN", "TO"}


def due_anyway(words: Words, clause: Clause) -> bool:
    """Whether a clause speaks of what the calendar brings: `it celebrated its anniversary`, `it was a Sunday`."""
    if clause.verb is None:
        return False
    said = range(clause.verb, clause.high)
    it_was = (
        words.lower[clause.low] == "it" and words.lemmas[clause.verb].lower() == "be" and not _acted_on(words, clause)
    )
    if it_was and any(words.is_a(i, "times") and words.tags[i].startswith("NN") for i in said):
        return True
    marked = it_was or any(words.is_a(i, "marking") for i in said)
    for_it = any(words.lower[i] == "for" for i in said)
    return (marked or for_it) and any(words.is_a(i, "scheduled") for i in said)


def next_entry(reading: Reading, k: int) -> bool:
    """Whether a sentence begins with a date of its own after one that did: `In March it shut. In May the club met`.

    A subject that is a pronoun goes on with the story all the same.
    """
    clause, words = reading.clauses[k], reading.words
    if clause.verb is None or words.tags[clause.verb - 1] == "PRP" or not _dated(words, clause.low):
        return False
    starts = {c.sentence: c.low for c in reversed(reading.clauses[:k])}
    return any(sentence < clause.sentence and _dated(words, low) for sentence, low in starts.items())


def _dated(words: Words, low: int) -> bool:
    """Whether a clause begins with a month, a day of the week, or a year."""
    if words.lower[low] not in {"in", "on"}:
        return False
    at = low + 1
    year = words.tags[at] == "CD" and len(words.lower[at]) == 4
    return year or (words.tags[at].startswith("NNP") and words.is_a(at, "times"))


def _at_that_time(words: Words, clause: Clause) -> bool:
    """Whether a state holds at a time that is pointed at: `the van was in the garage that month`."""
    return words.lower[clause.high - 2] in {"that", "this"} and words.is_a(clause.high - 1, "times")


def elsewhere(words: Words, clause: Clause) -> bool:
    """Whether a clause with a subject of its own is set in another place: `In the yard a boy played`, `... nearby`."""
    verb = clause.verb
    if verb is None or clause.opener is not Opener.START:
        return False
    if any(words.is_a(i, "elsewhere") for i in range(clause.low, clause.high)):
        return True
    if {"elsewhere", "abroad"} & set(words.lower[clause.low : verb]):
        return True
    if any(words.lower[i : i + 2] in NEXT for i in range(clause.low, verb)):
        return True
    return _scene(words, clause, verb)


def _scene(words: Words, clause: Clause, verb: int) -> bool:
    """Whether a phrase of place stands before a subject with a noun: `On the quay the strikers played`."""
    low = clause.low
    if words.lower[low] not in PLACING or words.tags[low + 1] != "DT":
        return False
    place = words.head_noun(low + 1, verb)
    if place is None or words.is_a(place, "times") or words.is_a(place, "event_nouns"):
        return False
    return any(words.tags[i] in {"DT", "PRP$"} for i in range(place + 1, verb))


def _progressive(words: Words, clause: Clause) -> bool:
    """Whether a clause says what was going on meanwhile; `by May the price was rising` says what came of something."""
    verb = clause.verb
    if verb is None or words.lower[verb] not in {"was", "were"} or words.lower[clause.low] in REACHED | {"now"}:
        return False
    after = words.skip_adverbs(verb + 1, clause.high)
    pronoun = words.tags[verb - 1] == "PRP" if verb > clause.low else False
    return after < clause.high and words.tags[after] == "VBG" and not pronoun


def _past_form(word: str) -> bool:
    from lemminflect import getAllLemmas, getInflection

    if word in INVARIANT:
        return True
    bases = getAllLemmas(word, upos="VERB").get("VERB", ())
    return any(word != base and word in getInflection(base, tag="VBD") for base in bases)
