"""One rewrite that meets a rubric, shown only if it is English and our own check calls it valid; else the reason.

Examples
--------
>>> from nlbridge.answering.answers import prepare
>>> from nlbridge.answering.request import Request, Settings
>>> asked = Request(source="The pump failed, so the cellar flooded.", had="the pump kept working")
>>> found = prepare(asked, Settings())
>>> answer_or_reason(found.rubric, clause="the pump had kept working", sure=found.confidence).text
'The pump kept working, so the cellar did not flood.'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from causalcore.derivation.answer_kind import AnswerKind
from nlbridge.language.lexicon import word_class, word_order
from nlbridge.language.pipeline.parsing import parsed
from nlbridge.supposing.chosen_values import beyond
from nlbridge.telling.rewriting import chosen_world, edited, retold
from nlbridge.weights.thresholds import DENIED_IN_DRAFT

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric
    from nlbridge.supposing.readings import Readings

LEAST_BOUND: Final = 0.5
"""Least confidence of a what-if; below it, the answer may be about a different one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepresentativeAnswer:
    """One rewrite that meets a rubric, or the reason it is withheld; the other of the two is empty."""

    text: str = ""
    withheld: str = ""


def answer_or_reason(
    rubric: Rubric, *, clause: str | None = None, sure: float = 1.0, readings: Readings | None = None
) -> RepresentativeAnswer:
    """Return the rewrite closest to a text that meets its rubric, or why none is shown.

    Parameters
    ----------
    clause
        The what-if as a finite clause of the unreal past; None if it was given as values.
    sure
        Confidence of the what-if.
    readings
        The readings of the text; None if its scenario was given.
    """
    scenario, values = rubric.scenario, chosen_world(rubric)
    if beyond(scenario, values):
        return RepresentativeAnswer(
            withheld="a quantity would have to differ from the stated one, by an unknown amount"
        )
    if scenario.read and sure < LEAST_BOUND:
        return RepresentativeAnswer(withheld=f"the what-if is uncertain ({sure:.0%})")
    if scenario.read and (doubted := _doubted(rubric, values)):
        return RepresentativeAnswer(withheld=f"it is uncertain whether {doubted!r} still holds")
    why = ""
    with parsed([scenario.text]):  # Parse only once what several steps need.
        ways = (edited,) if scenario.read else (edited, retold)
        drafts = [write(rubric, values, words) for write in ways for words in (clause, None)]
        for draft in dict.fromkeys(drafts):
            wrong = ill_formed(scenario.text, draft) or _refused(rubric, draft, clause, sure, readings)
            if not wrong:
                return RepresentativeAnswer(text=draft)
            why = why or wrong
    return RepresentativeAnswer(withheld=why)


def _doubted(rubric: Rubric, values: Mapping[str, str]) -> str:
    """Return the first claim that the rewrite would deny although that is uncertain."""
    for answer in rubric.derivation.answers:
        event = rubric.scenario.event(answer.event)
        sure = answer.kind is AnswerKind.CHANGED and answer.confidence >= DENIED_IN_DRAFT
        if event.id not in rubric.intervention and values[event.id] != event.fact and not sure:
            return event.statement.rstrip(".")
    return ""


def _refused(rubric: Rubric, text: str, clause: str | None, sure: float, readings: Readings | None) -> str:
    """Return in plain words why our own check does not call an answer valid; empty if it does."""
    from nlbridge.judging.verification import verify

    report = verify(rubric, text, clause=clause, sure=sure, readings=readings)
    if report.valid is False:
        return f"the draft fails the check of rewrites: {report.reasons[0].split(';')[0].split(':')[0]}"
    if report.valid is None:
        return f"the check of rewrites is not certain of the draft (valid with a chance of {report.score:.0%})"
    return ""


# ---------------------------------------------------------------- whether it is English

NEGATORS: Final = word_class("negators")
AUXILIARIES: Final = word_class("be_have_do")
PAIRED: Final = word_order("paired_connectives")
SMALL: Final = re.compile(r"[.!?]\s+[a-z]")
THERE_WAS: Final = re.compile(r"\bthere (?:was|were) not\b", re.IGNORECASE)
_STOP: Final = re.compile(r"(?<=[.!?;])\s+")


def ill_formed(text: str, answer: str) -> str:
    """Return why an answer is not well-formed English where it departs from its text; empty if nothing is found.

    Examples
    --------
    >>> ill_formed("The pump failed.", "The pump not failed.")
    "the draft would not be good English: 'pump not failed' has 'not' without a verb such as 'did' before it"
    >>> ill_formed("The cook saw a mouse.", "The cook saw anything.")
    "the draft would not be good English: 'saw anything' has 'anything' without a denial before it"
    >>> ill_formed("The pump failed.", "The pump did not fail.")
    ''
    """
    text_pieces = {_plain(piece) for piece in _STOP.split(text)}
    pieces = [piece for piece in _STOP.split(answer) if piece]
    new = [piece for piece in pieces if _plain(piece) not in text_pieces]
    if SMALL.search(answer) and not SMALL.search(text):
        return "a sentence of the draft begins with a small letter"
    for piece in new:
        if THERE_WAS.search(piece) and not THERE_WAS.search(text):
            return "the draft denies a noun of the text instead of the claim"
        if twice := next((word for word in PAIRED if _count(word, piece) > max(1, _count(word, text))), None):
            return f"{twice!r} occurs twice in a sentence of the draft"
    with parsed(new) as docs:
        if why := next(filter(None, (_bare_not(doc, text) or _undenied(doc, text) for doc in docs)), ""):
            return why
    with parsed(pieces) as docs:
        return _presupposed(docs)


def _plain(piece: str) -> str:
    return " ".join(re.findall(r"\w+", piece.lower()))


def _count(word: str, piece: str) -> int:
    return len(re.findall(rf"(?<!\beven )\b{word}\b(?! (?:much|many|far|long|that)\b)", piece.lower()))


def _bare_not(doc: Any, text: str) -> str:
    """Require `not` after an auxiliary, or between a noun and a gerund: `which led to the race not being run`."""
    for word in doc:
        if word.lower_ not in word_class("not_forms") or word.text == "Not":
            continue
        before = next((t for t in reversed(list(doc[: word.i])) if t.tag_[:2] != "RB"), None)
        after = doc[word.i + 1] if word.i + 1 < len(doc) else word
        held = before is not None and (before.lemma_ in AUXILIARIES or before.tag_ == "MD" or before.lower_ == "'s")
        gerund = after.tag_ == "VBG" and before is not None and before.tag_.startswith("NN")
        if not held and not gerund and f"not {after.text}" not in text:
            return _poor_english(doc, word, "a verb such as 'did'")
    return ""


def _undenied(doc: Any, text: str) -> str:
    """Find a word that occurs only in denials: `anything`."""
    text_words = set(re.findall(r"\w+", text.lower()))
    for word in doc:
        denied = any(t.lower_ in NEGATORS for t in doc[: word.i])
        if word.lower_ in word_class("only_denied") and word.lower_ not in text_words and not denied:
            return _poor_english(doc, word, "a denial")
    return ""


def _poor_english(doc: Any, word: Any, missing: str) -> str:
    """Say which words of a draft lack something before one of them."""
    beside = doc[max(0, word.i - 1) : word.i + 2].text.rstrip(" .")
    return f"the draft would not be good English: {beside!r} has {word.text!r} without {missing} before it"


def _presupposed(docs: Iterable[Any]) -> str:
    """Find a noun that refers to what was denied before: `no detour was laid ... the detour added six hours`."""
    gone: set[str] = set()
    for doc in docs:
        for word in doc:
            definite = {c.lower_ for c in word.children} & word_class("definite_determiners")
            if word.tag_.startswith("NN") and definite and word.lemma_.lower() in gone:
                return f"the draft would speak of {word.text!r} after it said that there was none"
        if any(t.lower_ in NEGATORS for t in doc):
            new = word_class("new_determiners") | {"no"}
            gone |= {t.lemma_.lower() for t in doc if t.tag_ in {"NN", "NNS"} and {c.lower_ for c in t.children} & new}
    return ""
