"""Whether a what-if only repeats the text, and so changes nothing.

Each denial on either side, and an opposite, reverses the meaning: `the shop was closed` says the same as `the shop did
not open`, and `the shop was not closed` the contrary.

Examples
--------
>>> from nlbridge.language.meaning.word_similarity import items
>>> from nlbridge.supposing.hypothetical_clause import parse_had, parts_of
>>> told = items("The shop did not open.")
>>> [restates(*parts_of(parse_had(had)), told, ()) for had in ("the shop been closed", "the shop not been closed")]
[True, False]
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from nlbridge.language.lexicon import word_class, word_phrases
from nlbridge.language.meaning.word_relations import are_contrary, are_opposites, direction
from nlbridge.language.meaning.word_similarity import DERIVED, NEGATIONS, best, denials
from nlbridge.language.pipeline.dictionary import entry

if TYPE_CHECKING:
    from nlbridge.language.meaning.word_similarity import Item
    from nlbridge.supposing.hypothetical_clause import Part

STATES: Final = word_class("state_verbs")
DESCRIBING: Final = ("JJ", "RB", "RP", "IN", "VBN", "VBD")
"""Tags of a state in which a thing remains: `closed`, `off`, `afloat`."""

PAST: Final = frozenset({"VBD", "VBN"})
PRESENT: Final = frozenset({"VBZ", "VBP"})
MEASURING: Final = frozenset({"DT", "PDT", "CD", "JJ"})
"""Tags of words before a measured time: `a few days`."""
TIMES: Final = word_class("times")
PARTING: Final = frozenset({"CC", "WDT", "WP", "WRB"})
"""Tags of words that open another clause."""


def restates(part: Part, stated: tuple[Item, ...], quoted: tuple[Item, ...]) -> bool:
    """Return whether every word of a what-if is in an event, and both say the same of it.

    `stated` holds the words of the event's statement, and `quoted` its words in the text.
    """
    if part.absent or not part.predicate:
        return False
    whole = part
    part = _with_only(part, tuple(item for item in part.tokens if item.lower not in word_class("all_the_same")))
    lemmas = {lemma for item in (*stated, *quoted) for lemma in _lemmas(item)}
    verbs = tuple(item for item in part.tokens if item.tag[:2] == "VB" and item.lemma not in word_class("be_have_do"))
    particle = (item for item in part.tokens[-1:] if item.tag in {"IN", "RP"})  # `the heating been off`
    predicate = (*part.predicate, *particle)
    about_it = not part.subject or any(best(lemma, lemmas)[0] > 0 for item in part.subject for lemma in _lemmas(item))
    opposites: dict[Item, str] = {}
    kept = False
    for item in dict.fromkeys((*verbs, *part.subject, *predicate)):
        score, opposite, matched = max(best(lemma, lemmas) for lemma in _lemmas(item))
        if about_it and (score == 0 or opposite) and _keeps_a_state(item, part.tokens, predicate):
            kept = True
            continue
        if kept and score == DERIVED and item in predicate:
            return False  # The freezer that stayed frozen.
        if score == 0 and (item in predicate or item.tag[:2] in {"VB", "JJ", "RB", "CD"}):
            return False
        if opposite:
            opposites[item] = matched
    # `Failed to` is the opposite of `managed to`, and not also a denial.
    opposed = set(opposites.values())
    unopposed = tuple(item for item in stated if not opposed & set(_lemmas(item)))
    denied = _denied(unopposed, part) if not opposed or _governed(stated, opposed) else 0
    if denied % 2 and any(direction(item.lemma) * direction(other) < 0 for item, other in opposites.items()):
        return False  # What did not fall need not have risen.
    turns = denials(item for item in part.tokens if item not in opposites) + denied + bool(opposites)
    turns += not opposites and (_lost(whole, stated) or _lost(whole, quoted))
    return turns % 2 == 0


def _lost(part: Part, stated: tuple[Item, ...]) -> bool:
    """Return whether a what-if only says that someone has, or that there is, what a statement says is gone."""
    verbs = [item for item in part.tokens if item.tag[:2] == "VB"]
    if not verbs or denials(part.tokens) or any(item.lemma not in word_class("be_have") for item in verbs):
        return False
    owner = {item.lemma for item in part.tokens if item.position < verbs[0].position and item.tag != "DT"}
    still = any(item.lower == "still" for item in part.tokens)
    return any(
        _parts_with(stated, k, owner, still=still) and _object(stated, k) in {item.lemma for item in part.predicate}
        for k, item in enumerate(stated)
        if item.tag[:2] in {"VB", "JJ"} and (k + 1 == len(stated) or stated[k + 1].tag != "TO")
    )


def _parts_with(stated: tuple[Item, ...], verb: int, owner: set[str], *, still: bool) -> bool:
    """Return whether after what a verb says someone no longer has its object."""
    lemmas, after = set(_lemmas(stated[verb])), tuple(item.lower for item in stated[verb + 1 : verb + 3])
    if lemmas & word_class("losing_verbs") or ("run" in lemmas and after == ("out", "of")):
        return True
    if still and lemmas & word_class("consuming_verbs"):
        return True
    given_up = (
        any(are_opposites("keep", lemma) or are_contrary("keep", lemma) for lemma in lemmas) or "forget" in lemmas
    )
    return given_up and bool(owner & {item.lemma for item in stated[:verb]})


def _object(stated: tuple[Item, ...], verb: int) -> str:
    """Return the noun that is the object of a verb, or the subject of a passive one."""
    passive = verb > 0 and stated[verb - 1].lemma == "be"
    owners = {one for one, after in pairwise(stated) if after.tag == "POS"}
    words = stated[:verb] if passive else stated[verb + 1 :]
    nouns = [k for k, item in enumerate(words) if item.tag.startswith("NN") and item not in owners]
    if passive:
        return words[nouns[-1]].lemma if nouns else ""
    ends = (words[k].lemma for k in nouns if k + 1 not in nouns)  # `her house keys` are keys
    return next(ends, "")


def only_qualified(part: Part, stated: tuple[Item, ...], quoted: tuple[Item, ...]) -> bool:
    """Return whether a what-if keeps an event and only says when or how: `repaired the roof in time`, `failed twice`.

    An event that says when it happened (`the posters went up just three days before`) is left out: the what-if denies
    that.
    """
    earlier = _without_earlier_time(part)
    if earlier is not None and _keeps(earlier, part, stated, quoted):
        return True
    shorter = None if any(item.lemma in TIMES for item in (*stated, *quoted)) else _without_qualification(part)
    return shorter is not None and _keeps(shorter, part, stated, quoted)


def _keeps(kept: Part, part: Part, stated: tuple[Item, ...], quoted: tuple[Item, ...]) -> bool:
    """Return whether a what-if without its time or manner repeats an event that has none of its own."""
    if part.absent or denials(part.tokens):
        return False
    supposed = {lemma for item in kept.tokens for lemma in _lemmas(item)}
    verbs = {lemma for item in stated if item.tag in PAST for lemma in _lemmas(item)} - STATES
    apart = [item for item in stated if supposed.isdisjoint(_lemmas(item))]
    timed = any(item.tag in {"RB", "CD"} or item.lower in word_class("limiting_words") for item in apart)
    timed = timed or any(item.tag in PRESENT for item in stated)
    acts = {lemma for item in kept.tokens if item.tag[:2] == "VB" for lemma in _lemmas(item)}
    return not timed and not verbs.isdisjoint(acts) and restates(kept, stated, quoted)


def _without_earlier_time(part: Part) -> Part | None:
    """Return a what-if without the words that put it at an earlier time; None if there are none after its verb."""
    tokens = part.tokens
    verb = next((k for k, item in enumerate(tokens) if item.tag[:2] == "VB"), len(tokens))
    for low in range(1, len(tokens)):
        for phrase in word_phrases("earlier_time_phrases"):
            high = low + len(phrase)
            if tuple(item.lower for item in tokens[low:high]) != phrase or (low <= verb and phrase != ("already",)):
                continue
            rest = () if phrase[0] in word_class("deadline_openers") else tokens[high:]
            return _with_only(part, (*tokens[: _measured_from(tokens, low)], *rest))
    return None


def _without_qualification(part: Part) -> Part | None:
    """Return a what-if without a closing deadline or adverb (`by noon`, `later`, `twice`); None if there is none."""
    tokens = part.tokens
    verb = next((k for k, item in enumerate(tokens) if item.tag[:2] == "VB"), len(tokens))
    if verb == len(tokens):
        return None
    by = next((k for k in range(verb + 1, len(tokens) - 1) if tokens[k].lower == "by"), len(tokens))
    last = tokens[-1]
    clock = last.tag == "CD" and not direction(tokens[verb].lemma)  # not `risen by ten`
    end = by if by + 1 < len(tokens) and (last.lemma in TIMES or clock) else len(tokens)
    while end > verb + 1 and tokens[end - 1].lower in word_class("qualifying_adverbs"):
        end -= 1
    return _with_only(part, tokens[:end]) if end < len(tokens) else None


def _with_only(part: Part, kept: tuple[Item, ...]) -> Part:
    """Return a what-if with only some of its words."""
    subject, predicate = (tuple(k for k in items if k in kept) for items in (part.subject, part.predicate))
    return replace(part, subject=subject, predicate=predicate, tokens=kept)


def _measured_from(tokens: tuple[Item, ...], place: int) -> int:
    """Return where the time before an adverb begins: `two days` of `two days earlier`; else the adverb's place."""
    if tokens[place - 1].lemma not in TIMES:
        return place
    place -= 1
    while place > 1 and tokens[place - 1].tag in MEASURING:
        place -= 1
    return place


def _governed(stated: tuple[Item, ...], opposed: set[str]) -> bool:
    """Return whether a denial precedes the word with an opposite in its clause: not in `wet, it did not start`."""
    place = next((k for k, item in enumerate(stated) if opposed & set(_lemmas(item))), 0)
    for k in range(place - 1, -1, -1):
        if stated[k].lower in NEGATIONS:
            return True
        if stated[k].tag in PARTING:
            return False
    return False


def _keeps_a_state(verb: Item, tokens: tuple[Item, ...], predicate: tuple[Item, ...]) -> bool:
    """Return whether a verb only says that something stays as the words after it say: `remained closed`."""
    behind = next((item for item in tokens if item.position > verb.position), None)
    return verb.lemma in STATES and behind in predicate and behind.tag in DESCRIBING


def _lemmas(item: Item) -> tuple[str, ...]:
    """Return the lemmas of a word, including those of a verb that the tagger may have missed: `tore`."""
    return (item.lemma, *entry(item.lower).get("VERB", ()))


def _denied(stated: tuple[Item, ...], part: Part) -> int:
    """Count the denials in a statement; one in a phrase beside its verb counts only if the what-if mentions the phrase.

    What was done without a guide, or with no guide, was still done.
    """
    named = {item.lemma for item in part.tokens}
    verb = next((k for k, item in enumerate(stated) if item.tag[:2] == "VB"), len(stated))
    beside = {
        item
        for k, item in enumerate(stated)
        if item.lower in NEGATIONS and _stands_beside(stated, k, verb) and named.isdisjoint(_denied_words(stated, k))
    }
    beside |= {item for item in stated if item.lower == "nor" and stated[0].lower == "neither"}
    return denials(item for item in stated if item not in beside)


def _stands_beside(stated: tuple[Item, ...], k: int, verb: int) -> bool:
    """Return whether a denial stands in a phrase or a clause about a noun, not with the verb of its statement.

    `with no warning`, `no later than noon`, `not for the first time`, `a drug that was no longer sold`.
    """
    before, after = stated[k - 1] if k else None, stated[k + 1] if k + 1 < len(stated) else None
    if before is None or after is None:
        return False
    relative = next((j for j in range(k - 1, 0, -1) if stated[j].tag in {"WDT", "WP"}), None)
    if relative is not None:
        return sum(item.tag[:2] in {"VB", "MD"} for item in stated[relative:k]) <= 1
    compared = after.tag in {"JJR", "RBR"} and any(item.lower == "than" for item in stated[k + 2 : k + 4])
    idle = before.tag == "IN" and after.lemma in word_class("idle_nouns")  # `for no reason`
    phrase = (k > verb and stated[k].lower == "without") or before.lower == "with" or idle
    described = before.tag.startswith("NN") and after.tag == "VBN"
    added = before.tag == "CC" and after.tag == "IN"
    return phrase or described or added or (compared and k > verb)


def _denied_words(stated: tuple[Item, ...], k: int) -> set[str]:
    """Return the lemmas of the words that a denial stands before."""
    whole = stated[k].lower == "without"
    noun = next((j for j in range(k + 1, len(stated)) if stated[j].tag.startswith("NN")), len(stated))
    ends = (
        j
        for j in range(k + 2, len(stated))
        if stated[j].tag[:2] in {"IN", "CC"} or (j > noun and stated[j].tag[:2] == "VB")
    )
    end = len(stated) if whole else next(ends, len(stated))
    return {item.lemma for item in stated[k + 1 : end] if item.content}
