"""Errors of the benchmark layer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from logic.errors import ReasoningError, brief, place_of


class BenchmarkError(ReasoningError):
    """Wrong input to a benchmark."""


class DatasetMissingError(BenchmarkError, FileNotFoundError):
    """A dataset or generations file does not exist."""


class MalformedItemError(BenchmarkError, ValueError):
    """A dataset file does not have the published format."""


class TransformersMissingError(BenchmarkError, ImportError):
    """The transformers library is not installed."""


class JobsError(BenchmarkError, ValueError):
    """An impossible number of processes; ask for one or more."""


class RewardColumnsError(BenchmarkError, ValueError):
    """Columns of a data set do not contain the request; see which names a reward looks for."""


class RewardOptionError(BenchmarkError, ValueError):
    """An option is no reward; give None or a finite number."""


class NotJudgedError(BenchmarkError, RuntimeError):
    """A rewrite could not be judged, through no fault of its author; correct the request, or try again."""


class ThresholdError(BenchmarkError, ValueError):
    """An invalid threshold; give a number from 0 to 1."""


class FrameColumnsError(BenchmarkError, ValueError):
    """A data frame lacks a required column; see which names are looked for."""


class UnknownReplyError(BenchmarkError, ValueError):
    """A reply from an annotation tool answers no question; export the questions again."""


def wrong_field(first: Mapping[str, Any]) -> str:
    """Say what is wrong with a field of a line, from the first error that pydantic lists, without names of classes.

    Examples
    --------
    >>> wrong_field({"type": "missing", "loc": ("response",), "input": {}})
    'no response'
    >>> wrong_field({"type": "model_type", "loc": ("strength",), "input": "high"})
    "'high' as strength"
    """
    place = place_of(one for one in first["loc"] if not str(one).startswith(("_", "list["))) or "the line"
    words = {"missing": f"no {place}", "extra_forbidden": f"an unknown {place}"}
    return words.get(first["type"], f"{brief(first['input'])} as {place}")
