"""What comparisons of runs show, their folder, and the exit if nothing can be compared."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Final

import typer

from benchmarks.reports.report import Section, markdown, page

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

UNDETERMINED: Final = 3
"""Exit code if nothing was decided."""


def write_comparison(
    out: Path, benchmark: str, names: tuple[str, str], found: Mapping[str, Any], parts: tuple[Section, ...]
) -> None:
    """Write comparison.json, report.md and report.html into a folder."""
    out.mkdir(parents=True, exist_ok=True)
    heading = f"{benchmark}: {names[0]} and {names[1]}"
    (out / "comparison.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    (out / "report.md").write_text(markdown(heading, parts), encoding="utf-8")
    (out / "report.html").write_text(page(heading, parts), encoding="utf-8")


def better(verdict: str, names: tuple[str, str]) -> str:
    """Say which of two runs is better.

    Examples
    --------
    >>> better("second", ("small", "large")), better("tied", ("small", "large"))
    ('large is better', 'tied')
    """
    return {"first": f"{names[0]} is better", "second": f"{names[1]} is better"}.get(verdict, "tied")


def shared_words(found: Mapping[str, Any], names: tuple[str, str]) -> str:
    """Say how many questions both runs answered, and how many only one did.

    Examples
    --------
    >>> shared_words({"shared": 6, "only_in_first": 4, "only_in_second": 0}, ("small", "large"))
    '6 questions that both answered; not compared are 4 that small alone answered'
    """
    sides = zip((found["only_in_first"], found["only_in_second"]), names, strict=True)
    alone = " and ".join(f"{count} that {name} alone answered" for count, name in sides if count)
    return f"{found['shared']} questions that both answered" + (f"; not compared are {alone}" if alone else "")


def percent(value: float | None) -> str:
    """Format a share."""
    return "-" if value is None else f"{value:.1%}"


def p_value(value: float | None) -> str:
    """Format a p value."""
    return "-" if value is None else f"{value:.3g}"


def difference(one: Mapping[str, Any]) -> str:
    """Format the difference of two runs with its interval, if it has one."""
    if one["difference"] is None:
        return "-"
    interval = "" if one["low"] is None else f" [{one['low']:+.1%}, {one['high']:+.1%}]"
    return f"{one['difference']:+.1%}{interval}"


def undecided() -> None:
    """Report that two runs cannot be compared, and exit with `UNDETERMINED`."""
    sys.stderr.write("causalcore: no question was decided in both runs, so neither can be called better\n")
    raise typer.Exit(UNDETERMINED)
