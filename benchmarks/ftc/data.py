"""Explained items with their reference counterfactuals, and a task model's predictions on counterfactuals."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.errors import DatasetMissingError, MalformedItemError
from benchmarks.ftc.explanations.counterfactual_hypothesis import label_of
from benchmarks.runs.json_rows import each_read, json_rows
from benchmarks.runs.responses import some
from logic.errors import brief
from logic.relations.nli import Label

CASES: Final = ("", "A", "B")
SPLITS: Final = ("dev", "test", "train")
LABELS: Final = (Label.ENTAILMENT, Label.CONTRADICTION, Label.NEUTRAL)
Probabilities = Mapping[Label, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A person's counterfactual hypothesis; `case` is A or B for N, otherwise empty."""

    hypothesis: str
    case: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedItem:
    """A hypothesis, the explanation of its label, and its reference rewrites.

    Parameters
    ----------
    spans
        The phrases A and B, if the file has them.
    """

    id: str
    hypothesis: str
    explanation: str
    label: Label
    premise: str | None = None
    references: tuple[Reference, ...] = ()
    spans: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """A task model's probabilities of E, C and N on one counterfactual, and its derived label."""

    id: str
    case: str
    probabilities: Probabilities
    label: Label | None = None


def load(path: Path, explanation: int = 1, skipped: list[str] | None = None) -> tuple[ExplainedItem, ...]:
    """Read a JSON Lines file, or a folder of e-SNLI with its line-aligned files.

    Parameters
    ----------
    explanation
        Which of e-SNLI's three explanations, 1 to 3.
    skipped
        Collects the error of each unreadable line, which is skipped; if None, the first one is raised.

    Raises
    ------
    DatasetMissingError
        If there is no such file, or no e-SNLI files in the folder.
    MalformedItemError
        If a line is no item and `skipped` is None, no line is one, or the files differ in length.
    """
    if path.is_dir():
        return tuple(_esnli(path, explanation, skipped))
    if not path.is_file():
        message = f"expected a JSON Lines file or a folder of e-SNLI, got {path}, which is neither; check the name"
        raise DatasetMissingError(message)
    rows = json_rows(path, skipped)
    items = tuple(each_read(rows, lambda row: _item(row.number, row.fields, explanation), skipped))
    if not items:
        came = f"{len(skipped)} lines that are none; the first: {skipped[0]}" if skipped else "an empty file"
        message = f"expected explained items in {path}, got {came}"
        raise MalformedItemError(message)
    return items


def _named(row: Mapping[str, Any]) -> str:
    return f", id {row['id']}" if isinstance(row.get("id"), str | int) else ""


def _item(number: int, row: Mapping[str, Any], explanation: int) -> ExplainedItem:
    said = row.get("explanation", row.get(f"explanation_{explanation}"))
    texts = {"hypothesis": row.get("hypothesis"), "explanation": said}
    label = label_of(str(row.get("label", "")))
    references = row.get("cf", [])
    wrong = [name for name, text in texts.items() if not isinstance(text, str) or not text.strip()]
    if wrong or label is None or not isinstance(references, list):
        came = ", ".join(wrong) or ("label" if label is None else "cf")
        message = (
            f'line {number}{_named(row)}: expected "id", "hypothesis", "explanation", "label" (E, C or N) '
            f'and perhaps "cf", got a wrong {came}; correct the line'
        )
        raise MalformedItemError(message)
    premise, spans = row.get("premise"), (row.get("A"), row.get("B"))
    return ExplainedItem(
        id=str(row.get("id", number)),
        hypothesis=str(texts["hypothesis"]),
        explanation=str(texts["explanation"]),
        label=label,
        premise=premise if isinstance(premise, str) and premise.strip() else None,
        references=tuple(_reference(number, one) for one in references),
        spans=(spans[0], spans[1]) if isinstance(spans[0], str) and isinstance(spans[1], str) else None,
    )


def _reference(number: int, row: object) -> Reference:
    if not isinstance(row, dict) or not isinstance(row.get("hypothesis"), str) or row.get("case", "") not in CASES:
        message = f'line {number}: expected "cf" of {{"hypothesis", "case"}}, got {brief(row)}; correct the line'
        raise MalformedItemError(message)
    return Reference(hypothesis=row["hypothesis"], case=row.get("case", ""))


def _esnli(folder: Path, explanation: int, skipped: list[str] | None = None) -> Iterator[ExplainedItem]:
    split = next((one for one in SPLITS if (folder / f"labels.{one}").is_file()), None)
    if split is None:
        message = f"expected e-SNLI files (s1.dev, s2.dev, labels.dev, ...) in {folder}, got none; check the folder"
        raise DatasetMissingError(message)
    names = (f"s1.{split}", f"s2.{split}", f"labels.{split}", f"preproc1_expl_{explanation}.{split}")
    missing = [name for name in names if not (folder / name).is_file()]
    if missing:
        message = f"expected {', '.join(names)} in {folder}, got no {missing[0]}; copy the whole release"
        raise DatasetMissingError(message)
    columns = [(folder / name).read_text(encoding="utf-8").rstrip("\n").split("\n") for name in names]
    if len({len(column) for column in columns}) != 1:
        lengths = ", ".join(f"{name} {len(column)}" for name, column in zip(names, columns, strict=True))
        message = f"expected files with as many lines each, got {lengths}; copy the release again"
        raise MalformedItemError(message)
    rows = (
        (f"labels.{split}, line {number}", number, *row) for number, row in enumerate(zip(*columns, strict=True), 1)
    )
    yield from each_read(rows, lambda row: _of_esnli(*row), skipped)


def _of_esnli(place: str, number: int, premise: str, hypothesis: str, named: str, said: str) -> ExplainedItem:
    label = label_of(named.strip())
    if label is None:
        message = f"{place}: expected a label of SNLI, got {brief(named)}; correct the line"
        raise MalformedItemError(message)
    return ExplainedItem(
        id=str(number),
        premise=premise.strip() or None,
        hypothesis=hypothesis.strip(),
        explanation=said.strip(),
        label=label,
    )


def load_predictions(path: Path) -> tuple[Prediction, ...]:
    """Read JSON Lines `{"id", "case", "label"?, "probabilities": {"E", "C", "N"}}`."""
    rows = json_rows(path, what="a JSON Lines file of predictions")
    return some(tuple(prediction(row.fields, row.place) for row in rows), path)


def prediction(row: Mapping[str, Any], place: str) -> Prediction:
    """Read one prediction; `place` identifies it in messages."""
    if row.get("case", "") not in CASES:
        message = f'{place}: expected "case" to be "", "A" or "B", got {brief(row.get("case"))}; correct the line'
        raise MalformedItemError(message)
    return Prediction(
        id=str(row.get("id")),
        case=row.get("case", ""),
        label=label_of(str(row.get("label", ""))),
        probabilities=checked_probabilities(row.get("probabilities"), place),
    )


def checked_probabilities(given: object, place: str) -> Probabilities:
    """Return probabilities of E, C and N, named by letter or word, that sum to 1.

    Examples
    --------
    >>> checked_probabilities({"entailment": 0.7, "contradiction": 0.1, "neutral": 0.2}, "here")[Label.NEUTRAL]
    0.2
    """
    found = {label_of(str(name)): value for name, value in given.items()} if isinstance(given, Mapping) else {}
    came = _no_distribution(found) if isinstance(given, Mapping) else brief(given)
    if came:
        message = f"{place}: expected probabilities of E, C and N that sum to 1, got {came}; correct them"
        raise MalformedItemError(message)
    return {label: float(found[label]) for label in LABELS}


def _no_distribution(found: Mapping[Label | None, Any]) -> str:
    """Return what keeps values of labels from being probabilities that sum to 1; empty if they are."""
    for label in LABELS:
        if label not in found:
            return f"none of {label.value}"
        if not _is_share(found[label]):
            return f"{brief(found[label])} as that of {label.value}"
    total = sum(found[label] for label in LABELS)
    return "" if math.isclose(total, 1, abs_tol=0.01) else f"a sum of {total:g}"


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def by_key(predictions: Sequence[Prediction]) -> dict[tuple[str, str], Prediction]:
    """Index predictions by item and case."""
    found: dict[tuple[str, str], Prediction] = {}
    for one in predictions:
        if (one.id, one.case) in found:
            message = f"expected one prediction for each counterfactual, got two for {one.id} {one.case}; drop one"
            raise MalformedItemError(message)
        found[one.id, one.case] = one
    return found
