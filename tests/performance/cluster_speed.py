"""The gain of a second worker in a Dask cluster, and the cluster's cost against processes of one machine.

    python tests/performance/cluster_speed.py [--edits 200] [--workers 1 2]

The edits are those of `batch_memory.py`. Prints a line of JSON per number of workers: edits per second between first
and last answer, and processor time of all processes per edit, including start-up. On a busy machine, processor time is
more reliable than the clock.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import tempfile
import time
from pathlib import Path

from batch_memory import COMMAND, rows


def spent() -> float:
    """Return the processor time of finished child processes."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measured(path: Path, edits: int, options: list[str]) -> dict[str, object]:
    """Run one batch."""
    before, begun = spent(), time.perf_counter()
    times = []
    with subprocess.Popen([*COMMAND, str(path), *options], stdout=subprocess.PIPE, text=True) as batch:
        assert batch.stdout is not None
        times = [time.perf_counter() for _ in batch.stdout]
    assert len(times) == edits
    return {
        "options": " ".join(options),
        "edits": edits,
        "seconds to the first answer": round(times[0] - begun, 1),
        "edits a second after it": round((edits - 1) / (times[-1] - times[0]), 1),
        "processor seconds": round(spent() - before, 1),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "edits.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows(asked.edits)), encoding="utf-8")
        for count in asked.workers:
            for options in (["--jobs", str(count)], ["--dask", f"local:{count}"]):
                print(json.dumps(measured(path, asked.edits, options)), flush=True)


if __name__ == "__main__":
    main()
