"""The text of an item, assembled like the benchmark's own prompts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_DOOR: Final = "set of variables that satisfies the {door}-door criterion relative to an ordered pair of variables"
SET_QUESTIONS: Final = (
    ("max-BAS", "Which is the maximal " + _DOOR.format(door="back")),
    ("min-BAS", "Which is the minimal " + _DOOR.format(door="back")),
    ("BAS", "Which " + _DOOR.format(door="back")),
    ("FAS", "Which " + _DOOR.format(door="front")),
    ("IV", "Which set of variables is the instrumental variables relative to an ordered pair of variables"),
)
"""The question about a set, by a part of the task's name; the first match counts."""


def item_text(task: str, row: Mapping[str, Any]) -> tuple[str | None, bool]:
    """Return the text for a reader, and whether only a model can read it; None for an unknown row.

    Examples
    --------
    >>> row = {"di_edges": "A causes B", "bi_edges": "A and B", "treatment": "A", "outcome": "B"}
    >>> print(item_text("CEI-B_0.2-UC", row)[0])
    You will be presented with a causal graph in the following form: A causes B.
    There exist unobserved confounders between: A and B.
    Question: Whether the causal effect of A on B is identified or not?
    """
    for fields, write, by_model in _FORMS:
        if all(name in row for name in fields):
            return write(task, row), by_model
    return None, False


def _effect(_task: str, row: Mapping[str, Any]) -> str:
    info = [f"Input Info: {row['given_info']}", str(row["Background"].get("data_info", "")).strip()]
    asked = [f"Instruction: {row['Instruction']}", f"Question: {row['Question']}"]
    return "\n".join(line for line in (*info, *asked) if line)


def _story(_task: str, row: Mapping[str, Any]) -> str:
    return f"Input Info: {row['given_info']}\nQuestion: {row['question']}"


def _identified(_task: str, row: Mapping[str, Any]) -> str:
    lines = [f"You will be presented with a causal graph in the following form: {row['di_edges']}."]
    if str(row["bi_edges"]).strip():
        lines.append(f"There exist unobserved confounders between: {row['bi_edges']}.")
    pair = f"{row['treatment']} on {row['outcome']}"
    return "\n".join((*lines, f"Question: Whether the causal effect of {pair} is identified or not?"))


def _sets(task: str, row: Mapping[str, Any]) -> str | None:
    asked = next((words for name, words in SET_QUESTIONS if name in task), None)
    if asked is None:
        return None
    pair = f"({row['treatment']}, {row['outcome']})"
    lines = [
        f"You will be presented with a causal graph in the following form: {row['edges']}.",
        f"Question: {asked} {pair} in the above causal graph?",
        *(f"Option {number}: {row[f'option{number}']}" for number in (1, 2, 3)),
    ]
    return "\n".join(lines)


def _causes(_task: str, row: Mapping[str, Any]) -> str:
    return f"If {row['ar_edges']}.\nQuestion: Does {row['former']} cause {row['latter']}?"


def _kin(kin: str, name: str, row: Mapping[str, Any]) -> str:
    graph = f"You will be presented with a causal graph in the following form: {row['edges']}."
    return f"{graph}\nQuestion: Does {row[name]} serve as the {kin} node of {row['attribution']}?"


def _supposed(_task: str, row: Mapping[str, Any]) -> str:
    options = [f"Option {number}: {row.get(f'Answer{number}', '')}" for number in (1, 2, 3, 4)]
    return "\n".join((f"Input Event: {row['premise']}", f"Counterfactual Question: {row['QCC']}", *options))


_FORMS: Final = (
    (("Background", "given_info", "Instruction", "Question"), _effect, False),
    (("given_info", "question"), _story, False),
    (("di_edges", "bi_edges", "treatment", "outcome"), _identified, False),
    (("edges", "option1", "option2", "option3", "treatment", "outcome"), _sets, False),
    (("ar_edges", "former", "latter"), _causes, False),
    (("edges", "sampled_ancestor"), lambda _, row: _kin("ancestor", "sampled_ancestor", row), False),
    (("edges", "sampled_parent"), lambda _, row: _kin("parent", "sampled_parent", row), False),
    (("premise", "QCC"), _supposed, True),
    (("input",), lambda _, row: str(row["input"]), True),
)
"""For each form of row: its fields, its text function, and whether only a model can read it."""
