"""Load on `causalcore serve` over the loopback: requests a second, waiting times, memory, and what an end loses.

    python tests/performance/serve_load.py --seconds 30 --clients 8 --processes 2

Clients send rewrites of different texts, one after the other, each on a connection that stays. At each quarter of the
time the memory of the server with its processes is taken. Then the server is told to end while all clients are at
work: each request that it accepted must be answered; one that finds the door closed is no loss, and is counted apart.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import secrets
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

NOUNS = ("pump", "fan", "lamp", "belt", "valve", "heater", "clock", "radio", "printer", "furnace")
ROOMS = ("cellar", "kitchen", "hall", "office", "attic", "garage", "studio", "library", "workshop", "shed")
CLOSED = (ConnectionError, http.client.RemoteDisconnected, http.client.BadStatusLine, http.client.CannotSendRequest)


@dataclass(slots=True)
class Tally:
    """Counts by the clients."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    door_closed: int = 0
    lost: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


def row(number: int) -> bytes:
    """Return the number-th request: a text, a what-if, and a rewrite."""
    noun, room = NOUNS[number % 10], ROOMS[number // 10 % 10]
    text = f"The {noun} failed {number} times, so the {room} flooded. The {room} was closed because it flooded."
    edit = f"The {noun} did not fail, so the {room} did not flood. The {room} stayed open because it was dry."
    return json.dumps({"id": number, "text": text, "had": f"the {noun} not failed", "edit": edit}).encode()


def client(port: int, key: str, numbers: range, tally: Tally, stop: threading.Event) -> None:
    """Send requests until `stop` is set or the server has closed."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    for number in numbers:
        if stop.is_set():
            break
        start, sent = time.perf_counter(), False
        try:
            connection.request("POST", "/v1/verify", row(number), headers)
            sent = True
            answer = connection.getresponse()
            body = answer.read()
        except (*CLOSED, OSError) as broken:
            with tally.lock:
                closed = not sent or isinstance(broken, CLOSED)
                tally.door_closed += closed
                tally.lost += not closed
            break
        with tally.lock:
            tally.statuses[answer.status] += 1
            tally.seconds.append(time.perf_counter() - start)
            tally.lost += answer.status == 200 and json.loads(body).get("id") != number
        if answer.status == 429:
            time.sleep(float(answer.headers["Retry-After"]) / 4)
    connection.close()


def memory(process: int) -> float:
    """Return the proportional memory (PSS) of a process and its children, in MiB."""
    children = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True, check=False)
    total = 0.0
    for number in [process, *map(int, children.stdout.split())]:
        for line in Path(f"/proc/{number}/smaps_rollup").read_text(encoding="utf-8").splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1]) / 1024
    return total


def counters(port: int, key: str) -> dict[str, float]:
    """Return the counters of `/metrics`."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", "/metrics", headers={"Authorization": f"Bearer {key}"})
    lines = connection.getresponse().read().decode().splitlines()
    connection.close()
    return {line.split()[0]: float(line.split()[1]) for line in lines if not line.startswith("#")}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    key = secrets.token_hex(16)
    command = [sys.executable, "-m", "nlbridge.apps.command.cli", "serve", "--port", "0", "--key-env", "LOAD_KEY"]
    server = subprocess.Popen(
        [*command, "--processes", str(chosen.processes)],
        env=os.environ | {"LOAD_KEY": key},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    assert server.stderr is not None
    port = int(server.stdout.readline().rsplit(":", 1)[1])
    warm = Tally()
    for number in range(chosen.processes * 2):
        client(port, key, range(-1 - number, -number), warm, threading.Event())
    tally, stop = Tally(), threading.Event()
    threads = [
        threading.Thread(target=client, args=(port, key, range(k * 1_000_000, (k + 1) * 1_000_000), tally, stop))
        for k in range(chosen.clients)
    ]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    memories = []
    for _ in range(4):
        time.sleep(chosen.seconds / 4)
        memories.append(memory(server.pid))
    elapsed, answered = time.perf_counter() - start, len(tally.seconds)
    before = counters(port, key)
    server.send_signal(signal.SIGTERM)
    for thread in threads:
        thread.join()
    line = server.stderr.read().strip().splitlines()[-1]
    code = server.wait()
    times = sorted(tally.seconds[:answered])
    print(f"{answered} requests in {elapsed:.1f} s by {chosen.clients} clients, {chosen.processes} processes")
    print(f"requests a second: {answered / elapsed:.1f}")
    print(f"waiting: median {statistics.median(times):.3f} s, p99 {times[int(0.99 * (len(times) - 1))]:.3f} s")
    print("memory at each quarter, MiB: " + ", ".join(f"{one:.0f}" for one in memories))
    print(f"statuses: {dict(tally.statuses)}")
    print(f"at the end: exit {code}, {tally.door_closed} found the door closed, {tally.lost} lost")
    print(f"the server before: {before['causalcore_tasks_accepted_total']:.0f} accepted; after: {line}")


if __name__ == "__main__":
    main()
