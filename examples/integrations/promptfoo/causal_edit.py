"""promptfoo calls `get_assert(output, context)` of the file that an assertion names."""

from __future__ import annotations

from benchmarks import get_assert

__all__ = ["get_assert"]
