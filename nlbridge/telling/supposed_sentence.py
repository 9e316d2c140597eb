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

from typing import Any, Final

from nlbridge.language.forms.inflection import inflect
from nlbridge.language.forms.negation import Change, apply_changes
from nlbridge.language.forms.participles import has_form
from nlbridge.language.pipeline.loading import relation
from nlbridge.language.pipeline.parsing import parsed

Token = Any
BETWEEN: Final = frozenset({"RB", "RBR", "RBS"})
MANY: Final = frozenset({"we", "you", "they", "these", "those", "all", "both", "many", "few"})
PLURAL: Final = frozenset({"NNS", "NNPS"})


def supposed_sentence(clause: str, *, earlier: bool = False) -> str:
    """Return a what-if as a sentence, empty where no verb is found to put into the plain past.

    Parameters
    ----------
    clause
        In the unreal past, as `nlbridge.supposing.hypothetical_clause` gives it.
    earlier
        Whether the story itself tells the event as past before past: then the clause stands as it is.
    """
    with parsed([_shared(clause)]) as (doc,):
        found = [change for had in doc for change in _plain_past(had)]
        if not found:
            return ""
        told = doc.text if earlier else apply_changes(doc.text, found)
        return f"{told[:1].upper()}{told[1:]}."


def _shared(clause: str) -> str:
    """Name a subject once that two claims share: `the child had stood and the child had read` -> `... and had read`."""
    subject, had, _ = clause.partition(" had ")
    return clause.replace(f" and {subject}{had}", " and had ") if had else clause


def _plain_past(had: Token) -> tuple[Change, ...]:
    """Return what turns `had` and its participle, and the participles that share it, into the plain past."""
    if had.lower_ != "had":
        return ()
    verb = next((t for t in had.doc[had.i + 1 : had.i + 6] if t.tag_ not in BETWEEN and t.text != ","), None)
    if verb is None or not (verb.tag_ == "VBN" or has_form(verb.lower_, "VBN") or verb.lower_ == "been"):
        return ()
    denied = any(t.lower_ in {"not", "n't"} for t in had.doc[had.i + 1 : verb.i])
    gone = Change(start=had.idx, end=had.nbor(1).idx, text="")
    joined = [c for c in verb.children if relation(c) == "conj" and c.tag_ == "VBN" and c.i > verb.i]
    shared = tuple(_past(c) for c in joined if not any(relation(k).startswith("aux") for k in c.children))
    if verb.lower_ == "been":
        return _been(had, verb)
    if denied:
        base = _lemma(verb)
        helper = Change(start=had.idx, end=had.idx + len(had.text), text="did")
        return (helper, Change(start=verb.idx, end=verb.idx + len(verb.text), text=base))
    return (gone, _past(verb), *shared)


def _been(had: Token, been: Token) -> tuple[Change, ...]:
    """Put `was` or `were` in the place of `had been`, by the number of the subject."""
    verb = "were" if _many(had, been) else "was"
    took = Change(start=had.idx, end=had.idx + len(had.text), text=verb)
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
    several = any(relation(c) == "conj" and c.i < had.i for c in subject.children)
    return several or subject.tag_ in PLURAL or subject.lower_ in MANY


def _past(verb: Token) -> Change:
    told = verb.lower_ if has_form(verb.lower_, "VBD") else inflect(_lemma(verb), "VBD")
    return Change(start=verb.idx, end=verb.idx + len(verb.text), text=told)


def _lemma(verb: Token) -> str:
    """Return the verb that has a participle, from the dictionary where it has one."""
    from lemminflect import getInflection, getLemma

    listed: tuple[str, ...] = (verb.lemma_.lower(), *getLemma(verb.lower_, upos="VERB"))
    return next((lemma for lemma in listed if verb.lower_ in getInflection(lemma, tag="VBN")), listed[-1])
