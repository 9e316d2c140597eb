"""Negates an English clause in place, or removes its negation.

The verb group decides: `not` after the first auxiliary or the copula, `do` for a full verb, `not` alone before
participles and infinitives. If the verb of a whole sentence is uncertain (`Dark shells overheat`), its words are read
without the parse. If that fails too, a prefix negates the sentence from outside, which is right for any sentence.

Examples
--------
>>> negate("The dam held."), negate("The gate was locked.")
('The dam did not hold.', 'The gate was not locked.')
>>> negate("Nobody locked the gate.")
'Somebody locked the gate.'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from nlbridge.language.lexicon import word_class, word_pairs
from nlbridge.language.pipeline.dictionary import article, dictionary_lemmas, has_form, inflect, only_adjective
from nlbridge.language.pipeline.parsing import ParseCache
from nlbridge.language.pipeline.words import FINITE

Token = Any
"""A spaCy token; spaCy itself is imported in `nlbridge.language` only."""

OUTSIDE: Final = "It is not so that "
CLAUSAL: Final = frozenset({"acl:relcl", "acl", "advcl", "ccomp"})
AUXILIARIES: Final = frozenset({"aux", "aux:pass", "cop"})
PREPOSITIONS: Final = word_class("phrase_prepositions")
POLARITY_ADVERBS: Final = word_class("denying_adverbs")
COPULAS: Final = word_class("copulas")
SCANTY: Final = word_class("scanty_adverbs")
EMPTY_PRONOUNS: Final = word_pairs("reversed_pronouns")
FEW: Final = {"few": "many", "little": "much"}
CONTRACTED: Final = word_pairs("contracted")
MASS: Final = word_class("mass_nouns")
FOR_TEST: Final = word_pairs("denied_forms")
DASHES: Final = frozenset({"-", "–", "\u2011"})


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Change:
    """Characters [start, end) of a text and their replacement."""

    start: int
    end: int
    text: str


def apply_changes(text: str, changes: Iterable[Change]) -> str:
    """Apply changes to a text; of two that overlap, only the first."""
    pieces: list[str] = []
    position = 0
    for change in sorted(set(changes)):
        if change.start < position:
            continue
        pieces += [text[position : change.start], change.text]
        position = change.end
    return "".join((*pieces, text[position:]))


def _negated(doc: Any) -> str:
    head, text = main_predicate(list(doc)), doc.text.strip()
    whole = len(doc) > 1 and text[:1].isupper() and text.endswith((".", "!", "?"))
    if head is not None and whole:
        head = _reported(head) or head
    changes = reverse(head) if head is not None else ()
    if not whole or (head is not None and _sound(head, changes)):
        return apply_changes(doc.text, changes)
    return _from_outside(doc) if head is not None and _coordinated(head) else _denied_by_words(doc)


negate: Final = ParseCache(_negated, size=512)
"""Negates the main clause of a sentence, or removes its negation; `negate.prefetch` does so for several in one call."""


def main_predicate(tokens: Sequence[Token]) -> Token | None:
    """Return the head of the main clause among consecutive tokens.

    It is the topmost clause head of the parse, preferably with a finite verb. Failing that, it is the first finite verb
    by tag, then the first word after a noun that the dictionary has as a past tense or third person.
    """
    inside = {token.i for token in tokens}
    tops = [t for t in tokens if t.head.i not in inside or t.head.i == t.i]
    clauses = [t for t in tops if is_predicate(t)]
    if clauses:
        return next((t for t in clauses if _finite(t) or _auxiliaries(t)), clauses[0])
    listed = [t for t in tokens if t.tag_ in FINITE and not (t.dep_ in CLAUSAL and t.head.i in inside)]
    finite = next((t for t in listed if _beside(t, -1)[0] not in PREPOSITIONS), None)
    if finite is not None:
        return finite.head if finite.dep_ in AUXILIARIES and finite.head.i in inside else finite
    return next((t for before, t in pairwise(tokens) if _nominal(before) and has_form(t.lower_, "VBD", "VBZ")), None)


def _beside(token: Token, step: int) -> tuple[str, str]:
    """Return the lower-case word `step` places away, and its tag; empty strings beyond the text."""
    place = token.i + step
    return (token.doc[place].lower_, token.doc[place].tag_) if 0 <= place < len(token.doc) else ("", "")


def _nominal(token: Token) -> bool:
    """Whether a word can head a subject; a noun mistagged as an adjective counts too."""
    if token.tag_.startswith(("NN", "PRP")):
        return True
    return token.tag_ == "JJ" and _beside(token, -1)[1] == "DT" and not only_adjective(token.lower_)


def is_predicate(token: Token) -> bool:
    """Whether a token heads a clause: a verb, or a noun or adjective with a copula."""
    if token.tag_.startswith("VB"):
        return not attributive(token) and (token.tag_ == "VBG" or _beside(token, -1)[0] not in PREPOSITIONS)
    if token.dep_ == "root" and not token.tag_.startswith("NN") and has_form(token.lower_, "VBD"):
        return True
    return any(child.dep_ == "cop" for child in token.children)


def attributive(token: Token) -> bool:
    """Whether a participle precedes the noun that it describes: `a badly bent rail`."""
    adverb = _beside(token, -1)[1] in {"RB", "RBR", "RBS"}
    before = _beside(token, -1 - adverb)[1]
    described = before in {"DT", "PRP$", "POS", "JJ"} and _beside(token, 1)[1].startswith(("NN", "JJ"))
    return described and token.tag_ in {"VBN", "VBG", "VBD"} and not _subject(token)


def _auxiliaries(head: Token) -> list[Token]:
    """Return the auxiliaries before the head, in order, without those shared with a conjunct."""
    return sorted((c for c in head.children if c.dep_ in AUXILIARIES and c.i < head.i), key=lambda c: c.i)


def _subject(head: Token) -> bool:
    subjects = (c for c in head.children if c.dep_.startswith("nsubj") and c.i < head.i)
    return any(c.tag_ != "DT" or c.lower_ not in word_class("articles") for c in subjects)


def _finite(head: Token) -> bool:
    """Whether a head without an auxiliary is a finite verb; participles mistagged as past tenses are not."""
    before = next((t for t in reversed(head.doc[: head.i]) if t.tag_ != "RB"), None)
    if before is not None and before.text == "," and head.tag_ in {"VBN", "VBD"}:
        rest = [t for t in head.doc[head.i + 1 :] if t.text in {",", ".", ";"} or t.tag_ in FINITE]
        if len(rest) > 1 and rest[0].text == "," and rest[1].tag_ in FINITE and rest[1].i - rest[0].i <= 2:
            return False  # `he, ashamed of himself, left`
    if not head.tag_.startswith("VB") or head.tag_ in {"VBZ", "VBP"} or _subject(head):
        return head.tag_ not in {"VB", "VBG"}
    if head.dep_ == "acl" and head.head.dep_ == "root" and not is_predicate(head.head):
        return head.tag_ in {"VBD", "VBN"}
    if _beside(head, 1)[0] == "by" or head.dep_ in {"acl", "amod"} or (head.tag_ == "VBN" and head.dep_ == "advcl"):
        return False
    return head.tag_ == "VBD" or (head.tag_ == "VBN" and (head.dep_ != "conj" or not _auxiliaries(head.head)))


def negations(head: Token) -> list[Token]:
    """Return the negating words of a clause."""
    group = [c for c in head.children if c.lower_ in POLARITY_ADVERBS and c.i < head.i]
    after = (_auxiliaries(head) or [head])[0].i + 1
    if not group and after < len(head.doc) and head.doc[after].lower_ in POLARITY_ADVERBS - {"never"}:
        group = [head.doc[after]]
    arguments = [c for c in head.children if c.dep_.startswith(("nsubj", "obj"))]
    group += [t for t in head.doc[max(0, head.i - 1) : head.i + 3] if t.lower_ in SCANTY]
    group += [a for a in arguments if a.lower_ in EMPTY_PRONOUNS]
    describing = [d for a in arguments for d in a.children]
    group += [d for d in describing if d.lower_ == "no" and d.dep_ in {"det", "advmod"}]
    few = (d for d in describing if d.lower_ in FEW and d.tag_ not in {"JJR", "RBR"})
    return group + [d for d in few if _beside(d, -1)[0] not in word_class("degree_words")]


def reverse(head: Token) -> tuple[Change, ...]:
    """Return the changes that reverse the polarity of a clause, given its head."""
    negators = negations(head)
    return _affirm(head, negators[0]) if negators else _deny(head)


def _affirm(head: Token, word: Token) -> tuple[Change, ...]:
    if word.lower_ not in POLARITY_ADVERBS:
        return (_filled(word),)
    after = [t for t in head.subtree if t.i > head.i]
    limits = [_replace(t, "before") for t in after if t.lower_ == "until" and t.dep_ in {"case", "mark"}]
    helper = next((a for a in _auxiliaries(head) if a.lemma_ == "do"), None)
    if helper is None and _beside(word, -1)[0] == "would" and head.tag_ == "VB":
        helper = word.nbor(-1)
    if helper is not None and word.lower_ != "never":
        kept = "".join(f"{t.text} " for t in head.doc[helper.i + 1 : head.i] if t.i != word.i)
        full = inflect(head.lemma_, helper.tag_ if helper.tag_ in {"VBD", "VBZ", "VBP"} else "VBD")
        return (Change(start=helper.idx, end=head.idx, text=kept), _replace(head, full), *limits)
    before = _beside(word, -1)[0]
    if before in CONTRACTED:
        return (_replace(word.nbor(-1), CONTRACTED[before], until=word),)
    return (_remove(word), *(_replace(t, "too") for t in after if t.lower_ == "either"), *limits)


def _filled(word: Token) -> Change:
    """Replace a word for nothing or hardly anything by its positive counterpart."""
    following = _beside(word, 1)[0]
    if word.lower_ in SCANTY:
        return _replace(word, "plenty of", until=word.nbor(1)) if following == "any" else _remove(word)
    if word.lower_ != "no":
        return _replace(word, {**EMPTY_PRONOUNS, **FEW}[word.lower_])
    if following == "one":
        return _replace(word, "someone", until=word.nbor(1))
    noun = word.head
    some = noun.tag_ in {"NNS", "NNPS"} or noun.lower_.endswith("ing") or noun.lower_ in MASS
    return _replace(word, "some" if some else article(following))


def _deny(head: Token) -> tuple[Change, ...]:
    """Insert `not`, or negate the quantity."""
    if quantified := _existence(head) or _quantity(head):
        return quantified
    near = [t for t in head.subtree if head.i < t.i <= head.i + 4 and t.lower_ in FOR_TEST]
    degree = {t.i for t in near if t.lower_ == "too" and _beside(t, 1)[1][:2] in {"JJ", "RB"}}
    tested = [_replace(t, FOR_TEST[t.lower_]) for t in near if t.i not in degree]
    tested += [_replace(c, "yet") for c in head.children if c.lower_ == "already" and c.i < head.i]
    group = _auxiliaries(head)
    first = next((a for a in group if a.tag_ in FINITE or a.lemma_ in word_class("be_have_do") or a.tag_ == "VB"), None)
    if first is not None and first.tag_ not in {"VB", "VBG"}:
        adverb_follows = _beside(first, 1)[0] in word_class("joining_adverbs")  # `was therefore not late`
        place = first.nbor(1) if adverb_follows and first.lower_ != "can" else first
        return (_insert(_end(place), "not" if first.lower_ == "can" else " not"), *tested)
    if head.lower_ in COPULAS or (head.lemma_ == "have" and _beside(head, 1)[1] == "VBN"):
        return (_insert(_end(head), " not"), *tested)
    if helper := "" if group else _helper(head):
        return (_replace(head, f"{helper} not {_base(head)}"), *_shared(head), *tested)
    place = next((c for c in head.children if c.tag_ == "TO" and c.i < head.i), group[0] if group else head)
    if place.text[:1].isupper() and place.tag_ != "NNP":
        return (Change(start=place.idx, end=_end(place), text=f"Not {place.lower_}"), *tested)
    return (_insert(place.idx, "not "), *tested)


def _helper(head: Token) -> str:
    """Return the `did`, `does` or `do` that negates a verb, or an empty string; an ambiguous form counts as past."""
    past = has_form(head.lower_, "VBD")
    if _finite(head):
        return "did" if head.tag_ == "VBP" and past else {"VBZ": "does", "VBP": "do"}.get(head.tag_, "did")
    marked = any(c.tag_ == "TO" and c.i < head.i for c in head.children)
    if head.tag_ != "VB" or head.i == 0 or marked or not (_nominal(head.nbor(-1)) or _subject(head)):
        return ""
    return "did" if past else "do"


def _base(verb: Token) -> str:
    """Return the infinitive of a verb from the dictionary, or else from the parse."""
    return next(iter(dictionary_lemmas(verb.lower_, "VERB")), str(verb.lemma_))


def _shared(head: Token) -> tuple[Change, ...]:
    """Extend `did not` to the verbs that share the subject: `did not sing or dance`."""
    changes: list[Change] = []
    for verb in (c for c in head.children if c.dep_ == "conj" and c.tag_ in {"VBD", "VBN", "VBZ", "VBP"}):
        joint = next((c for c in verb.children if c.lower_ == "and" and head.i < c.i < verb.i), None)
        if joint is None or _subject(verb) or _auxiliaries(verb):
            return ()
        changes += [_replace(joint, "or"), _replace(verb, _base(verb))]
    return tuple(changes)


def _quantity(head: Token) -> tuple[Change, ...]:
    """Negate a quantity: `every guest stayed` becomes `no guest stayed`, `only ten came` `not just ten came`."""
    subjects = [c for c in head.children if c.dep_.startswith("nsubj") and c.i < head.i][-1:]
    for word in (d for s in subjects for d in s.children if d.i < s.i):
        if word.lower_ in word_class("each_determiners"):
            return (_replace(word, "no"),)
    for word in head.subtree:
        near = word.head.dep_ == "nummod" or head.i in {word.head.i, word.head.head.i}
        if near and word.lower_ in word_class("limiting_adverbs") and _beside(word, 1)[1] == "CD":
            return (_replace(word, "not just" if word.i < head.i else "more than"),)
    return ()


def _existence(head: Token) -> tuple[Change, ...]:
    """Negate existence: `there was no storm`, not `there was not a storm`."""
    there = next((c for c in head.children if c.dep_ == "expl" and c.lower_ == "there"), None)
    copula = next((t for t in (head.doc[there.i + 1 : there.i + 4] if there else ()) if t.lemma_ == "be"), None)
    if copula is None or copula.i + 1 >= len(head.doc):
        return ()
    after = copula.nbor(1)
    if after.lower_ in word_class("existence_determiners"):
        return (_replace(after, "no"),)
    if after.lower_ == "neither":
        return (_replace(after, "both"), *(_replace(t, "and") for t in head.doc[after.i :] if t.lower_ == "nor"))
    return (_insert(after.idx, "no "),) if after.tag_.startswith(("NN", "JJ", "VBN")) else ()


def _end(token: Token) -> int:
    return int(token.idx) + len(token.text)


def _insert(place: int, text: str) -> Change:
    return Change(start=place, end=place, text=text)


def _replace(token: Token, text: str, *, until: Token | None = None) -> Change:
    """Replace a word, or the words from it to `until`; keep an initial capital."""
    first, rest = token.text[:1], token.text[1:]
    capital = first.isupper() and rest and rest == rest.lower()
    return Change(start=token.idx, end=_end(until or token), text=text[:1].upper() + text[1:] if capital else text)


def _remove(token: Token) -> Change:
    """Remove a word and the space before it."""
    return Change(start=_end(token.nbor(-1)) if token.i else token.idx, end=_end(token), text="")


def _sound(head: Token, changes: Sequence[Change]) -> bool:
    """Return whether changes negate a whole sentence: at the finite verb of its main clause, and all that it says."""
    compounded = _in_compound(head) or _coordinated(head)
    plural_noun = head.tag_ == "VBZ" and _beside(head, -1)[1] == "JJ" and not any(map(_is_subject, head.children))
    if not changes or compounded or plural_noun:  # `strong winds`
        return False
    opening = [t.i for t in head.doc[: head.i] if t.lower_ in word_class("relative_pronouns") and t.tag_ != "DT"]
    group = min([head.i, *(c.i for c in head.children if c.dep_ in AUXILIARIES)])
    if opening and not any(t.tag_ in FINITE for t in head.doc[opening[-1] : group]):
        return False  # the verb of a relative clause, or of one that is a subject
    return not any(re.match(r"not $|Not (?!just)", change.text) for change in changes)


def _in_compound(token: Token) -> bool:
    """Return whether a word is part of a hyphenated one (`half-built`), which never takes a negation."""
    before = _beside(token, -1)[0] in DASHES and not token.nbor(-1).whitespace_
    return bool(before or (_beside(token, 1)[0] in DASHES and not token.whitespace_))


def _coordinated(head: Token) -> bool:
    """Return whether the parse gives one verb to two coordinated clauses, so that the first one's was missed."""
    joints = [c.i for c in head.children if c.dep_ == "cc" and c.i < head.i]
    subjects = [c.i for c in head.children if _is_subject(c) and c.i < head.i]
    return any(min(subjects, default=joint) < joint < max(subjects, default=joint) for joint in joints)


def _is_subject(token: Token) -> bool:
    return bool(token.dep_.startswith("nsubj"))


def _reported(head: Token) -> Token | None:
    """Return the clause before a comma to which the head's clause is an addition: `All stayed, Henrik included`."""
    for child in head.children:
        if child.dep_ in {"ccomp", "parataxis"} and child.i < head.i and child.tag_.startswith("VB"):
            comma = any(t.text == "," for t in head.doc[child.i + 1 : head.i])
            if comma and any(map(_is_subject, child.children)):
                return child
    return None


def _denied_by_words(doc: Any) -> str:
    """Negate a sentence without its parse: `not` after the first auxiliary, `did not` for its past, or from outside."""
    opening = word_class("subordinators") | {",", ";", ":"}
    main = doc[: next((t.i for t in doc if t.i and t.lower_ in opening), len(doc))]
    pasts = []
    for before, token in pairwise(main):
        following, tag = _beside(token, 1)
        perfect = token.lower_ in word_class("have_forms") and (following == "been" or tag == "VBN")
        if following and (perfect or token.lower_ in word_class("be_forms", "plain_modals")):
            return apply_changes(doc.text, [_insert(_end(token), " not")])
        noun = before.tag_ == "CD" or (before.tag_.startswith(("NN", "PRP")) and before.tag_ != "PRP$")
        if noun and has_form(token.lower_, "VBD") and not _in_compound(token):
            pasts.append(token)
    if len(pasts) != 1 or any(t.tag_ in FINITE and t not in pasts for t in main):
        return _from_outside(doc)
    return apply_changes(doc.text, [_replace(pasts[0], f"did not {_base(pasts[0])}")])


def _from_outside(doc: Any) -> str:
    """Negate a sentence with a prefix; names and `I` keep their capitals."""
    text, first = str(doc.text).strip(), doc[0]
    keeps = first.tag_ in {"NNP", "NNPS"} or first.text == "I" or not first.text[1:].islower()
    return OUTSIDE + (text if keeps and first.text != "A" else text[0].lower() + text[1:])
