"""Neighbours that no signal joins: linked with low confidence, except across barriers."""

from __future__ import annotations

from nlbridge.language.clauses.boundary import Opener
from nlbridge.language.clauses.clause import Clause
from nlbridge.language.lexicon.connectives import SignalKind
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.links.barriers import NEGATIONS, REACHED, aside, barred, listed, next_entry, pointed_time, stative
from nlbridge.reading.links.edges import Rule
from nlbridge.reading.links.effects import beside_the_story, finally_said, must, shows_effect
from nlbridge.reading.links.pass_state import Reading
from nlbridge.reading.links.restatements import denies_earlier

RESULTS = frozenset({"result", "consequence", "outcome", "effect", "upshot"})
STEPPING_IN = frozenset({"take over", "step in", "stand in", "fill in", "jump in", "take his", "take her"})
ANAPHORS = frozenset({"this", "that", "it", "he", "she", "they"})
ABLE = frozenset({"could", "can", "able", "longer"})
"""Words of ability; denied, they say what something else has done."""
NOBODY = frozenset({"nobody", "none", "nothing", "neither", "hardly"})
COLLECTIVE = frozenset({"together", "both", "these", "those", "between", "all", "neither"})
"""Words that take up all that was said before."""


def neighbour(reading: Reading, k: int) -> None:
    """Link to the sentence before, if nothing speaks against it."""
    clause, words = reading.clauses[k], reading.words
    if barred(reading, k):
        (reading.asides if aside(reading, k) else reading.backgrounds).add(clause.sentence)
        return
    last = _taken_up(reading, k)
    if (earlier := _before_new_matter(reading, k, last)) is not None:
        reading.link(earlier, k, None, Rule.TIED)
        return
    leaves = reading.leaves(reading.clauses[last].sentence) or [last]
    tied = _tied(reading, k, last)
    if listed(words, clause):
        sources, rule = _shared_causes(reading, k, last), Rule.FORK
    elif collective(words, clause):
        sources, rule = leaves, Rule.ANAPHOR
    elif _new_matter(reading, k, tied) or next_entry(reading, k) or _contrasted(reading, k, last):
        return
    elif (
        (tied is None or _by_owner(reading, k, tied))
        and _rule(reading, k) is Rule.NEIGHBOUR
        and beside_the_story(reading, k)
    ):
        reading.asides.add(clause.sentence)
        return
    else:
        sources, rule = [tied] if tied is not None else _side_by_side(reading, leaves), _rule(reading, k)
    for source in (*sources, *_before_background(reading, last)):
        reading.link(source, k, None, rule)


def _before_new_matter(reading: Reading, k: int, last: int) -> int | None:
    """Return what said something of the subject, where the sentence before only brought in something new."""
    clause, words = reading.clauses[k], reading.words
    head = words.head_noun(clause.low, clause.verb) if clause.verb is not None else None
    if head is None or reading.parents(last) or words.lower[clause.low] != "the":
        return None
    subject = words.lemmas[head].lower()
    if subject in nouns(words, reading.clauses[last]):
        return None
    if not shows_effect(words, clause):
        return None
    before = [m for m in reading.mains if reading.clauses[m].sentence < reading.clauses[last].sentence]
    return next((m for m in reversed(before) if subject in nouns(words, reading.clauses[m])), None)


def goes_on(reading: Reading, k: int) -> bool:
    """Whether a reason at the head of a sentence goes on from the one before: it shares a thing, or says `could not`.

    `The bridge was closed. Because the trucks could not cross, ...`; but `Because the harvest was poor, ...` brings in
    a cause of its own.
    """
    clause, lower = reading.clauses[k], reading.words.lower
    if clause.verb is None or denies_earlier(reading.words, reading.clauses, k):
        return False
    said = lower[clause.low : clause.high]
    unable = bool(ABLE & set(said)) and bool((NEGATIONS | NOBODY) & set(said))
    return unable or _pronoun(reading, k) or _tied(reading, k, reading.last_main()) is not None


def _before_background(reading: Reading, last: int) -> list[int]:
    """Return the open events of the sentence before, where the last one only says what held or went on."""
    sentence = reading.clauses[last].sentence
    return reading.leaves(sentence - 1) if sentence in reading.backgrounds else []


def _rule(reading: Reading, k: int) -> Rule:
    clause, words = reading.clauses[k], reading.words
    if words.lower[clause.low] in ANAPHORS and not pointed_time(words, clause):
        return Rule.ANAPHOR
    return Rule.TIED if _pronoun(reading, k) else Rule.NEIGHBOUR


def collective(words: Words, clause: Clause) -> bool:
    """Whether the first words of a clause, up to its verb, take up all that was said: `both left`, `it took all`."""
    if words.lower[clause.low] == "with" and words.tags[clause.low + 1] == "CD":
        return True
    whole = clause.verb is None or words.lower[clause.low] == "it"
    high = clause.high if whole or clause.verb is None else max(clause.verb, clause.low + 1)
    return any(word in COLLECTIVE for word in words.lower[clause.low : min(high, clause.low + 4)])


def _pronoun(reading: Reading, k: int) -> bool:
    clause = reading.clauses[k]
    return any(reading.words.tags[i] in {"PRP", "PRP$"} for i in range(clause.low, clause.high))


def _new_matter(reading: Reading, k: int, tied: int | None) -> bool:
    """Whether a sentence brings in someone or something new, or a state of what was not spoken of."""
    clause, words = reading.clauses[k], reading.words
    head = words.head_noun(clause.low, clause.verb) if clause.verb is not None else None
    if head is not None and words.lemmas[head].lower() in RESULTS:
        return False
    if words.lower[clause.low] in {"a", "an"}:
        return not _steps_in(reading, k)
    if words.lower[clause.low] in REACHED or tied is not None:
        return _someone_else(reading, k)
    if _someone_else(reading, k):
        return True
    return stative(reading, k) and not _pronoun(reading, k) and not shows_effect(words, clause)


def _steps_in(reading: Reading, k: int) -> bool:
    """Whether someone new does what the story calls for: `a substitute took over`, `a guard was hired in the end`.

    So does what is new and said of what was spoken of: `a photograph of her`, `a crew cleared them`.
    """
    clause, words = reading.clauses[k], reading.words
    if clause.verb is None:
        return False
    if any(_points_back(words, i) for i in range(clause.low, clause.high)):
        return True
    calls = words.lemmas[clause.verb] + " " + words.lower[clause.verb + 1] in STEPPING_IN
    return calls or finally_said(words, clause) or must(words, clause.verb)


def _points_back(words: Words, i: int) -> bool:
    """Whether a word stands for someone or for things spoken of; the tagger takes any `her` for a possessive."""
    if words.lower[i] == "it":
        return False
    return words.tags[i] == "PRP" or (words.lower[i] == "her" and words.tags[i + 1][:2] not in {"NN", "JJ"})


def _side_by_side(reading: Reading, leaves: list[int]) -> list[int]:
    """Return the last open event of a sentence, with those beside it that come from the same causes or from none."""

    def causes(m: int) -> set[int]:
        return {e.cause for e in reading.parents(m)}

    if any(reading.clauses[m].opened_by(SignalKind.BARRIER) for m in leaves):
        return leaves[-1:]
    return [m for m in leaves if causes(m) == causes(leaves[-1])]


def _shared_causes(reading: Reading, k: int, last: int) -> list[int]:
    """What brings about one thing more: the event that its subject names, or else the causes of the one before."""
    clause, words = reading.clauses[k], reading.words
    head = words.head_noun(clause.low, clause.verb) if clause.verb is not None else None
    subject = words.lemmas[head].lower() if head is not None else None
    for m in range(k - 1, -1, -1) if subject else ():
        other = reading.clauses[m]
        if subject in nouns(words, other) and other.sentence < clause.sentence:
            return [m] if other.verb is None else [e.cause for e in reading.parents(m)]
    return [e.cause for e in reading.parents(last)]


def _someone_else(reading: Reading, k: int) -> bool:
    """Whether a sentence turns to a relation of someone, and to nothing that was said: `Her aunt painted the sign`."""
    clause, words = reading.clauses[k], reading.words
    if clause.verb is None or _tied(reading, k, reading.last_main()) is not None:
        return False
    low, high = clause.subject or (clause.low, clause.verb)
    if words.lower[low] not in {"his", "her", "their", "my"} or clause.opener is not Opener.START:
        return False
    first = next((i for i in range(low, high) if words.tags[i].startswith("NN")), None)
    head = words.head_noun(low, high)
    if _back(words, clause, words.lower[low]):
        return False
    named = head is not None and words.tags[head] == "NNP" and first is not None and words.is_a(first, "persons")
    return named or (head is not None and words.is_a(head, "persons"))


def _back(words: Words, clause: Clause, owner: str) -> bool:
    """Whether a clause points back to the owner again: `Her daughter stayed at home to nurse her`."""
    verb = clause.verb if clause.verb is not None else clause.low
    again = {"her": "her", "his": "him", "their": "them"}.get(owner)
    return any(words.lower[i] == again and words.tags[i] == "PRP" for i in range(verb, clause.high))


def _taken_up(reading: Reading, k: int) -> int:
    """Return the event that a sentence goes on from: that of an aside if a pronoun or a noun takes it up."""
    last, words, clause = reading.mains[-1], reading.words, reading.clauses[k]
    pronoun = words.tags[clause.low] in {"PRP", "PRP$", "DT"} and words.lower[clause.low] not in {"the", "a", "an"}
    shared = nouns(words, clause) & nouns(words, reading.clauses[last])
    return last if pronoun or shared else reading.last_main()


def _tied(reading: Reading, k: int, last: int) -> int | None:
    """Return the last event of the sentence before that has the subject's noun, or an open one that shares a noun."""
    clause, words = reading.clauses[k], reading.words
    before = [m for m in reading.mains if reading.clauses[m].sentence == reading.clauses[last].sentence]
    subject = [words.lemmas[i].lower() for i in range(clause.low, clause.verb or clause.low) if words.tags[i] == "NN"]
    for candidate in reversed(before):
        if subject and subject[-1] in nouns(words, reading.clauses[candidate]):
            return candidate
    own = nouns(words, clause)
    for candidate in reversed(reading.leaves(reading.clauses[last].sentence)):
        if own & nouns(words, reading.clauses[candidate]):
            return candidate
    return None


def _contrasted(reading: Reading, k: int, last: int) -> bool:
    """Whether two named persons are set against each other: `Ruth was not bitten; Jo came home with three ticks`."""
    clause, before, words = reading.clauses[k], reading.clauses[last], reading.words
    if clause.opener is not Opener.BREAK or words.forms[clause.low - 1] != ";":
        return False
    named = [words.lower[c.low] for c in (before, clause) if words.tags[c.low] == "NNP"]
    return len(named) == 2 and named[0] != named[1] and not _pronoun(reading, k)


def _by_owner(reading: Reading, k: int, other: int) -> bool:
    """Whether a sentence shares no more with another than the owner of its subject: `The factory's canteen closed`."""
    words, clause = reading.words, reading.clauses[k]
    owners = {words.lemmas[i].lower() for i in range(clause.low, clause.high - 1) if words.tags[i + 1] == "POS"}
    return bool(owners) and nouns(words, clause) & nouns(words, reading.clauses[other]) <= owners


def nouns(words: Words, clause: Clause) -> frozenset[str]:
    """Return the lemmas of the nouns of a clause, times left out."""
    return frozenset(
        words.lemmas[i].lower()
        for i in range(clause.low, clause.high)
        if words.tags[i].startswith("NN") and not words.is_a(i, "times")
    )
