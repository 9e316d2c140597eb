"""No line of a batch stops the others, ends a process, or makes an answer that is no JSON."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-c", "import sys; from nlbridge.apps.command.cli import main; sys.exit(main())"]
GOOD = '{"id": "good", "text": "The pump failed, so the cellar flooded.", "had": "the pump not failed"}'
DEEP = "[" * 900 + "]" * 900
HOSTILE = (
    f'{{"id": "text", "text": {DEEP}, "had": "x"}}',
    f'{{"id": "scenario", "scenario": {{"events": {DEEP}}}, "do": {{"e1": "false"}}}}',
    f'{{"id": {DEEP}, "text": "It rained."}}',
    '{"id": NaN, "text": "The pump failed.", "had": "the pump not failed"}',
    '{"id": 1e999, "text": "The pump failed.", "had": "the pump not failed"}',
    f'{{"id": {"9" * 5000}, "text": "The pump failed.", "had": "the pump not failed"}}',
    '{"id": {"a": [1]}, "text": 3}',
    '{"id": "do", "text": "The pump failed.", "do": {"e1": 1e999}}',
    '{"id": "\\ud800", "text": "\\ud800", "had": "\\udfff"}',
    "[" * 100_000,
)
MODEL = {
    "variables": {"X": [0, 1], "Y": [0, 1]},
    "noise": {"U": {"0": 0.5, "1": 0.5}},
    "mechanisms": {"X": "U", "Y": "X"},
}
QUERIES = (
    "cause(Z=1, Y=1 | U=0)",
    "cause(X=1, Z=1 | U=0)",
    "cause(X=1, Y=1 | Z=0)",
    "cause(U=1, Y=1 | X=0)",
    "responsibility(Z=1, Y=1 | U=0)",
    "responsibility(U=1, Y=1)",
    "P(Y=²)",
    f"P(Y={'9' * 5000})",
    "P(Y=1e999)",
)


def run(*arguments: str, stdin: str = "", **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments], input=stdin, capture_output=True, text=True, timeout=120, check=False, **more
    )


def strict(line: str) -> dict[str, object]:
    """Read an answer as others do, to whom NaN is no JSON."""

    def refused(name: str) -> float:
        raise AssertionError(name)

    row = json.loads(line, parse_constant=refused)
    assert isinstance(row, dict)
    return row


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("work", ["rubric", "verify"])
def test_each_hostile_line_is_answered_in_its_place(work, jobs):
    good = GOOD.replace("}", ', "edit": "The pump held, so the cellar stayed dry."}')
    done = run(work, "--jsonl", "-", "--jobs", jobs, stdin="\n".join([good, *HOSTILE, good]) + "\n")
    rows = [strict(line) for line in done.stdout.splitlines()]
    assert done.returncode == 2
    assert len(rows) == len(HOSTILE) + 2
    assert [row["id"] for row in (rows[0], rows[-1])] == ["good", "good"]
    assert "error" not in rows[0] | rows[-1]
    assert all(set(row) == {"id", "error"} and "internal error" not in str(row["error"]) for row in rows[1:-1])


def test_each_hostile_question_about_a_model_is_answered_in_its_place():
    lines = [json.dumps({"id": query[:20], "model": MODEL, "query": query}) for query in (*QUERIES, "P(Y=1)")]
    lines += [*HOSTILE, '{"id": "model", "model": {"variables": 3, "mechanisms": {}}, "query": "P(Y=1)"}']
    done = run("ask", "--jsonl", "-", stdin="\n".join(lines) + "\n")
    rows = [strict(line) for line in done.stdout.splitlines()]
    assert len(rows) == len(lines)
    assert rows[len(QUERIES)]["value"] == 0.5
    others = rows[: len(QUERIES)] + rows[len(QUERIES) + 1 :]
    assert all("error" in row and "internal error" not in str(row["error"]) for row in others)


def test_each_hostile_question_about_a_label_is_answered_in_its_place():
    good = '{"id": "good", "premises": ["Dog(rex)"], "hypothesis": "Dog(rex)"}'
    done = run("label", "--jsonl", "-", stdin="\n".join([*HOSTILE, good]) + "\n")
    rows = [strict(line) for line in done.stdout.splitlines()]
    assert len(rows) == len(HOSTILE) + 1
    assert rows[-1]["label"] == "E"
    assert all("error" in row and "internal error" not in str(row["error"]) for row in rows[:-1])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_standard_output_on_a_full_disk_is_one_clear_line():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, "ask", "--jsonl", "-"],
            input=json.dumps({"model": MODEL, "query": "P(Y=1)"}),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=60,
        )
    assert done.returncode == 4
    assert done.stderr.splitlines() == [
        "causalcore: expected to read and write standard output or a file, got: No space left on device"
    ]


def descendants(number: int) -> set[int]:
    """Return the processes that a process started, and those that these started."""
    found: set[int] = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == number:
            child = int(stat.parent.name)
            found |= {child} | descendants(child)
    return found


def lives(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def eventually(holds, seconds: float = 30) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if holds():
            return True
        time.sleep(0.1)
    return holds()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to see processes")
@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM])
def test_the_processes_of_a_batch_end_with_it(tmp_path, sign):
    lines = tmp_path / "lines.jsonl"
    lines.write_text((GOOD + "\n") * 400)
    out = tmp_path / "out.jsonl"
    process = subprocess.Popen([*COMMAND, "rubric", "--jsonl", str(lines), "--jobs", "2", "--out", str(out)])
    assert eventually(lambda: out.exists() and out.stat().st_size > 0, 90)
    started = descendants(process.pid)
    assert len(started) >= 2
    os.kill(process.pid, sign)
    process.wait(30)
    assert eventually(lambda: not any(map(lives, started)))
    whole = [strict(line) for line in out.read_bytes().decode().splitlines(keepends=True) if line.endswith("\n")]
    assert all(row["id"] == "good" for row in whole)


@pytest.mark.slow
def test_two_commands_never_write_one_file(tmp_path):
    lines, out = tmp_path / "lines.jsonl", tmp_path / "out.jsonl"
    lines.write_text("".join(GOOD.replace('"good"', str(k)) + "\n" for k in range(50)))
    command = [*COMMAND, "rubric", "--jsonl", str(lines), "--out", str(out), "--jobs", "1"]
    first = subprocess.Popen(command)
    lock = tmp_path / "out.jsonl.lock"
    assert eventually(lambda: lock.exists() and "process" in lock.read_text(), 90)
    first.send_signal(signal.SIGSTOP)  # so that it holds the file for as long as the second takes
    second = run(*command[len(COMMAND) :])
    first.send_signal(signal.SIGCONT)
    assert (second.returncode, first.wait(300)) == (2, 0)
    assert f"in use by process {first.pid}" in second.stderr
    rows = [strict(line) for line in out.read_text().splitlines()]
    assert [row["id"] for row in rows] == list(range(50))
