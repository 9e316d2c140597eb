"""Two reviewers of the same texts: on which claims, links, answers and verdicts they agree, beyond chance.

Claims of two readings are the same where their words overlap by half; links are compared between claims that both
have. Kappa is Cohen's.

Examples
--------
>>> from causalcore.scenario.scenario import Event, Link, Scenario
>>> events = Event(id="e1", statement="It rained.", span=(0, 9)), Event(id="e2", statement="It leaked.", span=(14, 23))
>>> text, link = "It rained, so it leaked.", Link(cause="e1", effect="e2")
>>> one = Document(id="1", scenario=Scenario(text=text, events=events, links=(link,)))
>>> other = Document(id="1", scenario=Scenario(text=text, events=events))
>>> found = compare({"1": one}, {"1": other})
>>> found.claims.share, found.links.share, [difference.what for difference in found.differences]
(1.0, 0.5, ['link'])
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final

from causalcore.errors import MalformedDocumentError
from causalcore.files.json_text import read_json
from causalcore.scenario.file import scenario_from_document
from nlbridge.answering.input import decoded
from nlbridge.apps.studio.document.document import Document, StudioError, document_from_dict
from nlbridge.apps.studio.views.derived import derived

if TYPE_CHECKING:
    from pathlib import Path

    from causalcore.scenario.scenario import Event, Scenario


def load_review(path: Path) -> dict[str, Document]:
    """Return the documents of a review by the ids of their texts; texts that nobody opened are left out.

    Raises
    ------
    FileNotFoundError
        If the file does not exist.
    StudioError, MalformedScenarioError
        If a line is neither a document of the studio nor a scenario.
    """
    if not path.is_file():
        message = f"expected a review, got {path}, which is not a file; check the name"
        raise FileNotFoundError(message)
    return review_in(path.name, decoded(path.read_bytes(), path.name))


def review_in(name: str, content: str) -> dict[str, Document]:
    """Return the documents of a review by the ids of their texts; as `load_review`, of what a file holds."""
    found = [_document(row) for row in rows_in_lines(name, content)]
    return {document.id: document for document in found if document.read}


def rows_in_lines(name: str, content: str) -> list[Mapping[str, Any]]:
    """Return the objects of JSON Lines.

    Raises
    ------
    StudioError
        If a line is no object.
    """
    return [
        _object(line, f"line {number} of {name}") for number, line in enumerate(content.split("\n"), 1) if line.strip()
    ]


def _object(line: str, where: str) -> Mapping[str, Any]:
    try:
        row = read_json(line)
    except MalformedDocumentError as broken:
        message = f"expected JSON on {where}, got something else ({broken.came}); name a review or exported scenarios"
        raise StudioError(message) from broken
    if not isinstance(row, Mapping):
        message = f"expected an object on {where}, got {type(row).__name__}; name a review or exported scenarios"
        raise StudioError(message)
    return row


def _document(row: Mapping[str, Any]) -> Document:
    if "replies" in row:
        return document_from_dict(row)
    scenario = scenario_from_document(row)
    return Document(id=scenario.id, scenario=replace(scenario, id=""), read=True)


OVERLAP: Final = 0.5
"""Share of their words, together, that two claims have in common to be the same."""
_WORD: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How far two reviewers agree on one kind of thing.

    Parameters
    ----------
    units
        Things that both decided.
    agreed
        Those that they decided alike.
    kappa
        Cohen's kappa; None where it is not defined, since both always said the same one thing.
    """

    units: int
    agreed: int
    kappa: float | None

    @property
    def share(self) -> float | None:
        """Return the share that was decided alike; None of nothing."""
        return self.agreed / self.units if self.units else None

    def to_dict(self) -> dict[str, Any]:
        """Write it for JSON."""
        share = self.share
        return {
            "units": self.units,
            "agreed": self.agreed,
            "share": None if share is None else round(share, 4),
            "kappa": None if self.kappa is None else round(self.kappa, 4),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing on which they do not agree.

    Parameters
    ----------
    what
        claim, link, sign, strength, answer, or label.
    about
        It, in words.
    """

    text: str
    what: str
    about: str
    first: str
    second: str

    def to_dict(self) -> dict[str, str]:
        """Write it for JSON."""
        return {"id": self.text, "what": self.what, "about": self.about, "first": self.first, "second": self.second}


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two reviews side by side.

    Parameters
    ----------
    texts
        Ids of the texts that both reviewed.
    words
        Of each word of the texts: whether a claim begins there, goes on, or none is there.
    claims
        Claims of either; those of both are agreed.
    links
        Ordered pairs of claims that both have, and whether a link joins them.
    """

    texts: tuple[str, ...]
    words: Agreement
    claims: Agreement
    links: Agreement
    signs: Agreement
    strengths: Agreement
    answers: Agreement
    labels: Agreement
    differences: tuple[Difference, ...]

    def to_dict(self) -> dict[str, Any]:
        """Write it for JSON."""
        kinds = ("words", "claims", "links", "signs", "strengths", "answers", "labels")
        told = {kind: getattr(self, kind).to_dict() for kind in kinds}
        return {"texts": list(self.texts), **told, "differences": [one.to_dict() for one in self.differences]}


_Pairs = list[tuple[Hashable, Hashable]]


@dataclass(frozen=True, slots=True)
class _Kind:
    """What two reviewers said of things of one kind, side by side."""

    name: str
    pairs: _Pairs
    differences: list[Difference]

    def add(self, text: str, about: str, first: str, second: str, *, noted: bool = True) -> None:
        self.pairs.append((first, second))
        if first != second and noted:
            self.differences.append(Difference(text=text, what=self.name, about=about, first=first, second=second))


def compare(first: Mapping[str, Document], second: Mapping[str, Document]) -> Comparison:
    """Compare two reviews, text by text.

    Parameters
    ----------
    first, second
        Documents by the ids of their texts.

    Raises
    ------
    StudioError
        If no text is in both, or one id stands for two texts.
    """
    both = tuple(name for name in first if name in second)
    if not both:
        message = "expected two reviews of the same texts, got none in common; compare files of one list"
        raise StudioError(message)
    names = ("word", "claim", "link", "sign", "strength", "answer", "label")
    differences: list[Difference] = []
    kinds = {name: _Kind(name, [], differences) for name in names}
    for name in both:
        _compared(name, first[name], second[name], kinds)
    found = {f"{name}s": agreement(kind.pairs, chance=name != "claim") for name, kind in kinds.items()}
    return Comparison(texts=both, differences=tuple(differences), **found)


def _compared(name: str, first: Document, second: Document, kinds: Mapping[str, _Kind]) -> None:
    if first.text != second.text:
        message = f"expected the same text under {name!r} in both reviews, got two; compare files of one list"
        raise StudioError(message)
    one, other = first.corrected, second.corrected
    for place, (said, told) in enumerate(zip(_tags(one), _tags(other), strict=True), 1):
        kinds["word"].add(name, f"word {place}", said, told, noted=False)
    same = _same_claims(one, other)
    _claims(name, one, other, same, kinds["claim"])
    _links(name, one, other, same, kinds)
    _answers(name, first, second, same, kinds["answer"])
    _labels(name, first, second, kinds["label"])


def _tags(scenario: Scenario) -> list[str]:
    """Return for each word whether a claim begins there, goes on, or none is there."""
    spans = [event.span for event in scenario.events if event.span]
    words = [match.span() for match in _WORD.finditer(scenario.text)]
    firsts = {min((word for word in words if word[1] > start), default=None) for start, _ in spans}
    inside = {word for word in words if any(start < word[1] and word[0] < end for start, end in spans)}
    return ["begins" if word in firsts else "inside" if word in inside else "none" for word in words]


def _same_claims(one: Scenario, other: Scenario) -> dict[str, str]:
    """Pair claims whose words overlap most, each once; claims without words by their sentences."""
    scored = sorted(
        ((likeness, a.id, b.id) for a in one.events for b in other.events if (likeness := _likeness(a, b)) >= OVERLAP),
        key=lambda row: -row[0],
    )
    found: dict[str, str] = {}
    for _, a, b in scored:
        if a not in found and b not in found.values():
            found[a] = b
    return found


def _likeness(one: Event, other: Event) -> float:
    if one.span is None or other.span is None:
        return float(one.statement.casefold() == other.statement.casefold())
    common = min(one.span[1], other.span[1]) - max(one.span[0], other.span[0])
    return max(0, common) / (max(one.span[1], other.span[1]) - min(one.span[0], other.span[0]))


def _claims(name: str, one: Scenario, other: Scenario, same: Mapping[str, str], kind: _Kind) -> None:
    for event in one.events:
        kind.add(name, event.statement, "there", "there" if event.id in same else "not there")
    for event in other.events:
        if event.id not in same.values():
            kind.add(name, event.statement, "not there", "there")


def _links(name: str, one: Scenario, other: Scenario, same: Mapping[str, str], kinds: Mapping[str, _Kind]) -> None:
    first = {(link.cause, link.effect): link for link in one.links}
    second = {(link.cause, link.effect): link for link in other.links}
    for pair in permutations(same, 2):
        about = " -> ".join(one.event(end).statement for end in pair)
        a, b = first.get(pair), second.get((same[pair[0]], same[pair[1]]))
        kinds["link"].add(name, about, _there(a), _there(b))
        if a is not None and b is not None:
            kinds["sign"].add(name, about, str(a.sign), str(b.sign))
            kinds["strength"].add(name, about, str(a.strength), str(b.strength))


def _there(link: object) -> str:
    return "not there" if link is None else "there"


def _answers(name: str, first: Document, second: Document, same: Mapping[str, str], kind: _Kind) -> None:
    """Compare what happens to the claims that both have, where both suppose the same."""
    one, other = derived(first).prepared, derived(second).prepared
    if first.what_if != second.what_if or one is None or other is None:
        return
    said = {answer.event: str(answer.kind) for answer in one.rubric.derivation.answers}
    told = {answer.event: str(answer.kind) for answer in other.rubric.derivation.answers}
    for a, b in same.items():
        kind.add(name, one.rubric.scenario.event(a).statement, said[a], told[b])


def _labels(name: str, first: Document, second: Document, kind: _Kind) -> None:
    """Compare what both said of the same criterion of the same rewrite."""
    said, told = dict(_said(first)), dict(_said(second))
    for key, value in said.items():
        if key in told:
            kind.add(name, f"{key[1]} of {key[0][:40]!r}", value, told[key])


def _said(document: Document) -> Iterator[tuple[tuple[str, str], str]]:
    texts = {rewrite.id: rewrite.text for rewrite in document.rewrites}
    for label in document.labels:
        yield (texts.get(label.rewrite, ""), label.criterion), label.said


def agreement(pairs: Sequence[tuple[Hashable, Hashable]], *, chance: bool = True) -> Agreement:
    """Return the agreement of two on the same things.

    Parameters
    ----------
    chance
        Whether kappa is to be given; claims have none, since nobody counts the claims that neither sees.

    Examples
    --------
    >>> agreement([("valid", "valid"), ("valid", "invalid"), ("invalid", "invalid"), ("invalid", "invalid")]).kappa
    0.5
    """
    agreed = sum(one == other for one, other in pairs)
    values = {value for pair in pairs for value in pair}
    kappa = _kappa(pairs) if chance and len(values) > 1 else None
    return Agreement(units=len(pairs), agreed=agreed, kappa=kappa)


def _kappa(pairs: Sequence[tuple[Hashable, Hashable]]) -> float:
    from sklearn.metrics import cohen_kappa_score

    return float(cohen_kappa_score([str(one) for one, _ in pairs], [str(other) for _, other in pairs]))
