"""What an answer must be before it is shown: English that a careful writer could have written.

Only what was rewritten is checked; sentences that stand as the text has them are the author's. Each rule is one of
form, and each says why an answer is held back. A rule may hold back a good sentence: an empty answer is better than a
bad one.

Examples
--------
>>> ill_formed("The pump failed.", "The pump not failed.")
"'not' without an auxiliary before it"
>>> ill_formed("The pump failed.", "The pump did not fail.")
''
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any, Final

from nlbridge.language.lexicon import word_class, word_order
from nlbridge.language.pipeline.parsing import parsed

Token = Any
NEGATORS: Final = word_class("negators")
AUXILIARIES: Final = word_class("be_have_do")
ONLY_DENIED: Final = word_class("only_denied")
NEVER_DENIED: Final = word_class("never_denied")
"""Words that measure or place what happened, and leave it told where they stand under a negation."""
CONSECUTIVE: Final = word_class("consecutive_words")
CONCESSIVE: Final = word_class("concessive_words")
BACKWARD: Final = word_class("backward_pronouns")
"""Openings of a sentence that may take up what the sentence before has just denied."""
NOTHING_LEFT: Final = word_class("orphaned_pronouns")
INDEFINITE: Final = word_class("new_determiners")
DEFINITE: Final = word_class("definite_determiners")
CLASHES: Final = re.compile(
    r"\b(?:her|his|its|their|my|our|your|the|an?|no|some|any) (?:much|some|any|no|every|each|an?|the)\b"
    r"|\b(?:the|no|an?|some|any) (?:his|its|their|my|our|your)\b",
    re.IGNORECASE,
)
CAUSES: Final = re.compile(
    r"\b(?:because of|owing to|due to|thanks to|on account of|in spite of|despite|on the advice|as a result|"
    r"in order to|instead of|for want of|at once|at all|as well|in vain)\b",
    re.IGNORECASE,
)
TIMES: Final = re.compile(r"^(?:1[0-9]{3}|20[0-9]{2}|[0-2]?[0-9][:.][0-5][0-9])$")
MONTHS: Final = word_class("dated_words")
FRACTIONS: Final = word_class("fraction_words") | {"%"}
PAIRED: Final = word_order("paired_connectives")
REASONS: Final = word_order("reason_connectives")
"""Connectives that a rewrite may not bring in: they would say more than the text does."""
STOP: Final = re.compile(r"(?<=[.!?;])\s+")
UNBELIEF: Final = re.compile(
    r"\bnot (?:(?:un|in|im|ir)\w{2,}[ai]ble|un\w{3,}|impossible|invisible|inactive|incomplete)\b"
)


def ill_formed(text: str, answer: str, *, read: bool = True) -> str:
    """Return why an answer is no English to show, as far as it departs from its text; empty where nothing is found.

    Parameters
    ----------
    text
        What the answer is a rewrite of: its sentences, where they stand unaltered, are not looked at.
    read
        Whether the claims were read from the text, and not stated by a person: then their readings may be at fault.

    Examples
    --------
    >>> ill_formed("The cook saw a mouse.", "The cook saw anything.")
    "'anything' without a negation before it"
    """
    known = {_plain(piece) for piece in STOP.split(text)}
    pieces = [piece for piece in STOP.split(answer) if piece]
    new = [piece for piece in pieces if _plain(piece) not in known]
    for piece in new:
        if clash := CLASHES.search(piece):
            return f"determiners clash: {clash[0]!r}"
        if read and (invented := next((w for w in REASONS if len(_found(w, answer)) > len(_found(w, text))), None)):
            return f"{invented!r} is not in the text"
        if twice := next((word for word in PAIRED if len(_found(word, piece)) > max(1, len(_found(word, text)))), None):
            return f"{twice!r} stands twice in a sentence"
    if read and any(_opening(one) == _opening(two) for one, two in pairwise(pieces) if {one, two} & set(new)):
        return "two sentences in a row open alike"
    with parsed(new) as docs:
        for doc in docs:
            if why := _first(rule(doc, text) for rule in (*RULES, *(OF_READINGS if read else ()))):
                return why
    with parsed(pieces) as docs:
        return "" if not read else _gone(docs, {k for k, piece in enumerate(pieces) if _plain(piece) not in known})


def fault(sentence: str, text: str, *, scope: bool = True) -> str:
    """Return why one sentence that was written is no English to show; empty where nothing is found.

    Parameters
    ----------
    scope
        Whether the sentence denies a claim, so that what the denial reaches is looked at, too.

    Examples
    --------
    >>> fault("The flood did not quickly reach the mill twice.", "The flood reached the mill.")
    "the amount 'twice' in a clause that is denied"
    """
    if clash := CLASHES.search(sentence):
        return f"determiners clash: {clash[0]!r}"
    with parsed([sentence]) as (doc,):
        return _first(rule(doc, text) for rule in (*RULES, *(OF_READINGS if scope else ())))


def _plain(piece: str) -> str:
    return " ".join(re.findall(r"\w+", piece.lower()))


def _opening(piece: str) -> list[str]:
    return piece.lower().split()[:2]


def _found(word: str, piece: str) -> list[str]:
    return re.findall(rf"(?<!\beven )\b{word}\b(?! (?:much|many|far|long|that)\b)", piece.lower())


def _first(reasons: Iterable[str]) -> str:
    return next((why for why in reasons if why), "")


def _negators(doc: Any) -> list[Token]:
    return [token for token in doc if token.lower_ in NEGATORS]


def _clause(word: Token) -> list[Token]:
    """Return the words from one stop, or joining word, to the next, around a word."""
    doc = word.doc
    edges = [t.i for t in doc if t.text in {",", ";", ":", ".", "!", "?", "-"} or t.lower_ in CONSECUTIVE | CONCESSIVE]
    start = max((i + 1 for i in edges if i < word.i), default=0)
    return list(doc[start : min((i for i in edges if i > word.i), default=len(doc))])


def _bare_not(doc: Any, text: str) -> str:
    """Hold `not` to its place after an auxiliary, and the verb after `did not` to its bare form."""
    for word in doc:
        if word.lower_ not in word_class("not_forms") or word.text == "Not":
            continue
        before = next((t for t in reversed(list(doc[: word.i])) if t.tag_[:2] != "RB"), None)
        if before is None or not (before.lemma_ in AUXILIARIES or before.tag_ == "MD" or before.lower_ == "'s"):
            following = word.i + 1 < len(doc) and doc[word.i + 1].text
            if following and re.search(rf"\bnot {re.escape(following)}\b", text):
                continue
            return "'not' without an auxiliary before it"
        after = next((t for t in doc[word.i + 1 :] if t.tag_[:2] != "RB"), None)
        if before.lemma_ == "do" and after is not None and after.tag_ in {"VBD", "VBN", "VBZ", "VBG"}:
            same = after.tag_ in {"VBD", "VBN"} and after.lemma_.lower() == after.lower_
            if not same:
                return f"'{before.text} not' before {after.text!r}"
    return ""


def _no_subject(doc: Any, text: str) -> str:
    """Ask for a subject of every `did not`."""
    for word in doc:
        if (
            word.lower_ not in word_class("do_past_or_third")
            or word.i + 1 >= len(doc)
            or doc[word.i + 1].lower_ not in NEGATORS
        ):
            continue
        if word.i == 0 or doc[word.i - 1].text in {",", ";", ":"}:
            before = [t for t in doc[: word.i] if t.tag_ in {"VBD", "VBZ", "VB"}]
            head = word.head
            if not before or not any(c.dep_.startswith("nsubj") for c in (*head.children, *head.head.children)):
                return f"'{word.text} not' without a subject"
    return ""


def _twice_denied(doc: Any, text: str) -> str:
    for word in _negators(doc):
        others = [t for t in _clause(word) if t.lower_ in NEGATORS and t.i > word.i]
        between = word_class("and_or") & {t.lower_ for t in doc[word.i : others[0].i]} if others else set()
        if others and not between:
            return f"{word.text!r} and {others[0].text!r} in one clause"
    return f"{found[0]!r} denies twice" if (found := UNBELIEF.search(doc.text)) else ""


def _polarity(doc: Any, text: str) -> str:
    said = set(re.findall(r"\w+", text.lower()))
    for word in doc:
        clause = _clause(word)
        denied = [t for t in clause if t.lower_ in NEGATORS and t.i < word.i]
        if word.lower_ in ONLY_DENIED and not denied and word.lower_ not in said:
            return f"{word.text!r} without a negation before it"
        if word.lower_ in NEVER_DENIED and any(t.lower_ in word_class("not_forms") for t in clause):
            return f"{word.text!r} in a clause that is denied"
    return ""


def _relative(doc: Any, text: str) -> str:
    """Leave relative and participial clauses alone: denied, they tell of another person or thing."""
    for word in doc:
        if word.lower_ not in word_class("not_forms"):
            continue
        before = [t.lower_ for t in _clause(word) if t.i < word.i]
        if word.head.dep_ in {"acl:relcl", "acl"} or before[:1] in (["who"], ["which"], ["whose"], ["where"]):
            return "a clause that only describes a noun is denied"
        after = doc[word.i + 1].lower_ if word.i + 1 < len(doc) else ""
        if after in word_class("relative_reasons"):
            return f"'not {after}' leaves the rest as stated"
    return ""


def _measured(doc: Any, text: str) -> str:
    """Find an amount, a manner or a cause under a negation: it is then what is denied, and the event stands."""
    for word in doc:
        if word.lower_ not in word_class("not_forms"):
            continue
        after = [t for t in _clause(word) if t.i > word.i]
        for other in after:
            at = other.i
            near = {t.lower_ for t in doc[max(0, at - 1) : at + 2]}
            number = other.tag_ == "CD" and not TIMES.match(other.text) and not MONTHS & near
            if number or (other.lower_ in FRACTIONS and not other.tag_.startswith("VB")):
                return f"the amount {other.text!r} in a clause that is denied"
            if other.tag_[:2] == "RB" and other.lower_.endswith("ly") and at > word.i + 1:
                return f"the manner {other.text!r} in a clause that is denied"
            if other.tag_ in {"JJR", "RBR"}:
                return f"{other.text!r} measures what is denied"
    return ""


def _reasoned(doc: Any, text: str) -> str:
    """Find a reason or circumstance after a denied verb, which may be what is denied."""
    for word in doc:
        if word.lower_ not in word_class("not_forms"):
            continue
        rest = doc[word.i :].text
        if cause := CAUSES.search(rest):
            return f"{cause[0]!r} after a verb that is denied"
        sentence = re.split(r"[;:]", rest)[0].lower()
        if joined := re.search(r"\b(?:because|although|though|as|since|until|while|after|with|then)\b", sentence):
            return f"{joined[0]!r} after a verb that is denied"
    return ""


def _half_denied(doc: Any, text: str) -> str:
    """Find a verb or noun that is joined to a denied one, and denied or not as one reads it."""
    for word in _negators(doc):
        rest = doc[word.i :].text
        if word.lower_ == "no" and re.search(r"\band (?:an?|the) ", rest):
            return "'no' with a second noun after 'and'"
        head = word.head
        for verb in (c for c in head.children if c.dep_ == "conj" and c.tag_ in {"VBD", "VBN", "VBZ", "VBP"}):
            own = any(c.dep_.startswith(("nsubj", "aux")) or c.lower_ in NEGATORS for c in verb.children)
            if not own:
                return f"{verb.text!r} is linked to a verb that is denied"
        later = [t for t in _clause(word) if t.i > word.i + 1]
        for verb in (t for t in later if t.tag_ in {"VBD", "VBN"} and t.lemma_ not in AUXILIARIES):
            if doc[verb.i - 1].lower_ in word_class("half_denied_joints"):
                return f"{verb.text!r} is linked to a verb that is denied"
    return ""


def _agreement(doc: Any, text: str) -> str:
    """Compare a subject right before its verb in number."""
    for verb in doc:
        if verb.lower_ not in word_class("agreeing_auxiliaries") or verb.i == 0:
            continue
        noun = doc[verb.i - 1]
        if not noun.dep_.startswith("nsubj") or any(c.dep_ == "conj" for c in noun.children):
            continue
        many = noun.tag_ in {"NNS", "NNPS"} or noun.lower_ in word_class("plural_subjects")
        one = noun.tag_ == "NN" or noun.lower_ in word_class("singular_subjects")
        if (many and verb.lower_ in word_class("singular_auxiliaries")) or (
            one and verb.lower_ in word_class("plural_auxiliaries") and noun.tag_ != "NN"
        ):
            return f"{noun.text!r} does not agree with {verb.text!r}"
    return ""


def _nominal_denial(doc: Any, text: str) -> str:
    """Refuse what a claim made of a noun phrase turns to: `There was no ladle`, where the text has no `there was`."""
    low = doc.text.lower()
    if re.match(r"(?:there was no|that was not|it was not|it is|that was) ", low) and low[:9] not in text.lower():
        return "a noun of the text is denied as if it were the claim"
    return ""


def _tells_weather_or_time(pronoun: Token) -> bool:
    """Whether a pronoun stands for nothing, as in `It was a sunny day` and `It snowed`."""
    said = pronoun.head.lemma_.lower()
    return pronoun.lower_ == "it" and said in word_class("weather_verbs", "weather", "condition_adjectives", "times")


def _gone(docs: Iterable[Any], new: set[int]) -> str:
    """Find a noun or pronoun that takes up what was denied before: `no detour ... the detour added six hours`."""
    introduced: set[str] = set()
    before_denied = False
    for k, doc in enumerate(docs):
        if before_denied and len(doc) and doc[0].lower_ in NOTHING_LEFT and not _tells_weather_or_time(doc[0]):
            return f"{doc[0].text!r} refers to what was denied"
        for word in doc:
            opened = {c.lower_ for c in word.children} & DEFINITE
            if word.tag_.startswith("NN") and opened and word.lemma_.lower() in introduced:
                return f"{word.text!r} is presupposed, and was denied"
        before_denied = False
        for word in _negators(doc) if k in new else ():
            before_denied = True
            for noun in doc[word.i + 1 :] if word.lower_ != "no" else [word.head]:
                some = {c.lower_ for c in noun.children if c.i < noun.i} & INDEFINITE or word.lower_ == "no"
                if noun.tag_ in {"NN", "NNS"} and some:
                    introduced.add(noun.lemma_.lower())
    return ""


RULES: Final[tuple[Callable[[Any, str], str], ...]] = (
    _bare_not,
    _no_subject,
    _polarity,
    _agreement,
)
"""Rules of grammar."""

OF_READINGS: Final[tuple[Callable[[Any, str], str], ...]] = (
    _twice_denied,
    _relative,
    _measured,
    _reasoned,
    _half_denied,
    _nominal_denial,
)
"""Rules of scope, for claims that a program took from the text."""
