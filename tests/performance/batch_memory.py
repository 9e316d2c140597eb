"""Memory and speed of a long batch, and whether it keeps the order.

    python tests/performance/batch_memory.py [--edits 10000] [--jobs 2] [--with OPTIONS]

The edits come from the example scenarios. Each text gets its own day and town, and each edit drops or doubles a word
and adds a made-up one, so that hardly any line or word repeats. Five consecutive edits share their text.
Prints a line of JSON per thousand answers, with the resident memory of all processes of the batch in MB, and one for
the whole batch.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

SCENARIOS = Path(__file__).parents[2] / "examples" / "scenarios"
COMMAND = (sys.executable, "-m", "nlbridge.apps.command.cli", "verify", "--jsonl")
PER_TEXT = 5
SYLLABLES = "ba dor fen gul har kim lo mar nes ol pra quin ros sel tun ver wic yar zel".split()
PAGE = resource.getpagesize()


def rows(count: int, per_text: int = PER_TEXT) -> Iterator[dict[str, object]]:
    """Yield so many lines, with a fixed seed."""
    chance = random.Random(0)
    examples = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(SCENARIOS.glob("*.json"))]
    for number in range(count):
        example = examples[number // per_text % len(examples)]
        if number % per_text == 0:
            town = "".join(chance.choices(SYLLABLES, k=3)).title()
            place = f"On day {number // per_text} in {town}, "
        words = chance.choice(example["edits"])["text"].split()
        at = chance.randrange(len(words))
        words[at : at + 1] = [] if chance.random() < 0.5 else [words[at]] * 2
        words.insert(chance.randrange(1, len(words)), "".join(chance.choices(SYLLABLES, k=5)))
        yield {
            "id": number,
            "text": place + _lower(example["text"]),
            "had": example["had"],
            "edit": place + _lower(" ".join(words)),
        }


def _lower(text: str) -> str:
    return text[0].lower() + text[1:] if text[:2] in {"A ", "Th", "Wh", "Be", "Us"} else text


def family(process: int) -> list[int]:
    """Return the ids of a process and its descendants."""
    members = [process]
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            members += [one for child in path.read_text().split() for one in family(int(child))]
        except OSError:
            continue
    return members


def resident(process: int) -> float:
    """Return the resident memory of a process in MB; 0 if it has ended."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE / 1e6
    except OSError:
        return 0.0


def main() -> None:
    """Run the batch, read its memory as answers arrive, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--with", dest="more", default="", help="further options of verify")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "edits.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows(asked.edits)), encoding="utf-8")
        watch([*COMMAND, str(path), "--jobs", str(asked.jobs), *shlex.split(asked.more)], asked.edits, asked.jobs)


def watch(command: list[str], edits: int, jobs: int) -> None:
    """Run one batch, and print its memory and speed."""
    start = time.perf_counter()
    ids, errors, seen = [], 0, []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as batch:
        assert batch.stdout is not None
        for line in batch.stdout:
            row = json.loads(line)
            ids.append(row["id"])
            errors += "error" in row
            if len(ids) % 100 == 0:
                seen.append((len(ids), [resident(one) for one in family(batch.pid)]))
            if len(ids) % 1000 == 0:
                seconds = round(time.perf_counter() - start)
                memory = [round(one) for one in sorted(seen[-1][1], reverse=True) if one > 40]
                print(json.dumps({"answered": len(ids), "seconds": seconds, "MB": memory}), flush=True)
    took = time.perf_counter() - start
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = spent.ru_utime + spent.ru_stime
    late = [(count, sum(memory)) for count, memory in seen if count > edits / 2]
    slope = float(np.polyfit(*zip(*late, strict=True), 1)[0]) * 1000 if len(late) > 2 else float("nan")
    print(
        json.dumps(
            {
                "edits": edits,
                "jobs": jobs,
                "errors": errors,
                "in order": ids == list(range(edits)),
                "seconds": round(took, 1),
                "edits a second": round(edits / took, 1),
                "edits a second of processor time": round(edits / processor, 1),
                "most MB": round(max(sum(memory) for _, memory in seen)),
                "MB more per thousand edits, second half": round(slope, 2),
            }
        )
    )


if __name__ == "__main__":
    main()
