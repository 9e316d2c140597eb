"""`serve` under load for a minute: good and hostile requests at once, and none costs a process, memory or an answer.

`SOAK_SECONDS` says for how long; CI takes a minute, an hour is worth it before a release.
"""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx2
import pytest
from served import DEEP, HEADERS, KEY, ROW, Served

pytestmark = pytest.mark.slow

SECONDS = float(os.environ.get("SOAK_SECONDS", "60"))
CLIENTS = 8
GROWTH = 200 * 2**20
"""Bytes that server and processes may grow by after the first quarter."""
GOOD = (
    ("/v1/read", {"text": "The frost killed the blossom, so the orchard bore no fruit."}),
    ("/v1/rubric", ROW),
    ("/v1/verify", ROW | {"edit": "The pump held, so the cellar stayed dry."}),
)
HOSTILE = (
    f'{{"text": {DEEP}}}',
    '{"id": NaN, "text": "It rained."}',
    '{"id": 1e999}',
    "[" * 50_000,
    '{"text": "' + "," * 19_000 + '"}',
    '{"text": "' + "a " * 15_000 + '"}',
    "",
)


def memory(number: int) -> int:
    """Return the bytes that a process and those that it started hold."""
    total = int(Path(f"/proc/{number}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    children = Path(f"/proc/{number}/task/{number}/children").read_text().split()
    return total + sum(memory(int(child)) for child in children)


def client(served: Served, seed: int, until: float, seen: Counter, faults: list[str]) -> None:
    """Ask good and hostile things in turn, and go away in the middle of some."""
    random = Random(seed)
    with httpx2.Client(base_url=served.address, headers=HEADERS, timeout=90) as asked:
        while time.monotonic() < until and not faults:
            kind = random.choice(("good", "good", "good", "hostile", "leave", "batch"))
            seen[kind] += 1
            try:
                once(asked, served, random, kind)
            except Exception as broken:  # noqa: BLE001  a thread's fault is the test's
                faults.append(f"{kind}: {broken!r}")


def once(asked: httpx2.Client, served: Served, random: Random, kind: str) -> None:
    if kind == "good":
        path, row = random.choice(GOOD)
        answer = asked.post(path, json=row)
        while answer.status_code == 429:  # The queue is full, which is an answer, too.
            time.sleep(0.2)
            answer = asked.post(path, json=row)
        assert answer.status_code == 200, answer.text[:200]
    elif kind == "hostile":
        body = random.choice(HOSTILE)
        answer = asked.post(random.choice(("/v1/read", "/v1/rubric", "/v1/verify")), content=body)
        assert answer.status_code in {400, 422, 429}, (body[:40], answer.status_code, answer.text[:200])
    elif kind == "batch":
        lines = [json.dumps(ROW), random.choice(HOSTILE).replace("\n", " "), json.dumps(ROW)]
        answer = asked.post("/v1/batch?work=rubric", content="\n".join(lines))
        rows = [json.loads(line) for line in answer.text.splitlines()]
        assert answer.status_code == 429 or (rows[0]["id"], rows[-1]["id"]) == (7, 7), answer.text[:200]
    else:
        leave(served, random)


def leave(served: Served, random: Random) -> None:
    """Send a part of a request, or a whole one, and go away."""
    body = json.dumps(ROW)
    sent = body if random.random() < 0.5 else body[:9]
    head = f"POST /v1/rubric HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nAuthorization: Bearer {KEY}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    with suppress(OSError), socket.create_connection(("127.0.0.1", served.port), timeout=10) as connection:
        connection.sendall((head + sent).encode())
        time.sleep(random.random() / 5)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc to see what processes hold")
def test_serve_goes_on_under_good_and_hostile_requests():
    served, seen, faults = Served(), Counter(), []
    try:
        assert served.ask("/v1/rubric", json.dumps(ROW)).status_code == 200
        before, begun = served.health(), time.monotonic()
        until = begun + SECONDS
        clients = [threading.Thread(target=client, args=(served, seed, until, seen, faults)) for seed in range(CLIENTS)]
        for one in clients:
            one.start()
        time.sleep(SECONDS / 4)
        held = memory(served.process.pid)
        for one in clients:
            one.join(SECONDS + 200)
        assert faults == []
        assert seen["good"] > 10
        assert min(seen.values()) > 1
        until = time.monotonic() + 60
        while served.health() != before and time.monotonic() < until:
            time.sleep(0.2)
        assert served.health() == before
        assert memory(served.process.pid) < held + GROWTH
        assert served.ask("/v1/rubric", json.dumps(ROW)).status_code == 200
        assert served.end() == 0
    finally:
        if served.process.poll() is None:
            served.process.kill()
        served.process.communicate()
