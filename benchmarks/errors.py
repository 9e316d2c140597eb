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


class JobsError(BenchmarkError, ValueError):
    """A number of processes that cannot be; ask for one or more."""


class RewardColumnsError(BenchmarkError, ValueError):
    """Columns of a data set that do not say what was asked; see which names a reward looks for."""


class RewardOptionError(BenchmarkError, ValueError):
    """An option that is no reward; give None or a finite number."""


class NotJudgedError(BenchmarkError, RuntimeError):
    """A rewrite that could not be judged, which is no fault of who wrote it; correct the request, or try again."""


class ThresholdError(BenchmarkError, ValueError):
    """A threshold that no score can be compared with; give a number from 0 to 1."""


class FrameColumnsError(BenchmarkError, ValueError):
    """A data frame without a column that is needed; see which names are looked for."""


class UnknownReplyError(BenchmarkError, ValueError):
    """A reply from an annotation tool that answers no question; export the questions again."""
