"""Milliseconds per action in the studio: a list of many texts, and one text of many claims with a what-if.

    python tests/performance/studio_speed.py [--texts 200] [--claims 500] [--profile]

The script starts a server and asks it over the loopback, as the page does, including parsing of the whole answer. It
prints the median and the slowest of a few repetitions, and the mean processor time, which matters on a busy machine.
`--profile` also profiles one correction of the long text, without a server.
"""

from __future__ import annotations

import argparse
import cProfile
import http.client
import json
import os
import pstats
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

NOUNS = ("pump", "fan", "lamp", "belt", "valve", "heater", "clock", "radio", "printer", "furnace")
ROOMS = ("cellar", "kitchen", "hall", "office", "attic", "garage", "mill", "library", "workshop", "shed")
TOKEN = "of-this-measurement-" * 2
REPEATS = 9


def texts(count: int) -> list[dict[str, Any]]:
    """Return texts of three claims, each with a what-if and a rewrite."""
    return [
        {
            "text": f"The {noun} failed, so the {room} flooded. As a result, the {room} was closed in week {number}.",
            "had": f"the {noun} not failed",
            "edits": [f"The {noun} did not fail, so the {room} did not flood. It stayed open in week {number}."],
        }
        for number in range(1, count + 1)
        for noun, room in [(NOUNS[number % 10], ROOMS[number // 10 % 10])]
    ]


def long_text(claims: int, *, read: bool) -> dict[str, Any]:
    """Return a text with its reading: groups of ten claims, each a chain with a side path; a fifth are doubtful.

    Parameters
    ----------
    read
        Whether the reading comes from the words, with weighed answers; otherwise it is given.
    """
    sentences = [f"Item {number} broke." for number in range(claims)]
    starts = [sum(len(one) + 1 for one in sentences[:number]) for number in range(claims)]
    who = "words" if read else "given"
    events = [
        {
            "id": f"e{n}",
            "statement": one,
            "span": [start, start + len(one)],
            "confidence": 0.98 if read else 1.0,
            "provenance": who,
        }
        for n, (one, start) in enumerate(zip(sentences, starts, strict=True))
    ]
    links = [
        {
            "cause": f"e{n - step}",
            "effect": f"e{n}",
            "confidence": 0.7 if n % 5 == 0 else 0.96 if read else 1.0,
            "provenance": who,
        }
        for n in range(claims)
        for step in (1, 3)
        if n % 10 >= step
    ]
    return {"scenario": {"text": " ".join(sentences), "events": events, "links": links}, "do": {"e0": "false"}}


class Client:
    """A connection to a studio, like its page's."""

    def __init__(self, address: str) -> None:
        place = urlsplit(address)
        self.connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=600)
        self.cookie = f"causalcore_{place.port}={TOKEN}"

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Return the content of an answer."""
        headers = {"Cookie": self.cookie, "Content-Type": "application/json"}
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status >= 400:
            raise SystemExit(f"{method} {path}: {answer.status} {content[:300]!r}")
        return json.loads(content) if content else None

    def act(self, name: str, how: str, version: int, operation: dict[str, Any] | None = None) -> Any:
        """Change a version of a text, or undo its last change."""
        body = {"version": version} | ({} if operation is None else {"operation": operation})
        return self.ask("POST", f"/api/documents/{name}/{how}", body)


@dataclass(frozen=True, slots=True)
class Clock:
    """Measures work by the clock, and by the processor time of the server and its child processes."""

    server: int

    def __call__(self, work: Callable[[], object]) -> tuple[float, float]:
        """Return clock and processor milliseconds of some work."""
        start, used = time.perf_counter(), self._used()
        work()
        return (time.perf_counter() - start) * 1000, self._used() - used

    def _used(self) -> float:
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                fields = stat.read_text(encoding="utf-8").rpartition(")")[2].split()
                if self.server in {int(stat.parent.name), int(fields[1])}:
                    ticks += int(fields[11]) + int(fields[12])
        return 1000 * ticks / os.sysconf("SC_CLK_TCK")


def show(what: str, times: list[tuple[float, float]]) -> None:
    """Print a line of the table."""
    clock, used = zip(*times, strict=True)
    print(f"{what:46} {statistics.median(clock):8.0f} {max(clock):8.0f} {statistics.mean(used):10.0f}", flush=True)


def measure_list(client: Client, timed: Clock, names: list[str]) -> None:
    """Measure actions in a list of many texts."""

    def got(path: str) -> tuple[float, float]:
        return timed(lambda: client.ask("GET", path))

    show("  list of texts", [got("/api/project") for _ in range(REPEATS)])
    show("  search in the list", [got("/api/project?search=furnace") for _ in range(REPEATS)])
    show("  open a text for the first time", [got(f"/api/documents/{name}") for name in names])
    show("  open it again", [got(f"/api/documents/{name}") for name in names])
    measure_operations(client, timed, names[0])


def measure_operations(client: Client, timed: Clock, name: str) -> None:
    """Measure new corrections of one text, each followed by undo."""
    shown = client.ask("GET", f"/api/documents/{name}")["view"]
    claims = [claim["id"] for claim in shown["claims"] if not claim["latent"]][::-1]
    links = [{"cause": link["cause"], "effect": link["effect"]} for link in shown["links"]]
    old = {link["id"] for link in shown["links"]}
    doubts = [one["id"] for one in shown["queue"]["doubts"] if one["link"] in old]
    week = range(1, REPEATS + 1)
    actions: dict[str, list[dict[str, Any]]] = {
        "rename a claim": [{"op": "claim.rename", "claim": claims[0], "statement": f"It was week {k}."} for k in week],
        "change a link": [{"op": "link.set", **link, "strength": "contributing"} for link in links],
        "remove a link": [{"op": "link.remove", **link} for link in links],
        "suppose another value": [{"op": "what_if.set", "do": {claim: "false"}} for claim in claims],
        "answer a doubt": [{"op": "reply", "doubt": doubt, "reply": "no"} for doubt in doubts],
        "name the text": [{"op": "title", "title": f"Name {k}"} for k in week],
    }
    for what, operations in actions.items():
        there, back = [], []
        for operation in operations[:REPEATS]:
            version = client.ask("GET", f"/api/documents/{name}")["version"]
            there.append(timed(partial(client.act, name, "operations", version, operation)))
            back.append(timed(partial(client.act, name, "undo", version + 1)))
        if there:
            show(f"  {what}", there)
            show("    and undo", back)


def profiled(row: dict[str, Any]) -> None:
    """Print where one correction of a text spends its time."""
    from nlbridge.apps.studio.projects.opening import texts_in
    from nlbridge.apps.studio.projects.project import Project
    from nlbridge.apps.studio.projects.session import Session

    session = Session(project=Project(name="", texts=texts_in("a.jsonl", json.dumps(row))))
    name = next(iter(session.project.entries))
    session.shown(name)
    with cProfile.Profile() as profile:
        session.changed(name, 0, {"op": "claim.rename", "claim": "e9", "statement": "It stayed."})
    pstats.Stats(profile).sort_stats("cumulative").print_stats(45)


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--texts", type=int, default=200)
    options.add_argument("--claims", type=int, default=500)
    options.add_argument("--profile", action="store_true")
    given = options.parse_args()
    long = [long_text(given.claims, read=read) for read in (True, False)]
    if given.profile:
        return profiled(long[0])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "texts.jsonl")
        file.write_text("\n".join(map(json.dumps, [*texts(given.texts), *long])), encoding="utf-8")
        command = "import sys; from nlbridge.apps.command.cli import main; sys.exit(main())"
        server = subprocess.Popen(
            [sys.executable, "-c", command, "studio", str(file), "--no-browser", "--token-env", "STUDIO_TOKEN"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"STUDIO_TOKEN": TOKEN},
        )
        assert server.stdout is not None
        try:
            client, timed = Client(server.stdout.readline().strip()), Clock(server.pid)
            names = [item["id"] for item in client.ask("GET", "/api/project")["items"]]
            client.ask("GET", f"/api/documents/{names[0]}")  # loading at the start is not part of an action
            print(f"{'milliseconds':46} {'median':>8} {'slowest':>8} {'processors':>10}")
            print(f"a list of {len(names)} texts of three claims")
            measure_list(client, timed, names[1:20])
            for name, what in zip(names[-2:], ("read", "given"), strict=True):
                print(f"a text of {given.claims} claims, {what}, with a what-if")
                show("  open it", [timed(partial(client.ask, "GET", f"/api/documents/{name}"))])
                measure_operations(client, timed, name)
        finally:
            server.terminate()
            server.wait(60)
    return None


if __name__ == "__main__":
    main()
