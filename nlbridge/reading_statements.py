"""The claim of a clause as a sentence of its own."""

from __future__ import annotations

from collections.abc import Sequence

from nlbridge.language.boundary import Opener
from nlbridge.language.clause import Clause, Form
from nlbridge.language.words import Words


def statement(words: Words, clauses: Sequence[Clause], k: int) -> str:
    """Write clause `k` as a sentence: with its subject, without its signal."""
    clause = clauses[k]
    low, high = words.span(clause.low, clause.high)
    text = words.text[low:high]
    if clause.opener is Opener.APPOSITION and clause.verb is None:
        return _sentence(f"{_antecedent(words, clause)} was {text}")
    if clause.opener is Opener.RELATIVE and words.lower[clause.low + 1 : clause.low + 3] == ("of", "which"):
        return _sentence(text.replace(" of which ", " of these ", 1))
    if clause.form is Form.NOMINAL:
        return _sentence(_existence(words, clause, text))
    if clause.opener is Opener.RELATIVE:
        return _sentence(_relative(words, clauses, k))
    if clause.subject is not None:
        return _sentence(_cut_off(words, clause, text))
    if clause.form in {Form.PARTICIPLE, Form.ADJECTIVE}:
        subject = _subject_after(words, clauses, k) or _subject_before(words, clauses, k)
        return _sentence(f"{subject} was {_lowered(words, clause, text)}" if subject else text)
    if clause.verb is not None and not words.nominal_before(clause.low, clause.verb):
        subject = _subject_before(words, clauses, k)
        return _sentence(f"{subject} {text}" if subject else text)
    return _sentence(text)


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return f"{text[:1].upper()}{text[1:]}." if text else text


def _lowered(words: Words, clause: Clause, text: str) -> str:
    proper = words.tags[clause.low].startswith("NNP") or words.forms[clause.low] == "I"
    return text if proper else text[:1].lower() + text[1:]


def _existence(words: Words, clause: Clause, text: str) -> str:
    head = words.head_noun(clause.low, clause.high)
    single = words.lower[clause.low] in {"a", "an", "one", "every", "each"}
    plural = head is not None and words.tags[head] in {"NNS", "NNPS"} and not single
    for word in ("with ", "in ", "during ", "without "):
        if text.lower().startswith(word) and word != "without ":
            text = text[len(word) :]
            break
    return f"there {'were' if plural else 'was'} {_lowered(words, clause, text)}"


def _cut_off(words: Words, clause: Clause, text: str) -> str:
    """A clause or a description with the subject that it is cut off from."""
    low, high = clause.subject or (clause.low, clause.low)
    subject = words.text[words.starts[low] : words.ends[high - 1]]
    head = words.head_noun(low, high)
    be = "were" if head is not None and words.tags[head] in {"NNS", "NNPS"} else "was"
    return f"{subject} {text}" if clause.verb is not None else f"{subject} {be} {text}"


def _relative(words: Words, clauses: Sequence[Clause], k: int) -> str:
    clause = clauses[k]
    first = clause.low
    rest = words.text[words.starts[first + 1] : words.ends[clause.high - 1]] if clause.high - first > 1 else ""
    noun = _antecedent(words, clause)
    if words.lower[first] == "whose":
        return f"{noun}'s {rest}"
    if clause.verb == first + 1:
        return f"{noun} {rest}"
    return rest


def _antecedent(words: Words, clause: Clause) -> str:
    """The noun phrase before the comma; `this` where a whole clause is meant cannot be told apart safely."""
    end = clause.low - 1 if words.forms[clause.low - 1] == "," else clause.low
    start = end
    while start > 0 and words.tags[start - 1] in {"NN", "NNS", "NNP", "NNPS", "JJ", "CD", "POS", "HYPH"}:
        start -= 1
    if start > 0 and words.tags[start - 1] in {"DT", "PRP$"}:
        start -= 1
    if start == end or end == 0:
        return "this"
    return words.text[words.starts[start] : words.ends[end - 1]]


def _subject_before(words: Words, clauses: Sequence[Clause], k: int) -> str | None:
    """The subject of the nearest clause before that has one; a subject split off is its own clause."""
    for j in range(k - 1, -1, -1):
        other = clauses[j]
        if other.sentence != clauses[k].sentence:
            return None
        if clauses[j + 1].opener is Opener.SUBJECT and j + 1 <= k and other.form is Form.NOMINAL:
            return words.text[words.starts[other.low] : words.ends[other.high - 1]]
        found = _subject(words, other)
        if found and other.opener is not Opener.RELATIVE:
            return found
    return None


def _subject_after(words: Words, clauses: Sequence[Clause], k: int) -> str | None:
    for other in clauses[k + 1 :]:
        if other.sentence != clauses[k].sentence:
            return None
        found = _subject(words, other)
        if found:
            return found
    return None


def _subject(words: Words, clause: Clause) -> str | None:
    if clause.verb is None or not words.nominal_before(clause.low, clause.verb):
        return None
    start = clause.low
    while start < clause.verb and words.tags[start] in {"RB", "IN", "CC"}:
        start += 1
    if start > clause.low and words.relations[start - 1] == "case":
        start = _after_fronted(words, start, clause.verb)
    end = clause.verb
    while end > start and words.tags[end - 1] == "RB":
        end -= 1
    return words.text[words.starts[start] : words.ends[end - 1]] if end > start else None


def _after_fronted(words: Words, low: int, verb: int) -> int:
    """Return where the subject begins behind a fronted phrase: `on the way home he fell`."""
    comma = next((i for i in range(verb - 1, low, -1) if words.forms[i] == ","), None)
    if comma is not None:
        return comma + 1
    openers = (i for i in range(verb - 1, low, -1) if words.tags[i] in {"PRP", "DT", "PRP$", "EX"})
    return next(openers, low)
