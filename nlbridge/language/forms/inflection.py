"""Forms of English words, from a dictionary (lemminflect), never from string rules.

Examples
--------
>>> gerund("chase"), third_person("carry"), plural("loaf"), same_word("geese", "goose")
('chasing', 'carries', 'loaves', True)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from nlbridge.language.lexicon import word_order

VOWEL_SOUNDS: Final = word_order("vowel_sounds")
CONSONANT_SOUNDS: Final = word_order("consonant_sounds")


@lru_cache(maxsize=50_000)
def lemmas(word: str) -> frozenset[str]:
    """Return every dictionary form that a word may belong to, and the word itself.

    Examples
    --------
    >>> sorted(lemmas("Leaves"))
    ['leaf', 'leave', 'leaves']
    """
    from lemminflect import getAllLemmas

    lower = word.lower()
    found = getAllLemmas(lower)
    return frozenset({lower, *(lemma for forms in found.values() for lemma in forms)})


@lru_cache(maxsize=50_000)
def same_word(first: str, second: str) -> bool:
    """Whether two words may be forms of one word."""
    return first.lower() == second.lower() or not lemmas(first).isdisjoint(lemmas(second))


@lru_cache(maxsize=50_000)
def verb_lemma(word: str) -> str | None:
    """Return the infinitive if the dictionary knows the word as a verb.

    Examples
    --------
    >>> verb_lemma("swept"), verb_lemma("table-cloth")
    ('sweep', None)
    """
    from lemminflect import getAllLemmas

    found = getAllLemmas(word.lower(), upos="VERB") or getAllLemmas(word.lower(), upos="AUX")
    return next((forms[0] for forms in found.values() if forms), None)


@lru_cache(maxsize=50_000)
def only_adjective(word: str) -> bool:
    """Whether a word is an adjective that compares, or that the dictionary does not have as a noun.

    Examples
    --------
    >>> only_adjective("drowsy"), only_adjective("wet"), only_adjective("soil")
    (True, True, False)
    """
    from lemminflect import getAllLemmas, getInflection

    found = getAllLemmas(word.lower())
    if "ADJ" not in found:
        return False
    return "NOUN" not in found or bool(getInflection(word.lower(), tag="JJR", inflect_oov=False))


@lru_cache(maxsize=50_000)
def _inflected(lemma: str, tag: str) -> str:
    from lemminflect import getInflection

    forms = getInflection(lemma, tag=tag)
    return str(forms[0]) if forms else lemma


def gerund(verb: str) -> str:
    """Return the -ing form of any form of a verb."""
    return _inflected(verb_lemma(verb) or verb.lower(), "VBG")


def past(verb: str) -> str:
    """Return the past tense of a verb in any form."""
    return _inflected(verb_lemma(verb) or verb, "VBD")


def third_person(verb: str) -> str:
    """Return the third person singular of the present tense."""
    return _inflected(verb_lemma(verb) or verb.lower(), "VBZ")


def present(verb: str, *, plural: bool) -> str:
    """Return the present tense in agreement with a subject.

    Examples
    --------
    >>> present("dug", plural=False), present("dug", plural=True)
    ('digs', 'dig')
    """
    return (verb_lemma(verb) or verb.lower()) if plural else third_person(verb)


@lru_cache(maxsize=50_000)
def _noun_lemma(word: str) -> str:
    from lemminflect import getAllLemmas

    found = getAllLemmas(word.lower(), upos="NOUN")
    return next((forms[0] for forms in found.values() if forms), word.lower())


def plural(noun: str) -> str:
    """Return the plural of a noun."""
    return _inflected(_noun_lemma(noun), "NNS")


def singular(noun: str) -> str:
    """Return the singular of a noun.

    Examples
    --------
    >>> singular("knives")
    'knife'
    """
    return _noun_lemma(noun)


def article(word: str) -> str:
    """Return the indefinite article before a word.

    Examples
    --------
    >>> article("hour"), article("unicorn"), article("egg")
    ('an', 'a', 'an')
    """
    lower = word.lower()
    if lower.startswith(VOWEL_SOUNDS):
        return "an"
    return "an" if lower[:1] in set("aeiou") and not lower.startswith(CONSONANT_SOUNDS) else "a"


def base(word: str, otherwise: str) -> str:
    """Return the base form of a verb, from the dictionary, or what a parse says where it has none.

    Examples
    --------
    >>> base("froze", "froze")
    'freeze'
    """
    from lemminflect import getLemma

    found: Sequence[str] = getLemma(word, upos="VERB")
    return found[0] if found else otherwise


def inflect(lemma: str, tag: str) -> str:
    """Return the form of a verb for a Penn tag, from the dictionary.

    Examples
    --------
    >>> inflect("sink", "VBD"), inflect("hold", "VBZ")
    ('sank', 'holds')
    """
    from lemminflect import getInflection

    if lemma == "be":
        return {"VBD": "was", "VBZ": "is", "VBP": "are"}.get(tag, "be")
    forms: Sequence[str] = getInflection(lemma, tag="VB" if tag == "VBP" else tag)
    return forms[0] if forms else lemma


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
    if head.tag_ != "VBN" or before is None or head.dep_ not in labels:
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
