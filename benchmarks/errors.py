"""Errors of the benchmark layer."""

from __future__ import annotations

from logic.errors import ReasoningError


class BenchmarkError(ReasoningError):
    """Wrong input to a benchmark."""


class DatasetMissingError(BenchmarkError, FileNotFoundError):
    """A dataset or generations file that is not where the caller said."""


class MalformedItemError(BenchmarkError, ValueError):
    """A dataset file that cannot be read as the published format."""


class TransformersMissingError(BenchmarkError, ImportError):
    """The transformers library is not installed."""
