"""A claim that did not come true, told as a plain sentence: `Two nuns fell` -> `No nuns fell`.

What only measures the claim, or sets it beside others, goes before it is denied (`for six days`, `instead`): under a
denial it would be what is denied. Who is nobody in particular is denied as such (`No nuns`, `Nobody`), since `two nuns
did not fall` leaves others who did. What is left must be one plain clause, or there is no denial.

Examples
--------
>>> plain_denial("The flights were cancelled for six days.", "The flights were cancelled for six days.")
('The flights were not cancelled.', '')
>>> plain_denial("Two nuns fell.", "Two nuns fell.", sure=False)
('Probably no nuns fell.', '')
>>> plain_denial("The guide told us why the path was shut.", "")
('', 'it has no plain denial')
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from nlbridge.language.forms.negation import MASS, Change, apply_changes, main_predicate, negate, negations
from nlbridge.language.lexicon import word_class, word_pairs
from nlbridge.language.pipeline.dictionary import has_form
from nlbridge.language.pipeline.parsing import parsed
from nlbridge.language.pipeline.words import FINITE
from nlbridge.telling.acceptable_english import ONLY_DENIED, fault

Token = Any
NO_DENIAL: Final = "it has no plain denial"
LONGEST: Final = 16
"""Words of a claim that a denial can be read of."""
OPENERS: Final = word_class("clause_openers")
NOMINAL: Final = frozenset({"DT", "NN", "NNS", "NNP", "NNPS", "PRP", "PRP$"})
NOUNS: Final = frozenset({"NN", "NNS", "NNP", "NNPS", "PRP"})
BESIDE: Final = word_class("beside_denials")
"""Adverbs that set a claim beside what was told before."""
SENTENTIAL: Final = word_class("not_sentential")
"""Words in -ly that are no manner."""
CLOCK: Final = re.compile(r"^(?:1[0-9]{3}|20[0-9]{2}|[0-2]?[0-9][:.][0-5][0-9])$")
MONTHS: Final = word_class("months")
SOME: Final = word_class("some_of_many")
"""Beside numbers, words for some of a kind: a denial of those alone leaves open whether there were others."""
NOBODY: Final = word_pairs("denied_persons")
SHARES: Final = word_class("share_quantifiers")
ASKING: Final = frozenset({"WP", "WP$", "WRB", "WDT"})
MEASURING: Final = word_class("measuring_prepositions")
PARTS: Final = word_class("part_nouns")
"""Nouns for some of a kind, as subjects."""
FORCE: Final = word_class("force_adverbs")
PERMITTING: Final = word_class("weak_modals")
FOCUS: Final = word_class("focus_adverbs")
TIMES: Final = word_class("time_nouns")
LENGTHS: Final = TIMES | word_class("length_nouns")
QUOTED: Final = re.compile(r"[\"\u201c\u201d\u2018]|(?<!\w)'|'(?!\w)(?<!s')")
MADE_UP: Final = word_class("indefinite_pronouns")
"""What takes the place of `nothing` and `nobody`: too vague to be told."""
VAGUE: Final = re.compile(r"\bno more (?!than)|\bnot (?:have|be) (?:more|less|fewer)\b")


def plain_denial(claim: str, text: str, *, sure: bool = True) -> tuple[str, str]:
    """Return the denial of a claim, or why there is none; one of the two is empty.

    Parameters
    ----------
    claim
        One sentence.
    text
        What the claim stands in: words that it has are the author's.
    sure
        Whether it is denied outright, or as what is likely.

    Examples
    --------
    >>> plain_denial("The tourists went to the harbour instead.", "", sure=False)
    ('The tourists probably did not go to the harbour.', '')
    """
    if QUOTED.search(claim):
        return "", NO_DENIAL
    core = _core(claim)
    denied = _of_nobody(core) or _bare(negate(core.replace(" no longer ", " not still ")))
    if denied == core or len(core.split()) > LONGEST or not _one_clause(core) or not _plain(core, denied):
        return "", NO_DENIAL
    if why := fault(denied, text):
        return "", why
    return (denied if sure else likely(denied)), ""


def likely(sentence: str) -> str:
    """Say of a sentence that it is likely.

    Examples
    --------
    >>> likely("The bus was not late."), likely("Nobody rang the bell."), likely("The dog barked.")
    ('The bus was probably not late.', 'Probably nobody rang the bell.', 'The dog probably barked.')
    """
    with parsed([sentence]) as (doc,):
        head = main_predicate(list(doc))
        nobody = doc[0].lower_ in word_class("nobody_words")
        if head is None or nobody or head.i == 0:
            first = (
                sentence if doc[0].tag_.startswith("NNP") or doc[0].text == "I" else sentence[:1].lower() + sentence[1:]
            )
            return f"Probably {first}"
        helpers = sorted(c.i for c in head.children if c.dep_.startswith(("aux", "cop")) and c.i < head.i)
        first = doc[helpers[0]] if helpers else head
        after = first.lemma_ in word_class("be_have") or first.tag_ == "MD"
        at = first.idx + len(first.text) if after else first.idx
        return apply_changes(doc.text, (Change(start=at, end=at, text=" probably" if after else "probably "),))


def finite_clause(sentence: str) -> bool:
    """Whether a sentence has a finite verb with a subject before it."""
    with parsed([sentence]) as (doc,):
        if doc[0].lower_ in OPENERS:
            return False
        head = main_predicate(list(doc))
        if head is None:
            return False
        helpers = [c for c in head.children if c.dep_.startswith(("aux", "cop"))]
        finite = any(t.tag_ in {"VBD", "VBZ", "VBP", "MD"} for t in (head, *helpers))
        subject = next((c for c in head.children if c.dep_.startswith(("nsubj", "expl")) and c.i < head.i), None)
        if subject is None:
            return finite and doc[0].tag_ in NOMINAL and head.i > 0 and head.nbor(-1).tag_ in NOUNS
        fronted = doc[0].tag_ in NOMINAL and min(t.i for t in subject.subtree) > 0
        return finite and not fronted


def sentence_of(words: str) -> str:
    """Give words a capital and a stop."""
    bare = words.strip().rstrip(".,;: ")
    return bare[:1].upper() + bare[1:] + ("" if bare[-1:] in {"!", "?"} else ".")


def _core(claim: str) -> str:
    """Take off what joins a claim to the words before it, what measures it, and what is said beside it."""
    with parsed([claim]) as (doc,):
        head = main_predicate(list(doc))
        if head is None:
            return claim
        gone = {t.i for t in doc if t.i > 0 and t.lower_ in BESIDE and not _degree(t)}
        gone |= {t.i for t in head.children if _manner(t)}
        if not negations(head):
            gone |= {t.i for phrase in head.children if _measures(phrase, head) for t in phrase.subtree}
        gone |= {t.i for t in _tail(doc, head)}
        if doc[0].tag_ == "CC":
            gone.add(0)
        left = [t for t in doc if t.i not in gone and not t.is_punct]
        said = "".join(t.text_with_ws if t.i + 1 not in gone else f"{t.text} " for t in doc if t.i not in gone)
    bare = " ".join(said.split()).rstrip(" .,;:")
    return f"{bare[:1].upper()}{bare[1:]}." if gone and len(left) > 1 else claim


def _bare(sentence: str) -> str:
    """Say `there was bread` where a denial of `there was no bread` says `some bread`."""
    return re.sub(r"^(there (?:was|were|is|are)) some ", r"\1 ", sentence, flags=re.IGNORECASE)


def _degree(word: Token) -> bool:
    return word.lower_ == "too" and word.i + 1 < len(word.doc) and word.nbor(1).tag_[:2] in {"JJ", "RB"}


def _manner(word: Token) -> bool:
    early = 0 < word.i < word.head.i
    return bool(early and word.tag_ == "RB" and word.lower_.endswith("ly") and word.lower_ not in SENTENTIAL)


def _measures(phrase: Token, head: Token) -> bool:
    """Whether a phrase after the verb says how long, how far, or by how much."""
    if phrase.dep_ not in {"obl", "obl:tmod", "advmod", "nmod"} or phrase.i < head.i:
        return False
    words = list(phrase.subtree)
    if any(t.dep_ == "acl:relcl" for t in words):
        return False
    first = words[0].lower_
    length = phrase.lemma_.lower() in LENGTHS and first == "for"
    return length or first in word_class("until_till") or (first in MEASURING and any(_amount(t) for t in words))


def _amount(word: Token) -> bool:
    if word.tag_ != "CD" and word.lower_ not in word_class("half_twice"):
        return False
    near = {t.lower_ for t in word.doc[max(0, word.i - 1) : word.i + 2]}
    return not (CLOCK.match(word.text) or MONTHS & near)


def _tail(doc: Any, head: Token) -> Iterable[Token]:
    """Return what follows the first comma after the verb, where it is no clause of its own."""
    comma = next((t.i for t in doc[head.i :] if t.text == ","), len(doc))
    rest = [t for t in doc[comma:] if not (t.is_punct and t.i == len(doc) - 1)]
    return () if any(t.tag_ in FINITE for t in rest) else rest


def _of_nobody(core: str) -> str:
    """Deny a claim of some of a kind by its subject; empty where it has none of that kind."""
    with parsed([core]) as (doc,):
        first, head = doc[0], main_predicate(list(doc))
        if head is None or head.i == 0 or first.lower_ in word_class("nobody_words"):
            return ""
        if first.lower_ in NOBODY:
            return f"Nobody {doc[1:].text}"
        noun = _subject_noun(doc, head)
        if noun is None:
            return ""
        some = first.lower_ in SOME or first.tag_ == "CD"
        if some and noun.i == first.i + 1:
            return f"No {doc[noun.i :].text}"
        if noun.i == 0 and noun.tag_ == "NNS" and noun.nbor(1).tag_ == "IN":
            group = [t for t in head.children if t.dep_.startswith(("aux", "cop", "advmod")) and t.i < head.i]
            return f"No {noun.lower_} {doc[min(t.i for t in (head, *group)) :].text}"
        mass = noun.i == 0 and noun.tag_ == "NN" and noun.lower_ in MASS
        return f"No {noun.lower_}{doc.text[len(noun.text) :]}" if mass else ""


def _subject_noun(doc: Any, head: Token) -> Token | None:
    """Return the noun of a subject that begins a sentence, where nothing but its first word precedes it."""
    noun = next((t for t in doc[:2] if t.tag_ in {"NN", "NNS"}), None)
    if noun is None or noun.i >= head.i or noun.nbor(1).tag_ in {"NN", "NNS", "POS"}:
        return None
    return None if noun.nbor(1).lower_ in word_class("noun_joiners") else noun


def _one_clause(sentence: str) -> bool:
    """Whether a sentence makes one claim: one finite verb, and nothing that is joined to it or asked in it."""
    with parsed([sentence]) as (doc,):
        head = main_predicate(list(doc))
        if head is None or _fronted(doc) or any(_measured_or_asked(t, head) for t in doc):
            return False
        finite = {t.i for t in doc if t.tag_ in FINITE} | ({head.i} if has_form(head.lower_, "VBD") else set())
        helped = any(c.dep_.startswith("aux") and c.tag_ in FINITE for c in head.children)
        joined = any(t.lower_ in word_class("verb_coordinators") or t.text in {",", ";", ":", "-"} for t in doc)
        return len(finite - ({head.i} if helped else set())) == 1 and not joined


def _measured_or_asked(word: Token, head: Token) -> bool:
    """Whether a word leaves what a denial of its clause reaches in doubt: a question, a focus, a leave, a measure."""
    if word.tag_ in ASKING or word.lower_ in FOCUS | PERMITTING:
        return True
    if word.tag_ == "RB" and word.lower_ in FORCE and word.i > head.i:
        return True
    bare = not any(c.dep_ == "case" for c in word.children)
    length = word.lemma_.lower() in LENGTHS and word.i > head.i and bare
    spoilt = _amount(word) and bool(negations(head)) and not any(t.lower_ == "until" for t in word.doc)
    return (length and any(c.lower_ in word_class("indefinite_articles") for c in word.children)) or spoilt


def _fronted(doc: Any) -> bool:
    """Whether a sentence begins with a phrase that is no time: denied after it, the rest is told of that."""
    if doc[0].tag_ != "IN":
        return False
    noun = next((t for t in doc if t.tag_ in {"NN", "NNS", "NNP", "NNPS", "CD"}), None)
    return noun is None or not (noun.tag_ in {"NNP", "NNPS", "CD"} or noun.lemma_.lower() in TIMES)


def _plain(core: str, denied: str) -> bool:
    """Whether a denial leaves no one in doubt: of how many, of which, and that it is one."""
    if ONLY_DENIED & set(re.findall(r"\w+", denied.lower())) or VAGUE.search(denied.lower()):
        return False
    words = denied.lower().rstrip(".").split()
    if MADE_UP & (set(words) - set(core.lower().rstrip(".").split())):
        return False
    if words[0] in word_class("no_persons"):
        with parsed([denied]) as (doc,):
            return not any(_amount(t) or t.lower_ in SHARES for t in doc)
    late = {word.strip(".,") for word in words[words.index("not") :]} if "not" in words else set()
    return not _of_some(core) and not late & SHARES


def _of_some(sentence: str) -> bool:
    """Whether a sentence begins with a number or another word for some of a kind."""
    with parsed([sentence]) as (doc,):
        return doc[0].tag_ == "CD" or doc[0].lower_ in SHARES | SOME or bool(PARTS & {t.lower_ for t in doc[:2]})


__all__ = ["NO_DENIAL", "OPENERS", "finite_clause", "likely", "plain_denial", "sentence_of"]
