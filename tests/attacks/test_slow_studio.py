"""While the studio works on a text that takes long, it shows and changes the others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time

import httpx2
import pytest

pytestmark = pytest.mark.slow

COMMAND = [sys.executable, "-c", "import sys; from nlbridge.apps.command.cli import main; sys.exit(main())"]
TOKEN = "t" * 32
PLAIN = ("The pump failed, so the cellar flooded.", "The frost killed the blossom, so the orchard bore no fruit.")
SLOW = "".join(f"The pump {k} failed, so the cellar {k} flooded. " for k in range(380))[:19_900]


@pytest.fixture
def studio(tmp_path):
    (tmp_path / "texts.jsonl").write_text("\n".join(json.dumps({"text": text}) for text in (*PLAIN, SLOW)))
    process = subprocess.Popen(
        [*COMMAND, "studio", str(tmp_path / "texts.jsonl"), "--no-browser", "--token-env", "PAGE_TOKEN"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"PAGE_TOKEN": TOKEN},
    )
    assert process.stdout is not None
    with httpx2.Client(
        base_url=process.stdout.readline().split("/?")[0], headers={"Authorization": f"Bearer {TOKEN}"}, timeout=200
    ) as asked:
        yield asked
    process.terminate()
    assert process.wait(30) == 0
    process.communicate()


def test_a_slow_text_leaves_the_others_to_be_shown_and_changed(studio):
    both = [threading.Thread(target=studio.get, args=(f"/api/documents/{name}",)) for name in (1, 2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    slow, answers = threading.Thread(target=lambda: answers.append(studio.get("/api/documents/3"))), []
    slow.start()
    time.sleep(0.2)
    rounds = 0
    while slow.is_alive():
        begun = time.monotonic()
        assert studio.get("/api/documents/1").status_code == 200
        assert studio.get("/api/project").json()["total"] == 3
        draft = {"field": "had", "value": f"typed {rounds}"}
        assert studio.put("/api/documents/3/draft", json=draft).status_code == 204
        operation = {"version": rounds, "operation": {"op": "note", "note": f"note {rounds}"}}
        assert studio.post("/api/documents/2/operations", json=operation).status_code == 200
        assert time.monotonic() - begun < 8
        rounds += 1
    assert rounds > 1
    assert answers[0].status_code == 200
    assert len(answers[0].json()["view"]["claims"]) > 500
    assert answers[0].json()["drafts"]["had"].startswith("typed")
