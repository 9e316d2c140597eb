"""A batch on a real Dask cluster of processes: order, lost workers, bad lines, and going on after a kill."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner

from nlbridge.answering.batch import start_worker
from nlbridge.answering.batch_cluster import ClusterError, cluster, refuse_cluster, spread_over
from nlbridge.answering.request import Settings
from nlbridge.apps.command.cli import app
from nlbridge.errors import BridgeError

pytest.importorskip("distributed", reason="needs the extra dask")

pytestmark = pytest.mark.slow

PIECES = ((0, 1), (2, 3), (4, 5), (6,))
EXAMPLES = Path(__file__).parents[4] / "examples"
TEXT = "The pump failed, so the cellar flooded."


def started() -> None:
    """Leave a trace of the process that was started."""
    os.environ["STARTED"] = str(os.getpid())


def answer(piece: tuple[int, ...], log: Path, deadly: int = -1, *, once: bool = True) -> list[int]:
    """Square each number; the worker that meets the deadly one is killed."""
    assert os.environ["STARTED"] == str(os.getpid())
    for number in piece:
        if number == deadly and not (once and (log / "killed").exists()):
            (log / "killed").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        with (log / f"{number}").open("a") as file:
            file.write("x")
    return [number**2 for number in piece]


def lost(number: int) -> int:
    return -number


@pytest.fixture(scope="module")
def client():
    with cluster("local:2", started) as opened:
        yield opened


def test_rows_come_in_the_order_of_the_lines_and_each_is_made_once(client, tmp_path: Path) -> None:
    pieces = tuple((number,) for number in range(30))
    assert list(spread_over(client, pieces, partial(answer, log=tmp_path), lost)) == [n**2 for n in range(30)]
    assert {file.read_text() for file in tmp_path.iterdir()} == {"x"}


def test_what_a_killed_worker_had_not_answered_is_answered_by_another(client, tmp_path: Path) -> None:
    work = partial(answer, log=tmp_path, deadly=3)
    assert list(spread_over(client, PIECES, work, lost)) == [0, 1, 4, 9, 16, 25, 36]
    assert (tmp_path / "killed").exists()


def test_a_line_that_ends_each_worker_costs_no_other_line(client, tmp_path: Path) -> None:
    work = partial(answer, log=tmp_path, deadly=3, once=False)
    assert list(spread_over(client, PIECES, work, lost)) == [0, 1, 4, -3, 16, 25, 36]


def test_work_that_the_workers_cannot_do_is_one_error(client) -> None:
    with pytest.raises(ClusterError, match="install this version of causalcore"):
        list(spread_over(client, PIECES, partial(int, base="x"), lost))


def test_workers_of_another_version_are_refused(client) -> None:
    with pytest.raises(BridgeError, match=r"expected causalcore 9\.9 on each worker"):
        start_worker(Settings(), "9.9")
    with (
        pytest.raises(ClusterError, match=r"expected causalcore 9\.9 on each worker"),
        cluster(client.scheduler.address, partial(start_worker, Settings(), "9.9")),
    ):
        pass


def test_nothing_to_do_is_done(client) -> None:
    assert list(spread_over(client, (), lost, lost)) == []


@pytest.mark.parametrize(
    ("address", "message"),
    [("here", "local, local:N or an address"), ("local:0", "local, local:N or an address")],
)
def test_what_is_no_cluster_is_refused(address: str, message: str) -> None:
    with pytest.raises(ClusterError, match=message):
        refuse_cluster(address)


def test_a_batch_on_a_cluster_answers_as_one_process_does(client, tmp_path: Path) -> None:
    rows = [{"id": n, "text": TEXT, "had": "the pump not failed", "edit": TEXT.replace("failed", "held")} for n in "ab"]
    source = tmp_path / "lines.jsonl"
    source.write_text("\n".join([json.dumps(rows[0]), "no json", json.dumps(rows[1]), '{"id": 4}']), encoding="utf-8")
    command = ["verify", "--jsonl", str(source)]
    alone = CliRunner().invoke(app, command)
    out = tmp_path / "answers.jsonl"
    together = CliRunner().invoke(app, [*command, "--dask", client.scheduler.address, "--out", str(out)])
    assert (alone.exit_code, together.exit_code, together.stdout) == (2, 2, "")
    assert out.read_text(encoding="utf-8") == alone.stdout
    assert [json.loads(line)["id"] for line in alone.stdout.splitlines()] == ["a", None, "b", 4]
    out.write_text(alone.stdout[: len(alone.stdout) // 2], encoding="utf-8")
    again = CliRunner().invoke(app, [*command, "--out", str(out)])
    assert (again.exit_code, out.read_text(encoding="utf-8")) == (2, alone.stdout)


def test_scores_on_a_cluster_are_those_of_one_process(client, tmp_path: Path) -> None:
    from benchmarks.command.score import app as score

    answers = tmp_path / "answers.jsonl"
    answers.write_text("".join((EXAMPLES / "cobe_answers.jsonl").open(encoding="utf-8").readlines()[:3]))
    command = ["cobe", str(EXAMPLES / "cobe_small.json"), "--generations", str(answers), "--format", "json"]
    runs = [
        CliRunner().invoke(score, [*command, "--out", str(tmp_path / name), *options])
        for name, options in (("alone", ()), ("together", ("--dask", client.scheduler.address)))
    ]
    assert [run.exit_code for run in runs] == [0, 0]
    assert runs[0].stdout == runs[1].stdout
    samples = [(tmp_path / name / "samples.jsonl").read_text() for name in ("alone", "together")]
    assert samples[0] == samples[1]
    assert samples[0].count("\n") == 3


SLOW = """
import sys, time
from functools import partial
from pathlib import Path
from nlbridge.asking import batch_lines
from nlbridge.answering.batch_cluster import cluster, spread_over
from nlbridge.answering.lines import Line
from slow_answers import answer_slowly, nothing

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    lines = tuple(Line(number=n, data=b'{"id": %d}' % n) for n in range(20))
    def rest(left):
        if sys.argv[2] == "alone":
            yield from (row for line in left for row in answer_slowly((line,), folder))
            return
        with cluster("local:1", nothing) as client:
            yield from spread_over(client, ((line,) for line in left), partial(answer_slowly, folder=folder), str)
    for row in batch_lines.resumed(folder / "out.jsonl", lines, {"work": "20"}, rest):
        pass
"""
ANSWERS = """
import time

def nothing():
    pass

def answer_slowly(piece, folder):
    time.sleep(0.1)
    with (folder / f"made-{piece[0].number}").open("a") as file:
        file.write("x")
    return [{"id": line.number} for line in piece]
"""


def test_a_client_that_is_killed_goes_on_after_the_last_whole_line(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW, encoding="utf-8")
    (tmp_path / "slow_answers.py").write_text(ANSWERS, encoding="utf-8")
    root = str(Path(__file__).parents[4])
    environment = os.environ | {"PYTHONPATH": f"{root}{os.pathsep}{tmp_path}"}
    command = [sys.executable, str(tmp_path / "slow.py"), str(tmp_path)]  # and where: on a cluster, or alone
    out = tmp_path / "out.jsonl"
    first = subprocess.Popen([*command, "cluster"], env=environment)
    give_up = time.monotonic() + 120
    while not (out.exists() and out.read_bytes().count(b"\n") >= 5):
        assert first.poll() is None
        assert time.monotonic() < give_up
        time.sleep(0.05)
    first.kill()
    first.wait()
    kept = out.read_bytes()
    whole = kept[: kept.rfind(b"\n") + 1]
    with out.open("ab") as file:
        file.write(b'{"id": 1')  # as if the kill had torn a line
    time.sleep(1)  # Workers notice that their scheduler is gone.
    before = {place: len(place.read_text()) for place in tmp_path.glob("made-*")}
    subprocess.run([*command, "alone"], env=environment, check=True, timeout=120)
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == list(range(20))
    assert out.read_bytes().startswith(whole)
    written = {tmp_path / f"made-{number}" for number in range(whole.count(b"\n"))}
    assert all(len(place.read_text()) == before[place] for place in written)
