"""Past tense or participle: what a word that may be both is where it stands.

The tagger takes one for the other; the dictionary has the forms, and the words
around decide.
"""

from __future__ import annotations

from typing import Any, Final

from nlbridge.language.pipeline.loading import relation

Token = Any
FINITE: Final = frozenset({"VBD", "VBZ", "VBP", "MD"})


def parenthetical(head: Token) -> bool:
    """Whether a participle stands between commas before the verb: `he, ashamed of himself, left`."""
    before = _before(head)
    if head.tag_ not in {"VBN", "VBD"} or before is None or before.text != ",":
        return False
    rest = [t for t in head.doc[head.i + 1 :] if t.text in {",", ".", ";"} or t.tag_ in FINITE]
    return len(rest) > 1 and rest[0].text == "," and rest[1].tag_ in FINITE and rest[1].i - rest[0].i <= 2


def past_after_noun(head: Token) -> bool:
    """Whether a word that may be past tense or participle follows its subject: `water seeped into the room`."""
    before = _before(head)
    following = head.nbor(1).lower_ if head.i + 1 < len(head.doc) else ""
    closes = following in {"", ".", ",", ";", "!", "?"}
    labels = {"conj", "advcl", "ccomp", "parataxis", "root", *({"acl"} if closes else ())}
    if head.tag_ != "VBN" or before is None or relation(head) not in labels:
        return False
    return before.tag_.startswith(("NN", "PRP")) and following != "by" and has_form(head.lower_, "VBD")


def _before(head: Token) -> Token | None:
    """Return the word before a verb and its adverbs."""
    i = head.i - 1
    while i >= 0 and head.doc[i].tag_ == "RB":
        i -= 1
    return head.doc[i] if i >= 0 else None


def has_form(word: str, *tags: str) -> bool:
    """Whether the dictionary has a word as one of these forms of a verb."""
    from lemminflect import getAllLemmas, getInflection

    lemmas = getAllLemmas(word, upos="VERB").get("VERB", ())
    return any(word in getInflection(lemma, tag) for lemma in lemmas for tag in tags)
