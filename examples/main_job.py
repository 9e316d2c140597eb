"""The main job, with the commands that do it: read, derive, judge two edits, score a CoBe file.

Run it from anywhere: `python examples/main_job.py`. It needs no network and no key.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
COMMAND = "from nlbridge.command.cli import main; main()"
TEXT = str(HERE / "greenhouse" / "text.txt")
HAD = ["--had", "the vent not been stuck"]
AS_TEXT = ["--format", "text"]
VALID, INVALID = 0, 1


def run(*arguments: str) -> int:
    """Show a command, run it, and return its exit code."""
    shown = shlex.join(argument.replace(f"{HERE}/", "examples/") for argument in arguments)
    sys.stdout.write(f"\n$ causalcore {shown}\n")
    sys.stdout.flush()
    return subprocess.run([sys.executable, "-c", COMMAND, *arguments], check=False).returncode  # noqa: S603  our own command


def main() -> int:
    """Run the four commands; return 0 if the right edit was not refused, the wrong one was, and CoBe was scored."""
    derived = run("rubric", TEXT, *HAD, *AS_TEXT)
    right = run("verify", TEXT, *HAD, "--edit", str(HERE / "greenhouse" / "right.txt"), *AS_TEXT)
    wrong = run("verify", TEXT, *HAD, "--edit", str(HERE / "greenhouse" / "wrong.txt"), *AS_TEXT)
    with tempfile.TemporaryDirectory() as folder:
        scored = run("score", "cobe", str(HERE / "cobe_small.json"), "--out", folder)
        report = Path(folder, "report.md")
        if report.exists():
            sys.stdout.write(report.read_text(encoding="utf-8").partition("\n## Generations")[0] + "\n")
    return int((derived, right, wrong, scored) != (0, VALID, INVALID, 0))


if __name__ == "__main__":
    sys.exit(main())
