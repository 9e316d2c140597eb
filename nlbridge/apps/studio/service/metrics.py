"""Counters of the interface in Prometheus' text form."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nlbridge.apps.studio.service.workers import Workers

BUCKETS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
"""Upper ends, in seconds."""


@dataclass(slots=True)
class Metrics:
    """Requests by path and status, and how long they took.

    Examples
    --------
    >>> metrics = Metrics()
    >>> metrics.add("/v1/read", 200, 0.03)
    >>> [line for line in metrics.lines() if line.startswith("causalcore_requests_total")]
    ['causalcore_requests_total{path="/v1/read",status="200"} 1']
    """

    requests: Counter[tuple[str, int]] = field(default_factory=Counter)
    buckets: Counter[tuple[str, float]] = field(default_factory=Counter)
    seconds: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, path: str, status: int, seconds: float) -> None:
        """Count a request.

        Parameters
        ----------
        path
            One of the paths of the interface, never what a request named.
        """
        with self._lock:
            self.requests[path, status] += 1
            self.seconds[path] += seconds  # type: ignore[assignment]  # counters count fractions, too
            for end in (*BUCKETS, float("inf")):
                self.buckets[path, end] += seconds <= end

    def lines(self) -> Iterator[str]:
        """Yield what was counted."""
        yield "# HELP causalcore_requests_total Requests that were answered."
        yield "# TYPE causalcore_requests_total counter"
        for (path, status), count in sorted(self.requests.items()):
            yield f'causalcore_requests_total{{path="{path}",status="{status}"}} {count}'
        yield "# HELP causalcore_request_seconds How long requests took."
        yield "# TYPE causalcore_request_seconds histogram"
        for path in sorted(self.seconds):
            for end in (*BUCKETS, float("inf")):
                least = "+Inf" if end == float("inf") else f"{end:g}"
                yield f'causalcore_request_seconds_bucket{{path="{path}",le="{least}"}} {self.buckets[path, end]}'
            yield f'causalcore_request_seconds_sum{{path="{path}"}} {self.seconds[path]:.6f}'
            yield f'causalcore_request_seconds_count{{path="{path}"}} {self.buckets[path, float("inf")]}'


def metrics_text(metrics: Metrics, workers: Workers) -> str:
    """Return all that is counted, of requests and of the processes that answer them."""
    counts = workers.counts
    counters = {
        "tasks_accepted": ("Tasks that were put in the queue.", counts.accepted),
        "tasks_answered": ("Tasks that were answered.", counts.answered),
        "tasks_forgotten": ("Tasks whose client went away.", counts.forgotten),
        "tasks_refused": ("Tasks that the queue did not take.", counts.refused),
        "process_restarts": ("Processes that ended before their time.", workers.restarts),
    }
    gauges = {
        "tasks_running": ("Tasks that run.", counts.running),
        "tasks_waiting": ("Tasks that wait.", workers.waiting),
        "processes": ("Processes that answer.", workers.processes),
        "processes_live": ("Processes that answer and live.", workers.live),
    }
    lines = list(metrics.lines())
    for name, (told, count) in counters.items():
        lines += _plain(f"causalcore_{name}_total", "counter", told, count)
    for name, (told, count) in gauges.items():
        lines += _plain(f"causalcore_{name}", "gauge", told, count)
    return "\n".join(lines) + "\n"


def _plain(name: str, kind: str, told: str, count: int) -> list[str]:
    return [f"# HELP {name} {told}", f"# TYPE {name} {kind}", f"{name} {count}"]
