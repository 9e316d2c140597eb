"""Negating an English clause in place, and undoing a negation.

The verb group decides: `not` after the first auxiliary or the copula, `do` for
a full verb, `not` alone before participles and infinitives. Inflection comes
from the dictionary (lemminflect), never from string rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from nlbridge.language.forms.inflection import (
    FINITE,
    base,
    has_form,
    inflect,
    only_adjective,
    parenthetical,
    past_after_noun,
)
from nlbridge.language.forms.whole_sentence import (
    coordinated,
    denied_otherwise,
    from_outside,
    is_sentence,
    reported,
    sound,
)
from nlbridge.language.lexicon import word_class, word_pairs
from nlbridge.language.pipeline.parsing import ParseCache

Token = Any
"""A spaCy token; spaCy itself is imported in `nlbridge.language` only."""

RELATIVE: Final = frozenset({"acl:relcl", "acl", "advcl", "ccomp"})
PREPOSITIONS: Final = word_class("phrase_prepositions")
AUXILIARIES: Final = frozenset({"aux", "aux:pass", "cop"})
POLARITY_ADVERBS: Final = word_class("denying_adverbs")
COPULAS: Final = word_class("copulas")
SCANTY: Final = word_class("scanty_adverbs")
CONNECTING: Final = word_class("joining_adverbs")
EMPTY_PRONOUNS: Final = word_pairs("reversed_pronouns")
CONTRACTED: Final = word_pairs("contracted")
FEW: Final = {"few": "many", "little": "much"}
MASS: Final = word_class("mass_nouns")
"""Nouns that are used without an article; beside them a count noun would take one."""
FOR_TEST: Final = word_pairs("denied_forms")


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Change:
    """Characters [start, end) of a text and what takes their place."""

    start: int
    end: int
    text: str


def apply_changes(text: str, changes: Iterable[Change]) -> str:
    """Put changes into a text; of two that overlap the first one counts."""
    pieces: list[str] = []
    position = 0
    for change in sorted(set(changes)):
        if change.start < position:
            continue
        pieces += [text[position : change.start], change.text]
        position = change.end
    return "".join((*pieces, text[position:]))


def negate(sentence: str) -> str:
    """Negate the main clause of a sentence, or take its negation away.

    Examples
    --------
    >>> negate("The dam held.")
    'The dam did not hold.'
    >>> negate("The gate was locked.")
    'The gate was not locked.'
    >>> negate("Nobody locked the gate.")
    'Somebody locked the gate.'
    """
    return _NEGATED(sentence)


def negations_ahead(sentences: Iterable[str]) -> None:
    """Parse together the sentences that `negate` will be asked for."""
    _NEGATED.ahead(sentences)


def _negated(doc: Any) -> str:
    head = main_predicate(list(doc))
    if head is not None and is_sentence(doc):
        head = reported(head) or head
    changes = reverse(head) if head is not None else ()
    if is_sentence(doc) and not sound(head, [change.text for change in changes]):
        return from_outside(doc) if head is not None and coordinated(head) else denied_otherwise(doc)
    return apply_changes(doc.text, changes)


_NEGATED: Final = ParseCache(_negated, size=512)


def main_predicate(tokens: Sequence[Token]) -> Token | None:
    """Return the head of the main clause among consecutive tokens.

    The topmost clause head is taken where the parse has one with a finite verb; else the first finite
    verb by tag, else the first word after a noun that the dictionary knows as a past tense.
    """
    inside = {token.i for token in tokens}
    tops = [t for t in tokens if t.head.i not in inside or t.head.i == t.i]
    clauses = [t for t in tops if is_predicate(t) and not attributive(t)]
    if clauses:
        return next((t for t in clauses if _finite(t) or _auxiliaries(t)), clauses[0])
    listed = [t for t in tokens if t.tag_ in FINITE and not (t.dep_ in RELATIVE and t.head.i in inside)]
    finite = next((t for t in listed if t.i == 0 or t.nbor(-1).lower_ not in PREPOSITIONS), None)
    if finite is not None:
        return finite.head if finite.dep_ in AUXILIARIES and finite.head.i in inside else finite
    pairs = pairwise(tokens)
    return next((t for before, t in pairs if _nominal(before) and has_form(t.lower_, "VBD", "VBZ")), None)


def _nominal(token: Token) -> bool:
    """Whether a word can be the head of a subject: also a noun that the tagger took for an adjective."""
    if token.tag_.startswith(("NN", "PRP")):
        return True
    return token.tag_ == "JJ" and token.i > 0 and token.nbor(-1).tag_ == "DT" and not only_adjective(token.lower_)


def is_predicate(token: Token) -> bool:
    """Whether a token heads a clause: a verb, or a noun or adjective with a copula."""
    if token.tag_.startswith("VB"):
        if token.tag_ != "VBG" and token.i > 0 and token.nbor(-1).lower_ in PREPOSITIONS:
            return False
        return not attributive(token)
    if token.dep_ == "root" and not token.tag_.startswith("NN") and has_form(token.lower_, "VBD"):
        return True
    return any(child.dep_ == "cop" for child in token.children)


def attributive(token: Token) -> bool:
    """Whether a participle precedes the noun that it describes (`a badly bent rail`)."""
    if token.tag_ not in {"VBN", "VBG", "VBD"} or token.i == 0 or token.i + 1 >= len(token.doc):
        return False
    before, after = token.nbor(-1), token.nbor(1)
    if before.tag_ in {"RB", "RBR", "RBS"} and before.i > 0:
        before = before.nbor(-1)
    return after.tag_.startswith(("NN", "JJ")) and before.tag_ in {"DT", "PRP$", "POS", "JJ"} and not _subject(token)


def reverse(head: Token) -> tuple[Change, ...]:
    """Return the changes that turn the polarity of a clause, given its head."""
    return _affirm(head) or _deny(head)


def _auxiliaries(head: Token) -> list[Token]:
    """Return the words of the verb group before the head, in order, those shared with a conjunct left out."""
    return sorted((c for c in head.children if c.dep_ in AUXILIARIES and c.i < head.i), key=lambda c: c.i)


def negations(head: Token) -> list[Token]:
    """Return the negating words of a clause."""
    group = [c for c in head.children if c.lower_ in POLARITY_ADVERBS and c.i < head.i]
    first = _auxiliaries(head)[:1] or [head]
    after = first[0].i + 1
    if not group and after < len(head.doc) and head.doc[after].lower_ in POLARITY_ADVERBS - {"never"}:
        group = [head.doc[after]]
    arguments = [c for c in head.children if c.dep_.startswith(("nsubj", "obj"))]
    group += [t for t in head.doc[max(0, head.i - 1) : head.i + 3] if t.lower_ in SCANTY]
    group += [a for a in arguments if a.lower_ in EMPTY_PRONOUNS]
    group += [d for a in arguments for d in a.children if d.lower_ == "no" and d.dep_ in {"det", "advmod"}]
    group += [d for a in arguments for d in a.children if d.lower_ in FEW and not _bounded(d)]
    return group


def _bounded(word: Token) -> bool:
    """Whether `few` or `little` says some (`a few`), less than before (`fewer`), or too small a number (`too few`)."""
    return word.tag_ in {"JJR", "RBR"} or (word.i > 0 and word.nbor(-1).lower_ in word_class("degree_words"))


def _affirm(head: Token) -> tuple[Change, ...]:
    found = negations(head)
    if not found:
        return ()
    word = found[0]
    if word.lower_ not in POLARITY_ADVERBS:
        return (_filled(word),)
    after = [t for t in head.subtree if t.i > head.i]
    again = (_replace(t, "too") for t in after if t.lower_ == "either")
    limits = tuple(_replace(t, "before") for t in after if t.lower_ == "until" and t.dep_ in {"case", "mark"})
    removal = (_remove(word), *again, *limits)
    helper = next((a for a in _auxiliaries(head) if a.lemma_ == "do"), None)
    if helper is not None and word.lower_ != "never":
        full = inflect(head.lemma_, helper.tag_ if helper.tag_ in FINITE else "VBD")
        kept = Change(start=helper.idx, end=head.idx, text=_between(helper, head, word))
        return (kept, _replace(head, full), *limits)
    if (
        helper is None
        and word.lower_ != "never"
        and word.i > 0
        and word.nbor(-1).lower_ == "would"
        and head.tag_ == "VB"
    ):
        would = word.nbor(-1)
        full = inflect(head.lemma_, "VBD")
        return (Change(start=would.idx, end=head.idx, text=_between(would, head, word)), _replace(head, full))
    before = word.nbor(-1) if word.i > 0 else word
    if before.lower_ in CONTRACTED:
        return (Change(start=before.idx, end=_end(word), text=_cased(CONTRACTED[before.lower_], before.text)),)
    return removal


def _filled(word: Token) -> Change:
    """Replace a word for nothing, or hardly anything, by what there is."""
    if word.lower_ == "no":
        return _determiner(word)
    if word.lower_ in SCANTY:
        return _scanty(word)
    return _replace(word, {**EMPTY_PRONOUNS, **FEW}[word.lower_])


def _between(helper: Token, head: Token, negation: Token) -> str:
    """Keep adverbs that stand between a helper verb and its verb."""
    kept = [t.text for t in head.doc[helper.i + 1 : head.i] if t.i != negation.i]
    return "".join(f"{word} " for word in kept)


def _determiner(word: Token) -> Change:
    noun = word.head
    following = word.nbor(1).lower_
    if following == "one":
        return Change(start=word.idx, end=_end(word.nbor(1)), text=_cased("someone", word.text))
    if noun.tag_ in {"NNS", "NNPS"} or noun.lower_.endswith("ing") or noun.lower_ in MASS:
        return _replace(word, "some")
    return _replace(word, "an" if following[:1] in "aeiou" else "a")


def _scanty(word: Token) -> Change:
    """Turn `hardly any` into `plenty of`; a bare `hardly` goes."""
    if word.nbor(1).lower_ == "any":
        return Change(start=word.idx, end=_end(word.nbor(1)), text="plenty of")
    return _remove(word)


def _deny(head: Token) -> tuple[Change, ...]:
    group = _auxiliaries(head)
    tested = tuple(_replace(c, FOR_TEST[c.lower_]) for c in _after(head) if c.lower_ in FOR_TEST and not _degree(c))
    tested += tuple(_replace(c, "yet") for c in head.children if c.lower_ == "already" and c.i < head.i)
    if quantified := _existence(head) or _universal(head) or _no_more_than(head):
        return quantified
    first = next((a for a in group if a.tag_ in FINITE or a.lemma_ in word_class("be_have_do") or a.tag_ == "VB"), None)
    if first is not None and first.tag_ not in {"VB", "VBG"}:
        if first.lower_ == "can":
            return (Change(start=_end(first), end=_end(first), text="not"), *tested)
        last = _through_connectives(first)
        return (Change(start=_end(last), end=_end(last), text=" not"), *tested)
    lead = group[0] if group else head
    if head.lower_ in COPULAS or _perfect(head):
        return (Change(start=_end(head), end=_end(head), text=" not"), *tested)
    if _finite(head) and not group:
        helper = _helper(head)
        return (_replace(head, f"{helper} not {base(head.lower_, str(head.lemma_))}"), *_joined(head), *tested)
    marker = next((c for c in head.children if c.tag_ == "TO" and c.i < head.i), None)
    if marker is None and not group and _untensed(head):
        helper = "did" if has_form(head.lower_, "VBD") else "do"
        return (_replace(head, f"{helper} not {base(head.lower_, str(head.lemma_))}"), *_joined(head), *tested)
    place = marker or lead
    if place.text[:1].isupper() and place.tag_ != "NNP":
        return (Change(start=place.idx, end=_end(place), text=f"Not {place.lower_}"), *tested)
    return (Change(start=place.idx, end=place.idx, text="not "), *tested)


def _untensed(head: Token) -> bool:
    """Whether a verb that was taken for a bare infinitive follows its subject: `Petra put the cash in a drawer`."""
    return head.tag_ == "VB" and head.i > 0 and (_nominal(head.nbor(-1)) or _subject(head))


def _through_connectives(word: Token) -> Token:
    """Pass a connective between an auxiliary and its verb: `was therefore not late`."""
    following = word.doc[word.i + 1] if word.i + 1 < len(word.doc) else None
    return following if following is not None and following.lower_ in CONNECTING else word


def _degree(word: Token) -> bool:
    """Whether `too` measures the word after it, instead of adding."""
    return word.lower_ == "too" and word.i + 1 < len(word.doc) and word.nbor(1).tag_[:2] in {"JJ", "RB"}


def _joined(head: Token) -> tuple[Change, ...]:
    """Carry `did not` on to verbs that share the subject: `did not sing or dance`."""
    changes: list[Change] = []
    for verb in (c for c in head.children if c.dep_ == "conj" and c.tag_ in {"VBD", "VBN", "VBZ", "VBP"}):
        joint = next((c for c in verb.children if c.lower_ == "and" and head.i < c.i < verb.i), None)
        if joint is None or _subject(verb) or _auxiliaries(verb):
            return ()
        changes += [_replace(joint, "or"), _replace(verb, base(verb.lower_, str(verb.lemma_)))]
    return tuple(changes)


def _helper(head: Token) -> str:
    """Choose `did`, `does` or `do`; what looks like a present and a past alike is a past: texts tell what happened."""
    if head.tag_ == "VBP" and has_form(head.lower_, "VBD"):
        return "did"
    return {"VBZ": "does", "VBP": "do"}.get(head.tag_, "did")


def _universal(head: Token) -> tuple[Change, ...]:
    """Say `no guest stayed` where `every guest` did, which `every guest did not stay` leaves in doubt."""
    subjects = [c for c in head.children if c.dep_.startswith("nsubj") and c.i < head.i]
    every = next(
        (d for s in subjects[-1:] for d in s.children if d.lower_ in word_class("each_determiners") and d.i < s.i), None
    )
    return (_replace(every, "no"),) if every is not None else ()


def _no_more_than(head: Token) -> tuple[Change, ...]:
    """Say that `not just ten came` where `only ten came` is denied, and `saw more than ten` behind the verb."""
    for word in head.subtree:
        number = word.i + 1 < len(word.doc) and word.nbor(1).tag_ == "CD"
        near = word.head.dep_ == "nummod" or word.head.head.i == head.i or word.head.i == head.i
        if word.lower_ in word_class("limiting_adverbs") and number and near:
            return (_replace(word, "not just" if word.i < head.i else "more than"),)
    return ()


def _existence(head: Token) -> tuple[Change, ...]:
    """Say `there was no storm`, not `there was not a storm`."""
    there = next((c for c in head.children if c.dep_ == "expl" and c.lower_ == "there"), None)
    copula = next((t for t in (head.doc[there.i + 1 : there.i + 4] if there else ()) if t.lemma_ == "be"), None)
    if copula is None or copula.i + 1 >= len(head.doc):
        return ()
    after = copula.nbor(1)
    if after.lower_ in word_class("existence_determiners"):
        return (_replace(after, "no"),)
    if after.lower_ == "neither":
        return (_replace(after, "both"), *(_replace(t, "and") for t in head.doc[after.i :] if t.lower_ == "nor"))
    return (Change(start=after.idx, end=after.idx, text="no "),) if after.tag_.startswith(("NN", "JJ", "VBN")) else ()


def _perfect(head: Token) -> bool:
    """Whether a head that the parser took for a full verb is an auxiliary of the participle after it."""
    following = head.doc[head.i + 1] if head.i + 1 < len(head.doc) else None
    return head.lemma_ == "have" and following is not None and following.tag_ == "VBN"


def _after(head: Token) -> Iterator[Token]:
    return (t for t in head.subtree if head.i < t.i <= head.i + 4)


def _finite(head: Token) -> bool:
    """Whether a head without auxiliary is a finite verb; participles that the tagger took for pasts are not."""
    if parenthetical(head):
        return False
    if past_after_noun(head):
        return True
    if not head.tag_.startswith("VB") or head.tag_ in {"VBZ", "VBP"} or _subject(head):
        return head.tag_ not in {"VB", "VBG"}
    if head.tag_ not in {"VBD", "VBN"}:
        return False
    if has_form(head.lower_, "VBD") and not has_form(head.lower_, "VBN"):
        return True
    if head.dep_ == "acl" and head.head.dep_ == "root" and not is_predicate(head.head):
        return True
    passive = head.i + 1 < len(head.doc) and head.nbor(1).lower_ == "by"
    if passive or head.dep_ in {"acl", "amod"} or (head.tag_ == "VBN" and head.dep_ == "advcl"):
        return False
    return head.tag_ == "VBD" or head.dep_ != "conj" or not _auxiliaries(head.head)


def _subject(head: Token) -> bool:
    subjects = (c for c in head.children if c.dep_.startswith("nsubj") and c.i < head.i)
    return any(c.tag_ != "DT" or c.lower_ not in word_class("articles") for c in subjects)


def _end(token: Token) -> int:
    return int(token.idx) + len(token.text)


def _replace(token: Token, text: str) -> Change:
    return Change(start=token.idx, end=_end(token), text=_cased(text, token.text))


def _remove(token: Token) -> Change:
    """Take a word out with the space before it."""
    start = int(token.idx)
    if token.i > 0:
        start = _end(token.nbor(-1))
    return Change(start=start, end=_end(token), text="")


def _cased(text: str, model: str) -> str:
    return (
        text[:1].upper() + text[1:]
        if model[:1].isupper() and model[1:] == model[1:].lower() and len(model) > 1
        else text
    )
