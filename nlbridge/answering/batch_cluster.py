"""Run a batch on a Dask cluster; answers come in order, and none is lost when a worker dies."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from threading import Lock
from typing import Any, Final, Generic
from uuid import uuid4

from nlbridge.answering.batch_processes import Line, Row, in_order
from nlbridge.errors import BridgeError

WAITING: Final = 20
"""Pieces in flight for each thread of the cluster: rows come in order, so a slow piece holds back finished ones."""
ASKED_AGAIN: Final = 50
"""Pieces after which to count the threads of the cluster again."""
SECONDS: Final = 30
"""How long a scheduler may take to answer."""
MOST_EMPTY: Final = 4
"""A cluster may be without workers for this many times `SECONDS`."""
_CONFIG: Final = {
    # One dead process may be bad luck; a piece that ends two is worked on line by line.
    "distributed.scheduler.allowed-failures": 1,
    # The default gives up a worker that needs over 15 seconds to restart, as on a busy machine.
    "distributed.deploy.lost-worker-timeout": "10 minutes",
}
_LOCAL: Final = re.compile(r"local(?::([1-9]\d{0,3}))?")
_alone_at_work: Final = Lock()
"""A worker may have several threads, but only one of them may use the process's memory of texts at a time."""


class ClusterError(BridgeError, ConnectionError):
    """The cluster cannot be reached, or its workers cannot do the work."""


@contextmanager
def cluster(address: str, start: Callable[[], object]) -> Iterator[Any]:
    """Yield a client of a cluster whose workers load what they need before their first piece.

    Parameters
    ----------
    address
        Address of a scheduler, such as `tcp://10.0.0.7:8786`; `local` for one process per core of this machine,
        `local:4` for four.
    start
        Runs once in each worker, including those that join later.
    """
    import dask

    class Start(_library().WorkerPlugin):  # type: ignore[misc]
        """Runs when a worker starts."""

        def setup(self, worker: object) -> None:
            """Load what the work needs."""
            start()

    for log in ("distributed", "distributed.nanny", "distributed.worker", "distributed.scheduler"):
        logging.getLogger(log).setLevel(logging.CRITICAL)  # A worker that dies loses no work.
    with dask.config.set(_CONFIG), _opened(address) as client:
        name = f"causalcore-{uuid4()}"
        try:
            try:
                client.register_plugin(Start(), name=name)
            except Exception as failed:
                raise _unfit(failed) from failed
            yield client
        finally:
            with suppress(Exception):  # The cluster may be gone; if not, later batches load for themselves.
                client.unregister_worker_plugin(name)


def reached_from(address: str) -> str:
    """Return the address at which the workers of a cluster reach this machine.

    Examples
    --------
    >>> reached_from("local:4"), reached_from("tcp://127.0.0.1:8786")
    ('127.0.0.1', '127.0.0.1')
    """
    from urllib.parse import urlsplit

    from nlbridge.chat.sharing import LOOPBACK, address_towards

    if _LOCAL.fullmatch(address):
        return LOOPBACK
    parts = urlsplit(address)
    try:
        return address_towards(parts.hostname or LOOPBACK, parts.port or 1)
    except (OSError, ValueError) as unknown:
        message = f"expected a Dask scheduler at {address}, got {unknown}; correct the address"
        raise ClusterError(message) from unknown


def refuse_cluster(address: str) -> None:
    """Raise `ClusterError` if the address is invalid or `distributed` is not installed.

    Examples
    --------
    >>> refuse_cluster("local:0")
    Traceback (most recent call last):
    nlbridge.answering.batch_cluster.ClusterError: expected --dask local, local:N or an address such as
    tcp://10.0.0.7:8786, got 'local:0'; correct it
    """
    from importlib.util import find_spec

    if not _LOCAL.fullmatch(address) and "://" not in address:
        message = (
            f"expected --dask local, local:N or an address such as tcp://10.0.0.7:8786, got {address!r}; correct it"
        )
        raise ClusterError(message)
    if find_spec("distributed") is None:
        message = "expected the extra dask, got an installation without it; pip install 'causalcore[dask]'"
        raise ClusterError(message)


def _library() -> Any:
    """Return Dask's cluster library as `Any`: it has types for some of its functions only."""
    import distributed

    return distributed


@contextmanager
def _opened(address: str) -> Iterator[Any]:
    library, local = _library(), _LOCAL.fullmatch(address)
    if local is None:
        try:
            client = library.Client(address, timeout=SECONDS)
        except (OSError, ValueError) as failed:
            message = f"expected a Dask scheduler at {address}, got {failed}; start one with `dask scheduler`"
            raise ClusterError(message) from failed
        with client:
            yield client
        return
    options = {"threads_per_worker": 1, "processes": True, "dashboard_address": ":0", "silence_logs": logging.CRITICAL}
    with (
        library.LocalCluster(n_workers=int(local[1]) if local[1] else None, **options) as here,
        library.Client(here) as client,
    ):
        yield client


class Cluster(Generic[Line, Row]):
    """A pool of workers; the cluster hands the pieces of a dead worker to another one.

    `work` answers the lines of a piece; it must be picklable, with its bound arguments.
    """

    def __init__(self, client: Any, work: Callable[[tuple[Line, ...]], Sequence[Row]]) -> None:
        self.client, self.work = client, partial(_in_turn, work)
        self._asked, self._room = 0, 1

    @property
    def room(self) -> int:
        """How many pieces may be in flight."""
        if self._asked % ASKED_AGAIN == 0:
            self._room = max(1, WAITING * sum(self.client.nthreads().values()))
        self._asked += 1
        return self._room

    def submit(self, piece: tuple[Line, ...]) -> Any:
        """Start work on a piece."""
        return self.client.submit(self.work, piece, pure=False)

    def rows(self, task: Any) -> Sequence[Row] | None:
        """Wait for the rows of a piece; return None if it ended its workers."""
        try:
            _await(self.client, task)
            result: Sequence[Row] = task.result()
        except ClusterError:
            raise
        except _library().KilledWorker:
            return None
        except Exception as failed:
            raise _unfit(failed) from failed
        return result


def spread_over(
    client: Any,
    pieces: Iterable[tuple[Line, ...]],
    work: Callable[[tuple[Line, ...]], Sequence[Row]],
    lost: Callable[[Line], Row],
) -> Iterator[Row]:
    """Work on pieces in a cluster and yield rows like `nlbridge.answering.batch_processes.in_order`."""
    return in_order(Cluster(client, work), pieces, lost)


def _in_turn(work: Callable[[tuple[Line, ...]], Sequence[Row]], piece: tuple[Line, ...]) -> Sequence[Row]:
    """Work on one piece at a time in each process."""
    with _alone_at_work:
        return work(piece)


def _await(client: Any, task: Any) -> None:
    """Wait until a piece is answered or given up; raise `ClusterError` if there are no workers for too long."""
    empty = 0
    while empty < MOST_EMPTY:
        try:
            _library().wait([task], timeout=SECONDS)
        except TimeoutError:
            empty = 0 if client.nthreads() else empty + 1
        else:
            return
    message = (
        f"expected workers, got none for {MOST_EMPTY * SECONDS} seconds; start some and the command again, "
        "which with --out goes on where it stopped"
    )
    raise ClusterError(message)


def _unfit(failed: Exception) -> ClusterError:
    message = (
        f"expected workers that can do the work, got {type(failed).__name__}: {failed}; install this version of "
        "causalcore where they run, and see that the scheduler is up"
    )
    return ClusterError(message)
