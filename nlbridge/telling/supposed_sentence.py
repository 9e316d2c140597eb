"""A what-if as a sentence of the story: of `the dam had not burst` it makes `The dam did not burst`.

What is supposed stands in the unreal past, and the story mostly in the plain one.

Examples
--------
>>> supposed_sentence("the dam had not burst")
'The dam did not burst.'
>>> supposed_sentence("the gates had been closed and nobody had slept")
'The gates were closed and nobody slept.'
>>> supposed_sentence("she had kept the vial", earlier=True)
'She had kept the vial.'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from nlbridge.language.forms.negation import Change, apply_changes, main_predicate
from nlbridge.language.lexicon import word_class
from nlbridge.language.pipeline.dictionary import has_form, inflect
from nlbridge.language.pipeline.parsing import parsed
from nlbridge.supposing.chosen_values import told as told_value
from nlbridge.telling.acceptable_english import NEGATORS, fault
from nlbridge.telling.plain_denial import finite_clause, plain_denial, sentence_of

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric

Token = Any
MOSTLY: Final = 0.6
"""Share of the verbs of a text in the present, from which it is told in the present."""
EMPTY: Final = word_class("empty_of_content")
"""Words of the verb group, without which two clauses may say the same."""
BETWEEN: Final = frozenset({"RB", "RBR", "RBS"})
MANY: Final = word_class("many_subjects")
PLURAL: Final = frozenset({"NNS", "NNPS"})


def supposed_sentence(clause: str, *, earlier: bool = False, now: bool = False) -> str:
    """Return a what-if as a sentence, empty where no verb is found to put into the plain past.

    Parameters
    ----------
    clause
        In the unreal past, as `nlbridge.supposing.hypothetical_clause` gives it.
    earlier
        Whether the story itself tells the event as past before past: then the clause stands as it is.
    now
        Whether the story is told in the present.

    Examples
    --------
    >>> supposed_sentence("the terminus had been in the open", now=True)
    'The terminus is in the open.'
    """
    with parsed([_shared(clause)]) as (doc,):
        found = [change for had in doc for change in _plain(had, now=now)]
        if not found:
            return _as_it_stands(doc)
        told = doc.text if earlier else apply_changes(doc.text, found)
        return f"{told[:1].upper()}{told[1:]}."


def what_if_told(rubric: Rubric, clause: str | None, doc: Any) -> str:
    """Return the what-if as sentences of the story; empty where it has none."""
    if clause is None:
        told = [told_value(rubric.scenario.event(name), value) for name, value in rubric.intervention]
        return "" if any(fault(sentence, rubric.scenario.text) for sentence in told) else " ".join(told)
    spans = [rubric.scenario.event(name).span for name, _ in rubric.intervention]
    start, end = spans[0] or (0, 0)
    own = _denied_in_place(rubric.scenario.text[start:end], clause, rubric.scenario.text) if len(spans) == 1 else ""
    if own:
        return own
    head = main_predicate([t for t in doc if start <= t.idx < end])
    helpers = [c for c in head.children if c.lower_ == "had" and c.dep_ == "aux"] if head is not None else []
    earlier = any(had.i > 0 and had.nbor(-1).tag_ not in {"WP", "WDT"} for had in helpers)
    past = head is not None and (head.tag_ == "VBD" or any(c.tag_ == "VBD" for c in head.children))
    return supposed_sentence(clause, earlier=earlier, now=not past and _in_the_present(doc))


def _denied_in_place(claim: str, clause: str, text: str) -> str:
    """Return the denial of the claim that a what-if sets, where that says all that the what-if says."""
    told = sentence_of(claim)
    denied, _ = plain_denial(told, text) if finite_clause(told) else ("", "")
    if not denied:
        return ""
    with parsed([denied, clause]) as (said, asked):
        same = _denies(said) == _denies(asked)
        return denied if same and _content(asked) <= _content(said) else ""


def _content(doc: Any) -> set[str]:
    return {t.lemma_.lower() for t in doc if t.tag_[:2] in {"NN", "VB", "JJ", "RB", "CD"}} - EMPTY


def _denies(doc: Any) -> bool:
    return any(t.lower_ in NEGATORS for t in doc)


def _in_the_present(doc: Any) -> bool:
    """Whether most of what a text tells is told in the present."""
    tags = [t.tag_ for t in doc if t.tag_ in {"VBD", "VBZ", "VBP"}]
    return bool(sum(tag != "VBD" for tag in tags) > MOSTLY * len(tags))


def _as_it_stands(doc: Any) -> str:
    """Return a clause whose past tense and participle are one, so that no `had` was put in: `Lily held on`."""
    head = main_predicate(list(doc))
    past = head is not None and head.i > 0 and (head.tag_ in {"VBD", "VBN"}) and has_form(head.lower_, "VBD")
    return f"{doc.text[:1].upper()}{doc.text[1:]}." if past else ""


def _shared(clause: str) -> str:
    """Name a subject once that two claims share: `the child had stood and the child had read` -> `... and had read`."""
    subject, had, _ = clause.partition(" had ")
    return clause.replace(f" and {subject}{had}", " and had ") if had else clause


def _plain(had: Token, *, now: bool) -> tuple[Change, ...]:
    """Return what turns `had` and its participle, and the participles that share it, into a plain tense."""
    if had.lower_ != "had":
        return ()
    verb = next((t for t in had.doc[had.i + 1 : had.i + 6] if t.tag_ not in BETWEEN and t.text != ","), None)
    if verb is None or not (verb.tag_ == "VBN" or has_form(verb.lower_, "VBN") or verb.lower_ == "been"):
        return ()
    denied = any(t.lower_ in word_class("not_forms") for t in had.doc[had.i + 1 : verb.i])
    gone = Change(start=had.idx, end=had.nbor(1).idx, text="")
    joined = [c for c in verb.children if c.dep_ == "conj" and c.tag_ == "VBN" and c.i > verb.i]
    alone = [c for c in joined if not any(k.dep_.startswith("aux") for k in c.children)]
    tag = ("VBP" if _many(had, verb) else "VBZ") if now else "VBD"
    if verb.lower_ == "been":
        return _been(had, verb, now=now)
    if denied:
        helper = {"VBD": "did", "VBZ": "does", "VBP": "do"}[tag]
        took = Change(start=had.idx, end=had.idx + len(had.text), text=helper)
        return (took, Change(start=verb.idx, end=verb.idx + len(verb.text), text=_lemma(verb)))
    return (gone, *(_told(one, tag) for one in (verb, *alone)))


def _been(had: Token, been: Token, *, now: bool) -> tuple[Change, ...]:
    """Put a form of `be` instead of `had been`, by the number of the subject."""
    one, many = ("is", "are") if now else ("was", "were")
    took = Change(start=had.idx, end=had.idx + len(had.text), text=many if _many(had, been) else one)
    return (took, Change(start=been.nbor(-1).idx + len(been.nbor(-1).text), end=been.idx + len(been.text), text=""))


def _many(had: Token, been: Token) -> bool:
    before = [t for t in had.doc[: had.i] if not t.is_punct]
    if before and before[-1].lower_ == "there":
        noun = next((t for t in had.doc[been.i + 1 :] if t.tag_.startswith("NN")), None)
        return noun is not None and noun.tag_ in PLURAL
    linked = next((k for k, t in enumerate(before) if t.tag_ == "IN"), len(before))
    nouns = [t for t in before[:linked] if t.tag_.startswith(("NN", "PRP", "DT"))]
    subject = nouns[-1] if nouns else None
    if subject is None:
        return False
    if any(t.lower_ == "its" for t in had.doc[been.i :]):
        return False
    several = any(c.dep_ == "conj" and c.i < had.i for c in subject.children)
    return several or subject.lower_ in MANY or (subject.tag_ in PLURAL and not _singular(subject))


def _singular(noun: Token) -> bool:
    """Whether a noun that was taken for a plural is one thing in the dictionary: `atlas`."""
    from lemminflect import getAllLemmas

    return noun.lower_ in getAllLemmas(noun.lower_, upos="NOUN").get("NOUN", ())


def _told(verb: Token, tag: str) -> Change:
    """Put a participle into a finite tense: of two past forms the one that is the participle's own."""
    same = tag == "VBD" and has_form(verb.lower_, "VBD")
    told = verb.lower_ if same else inflect(_lemma(verb), tag)
    return Change(start=verb.idx, end=verb.idx + len(verb.text), text=told)


def _lemma(verb: Token) -> str:
    """Return the verb that has a participle, from the dictionary where it has one."""
    from lemminflect import getInflection, getLemma

    listed: tuple[str, ...] = (verb.lemma_.lower(), *getLemma(verb.lower_, upos="VERB"))
    return next((lemma for lemma in listed if verb.lower_ in getInflection(lemma, tag="VBN")), listed[-1])
