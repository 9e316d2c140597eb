"""A run of 500 questions that is killed in the middle, and taken up again."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time

from nlbridge.testing.chat_server import ChatServer, serving

ITEMS, AT_ONCE = 500, 8
RUN = """
import sys
from nlbridge.chat.replies.chat import ChatRequest, Message, Role
from nlbridge.chat.client.endpoint import Endpoint
from nlbridge.chat.client.endpoint_options import EndpointOptions

with Endpoint(EndpointOptions(model="m", base_url=sys.argv[1], concurrency=int(sys.argv[2]))) as endpoint:
    async def work(number: int) -> str:
        request = ChatRequest(model="m", messages=(Message(role=Role.USER, content=str(number)),))
        return (await endpoint.model.reply(request)).text

    for outcome in endpoint.ask_all(work, range(int(sys.argv[3]))):
        print(outcome.item, outcome.value, outcome.error)
"""


def kept_in(folder) -> int:
    path = folder / "replies.sqlite"
    if not path.exists():
        return 0
    with sqlite3.connect(path) as base:
        return base.execute("SELECT COUNT(*) FROM replies").fetchone()[0]


def test_no_reply_is_lost_and_none_that_was_kept_is_paid_again(tmp_path):
    server = ChatServer(lambda body: f"reply to {body['messages'][-1]['content']}", delay=0.002)
    environment = os.environ | {"CAUSALCORE_CACHE": str(tmp_path)}
    with serving(server) as address:
        command = [sys.executable, "-c", RUN, address, str(AT_ONCE), str(ITEMS)]
        first = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while sum(server.paid.values()) < ITEMS // 3 and first.poll() is None:
            time.sleep(0.01)
        first.send_signal(signal.SIGKILL)
        assert first.wait(10) == -signal.SIGKILL
        time.sleep(0.05)  # what the server still had in hand
        kept, paid = kept_in(tmp_path), sum(server.paid.values())
        assert ITEMS // 4 < kept < ITEMS
        assert paid - kept <= AT_ONCE  # only what was under way when the kill came
        second = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=60)
    assert second.stdout.splitlines() == [f"{number} reply to {number} None" for number in range(ITEMS)]
    assert f"{ITEMS - kept} calls, {kept} from the cache" in second.stderr
    assert sum(server.paid.values()) == paid + ITEMS - kept
    assert set(server.paid) == {str(number) for number in range(ITEMS)}
    assert sum(count > 1 for count in server.paid.values()) <= AT_ONCE
