"""Denying a whole sentence where its verb group was not found: by an auxiliary, by a verb, or in front of it all.

The tagger takes some verbs for nouns or adjectives (`Dark shells overheat`, `was half-built`). A denial put beside the
wrong word is no English; so where the place is not sure the words are read without their parse, and where that fails,
too, the sentence is denied from outside, which is right whatever is in it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from nlbridge.language.forms.inflection import FINITE, base, has_form
from nlbridge.language.lexicon import word_class

Token = Any
OUTSIDE: Final = "It is not so that "
_BE: Final = word_class("be_forms")
_HAVE: Final = word_class("have_forms")
_MODAL: Final = word_class("plain_modals")
_SUBORDINATE: Final = word_class("subordinators")
"""Words from which on a clause may be another than the main one."""
_RELATIVE: Final = word_class("relative_pronouns")
_DASHES: Final = frozenset({"-", "–", "\u2011"})


def is_sentence(doc: Any) -> bool:
    """Tell whether an analysed text is one sentence from end to end, and no span out of another."""
    text = doc.text.strip()
    return len(doc) > 1 and text[:1].isupper() and text.endswith((".", "!", "?"))


def sound(head: Token | None, texts: Sequence[str]) -> bool:
    """Tell whether what is put into a whole sentence denies it: beside its own finite verb, and of all that is said.

    Parameters
    ----------
    texts
        What is put in.
    """
    if head is None or not texts or coordinated(head) or _compounded(head) or _subordinate(head):
        return False
    if head.tag_ == "VBZ" and head.i > 0 and head.nbor(-1).tag_ == "JJ" and not any(map(_is_subject, head.children)):
        return False  # a plural noun after its adjective: `strong winds`
    return not any(re.match(r"not $|Not (?!just)", text) for text in texts)


def _subordinate(head: Token) -> bool:
    """Tell whether a verb is the first one of a relative clause or of a clause that is a subject."""
    opening = [t.i for t in head.doc[: head.i] if t.lower_ in _RELATIVE and t.tag_ != "DT"]
    if not opening:
        return False
    group = min([head.i, *(c.i for c in head.children if c.dep_ in {"aux", "aux:pass", "cop"})])
    return not any(t.tag_ in FINITE for t in head.doc[opening[-1] : group])


def _compounded(token: Token) -> bool:
    """Tell whether a word is a part of one with a hyphen: `half-built`.

    Such a part is never the verb that takes a negation.
    """
    before = token.i > 0 and token.nbor(-1).text in _DASHES and not token.nbor(-1).whitespace_
    after = token.i + 1 < len(token.doc) and token.nbor(1).text in _DASHES and not token.whitespace_
    return bool(before or after)


def coordinated(head: Token) -> bool:
    """Tell whether the verb was taken for that of two clauses, each with its subject: the first one's was not found."""
    joints = [c.i for c in head.children if c.dep_ == "cc" and c.i < head.i]
    subjects = [c.i for c in head.children if _is_subject(c) and c.i < head.i]
    return any(min(subjects, default=joint) < joint < max(subjects, default=joint) for joint in joints)


def reported(head: Token) -> Token | None:
    """Return the clause before a comma to which that of a verb is only added: `All stayed, Henrik included`."""
    for child in head.children:
        if child.dep_ not in {"ccomp", "parataxis"} or child.i > head.i or not child.tag_.startswith("VB"):
            continue
        comma = any(t.text == "," for t in head.doc[child.i + 1 : head.i])
        if comma and any(_is_subject(k) for k in child.children):
            return child
    return None


def denied_otherwise(doc: Any) -> str:
    """Deny a whole sentence without its parse: `not` after its first auxiliary, `did not` for a past, or from outside.

    Examples
    --------
    >>> from nlbridge.language.pipeline.parsing import parsed
    >>> with parsed(["The hall was half-built.", "The shells overheat in the sun."]) as docs:
    ...     [denied_otherwise(doc) for doc in docs]
    ['The hall was not half-built.', 'It is not so that the shells overheat in the sun.']
    """
    main = _main_clause(doc)
    auxiliary = next((t for t in main if _is_auxiliary(t)), None)
    if auxiliary is not None:
        end = auxiliary.idx + len(auxiliary.text)
        return f"{doc.text[:end]} not{doc.text[end:]}"
    past = _past(main)
    if past is not None:
        return f"{doc.text[: past.idx]}did not {base(past.lower_, past.lower_)}{doc.text[past.idx + len(past.text) :]}"
    return from_outside(doc)


def from_outside(doc: Any) -> str:
    """Deny whatever a sentence says."""
    return OUTSIDE + _lowered(doc)


def _main_clause(doc: Any) -> Sequence[Token]:
    """Return the words up to where another clause may begin."""
    end = next((t.i for t in doc if t.i and (t.lower_ in _SUBORDINATE or t.text in {",", ";", ":"})), len(doc))
    return [*doc[:end]]


def _is_auxiliary(token: Token) -> bool:
    following = token.nbor(1) if token.i + 1 < len(token.doc) else None
    if token.i == 0 or following is None:
        return False
    if token.lower_ in _BE | _MODAL:
        return True
    return token.lower_ in _HAVE and (following.lower_ == "been" or following.tag_ == "VBN")


def _past(main: Sequence[Token]) -> Token | None:
    """Return the one word after a noun that the dictionary knows as a past tense, None where several could be it."""
    found = [
        after
        for before, after in pairwise(main)
        if _nominal(before) and has_form(after.lower_, "VBD") and not _compounded(after)
    ]
    finite = [t for t in main if t.tag_ in FINITE and t not in found]
    return found[0] if len(found) == 1 and not finite else None


def _nominal(token: Token) -> bool:
    return bool(token.tag_ == "CD" or (token.tag_.startswith(("NN", "PRP")) and token.tag_ != "PRP$"))


def _is_subject(token: Token) -> bool:
    return bool(token.dep_.startswith("nsubj"))


def _lowered(doc: Any) -> str:
    """Return a sentence as it stands inside another one: names and `I` keep their capitals."""
    text, first = str(doc.text).strip(), doc[0]
    keeps = first.tag_ in {"NNP", "NNPS"} or first.text == "I" or not first.text[1:].islower()
    return text if keeps and first.text != "A" else text[0].lower() + text[1:]
