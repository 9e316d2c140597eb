"""The main job, without network or key: derive a rubric, judge two edits by it, score a CoBe file."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from causalcore import rubric

HERE = Path(__file__).parent


def main() -> int:
    """Print what was found; return 0 if the right edit is valid and the wrong one is not."""
    found = rubric(HERE / "greenhouse" / "text.txt", had="the vent not been stuck")
    print(found.scenario.text, *(f"  {one.statement} ({one.confidence:.0%})" for one in found.criteria), sep="\n")
    verdicts = [found.check((HERE / "greenhouse" / f"{name}.txt").read_text().strip()) for name in ("right", "wrong")]
    for verdict in verdicts:
        print(f"\n{verdict.edit}\n  {verdict}", *verdict.reasons[:1], sep="\n  ")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "causalcore", "score", "cobe", HERE / "cobe_small.json", "--out", folder]
        scored = json.loads(subprocess.check_output(command))["derived"]  # noqa: S603  our own command
    print("\nCoBe:", ", ".join(f"{scored[name]} {name}" for name in ("correct", "incorrect", "undetermined")))
    return int([verdict.valid for verdict in verdicts] != [True, False])


if __name__ == "__main__":
    sys.exit(main())
