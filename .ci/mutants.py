"""Change the code of a room in small ways, and say how many of the changes its tests notice.

    python .ci/mutants.py causalcore/derivation --sample 150

Needs cosmic-ray (`pip install cosmic-ray`). Works on a copy of the tree. A mutant that no test notices is printed: it
is either a change that makes no difference, or a test that is missing. The sample is drawn with a seed, so that two
runs draw the same mutants of the same code.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = {
    "causalcore/derivation": (
        "tests/unit/causalcore/derivation",
        "tests/properties/test_derivation_oracle.py",
        "tests/properties/test_derivation_laws.py",
        "causalcore/derivation",
    ),
}
"""Tests of a room beside `tests/unit/ROOM` and the examples in its docstrings."""
CONFIG = """[cosmic-ray]
module-path = {modules}
timeout = {seconds}
excluded-modules = []
test-command = {command}

[cosmic-ray.distributor]
name = "local"
"""


def copied(folder: Path) -> Path:
    """Copy what git knows of."""
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def sampled(session: Path, count: int, seed: int) -> int:
    """Keep a sample of the mutants of a session; return how many there were."""
    with sqlite3.connect(session) as base:
        jobs = sorted(job for (job,) in base.execute("select job_id from work_items"))
        kept = set(random.Random(seed).sample(jobs, min(count, len(jobs))))
        for job in jobs:
            if job not in kept:
                base.execute("delete from mutation_specs where job_id = ?", (job,))
                base.execute("delete from work_items where job_id = ?", (job,))
    return len(jobs)


def main() -> int:
    """Make mutants, run the tests on each, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("room", help="folder of sources, such as causalcore/derivation")
    parser.add_argument("--sample", type=int, default=150)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=120.0, help="after which a mutant counts as noticed")
    parser.add_argument("--python", default=sys.executable, help="interpreter that has the dependencies")
    parser.add_argument("--cosmic-ray", default="cosmic-ray")
    asked = parser.parse_args()
    room = asked.room.strip("/")
    tests = TESTS.get(room, (f"tests/unit/{room}", room))
    with tempfile.TemporaryDirectory() as held:
        tree = copied(Path(held) / "tree")
        modules = sorted(str(path.relative_to(tree)) for path in (tree / room).glob("*.py") if path.stem != "__init__")
        command = f"{asked.python} -m pytest -x -q -p no:cacheprovider -p no:randomly {' '.join(tests)}"
        config, session = tree / "mutants.toml", tree / "mutants.sqlite"
        words = {"modules": json.dumps(modules), "seconds": asked.seconds, "command": json.dumps(command)}
        config.write_text(CONFIG.format(**words), encoding="utf-8")
        run = [asked.cosmic_ray]
        subprocess.run([*run, "baseline", config.name], cwd=tree, check=True)
        subprocess.run([*run, "init", config.name, session.name], cwd=tree, check=True)
        total = sampled(session, asked.sample, asked.seed)
        subprocess.run([*run, "exec", config.name, session.name], cwd=tree, check=True)
        with sqlite3.connect(session) as base:
            rows = list(
                base.execute(
                    "select m.module_path, m.start_pos_row, m.operator_name, r.test_outcome, r.diff "
                    "from mutation_specs m join work_results r on m.job_id = r.job_id"
                )
            )
    alive = [row for row in rows if "SURVIVED" in str(row[3]).upper()]
    for path, line, operator, _, diff in sorted(alive):
        changed = [one for one in str(diff).splitlines() if one[:1] in "+-" and one[:3] not in {"+++", "---"}]
        print(f"{path}:{line} {operator}", *changed, sep="\n    ")
    killed = len(rows) - len(alive)
    print(f"{room}: {killed} of {len(rows)} mutants noticed ({killed / max(len(rows), 1):.1%}), of {total}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
