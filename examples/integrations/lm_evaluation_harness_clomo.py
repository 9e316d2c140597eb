"""lm-eval: CLoMo from a file with the dummy model, which answers the same to everything, from the command line.

Needs `pip install 'causalcore[lm-eval]'`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import LM_EVAL_FOLDER as FOLDER

FILE = Path(__file__).parents[1] / "clomo" / "items.json"


def main() -> None:
    """Run the command and print its table."""
    path = sys.argv[1] if len(sys.argv) > 1 else str(FILE)
    with tempfile.TemporaryDirectory() as folder:
        options = ["--tasks", "causalcore_clomo", "--metadata", json.dumps({"path": path}), "--output_path", folder]
        done = subprocess.run(  # noqa: S603  the harness's own command
            [sys.executable, "-m", "lm_eval", "run", "--model", "dummy", "--include_path", str(FOLDER), *options],
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"},
        )
    if done.returncode:
        sys.exit(done.stderr)
    print("".join(line + "\n" for line in done.stdout.splitlines() if line.startswith("|")), end="")


if __name__ == "__main__":
    main()
