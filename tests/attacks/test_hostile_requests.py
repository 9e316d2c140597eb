"""No request takes `serve` down, and the first SIGTERM ends it."""

from __future__ import annotations

import json
import os
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from served import DEEP, KEY, ROW, Served

pytestmark = pytest.mark.slow


@pytest.fixture
def served():
    made = Served()
    yield made
    if made.process.poll() is None:
        made.process.kill()
    made.process.communicate()


def eventually(holds, seconds: float = 60) -> bool:
    until = time.monotonic() + seconds
    while not holds() and time.monotonic() < until:
        time.sleep(0.1)
    return bool(holds())


def bodies(served: Served) -> list[tuple[str, str]]:
    nested = [f'{{"text": {DEEP}}}', f'{{"scenario": {{"events": {DEEP}}}, "do": {{"e1": "x"}}}}', f'{{"id": {DEEP}}}']
    odd = [
        '{"id": NaN, "text": "It rained."}',
        '{"id": 1e999, "text": "It rained."}',
        '{"text": "\ud800"}',
        '{"id": ' + "9" * 5000 + "}",
        '{"id": "\\ud800", "text": "It rained."}',
        "[" * 50_000,
        "",
        "\x00",
        '{"text": {"a": 1}}',
        '{"scenario": {"events": {"a": 1}}, "do": 3}',
    ]
    return [(path, body) for path in ("/v1/read", "/v1/rubric", "/v1/verify") for body in nested + odd]


def test_hostile_requests_are_refused_and_none_costs_a_process(served):
    before = served.health()
    for path, body in bodies(served):
        answered = served.ask(path, body)
        assert answered.status_code in {400, 422} or (answered.status_code == 200 and "ud800" in body), (path, body)
        assert answered.status_code == 200 or "error" in answered.json()
    batch = "\n".join([json.dumps(ROW), *(body for _, body in bodies(served)), json.dumps(ROW)])
    rows = [json.loads(line) for line in served.ask("/v1/batch?work=rubric", batch).text.splitlines()]
    assert [row["id"] for row in (rows[0], rows[-1])] == [7, 7]
    assert len(rows) == sum(1 for line in batch.split("\n") if line.strip())
    assert served.ask("/v1/rubric", json.dumps(ROW)).status_code == 200
    assert served.health() == before
    assert served.end() == 0


def test_processes_that_are_killed_are_counted_and_replaced(served):
    assert served.ask("/v1/rubric", json.dumps(ROW)).status_code == 200
    tasks = Path(f"/proc/{served.process.pid}/task")
    if not (tasks / str(served.process.pid) / "children").exists():
        pytest.skip("needs /proc to find the processes")
    numbers = {  # a process belongs to the thread that started it, which is another one if it was started again
        int(number)
        for children in tasks.glob("*/children")
        for number in children.read_text().split()
        if b"spawn_main" in Path(f"/proc/{number}/cmdline").read_bytes()
    }
    assert len(numbers) == 2, served.health()
    for number in numbers:
        os.kill(number, signal.SIGKILL)
    assert eventually(lambda: served.health()["live"] == 2), served.health()
    with ThreadPoolExecutor(4) as several:
        found = list(several.map(lambda _: served.ask("/v1/rubric", json.dumps(ROW)).status_code, range(8)))
    assert found == [200] * 8
    assert served.end() == 0


def test_the_first_signal_ends_it_though_clients_hold_their_connections(served):
    assert served.health()["status"] == "ok"
    half = b"POST /v1/read HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n"
    held = []
    for _ in range(20):
        client = socket.create_connection(("127.0.0.1", served.port))
        client.sendall(half % (served.port, KEY.encode()))
        client.sendall(b"Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{")
        held.append(client)
    assert served.end() == 0
    for client in held:
        client.close()
