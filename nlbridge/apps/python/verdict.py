"""What `check` returns: valid or not, errors, score, criteria; or why a batch object has no answer.

In a notebook, a verdict displays as HTML with all outside text escaped.

Examples
--------
>>> escaped("<script>alert(1)</script>")
'&lt;script&gt;alert(1)&lt;/script&gt;'
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn, cast

from nlbridge.answering.result import MARKS, VERDICTS

if TYPE_CHECKING:
    from pandas import DataFrame

    from causalcore.pictures.picture import Picture
    from nlbridge.answering.request import Prepared
    from nlbridge.apps.python.rows import ErrorRow, VerdictRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Unanswered:
    """A batch object that could not be processed, and why.

    Results also have an `error`, which is None, so one test distinguishes them.

    Examples
    --------
    >>> from nlbridge.apps.python.functions import check
    >>> (found,) = check.many([{"id": 7, "text": "The pump failed."}])
    >>> found.id, found.error[:48]
    (7, 'expected exactly one of had, query and do, got n')
    """

    id: object
    error: str

    def to_dict(self) -> ErrorRow:
        """Return the line of a batch."""
        return {"id": self.id, "error": self.error}

    def to_json(self) -> str:
        """Return `to_dict` as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def explain(self) -> str:
        """Return the error message."""
        return self.error

    def __bool__(self) -> NoReturn:
        message = "expected found.error compared with None, got what could not be answered used as a truth value"
        msg = f"{message}; write `found.error is None`"
        raise TypeError(msg)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One criterion of a verdict.

    Parameters
    ----------
    kind
        intervention, changed, unchanged, connective, numeric, latent or new.
    verdict
        pass, fail or undetermined.
    confidence
        Probability of the verdict or, if undetermined, of the likelier of pass and fail.
    error
        Class of the error if it fails, E1 to E5.
    quote, span
        The words of the edit that the verdict relies on, and their offsets.
    rests_on
        `model` or `offline`, if a language model helped.
    provenance
        Who read those words: `words` or `model`.
    """

    kind: str
    event: str | None
    required: bool
    statement: str
    verdict: str
    confidence: float
    error: str | None
    quote: str
    span: tuple[int, int] | None
    why: str
    rests_on: str | None = None
    provenance: str = "words"


class Shown:
    """Hides private names from `dir`, which is for users."""

    def __dir__(self) -> list[str]:
        return sorted(name for name in super().__dir__() if not name.startswith("_") or name.startswith("__"))


@dataclass(frozen=True, eq=False, repr=False)
class Verdict(Shown):
    """The verdict on one edit.

    It has three values and so no truth value: compare `valid` with True, False or None.

    Parameters
    ----------
    row
        The JSON of `verify`; all properties read it.
    edit
        The edit, if available.
    prepared
        The rubric behind the verdict, if available; drawing the verdict needs it.

    Examples
    --------
    >>> from causalcore import check
    >>> text = "The pump failed, so the cellar flooded."
    >>> found = check(text, "The pump held, but the cellar flooded.", had="the pump not failed")
    >>> found  # doctest: +ELLIPSIS
    <Verdict: invalid (E2), score 0.0...; failed: e2 changed>
    >>> [(one.event, one.quote) for one in found.failed if one.event]
    [('e2', 'the cellar flooded')]
    >>> bool(found)
    Traceback (most recent call last):
    TypeError: expected verdict.valid compared with True, False or None, ...; write `verdict.valid is True`
    """

    row: VerdictRow
    edit: str | None = None
    prepared: Prepared | None = None

    @property
    def id(self) -> object:
        """The id of the request, if it had one."""
        return self.row["id"]

    @property
    def error(self) -> None:
        """None, since the edit was judged; `Unanswered` has a message instead."""
        return

    @property
    def valid(self) -> bool | None:
        """Whether the edit is valid; None if undetermined."""
        return self.row["valid"]

    @property
    def errors(self) -> tuple[str, ...]:
        """Classes of error, E1 to E5; empty unless the edit is invalid."""
        return tuple(self.row["errors"])

    @property
    def score(self) -> float:
        """How much of what is required the edit shows: 1 if valid, below 1/2 if invalid.

        Units
        -----
        share of the required criteria, 0 to 1
        """
        return self.row["score"]

    @property
    def confidence(self) -> float:
        """Probability that the verdict is right; if undetermined, that of the likelier of valid and invalid.

        Units
        -----
        probability
        """
        return self.row["confidence"]

    @property
    def reasons(self) -> tuple[str, ...]:
        """Sentences on why the edit is invalid or undetermined."""
        return tuple(self.row["reasons"])

    @cached_property
    def criteria(self) -> tuple[Judged, ...]:
        """The criteria with their outcomes."""
        rows = cast("list[dict[str, Any]]", self.row["criteria"])
        return tuple(Judged(**{**row, "span": tuple(row["span"]) if row["span"] else None}) for row in rows)

    @property
    def failed(self) -> tuple[Judged, ...]:
        """The criteria that the edit fails."""
        return tuple(criterion for criterion in self.criteria if criterion.verdict == "fail")

    def to_dict(self) -> VerdictRow:
        """Return the output of `causalcore verify --format json`."""
        return self.row

    def to_json(self) -> str:
        """Return `to_dict` as JSON."""
        return json.dumps(self.row, ensure_ascii=False)

    def to_pandas(self) -> DataFrame:
        """Return a data frame with a row for each criterion."""
        import pandas as pd

        return pd.DataFrame(self.row["criteria"])

    def explain(self) -> str:
        """Return the reasons, and what each required criterion relies on."""
        required = [f"{c.verdict}: {c.statement} {c.why}".rstrip() for c in self.criteria if c.required]
        return "\n".join([*self.reasons, *required])

    def svg(self) -> str:
        """Draw the graph with the outcome of each event in the edit.

        Raises
        ------
        ValueError
            For a verdict of `check.many`, which has no rubric.
        """
        from causalcore.pictures.svg import svg

        if self.prepared is None:
            message = "expected a verdict with its rubric, got one of a batch; use check(text, edit, ...) to draw it"
            raise ValueError(message)
        return svg(verdict_picture(self.prepared, self.row))

    def __bool__(self) -> NoReturn:
        message = "expected verdict.valid compared with True, False or None, got a verdict used as a truth value"
        msg = f"{message}; write `verdict.valid is True`"
        raise TypeError(msg)

    def __str__(self) -> str:
        return "\n".join([f"{VERDICTS[self.valid]}{_listed(self.errors)}, score {self.score:.2f}", *self.reasons])

    def __repr__(self) -> str:
        broken = ", ".join(" ".join(filter(None, (c.event, c.kind))) for c in self.failed)
        failed = f"; failed: {broken}" if broken else ""
        return f"<Verdict: {VERDICTS[self.valid]}{_listed(self.errors)}, score {self.score:.2g}{failed}>"

    def _repr_html_(self) -> str:
        verdict = escaped(verdict_in_words(self.valid, self.errors, self.confidence))
        reasons = "".join(f"<li>{escaped(reason)}</li>" for reason in self.reasons)
        edit = f"<blockquote>{escaped(self.edit)}</blockquote>" if self.edit is not None else ""
        graph = scrolled(self.svg()) if self.prepared is not None else ""
        rows = [(MARKS[c.verdict], c.event or c.kind, c.statement, c.quote, c.why) for c in self.criteria]
        criteria = table(("", "about", "criterion", "words of the edit", "why"), rows)
        return f"<div><p><b>{verdict}</b></p><ul>{reasons}</ul>{edit}{graph}{criteria}</div>"


def verdict_picture(prepared: Prepared, row: VerdictRow) -> Picture:
    """Return the picture of a rubric's graph, marked by a verdict."""
    from nlbridge.telling.graph_drawing import picture_of

    picture = picture_of(prepared.rubric)
    outcome = {c["event"]: MARKS[c["verdict"]] for c in row["criteria"] if c["kind"] != "connective"}
    boxes = tuple(
        replace(box, head=f"{box.head} {outcome[box.id]}") if box.id in outcome else box for box in picture.boxes
    )
    return replace(picture, boxes=boxes, caption=verdict_in_words(row["valid"], row["errors"], row["confidence"]))


def verdict_in_words(valid: bool | None, errors: Sequence[str], confidence: float) -> str:
    """Return a verdict in a few words.

    Examples
    --------
    >>> verdict_in_words(False, ["E2"], 0.97)
    'The edit is invalid (E2), 97% sure'
    """
    if valid is None:
        return "The edit is undetermined"
    return f"The edit is {VERDICTS[valid]}{_listed(errors)}, {confidence:.0%} sure"


def _listed(errors: Sequence[str]) -> str:
    return f" ({', '.join(errors)})" if errors else ""


def escaped(text: object) -> str:
    """Return outside text as HTML that displays it and does nothing else."""
    from causalcore.pictures.picture import printable

    return html.escape(printable(str(text)), quote=True)


def scrolled(svg: str) -> str:
    """Return a drawing in a box that scrolls sideways."""
    return f'<div style="overflow-x:auto">{svg}</div>'


def table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return an HTML table of outside text."""
    top = "".join(f"<th>{escaped(head)}</th>" for head in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escaped(item)}</td>' for item in row)}</tr>" for row in rows)
    return f'<table style="text-align:left"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>'
