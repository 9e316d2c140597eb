"""Compare two reviewers of the same texts: their agreement beyond chance.

Claims of two readings are the same if their words overlap by half; links are compared between claims that both have.

Examples
--------
>>> from causalcore.scenario.scenario import Event, Link, Scenario
>>> events = Event(id="e1", statement="It rained.", span=(0, 9)), Event(id="e2", statement="It leaked.", span=(14, 23))
>>> text, link = "It rained, so it leaked.", Link(cause="e1", effect="e2")
>>> one = Document(id="1", scenario=Scenario(text=text, events=events, links=(link,)))
>>> other = Document(id="1", scenario=Scenario(text=text, events=events))
>>> found = compare({"1": one}, {"1": other})
>>> found.agreements["claims"].share, found.agreements["links"].share, [one.what for one in found.differences]
(1.0, 0.5, ['link'])
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from causalcore.scenario.file import scenario_from_document
from nlbridge.answering.input import decoded
from nlbridge.apps.studio.document.document import Document, StudioError, document_from_dict
from nlbridge.apps.studio.document.review_operations import WHOLE_VERDICTS
from nlbridge.apps.studio.projects.figures import Agreement, agreement, paired, share
from nlbridge.apps.studio.projects.opening import json_in, lines_in, object_in
from nlbridge.apps.studio.views.derived import derived

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Event, Link, Scenario

OVERLAP: Final = 0.5
"""Overlap from which two claims are the same, as a share of their joint span."""
KINDS: Final = ("word", "claim", "link", "sign", "strength", "answer", "label")
"""What two reviewers are compared on, in display order."""
THERE: Final = "there"
NOT_THERE: Final = "not there"
Sides = Iterator[tuple[str, str, str]]
"""What is decided, in words, and the decision of each side."""
_WORD: Final = re.compile(r"\w+")
_CURE: Final = "name a review or exported scenarios"


def load_review(path: Path) -> dict[str, Document]:
    """Return the documents of a review file by text id, without texts that nobody opened."""
    if not path.is_file():
        message = f"expected a review, got {path}, which is not a file; check the name"
        raise FileNotFoundError(message)
    return review_in(path.name, decoded(path.read_bytes(), path.name))


def review_in(name: str, content: str) -> dict[str, Document]:
    """Like `load_review`, for the content of a file."""
    by_id: dict[str, Document] = {}
    for row in _rows(name, content):
        if "replies" in row:
            document = document_from_dict(row)
        else:
            scenario = scenario_from_document(row)
            document = Document(id=scenario.id, scenario=replace(scenario, id=""), read=True)
        by_id |= {document.id: document} if document.read else {}
    return by_id


def _rows(name: str, content: str) -> list[Mapping[str, Any]]:
    lines = lines_in(name, content)
    return [object_in(json_in(line, where, cure=_CURE), where, cure=_CURE) for where, line in lines]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One decision of both reviewers, alike or not."""

    id: str
    what: str
    about: str
    first: str
    second: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two reviews side by side.

    Parameters
    ----------
    texts
        Ids of the texts that both reviewed.
    agreements
        By the plural of `KINDS`. For each of the `words`: whether a claim begins there, continues, or is absent.
        `claims` are those of either; those of both count as agreed. `links` are ordered pairs of claims of both.
    """

    texts: tuple[str, ...]
    agreements: Mapping[str, Agreement]
    differences: tuple[Difference, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as a JSON object."""
        kinds = {name: agreed.to_dict() for name, agreed in self.agreements.items()}
        return {"texts": list(self.texts), **kinds, "differences": [asdict(diff) for diff in self.differences]}


def compare(first: Mapping[str, Document], second: Mapping[str, Document]) -> Comparison:
    """Compare two reviews, given as documents by text id, text by text."""
    both = tuple(name for name in first if name in second)
    if not both:
        message = "expected two reviews of the same texts, got none in common; compare files of one list"
        raise StudioError(message)
    decided = [unit for name in both for unit in _compared(name, first[name], second[name])]
    kinds = {
        f"{kind}s": agreement([(u.first, u.second) for u in decided if u.what == kind], chance=kind != "claim")
        for kind in KINDS
    }
    differences = (unit for unit in decided if unit.first != unit.second and unit.what != "word")
    return Comparison(texts=both, agreements=kinds, differences=tuple(differences))


def _compared(name: str, first: Document, second: Document) -> Iterator[Difference]:
    """Yield everything that both decided, alike or not."""
    if first.text != second.text:
        message = f"expected the same text under {name!r} in both reviews, got two; compare files of one list"
        raise StudioError(message)
    one, other = first.corrected, second.corrected
    same = _same_claims(one, other)
    words = ((f"word {place}", *tags) for place, tags in enumerate(zip(_tags(one), _tags(other), strict=True), 1))
    pairs = list(_pairs(one, other, same))
    in_both = [(about, a, b) for about, a, b in pairs if a is not None and b is not None]
    sides: dict[str, Iterable[tuple[str, str, str]]] = {
        "word": words,
        "claim": _claims(one, other, same),
        "link": ((about, THERE if a else NOT_THERE, THERE if b else NOT_THERE) for about, a, b in pairs),
        "sign": ((about, str(a.sign), str(b.sign)) for about, a, b in in_both),
        "strength": ((about, str(a.strength), str(b.strength)) for about, a, b in in_both),
        "answer": _answers(first, second, same),
        "label": _labels(first, second),
    }
    for kind, decided in sides.items():
        for about, by_one, by_other in decided:
            yield Difference(id=name, what=kind, about=about, first=by_one, second=by_other)


def _tags(scenario: Scenario) -> list[str]:
    """Return for each word whether a claim begins there, continues, or is absent."""
    spans = [event.span for event in scenario.events if event.span]
    words = [match.span() for match in _WORD.finditer(scenario.text)]
    firsts = {min((word for word in words if word[1] > start), default=None) for start, _ in spans}
    inside = {word for word in words if any(start < word[1] and word[0] < end for start, end in spans)}
    return ["begins" if word in firsts else "inside" if word in inside else "none" for word in words]


def _same_claims(one: Scenario, other: Scenario) -> dict[str, str]:
    """Pair the claims whose words overlap most, each once; without words, compare their sentences."""
    scored = sorted(
        ((overlap, a.id, b.id) for a in one.events for b in other.events if (overlap := _likeness(a, b)) >= OVERLAP),
        key=lambda row: -row[0],
    )
    pairs: dict[str, str] = {}
    for _, a, b in scored:
        if a not in pairs and b not in pairs.values():
            pairs[a] = b
    return pairs


def _likeness(one: Event, other: Event) -> float:
    if one.span is None or other.span is None:
        return float(one.statement.casefold() == other.statement.casefold())
    common = min(one.span[1], other.span[1]) - max(one.span[0], other.span[0])
    return max(0, common) / (max(one.span[1], other.span[1]) - min(one.span[0], other.span[0]))


def _claims(one: Scenario, other: Scenario, same: Mapping[str, str]) -> Sides:
    for event in one.events:
        yield event.statement, THERE, THERE if event.id in same else NOT_THERE
    for event in other.events:
        if event.id not in same.values():
            yield event.statement, NOT_THERE, THERE


def _pairs(one: Scenario, other: Scenario, same: Mapping[str, str]) -> Iterator[tuple[str, Link | None, Link | None]]:
    """Yield each ordered pair of claims that both have, with the link of each side."""
    first = {(link.cause, link.effect): link for link in one.links}
    second = {(link.cause, link.effect): link for link in other.links}
    for cause, effect in permutations(same, 2):
        about = f"{one.event(cause).statement} -> {one.event(effect).statement}"
        yield about, first.get((cause, effect)), second.get((same[cause], same[effect]))


def _answers(first: Document, second: Document, same: Mapping[str, str]) -> Sides:
    """Compare the answers for claims that both have, if both have the same what-if."""
    one, other = derived(first).prepared, derived(second).prepared
    if first.what_if != second.what_if or one is None or other is None:
        return
    by_one, by_other = (
        {answer.event: str(answer.kind) for answer in prepared.rubric.derivation.answers} for prepared in (one, other)
    )
    for a, b in same.items():
        yield one.rubric.scenario.event(a).statement, by_one[a], by_other[b]


def _labels(first: Document, second: Document) -> Sides:
    """Compare the labels of both on the same criterion of the same rewrite."""
    by_one, by_other = _said(first), _said(second)
    for (rewrite, criterion), label in by_one.items():
        if (rewrite, criterion) in by_other:
            yield f"{criterion} of {rewrite[:40]!r}", label, by_other[rewrite, criterion]


def _said(document: Document) -> dict[tuple[str, str], str]:
    texts = {rewrite.id: rewrite.text for rewrite in document.rewrites}
    return {(texts.get(label.rewrite, ""), label.criterion): label.said for label in document.labels}


File = tuple[str, str]
"""The name of a file, and its content."""
Labels = dict[tuple[str, str, str], Mapping[str, Any]]


def two_people(first: File, second: File) -> dict[str, Any]:
    """Compare two files of one kind: exported verdicts on rewrites, or reviews of texts."""
    first_rows, second_rows = _rows(*first), _rows(*second)
    sides = {"first": first[0], "second": second[0]}
    if all(rows and all("said" in row and "item" in row for row in rows) for rows in (first_rows, second_rows)):
        return {"kind": "labels"} | sides | _exports(_by_rewrite(first_rows), _by_rewrite(second_rows))
    comparison = compare(review_in(*first), review_in(*second))
    return {
        "kind": "reviews",
        **sides,
        "agreement": [_share(kind, agreed) for kind, agreed in comparison.agreements.items() if agreed.units],
        "figures": [],
        "differing": [
            {"about": f"{diff.id}: {diff.what}: {diff.about}", "first": diff.first, "second": diff.second}
            for diff in comparison.differences
        ],
    }


def _share(name: str, found: Agreement) -> dict[str, Any]:
    return share(name, found.agreed, found.units) | {"kappa": found.to_dict()["kappa"]}


def _by_rewrite(rows: list[Mapping[str, Any]]) -> Labels:
    return {(str(row["item"]), str(row.get("model")), str(row.get("edit"))): row for row in rows if row["said"]}


def _exports(one: Labels, other: Labels) -> dict[str, Any]:
    both = [key for key in one if key in other]
    if not both:
        message = "expected verdicts of two people on the same rewrites, got none in common; export the same table"
        raise StudioError(message)
    pairs = [(str(one[key]["said"]), str(other[key]["said"])) for key in both]
    judged = [key for key in both if one[key].get("verdict") in WHOLE_VERDICTS]
    agreeing = [[float(side[key]["said"] == one[key]["verdict"]) for key in judged] for side in (one, other)]
    return {
        "agreement": [_share("verdicts", agreement(pairs))],
        "figures": [paired("the program says so too", *agreeing)] if judged else [],
        "differing": [
            {"about": ", ".join(key[:2]), "first": by_one, "second": by_other}
            for key, (by_one, by_other) in zip(both, pairs, strict=True)
            if by_one != by_other
        ],
    }
