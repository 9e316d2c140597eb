"""Antecedents in a text, suppositions or reasons, and how the text continues after them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from nlbridge.language.lexicon import word_class, word_order, word_phrases
from nlbridge.language.pipeline.analysis import read_words
from nlbridge.language.pipeline.parsing import map_parsed
from nlbridge.language.pipeline.words import ENDS, RELATIVES, STOPS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nlbridge.language.pipeline.words import Words


REMOTE: Final = word_class("unreal_modals")
"""Modals that continue a consequence under a supposition (modal subordination, Roberts 1989)."""

BETWEEN: Final = frozenset({"RB", "RBR", "RBS", "PRP", "EX", "NN", "NNS", "NNP", "NNPS", "DT", "JJ"})
"""Tags that may occur between an auxiliary and its verb, including an inverted subject."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerbForm:
    """The form of a verb group, from its first words.

    Parameters
    ----------
    word
        The finite word, in lower case.
    remote
        `would`, `might` or `could`.
    past
        A past tense, including `were`.
    perfect
        `had` with a participle: a past before the past, or in a supposition.
    """

    word: str
    remote: bool
    past: bool
    perfect: bool


def verb_form(words: Words, i: int) -> VerbForm:
    """Return the form of the finite verb at position `i`."""
    word = words.lower[i]
    had = word in word_class("had_or_d") and _participle_ahead(words, i)
    return VerbForm(
        word=word,
        remote=word in REMOTE and not had,
        past=had or words.tags[i] in {"VBD", "VBN"} or word in word_class("past_not_participle"),
        perfect=had,
    )


def _participle_ahead(words: Words, i: int) -> bool:
    """Return whether a participle follows, with only adverbs or an inverted subject in between."""
    for j in range(i + 1, min(i + 7, len(words.tags))):
        if words.tags[j] in {"VBN", "VBD"} or words.lower[j] in word_class("been_had"):
            return True
        if words.tags[j] not in BETWEEN:
            return False
        if words.tags[j] not in {"RB", "RBR", "RBS"} and not _inverted(words, i):
            return False
    return False


def _inverted(words: Words, i: int) -> bool:
    """Return whether the verb at `i` opens its clause."""
    return i == 0 or words.forms[i - 1] in STOPS | ENDS


def finite_verbs(words: Words, low: int, high: int) -> tuple[int, ...]:
    """Return the positions of finite verbs outside relative clauses in a range; an auxiliary counts for its group."""
    verbs: list[int] = []
    start = low
    while (i := words.clause_verb(start, high)) is not None:
        verbs.append(i)
        start = _after_group(words, i, high)
    return tuple(verbs)


def _after_group(words: Words, i: int, high: int) -> int:
    """Return the position after the verb group that begins at `i`."""
    j = i + 1
    while j < high and words.tags[j] in {"RB", "VB", "VBN", "VBG"} and words.lower[j] not in RELATIVES:
        j += 1
    return j


SUPPOSING: Final = word_class("supposition_openers")
REASONS: Final = word_class("reason_conjunctions")
REASON_PHRASES: Final = word_order("reason_phrases")
INVERTED: Final = word_class("inverted_auxiliaries")
NOT_SUPPOSING: Final = word_class("before_no_supposition")
"""Words before `if` that make it a comparison or a question; `even if` still supposes."""
ACTUAL_CUES: Final = word_order("actual_cues")
SUPPOSED_CUES: Final = word_order("supposed_cues")
FUTURE: Final = word_order("future_adverbs")
SUBORDINATE: Final = word_class("fronted_conjunctions")
TURNS: Final = word_class("turning_conjunctions")


@dataclass(frozen=True, slots=True, kw_only=True)
class Antecedent:
    """A clause that supposes something, or gives a reason.

    Parameters
    ----------
    marker
        The word that opens it.
    words
        Its words, without the marker.
    reason
        Whether it gives a fact as a reason.
    unreal
        Whether its form alone is unreal: inversion, the past perfect, `were` after a singular subject.
    future
        An adverb of the future in it, or an empty string.
    consequent
        The verb of the clause that it governs, if any.
    """

    marker: str
    words: str
    sentence: int
    reason: bool
    unreal: bool
    future: str
    verb: VerbForm | None
    consequent: VerbForm | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Continuation:
    """The last clause of a text, relative to the antecedent that governs it.

    Parameters
    ----------
    same_sentence
        Whether the last clause is in the antecedent's sentence.
    turn
        If so, the words after which it returns to the facts, or an empty string.
    word, remote
        Its finite verb, and whether that is `would` or similar.
    actual_cue, supposed_cue
        The words at its start that indicate the world, or empty strings.
    """

    antecedent: Antecedent | None
    same_sentence: bool
    turn: str
    word: str
    remote: bool
    actual_cue: str
    supposed_cue: str


def continuations(texts: Iterable[str], *, pipeline: str | None = None) -> Iterator[Continuation]:
    """Find the last antecedent of each text, and the clause that follows it."""
    for words in map_parsed(texts, read_words, pipeline=pipeline):
        yield _continuation(words)


def _continuation(words: Words) -> Continuation:
    bounds = _parts(words)
    clauses = [one for k, (low, high) in enumerate(bounds) if (one := _antecedent(words, k, low, high)) is not None]
    antecedent = clauses[-1] if clauses else None
    last = len(bounds) - 1
    low, high = bounds[last]
    same = antecedent is not None and antecedent.sentence == last
    verb = _main_verb(words, low, high)
    return Continuation(
        antecedent=antecedent,
        same_sentence=same,
        turn=_turn(words, low, high) if same else "",
        word=verb.word if verb else "",
        remote=bool(verb and verb.remote),
        actual_cue=_opening(words, low, high, ACTUAL_CUES),
        supposed_cue=next((cue for cue in SUPPOSED_CUES if _starts(words, low, cue)), ""),
    )


def _parts(words: Words) -> tuple[tuple[int, int], ...]:
    """Split at the ends of sentences, and at semicolons."""
    parts: list[tuple[int, int]] = []
    for low, high in words.sentences:
        start = low
        for i in range(low, high):
            if words.forms[i] == ";" and start < i < high - 1:
                parts.append((start, i))
                start = i + 1
        parts.append((start, high))
    return tuple(parts)


def _antecedent(words: Words, sentence: int, low: int, high: int) -> Antecedent | None:
    for i in range(high - 1, low - 1, -1):
        length = _marker(words, i, low)
        if length:
            return _described(words, sentence, (low, high), i, i + length)
    return None


def _marker(words: Words, i: int, low: int) -> int:
    """Return how many words at `i` open an antecedent; 0 for none."""
    word, before = words.lower[i], words.lower[i - 1] if i > low else ""
    phrase = next((p for p in REASON_PHRASES if _starts(words, i, p)), None)
    if phrase:
        return len(phrase.split())
    if word == "if":
        return 0 if before in NOT_SUPPOSING - {"even"} else 1
    if word in SUPPOSING:
        return 1 if i == low or word == "unless" else 0
    if word == "because":
        return 0 if words.lower[i + 1 : i + 2] == ("of",) else 1
    if word in REASONS:
        states = any(_starts(words, i, cue) for cue in ACTUAL_CUES)
        return 1 if i == low and words.relations[i] == "mark" and not states else 0
    return 1 if word in INVERTED and _inversion(words, i, low) else 0


def _inversion(words: Words, i: int, low: int) -> bool:
    """Return whether `had`, `were` or `should` opens a clause before its subject, outside questions."""
    opens = i == low or words.forms[i - 1] == ","
    nominal = words.tags[i + 1 : i + 2] and words.tags[i + 1][:2] in {"DT", "PR", "NN", "EX"}
    return bool(opens and nominal and "?" not in words.forms[i : i + 40])


def _described(words: Words, sentence: int, bounds: tuple[int, int], i: int, start: int) -> Antecedent:
    high = bounds[1]
    marker = " ".join(words.lower[i:start])
    inverted = marker in INVERTED
    first = i if inverted else _first_verb(words, start, high)
    own = verb_form(words, first) if first is not None else None
    after = _consequent(words, bounds, i, first if first is not None else start)
    end = after[1] if i <= after[0] else high
    phrase = words.text[words.starts[start] : words.ends[max(start, end - 1)]].rstrip(" ,.;")
    return Antecedent(
        marker=marker,
        words=phrase,
        sentence=sentence,
        reason=marker in REASONS or marker in REASON_PHRASES,
        unreal=(inverted and marker != "should")
        or (own is not None and (own.perfect or _subjunctive(words, first or start))),
        future=_found(words, start, end, FUTURE),
        verb=own,
        consequent=verb_form(words, after[0]) if after[0] >= 0 else None,
    )


def _first_verb(words: Words, low: int, high: int) -> int | None:
    """Return the verb of an antecedent, even if the tagger mistook a past for a participle or a plural for a verb.

    `pumps needed`, `engines used`: before `would`, or right after an apparent present, a past without an auxiliary is
    the verb.
    """
    first = words.clause_verb(low, high)
    if first is None:
        return None
    present = words.tags[first] in {"VBZ", "VBP"}
    if not present and not verb_form(words, first).remote:
        return first
    hidden = range(first + 1, min(first + 2, high)) if present else range(low + 1, first)
    return next((i for i in hidden if words.tags[i] in {"VBN", "VBD"} and not words.has_auxiliary(i)), first)


def _consequent(words: Words, bounds: tuple[int, int], i: int, verb: int) -> tuple[int, int]:
    """Return the finite verb of the governed clause, -1 for none, and the end of the antecedent."""
    low, high = bounds
    if i > low and (before := finite_verbs(words, low, i)):
        return before[0], high
    later = finite_verbs(words, verb + 1, high)
    comma = next((j for j in range(verb + 1, high) if words.forms[j] == "," and any(v > j for v in later)), None)
    if comma is not None:
        return next(v for v in later if v > comma), comma
    own = [v for v in later if v > verb + 1] or list(later)
    if not own:
        return -1, high
    chosen = next((v for v in own if verb_form(words, v).remote), own[0])
    return chosen, _subject_start(words, verb, chosen)


def _subject_start(words: Words, verb: int, consequent: int) -> int:
    """Return the start of a consequent's subject, the noun phrase before its verb."""
    j = consequent
    while j > verb + 1 and words.tags[j - 1] in {"PRP", "EX", "DT", "PRP$", "NN", "NNS", "NNP", "NNPS", "JJ", "CD"}:
        j -= 1
        if words.tags[j] in {"PRP", "EX", "DT", "PRP$"}:
            break
    return j


def _subjunctive(words: Words, i: int) -> bool:
    """Return whether `were` follows a singular subject."""
    return words.lower[i] == "were" and (
        words.lower[i - 1] in word_class("subjects_of_unreal_were") or words.tags[i - 1] in {"NN", "NNP"}
    )


def _main_verb(words: Words, low: int, high: int) -> VerbForm | None:
    """Return the verb of a sentence's main clause, skipping subordinate clauses at its start."""
    verbs = finite_verbs(words, low, high)
    if not verbs:
        return None
    opening = words.lower[low : verbs[0]]
    subordinate = bool(set(opening[:2]) & SUBORDINATE) or opening[:3] in word_phrases("fronted_phrases")
    return verb_form(words, verbs[1] if subordinate and len(verbs) > 1 else verbs[0])


def _turn(words: Words, low: int, high: int) -> str:
    """Return a word like `but` that an indicative clause follows, or an empty string."""
    for i in range(high - 1, low, -1):
        if words.lower[i] in TURNS and (verb := words.clause_verb(i + 1, high)) is not None:
            return "" if verb_form(words, verb).remote else words.lower[i]
    return ""


def _opening(words: Words, low: int, high: int, cues: tuple[str, ...]) -> str:
    """Return the cue before the main verb, or an empty string."""
    verbs = finite_verbs(words, low, high)
    return _found(words, low, verbs[0] + 2 if verbs else high, cues)


def _starts(words: Words, low: int, phrase: str) -> bool:
    parts = tuple(phrase.split())
    return words.lower[low : low + len(parts)] == parts


def _found(words: Words, low: int, high: int, phrases: tuple[str, ...]) -> str:
    stretch = f" {' '.join(words.lower[low:high])} "
    return next((phrase for phrase in phrases if f" {phrase} " in stretch), "")
