from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.errors import MalformedItemError
from benchmarks.runs.runner import (
    EARLIER,
    SAMPLES,
    Task,
    judged,
    numbered,
    only_samples_of,
    samples_in,
)
from benchmarks.runs.scores import Blame, Sample, SampleOutcome, Score
from causalcore.errors import FileInUseError


def sample(key: str) -> Sample:
    return Sample(
        key=key,
        item="1v1",
        core="1",
        domain="d",
        graph_type="Chain-like",
        query_index=0,
        model="m",
        response="r \u2028 \ud800",
        derived=Score(outcome=SampleOutcome.INCORRECT, errors=("E1",), reasons=("why",)),
        dataset=Score(outcome=SampleOutcome.UNDETERMINED, blame=Blame.DATA),
        correct=False,
        failed=("E1",),
    )


class Counting:
    """Judge that counts, and breaks at one key as a kill would."""

    def __init__(self, breaks_at: str = "") -> None:
        self.keys: list[str] = []
        self.breaks_at = breaks_at

    def __call__(self, key: str) -> Sample:
        if key == self.breaks_at:
            raise KeyboardInterrupt
        self.keys.append(key)
        return sample(key)


def tasks(judge: Counting) -> tuple[Task, ...]:
    return tuple(Task(key=key, judge=judge) for key in "abcde")


def test_a_killed_run_goes_on_and_judges_nothing_twice(tmp_path: Path) -> None:
    first, second = Counting(breaks_at="d"), Counting()
    with pytest.raises(KeyboardInterrupt):
        list(judged(tasks(first), tmp_path))
    found = list(judged(tasks(second), tmp_path))
    assert [one.key for one in found] == list("abcde")
    assert (first.keys, second.keys) == (list("abc"), list("de"))


def test_a_torn_last_line_is_cut_off_and_judged_again(tmp_path: Path) -> None:
    list(judged(tasks(Counting()), tmp_path))
    path = tmp_path / SAMPLES
    path.write_bytes(path.read_bytes()[:-20])
    again = Counting()
    assert len(list(judged(tasks(again), tmp_path))) == 5
    assert again.keys == ["e"]
    assert set(samples_in(tmp_path)) == set("abcde")


def test_a_sample_comes_back_as_it_went(tmp_path: Path) -> None:
    list(judged(tasks(Counting()), tmp_path))
    assert samples_in(tmp_path)["a"] == sample("a")


def test_a_broken_line_in_the_middle_is_refused(tmp_path: Path) -> None:
    (tmp_path / SAMPLES).write_text("{}\n", encoding="utf-8")
    with pytest.raises(MalformedItemError, match="line 1"):
        samples_in(tmp_path)


def test_a_generation_that_came_twice_is_judged_twice() -> None:
    assert numbered(["a", "a"]) == ("a", "a#2")


def test_samples_of_responses_that_a_run_no_longer_has_are_set_aside_and_come_back(tmp_path):
    def scored(keys: str) -> list[str]:
        judged_now = []

        def judge(key: str) -> Sample:
            judged_now.append(key)
            return sample(key)

        with only_samples_of(tmp_path, keys):
            list(judged([Task(key=key, judge=judge) for key in keys], tmp_path))
        return judged_now

    assert [scored(keys) for keys in ("ab", "bc", "ab", "bc")] == [["a", "b"], ["c"], [], []]
    assert list(samples_in(tmp_path)) == ["b", "c"]
    assert (tmp_path / EARLIER).read_bytes().count(b'"key"') == 2
    with only_samples_of(tmp_path, "bc"), pytest.raises(FileInUseError), only_samples_of(tmp_path, "bc"):
        pass
