"""Memory of one worker over thousands of edits: whether it stays flat.

    python tests/performance/worker_memory.py [--edits 10000] [--per-text 5]

The lines are those of `batch_memory.py`, with hardly a repeated word. This process answers them, so that only the
worker is measured. Prints a line of JSON per thousand edits, with the resident memory in MB and the edits per second of
processor time so far, and one for the whole. The exit code is 1 if memory grew by more than 2 % in the second half.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time

import numpy as np
from batch_memory import resident, rows

from nlbridge.answering.batch import run, verify_line
from nlbridge.answering.lines import Line
from nlbridge.answering.request import Settings
from nlbridge.language.pipeline.quick_start import start_quickly

STEP = 1000
MOST_GROWTH = 0.02


def main() -> int:
    """Answer, read the memory, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--per-text", type=int, default=5)
    asked = parser.parse_args()
    start_quickly()
    lines = tuple(
        Line(number=number, data=json.dumps(row).encode())
        for number, row in enumerate(rows(asked.edits, asked.per_text), 1)
    )
    seen, errors, start = [], 0, time.process_time()
    for number, row in enumerate(run(lines, verify_line, Settings(), jobs=1), 1):
        errors += "error" in row
        if number % (STEP // 10) == 0:
            seen.append((number, resident(os.getpid())))
        if number % STEP == 0:
            rate = round(number / (time.process_time() - start), 1)
            print(json.dumps({"edits": number, "MB": round(seen[-1][1], 1), "a second": rate}), flush=True)
    late = [(number, megabytes) for number, megabytes in seen if number > asked.edits / 2]
    slope = float(np.polyfit(*zip(*late, strict=True), 1)[0]) * STEP
    growth = slope * asked.edits / 2 / STEP / late[0][1]
    summary = {"errors": errors, "MB more per thousand, second half": round(slope, 2), "growth": round(growth, 4)}
    print(json.dumps(summary))
    return int(growth > MOST_GROWTH)


if __name__ == "__main__":
    sys.exit(main())
