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
"""Each decision: what it is about, in words, and what each reviewer decided."""
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
    """What both reviewers decided about one thing, alike or not."""

    id: str
    what: str
    about: str
    first: str
    second: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two reviews side by side."""

    texts: tuple[str, ...]
    """Ids of the texts that both reviewed."""
    agreements: Mapping[str, Agreement]
    """By the plural of `KINDS`: `words` compares whether a claim begins at a word, continues, or is absent; `claims`
    counts those of either, and those of both as agreed; `links` compares ordered pairs of claims of both."""
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
    first_reading, second_reading = first.corrected, second.corrected
    same = _same_claims(first_reading, second_reading)
    tags = zip(_tags(first_reading), _tags(second_reading), strict=True)
    words = ((f"word {place}", *pair) for place, pair in enumerate(tags, 1))
    pairs = list(_pairs(first_reading, second_reading, same))
    in_both = [(about, a, b) for about, a, b in pairs if a is not None and b is not None]
    sides: dict[str, Iterable[tuple[str, str, str]]] = {
        "word": words,
        "claim": _claims(first_reading, second_reading, same),
        "link": ((about, THERE if a else NOT_THERE, THERE if b else NOT_THERE) for about, a, b in pairs),
        "sign": ((about, str(a.sign), str(b.sign)) for about, a, b in in_both),
        "strength": ((about, str(a.strength), str(b.strength)) for about, a, b in in_both),
        "answer": _answers(first, second, same),
        "label": _labels(first, second),
    }
    for kind, decided in sides.items():
        for about, first_decision, second_decision in decided:
            yield Difference(id=name, what=kind, about=about, first=first_decision, second=second_decision)


def _tags(scenario: Scenario) -> list[str]:
    """Return for each word whether a claim begins there, continues, or is absent."""
    spans = [event.span for event in scenario.events if event.span]
    words = [match.span() for match in _WORD.finditer(scenario.text)]
    firsts = {min((word for word in words if word[1] > start), default=None) for start, _ in spans}
    inside = {word for word in words if any(start < word[1] and word[0] < end for start, end in spans)}
    return ["begins" if word in firsts else "inside" if word in inside else "none" for word in words]


def _same_claims(first: Scenario, second: Scenario) -> dict[str, str]:
    """Pair the claims whose words overlap most, each once; without words, compare their sentences."""
    scored = sorted(
        ((overlap, a.id, b.id) for a in first.events for b in second.events if (overlap := _overlap(a, b)) >= OVERLAP),
        key=lambda row: -row[0],
    )
    pairs: dict[str, str] = {}
    for _, a, b in scored:
        if a not in pairs and b not in pairs.values():
            pairs[a] = b
    return pairs


def _overlap(first: Event, second: Event) -> float:
    if first.span is None or second.span is None:
        return float(first.statement.casefold() == second.statement.casefold())
    common = min(first.span[1], second.span[1]) - max(first.span[0], second.span[0])
    return max(0, common) / (max(first.span[1], second.span[1]) - min(first.span[0], second.span[0]))


def _claims(first: Scenario, second: Scenario, same: Mapping[str, str]) -> Sides:
    for event in first.events:
        yield event.statement, THERE, THERE if event.id in same else NOT_THERE
    for event in second.events:
        if event.id not in same.values():
            yield event.statement, NOT_THERE, THERE


def _pairs(
    first: Scenario, second: Scenario, same: Mapping[str, str]
) -> Iterator[tuple[str, Link | None, Link | None]]:
    """Yield each ordered pair of claims that both have, with the link of each reviewer."""
    first_links = {(link.cause, link.effect): link for link in first.links}
    second_links = {(link.cause, link.effect): link for link in second.links}
    for cause, effect in permutations(same, 2):
        about = f"{first.event(cause).statement} -> {first.event(effect).statement}"
        yield about, first_links.get((cause, effect)), second_links.get((same[cause], same[effect]))


def _answers(first: Document, second: Document, same: Mapping[str, str]) -> Sides:
    """Compare the answers for claims that both have, if both have the same what-if."""
    first_prepared, second_prepared = derived(first).prepared, derived(second).prepared
    if first.what_if != second.what_if or first_prepared is None or second_prepared is None:
        return
    first_answers, second_answers = (
        {answer.event: str(answer.kind) for answer in prepared.rubric.derivation.answers}
        for prepared in (first_prepared, second_prepared)
    )
    for a, b in same.items():
        yield first_prepared.rubric.scenario.event(a).statement, first_answers[a], second_answers[b]


def _labels(first: Document, second: Document) -> Sides:
    """Compare the labels of both on the same criterion of the same rewrite."""
    first_labels, second_labels = _said(first), _said(second)
    for (rewrite, criterion), label in first_labels.items():
        if (rewrite, criterion) in second_labels:
            yield f"{criterion} of {rewrite[:40]!r}", label, second_labels[rewrite, criterion]


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


def _share(name: str, result: Agreement) -> dict[str, Any]:
    return share(name, result.agreed, result.units) | {"kappa": result.to_dict()["kappa"]}


def _by_rewrite(rows: list[Mapping[str, Any]]) -> Labels:
    return {(str(row["item"]), str(row.get("model")), str(row.get("edit"))): row for row in rows if row["said"]}


def _exports(first: Labels, second: Labels) -> dict[str, Any]:
    both = [key for key in first if key in second]
    if not both:
        message = "expected verdicts of two people on the same rewrites, got none in common; export the same table"
        raise StudioError(message)
    pairs = [(str(first[key]["said"]), str(second[key]["said"])) for key in both]
    judged = [key for key in both if first[key].get("verdict") in WHOLE_VERDICTS]
    agreeing = [[float(side[key]["said"] == first[key]["verdict"]) for key in judged] for side in (first, second)]
    return {
        "agreement": [_share("verdicts", agreement(pairs))],
        "figures": [paired("the program says so too", *agreeing)] if judged else [],
        "differing": [
            {"about": ", ".join(key[:2]), "first": verdict, "second": other}
            for key, (verdict, other) in zip(both, pairs, strict=True)
            if verdict != other
        ],
    }
