"""A file is written by one process at a time, and its lock ends with its process."""

from __future__ import annotations

import subprocess
import sys

import pytest

from causalcore.errors import FileInUseError
from causalcore.files.lock import locked

HOLDER = """
import sys, time
from pathlib import Path
from causalcore.files.lock import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def holder(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path / "rows")], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def test_the_second_is_told_who_holds_a_file(tmp_path, holder):
    with pytest.raises(FileInUseError, match=f"in use by process {holder.pid} since"), locked(tmp_path / "rows"):
        pass


def test_a_lock_ends_with_its_process_however_that_ends(tmp_path, holder):
    holder.kill()
    holder.wait()
    with locked(tmp_path / "rows"):
        assert (tmp_path / "rows.lock").exists()
    assert not (tmp_path / "rows.lock").exists()


def test_many_processes_that_wait_hold_it_one_after_the_other(tmp_path):
    script = """
import sys
from pathlib import Path
from causalcore.files.lock import locked
path = Path(sys.argv[1])
for _ in range(20):
    with locked(path, seconds=60):
        path.write_text(str(int(path.read_text()) + 1))
"""
    path = tmp_path / "count"
    path.write_text("0")
    several = [subprocess.Popen([sys.executable, "-c", script, str(path)]) for _ in range(4)]
    assert [process.wait() for process in several] == [0] * 4
    assert path.read_text() == "80"
