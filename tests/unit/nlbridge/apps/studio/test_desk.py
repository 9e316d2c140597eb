"""Work that takes long is done in other processes: it is given up in time, and what ends a process costs no other."""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress

import pytest

from causalcore.scenario.scenario import Event, Link, Scenario
from nlbridge.answering.desk import BrokenWorkError, Desk, WorkError
from nlbridge.answering.request import Settings
from nlbridge.apps.studio.document.document import Document, WhatIf
from nlbridge.apps.studio.document.review_operations import with_rewrites
from nlbridge.apps.studio.projects.looking import is_whole, look
from nlbridge.apps.studio.projects.model_help import ModelHelp
from nlbridge.apps.studio.projects.project import Project
from nlbridge.apps.studio.projects.session import Session
from nlbridge.apps.studio.views.derived import derived
from nlbridge.apps.studio.views.view import Judged, rewrites_view


@pytest.fixture(scope="module")
def desk():
    made = Desk()
    yield made
    made.close()


class SlowReader(ModelHelp):
    """Reads one text slowly, in another process."""

    def __call__(self, text):
        return self.do(slow_reader, text)


def slow_reader(text):
    time.sleep(30 if "slow" in text else 0)
    return Scenario(text=text, events=(Event(id="e1", statement="It rained."),))


def gone(_):
    raise LookupError("nothing of that name")


def test_work_comes_back_and_what_it_raises_is_raised(desk):
    assert desk.do(len, "four") == 4
    with pytest.raises(LookupError, match="nothing of that name"):
        desk.do(gone, 3)
    with pytest.raises(BrokenWorkError, match="ZeroDivisionError"):
        desk.do(divmod, 1, 0)
    with pytest.raises(BrokenWorkError):
        desk.do(threading.Lock)
    assert desk.do(len, "four") == 4


def test_work_that_takes_too_long_is_given_up(desk):
    begun = time.monotonic()
    with pytest.raises(WorkError, match=r"within 0\.5 s"):
        desk.do(time.sleep, 60, seconds=0.5)
    assert time.monotonic() - begun < 30


def test_work_that_ends_its_process_twice_is_answered_and_others_go_on(desk):
    with pytest.raises(WorkError, match="died twice"):
        desk.do(os._exit, 1)
    assert desk.do(len, "four") == 4


def test_a_slow_text_keeps_no_other_text_waiting(desk):
    texts = tuple(Document(id=name, scenario=Scenario(text=f"{name} rains")) for name in ("slow", "quick"))
    session = Session(project=Project(name="t", texts=texts), help=SlowReader(Settings(), do=desk.do))
    desk.do(len, "")  # A process is there.

    def wait():
        with suppress(WorkError):  # The desk closes meanwhile.
            session.shown("slow")

    opened = [threading.Thread(target=wait, daemon=True) for _ in range(4)]
    for one in opened:
        one.start()
    begun = time.monotonic()
    shown = session.shown("quick")
    changed = session.changed("quick", 0, {"op": "note", "note": "seen"})
    session.drafted("slow", "had", "typed meanwhile")
    listed = session.listed()
    assert time.monotonic() - begun < 20
    assert (shown["version"], changed["version"], listed["counts"]["unread"]) == (0, 1, 1)
    assert all(one.is_alive() for one in opened)


def test_a_closed_desk_does_no_work():
    made = Desk(processes=1)
    made.close()
    with pytest.raises(WorkError, match="start it again"):
        made.do(len, "four")


def test_a_verdict_that_takes_too_long_is_a_sentence_beside_its_rewrite(monkeypatch):
    events = Event(id="e1", statement="It rained."), Event(id="e2", statement="The roof leaked.")
    read = Scenario(events=events, links=(Link(cause="e1", effect="e2"),))
    document = Document(
        id="1", scenario=read, what_if=WhatIf(do=(("e1", "false"),)), rewrites=with_rewrites((), ["It was dry."])
    )

    def endless(*_, **__):
        while True:
            pass

    monkeypatch.setattr("nlbridge.judging.verification.verify", endless)
    judged = Judged(seconds=0.2)
    for _ in range(2):
        (row,) = rewrites_view(document, derived(document), judged, float("inf"))
        assert (row["verdict"], row["problem"]) == (
            None,
            "expected a verdict within 0.2 s, got none; shorten the rewrite",
        )


def test_what_there_is_to_see_says_how_many_doubts_are_open():
    events = Event(id="e1", statement="It rained."), Event(id="e2", statement="The roof leaked.")
    read = Scenario(events=events, links=(Link(cause="e1", effect="e2", confidence=0.6),))
    seen = look(Document(id="1", scenario=read, read=True))
    assert (seen["queue"]["open"], is_whole(seen)) == (1, True)
