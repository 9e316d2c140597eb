"""The folder of a comparison of two runs, and the exit if nothing can be compared."""

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


def undecided() -> None:
    """Report that two runs cannot be compared, and exit with `UNDETERMINED`."""
    sys.stderr.write("causalcore: no question was decided in both runs, so neither can be called better\n")
    raise typer.Exit(UNDETERMINED)
