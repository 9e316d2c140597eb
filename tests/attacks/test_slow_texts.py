"""A text of the greatest length, of whatever kind, is read or refused in seconds, as text, what-if and edit."""

from __future__ import annotations

import signal
import time
from contextlib import contextmanager

import pytest

from causalcore.files.time_limit import TooSlowError, within
from logic.errors import ReasoningError
from nlbridge.answering.answers import judge, read_text
from nlbridge.answering.batch import answer, rubric_line
from nlbridge.answering.lines import Line
from nlbridge.answering.request import Request, Settings
from nlbridge.errors import UnreadableTextError
from nlbridge.language.disguise import refuse_unspaced

TEXT = "The pump failed, so the cellar flooded."
LENGTH = 19_900
PIECES = {
    "commas": ",",
    "quotes": '"',
    "single quotes": "'",
    "opening brackets": "(",
    "dots": ".",
    "dashes": "-",
    "stars": "*",
    "one word": "a",
    "digits": "1",
    "addresses": "http://a.b/",
    "bracketed words": "(a)",
    "words": "rain ",
    "short sentences": "It rained. ",
    "and": "the pump failed and ",
    "because": "It rained because it rained. ",
    "lines": "a\n",
    "negations": "not ",
    "ifs": "if it rained ",
    "colons": "a: ",
    "combining marks": "e\u0301",
    "no width": "a\u200b",
    "emoji": "\U0001f600",
    "capitals": "PUMP FAILED. ",
    "quoted words": '"a" ',
}
SECONDS = 5.0
"""Processor time for one text."""


class SpentError(Exception):
    """The processor time is used up."""


@contextmanager
def processor_time(seconds: float):
    """Stop after so many seconds of processor time, so that a busy machine does not fail a test."""

    def spent(*_: object) -> None:
        raise SpentError

    before = signal.signal(signal.SIGPROF, spent)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@pytest.fixture(scope="module", autouse=True)
def loaded():
    judge(Request(source=TEXT, had="the pump not failed"), "The pump held, so the cellar stayed dry.", Settings())


def filled(piece: str, start: str = "") -> str:
    return start + (piece * (LENGTH // len(piece)))[: LENGTH - len(start)]


@pytest.mark.slow
@pytest.mark.parametrize("kind", PIECES)
def test_a_text_is_read_or_refused_in_time(kind):
    for start in ("", TEXT + " "):
        with processor_time(2 * SECONDS):
            begun = time.process_time()
            try:
                read_text(filled(PIECES[kind], start), Settings())
            except ReasoningError as refused:
                assert "expected" in str(refused)  # noqa: PT017  either is right; neither may take long
            assert time.process_time() - begun < SECONDS


def test_signs_without_a_space_are_refused_before_they_are_cut():
    for text in (filled(","), "(" * 5000 + "x" + ")" * 5000, TEXT + " " + filled('"')):
        begun = time.process_time()
        with pytest.raises(UnreadableTextError, match="spaces between its words"):
            refuse_unspaced(text)
        assert time.process_time() - begun < 1


def test_tables_rules_and_addresses_are_not_refused():
    rule = "| a | b |\n|---|---|\n" + "-" * 120 + "\n" + "=" * 120 + "\n"
    refuse_unspaced(rule * 40 + "https://example.org/" + "a/" * 300)


@pytest.mark.slow
def test_more_claims_than_can_be_compared_are_refused():
    with pytest.raises(UnreadableTextError, match="at most 1000 claims"):
        read_text(filled("It rained. "), Settings())


def test_work_that_takes_too_long_is_given_up():
    begun = time.monotonic()
    with pytest.raises(TooSlowError, match=r"within 0\.2 s"), within(0.2):
        time.sleep(20)
    assert time.monotonic() - begun < 5
    assert "within 2 s" in str(TooSlowError(2))


def test_a_line_that_takes_too_long_is_given_up_and_answered():
    def endless(_row: object, _settings: Settings) -> dict[str, object]:
        while True:
            pass

    row = answer(Line(number=1, data=b'{"id": 4}'), endless, Settings(seconds=0.2))
    assert row["id"] == 4
    assert "an answer within 0.2 s" in row["error"]
    good = Line(number=2, data=b'{"id": 5, "text": "%s", "had": "the pump not failed"}' % TEXT.encode())
    assert "events" in answer(good, rubric_line, Settings(seconds=60))


def test_a_limit_inside_another_ends_first_or_leaves_the_other_its_time():
    begun = time.monotonic()
    with pytest.raises(TooSlowError, match=r"within 1 s"), within(1):
        twice_late()
    with pytest.raises(TooSlowError, match=r"within 0\.2 s"), within(0.2), within(30):
        time.sleep(20)
    assert time.monotonic() - begun < 10


def twice_late() -> None:
    with pytest.raises(TooSlowError, match=r"within 0\.2 s"), within(0.2):
        time.sleep(20)
    time.sleep(20)
