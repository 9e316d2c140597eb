"""Nothing leaves the machine: no connection, no name looked up, no file in the home folder that the docs do not name.

Which system calls are made is seen by `strace`; where it is not installed, only the files are looked at.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from fnmatch import fnmatch
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-c", "import sys; from nlbridge.apps.command.cli import main; sys.exit(main())"]
TEXT = "The pump failed, so the cellar flooded."
HAD = ["--had", "the pump not failed"]
CALLS = "connect,sendto,sendmsg,sendmmsg"
ADDRESS = re.compile(r"sa_family=AF_INET6?, sin6?_port=htons\((\d+)\).*?\"([0-9a-f.:]+)\"")
NAMED = re.findall(r"`(~/[^`]+)`", (ROOT / "docs/explanation/language-model-traffic.md").read_text(encoding="utf-8"))
"""Files of a home folder that the page about what is kept names."""
HERE = ("127.", "::1", "::ffff:127.")
NAMES = 53
"""The port where names are looked up, also where the resolver is on this machine."""


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


def environment(home: Path) -> dict[str, str]:
    """Return the environment of a person's shell: no cache of its own, and not that of CI, where telemetry is off."""
    dropped = ("CAUSALCORE_CACHE", "CI", "ORT_", "XDG_", "MPLCONFIGDIR", "GITHUB_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    return kept | {"HOME": str(home), "CAUSALCORE_KEY": "k" * 32, "PYTHONDONTWRITEBYTECODE": "1"}


def traced(home: Path, *arguments: str) -> list[str]:
    trace = home.parent / "trace"
    watched = ["strace", "-f", "-e", f"trace={CALLS}", "-o", str(trace)] if shutil.which("strace") else []
    return [*watched, *COMMAND, *arguments]


def left(home: Path) -> list[str]:
    """Return the calls that went to another machine, or asked for a name."""
    trace = home.parent / "trace"
    if not trace.exists():
        return []
    found = []
    for line in trace.read_text(errors="replace").splitlines():
        for port, address in ADDRESS.findall(line):
            if not address.startswith(HERE) or int(port) == NAMES:
                found.append(line)
    return found


def assert_silent(home: Path) -> None:
    assert left(home) == []
    kept = [f"~/{path.relative_to(home)}" for path in home.rglob("*") if path.is_file()]
    assert [path for path in kept if not any(fnmatch(path, named) for named in NAMED)] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("rubric", TEXT, *HAD),
        ("verify", TEXT, *HAD, "--edit", "The pump did not fail, so the cellar stayed dry."),
        ("read", TEXT),
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_command_that_needs_no_model_is_silent(home, arguments):
    done = subprocess.run(
        traced(home, *arguments), env=environment(home), capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode in {0, 1, 3}, done.stderr
    assert_silent(home)


def test_a_batch_on_two_processes_is_silent(home):
    lines = home.parent / "lines.jsonl"
    lines.write_text(f'{{"text": "{TEXT}", "had": "the pump not failed"}}\n' * 40)
    command = traced(home, "rubric", "--jsonl", str(lines), "--jobs", "2")
    done = subprocess.run(command, env=environment(home), capture_output=True, timeout=180, check=False)
    assert done.returncode == 0
    assert_silent(home)


def test_scoring_is_silent(home):
    scored = ["score", "cobe", str(ROOT / "examples/cobe_small.json")]
    scored += ["--generations", str(ROOT / "examples/cobe_answers.jsonl"), "--out", str(home.parent / "scores")]
    done = subprocess.run(
        traced(home, *scored), env=environment(home), capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    assert_silent(home)


def ended(process: subprocess.Popen[str]) -> None:
    """End what runs under the trace: a signal to strace would leave it behind."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    is_traced = shutil.which("strace") is not None
    for number in [int(child) for child in children[:1]] if is_traced else [process.pid]:
        os.kill(number, signal.SIGTERM)
    process.wait(60)


@pytest.mark.parametrize("service", ["serve", "studio"])
def test_a_service_is_silent(home, service):
    options = ["--port", "0"] + (["--processes", "1"] if service == "serve" else ["--no-browser"])
    process = subprocess.Popen(
        traced(home, service, *options),
        env=environment(home),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=home.parent,
    )
    assert process.stdout is not None
    address = process.stdout.readline().split()[-1]
    path = "/health" if service == "serve" else ""
    for _ in range(100):
        try:
            with urllib.request.urlopen(address + path, timeout=60) as answer:
                assert answer.status == 200
            break
        except OSError:
            time.sleep(0.2)
    if service == "serve":
        asked = urllib.request.Request(
            address + "/v1/rubric",
            data=f'{{"text": "{TEXT}", "had": "the pump not failed"}}'.encode(),
            headers={"Authorization": "Bearer " + "k" * 32, "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(asked, timeout=120) as answer:
            assert answer.status == 200
    ended(process)
    process.communicate()
    assert_silent(home)
