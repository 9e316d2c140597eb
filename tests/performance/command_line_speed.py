"""How fast the command starts, and how many edits a second it judges.

    python tests/performance/command_line_speed.py [--rounds 3]

Prints one line of JSON for each measurement, the least of the rounds. Processor time is that of the whole process
and, unlike the time by the clock, hardly depends on what else the machine does. Batches are of the example scenarios,
each text in a town and on a day of its own, on one core; what a batch of one edit takes is taken off as start-up. The
peer is spaCy alone: the same texts and edits parsed one by one with the pipeline of the package, start-up off as well.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from batch_memory import rows

TEXT = "The pump in the old mill failed overnight, so the cellar flooded. As a result, the miller lost his flour."
HAD = "the pump not failed"
COMMAND = (sys.executable, "-m", "nlbridge.apps.command.cli")
BATCHES = ((100, 1), (1000, 50))
"""Number of edits, and of consecutive edits that share a text."""

PEER = """
import json, sys
from nlbridge.language.pipeline.parsing import load_pipeline
nlp = load_pipeline()
for row in map(json.loads, open(sys.argv[1], encoding="utf-8")):
    nlp(row["text"]), nlp(row["edit"])
"""


def least(command: Sequence[str], rounds: int) -> tuple[float, float]:
    """Return the least clock and processor times; exit if the command fails.

    A batch may have lines that cannot be processed.
    """
    clock, processor = [], []
    for _ in range(rounds):
        start, before = time.perf_counter(), _spent()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        clock.append(time.perf_counter() - start)
        processor.append(_spent() - before)
        if done.returncode not in {0, 1, 3} and len(done.stdout.splitlines()) < 2:
            sys.exit(f"{' '.join(command)} ended with {done.returncode}: {done.stderr}")
    return min(clock), min(processor)


def _spent() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def told(what: str, clock: float, processor: float, **more: float) -> None:
    """Print a measurement."""
    print(json.dumps({"what": what, "seconds": round(clock, 2), "processor": round(processor, 2)} | more), flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    told("causalcore --help", *least([*COMMAND, "--help"], rounds))
    told("causalcore rubric, one text, cold", *least([*COMMAND, "rubric", TEXT, "--had", HAD], rounds))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "edits.jsonl"
        judge = [*COMMAND, "verify", "--jsonl", str(path), "--jobs", "1"]
        peer = [sys.executable, "-c", PEER, str(path)]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows(1)), encoding="utf-8")
        start, peer_start = least(judge, rounds), least(peer, rounds)
        told("causalcore verify, a batch of one edit", *start)
        for edits, shared in BATCHES:
            path.write_text("".join(json.dumps(row) + "\n" for row in rows(edits, shared)), encoding="utf-8")
            clock, processor = least(judge, rounds)
            parsing = least(peer, rounds)[1] - peer_start[1]
            after = processor - start[1]
            told(
                f"causalcore verify --jobs 1, {edits} edits of {edits // shared} texts",
                clock,
                processor,
                **{
                    "edits a second by the clock, with start-up": round(edits / clock, 1),
                    "edits a second of processor time, after start": round(edits / after, 1),
                    "times spaCy alone": round(after / parsing, 2),
                },
            )


if __name__ == "__main__":
    main()
