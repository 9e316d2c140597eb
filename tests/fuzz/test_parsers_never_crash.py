"""Whatever is read from outside is read, or refused by an error of the project's own: no crash, no stack that runs out.

`FUZZ_SECONDS` says for how long inputs are tried, all readers together (`just fuzz`: five minutes), and `FUZZ_SEED`
where the row of them begins: it is the same in each run, so that a change is not refused for what it did not do, and
another one where somebody asks for it. What once crashed stands in `corpus.jsonl` and is tried each time.
"""

from __future__ import annotations

import itertools
import json
import os
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from parsers import readers

from logic.errors import ReasoningError

EXAMPLES = 25
"""Inputs of a reader before the time is looked at."""
TIME = float(os.environ.get("FUZZ_SECONDS", "0"))
SEED = int(os.environ.get("FUZZ_SEED", "0"))
SECONDS = 10.0
"""Processor time for one input."""
CORPUS = [json.loads(line) for line in (Path(__file__).parent / "corpus.jsonl").read_text().splitlines()]
READERS = readers()
ODD = tuple(
    text.encode("utf-8", "surrogatepass")
    for text in (
        *"\0 ² \u0661 NaN 1e999 - 0.0000001 *a null true {} []".split(" "),
        *'"" \\ud800 \u202e %s%n \' " : , = -> | __class__'.split(" "),
        *"{0} 2001-01-01 !!python/object:os.system 1_000 0x10 1:30 .inf ~ \ud800".split(" "),
        *("\n", "\r", "\t", "  - ", "!!set {a, b}", "&a [*a]", "<<: *a", "@ do("),
        *("9" * 5000, "[" * 2000, "(" * 2000, '{"a":' * 2000),
    )
)
"""What inputs are spoiled with."""


@st.composite
def spoiled(draw, examples):
    """Take an example and cut, repeat, swap and insert."""
    data = draw(st.sampled_from(examples)).encode()
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(data)))
        until = min(len(data), at + draw(st.integers(0, 12)))
        kind = draw(st.sampled_from(("cut", "odd", "repeat", "byte", "swap")))
        if kind == "cut":
            data = data[:at] + data[until:]
        elif kind == "odd":
            data = data[:at] + draw(st.sampled_from(ODD)) + data[until:]
        elif kind == "repeat":
            data = data[:until] + data[at:until] * draw(st.integers(1, 40)) + data[until:]
        elif kind == "byte":
            data = data[:at] + draw(st.binary(min_size=1, max_size=4)) + data[until:]
        else:
            data = data[until:] + data[at:until] + data[:at]
    return data


def is_answered(name: str, data: bytes) -> None:
    """Read an input; only errors of the project's own may come, in time, and short ones."""
    read, _ = READERS[name]
    begun, refused = time.process_time(), ""
    try:
        read(data)
    except ReasoningError as error:
        refused = str(error)
    assert len(refused) < 4000
    assert time.process_time() - begun < SECONDS


@pytest.mark.parametrize("name", READERS)
def test_the_examples_are_read(name):
    read, examples = READERS[name]
    for text in examples:
        read(text.encode())


@pytest.mark.parametrize("case", CORPUS, ids=lambda case: f"{case['reader']}: {case['why']}")
def test_what_once_crashed_is_answered(case):
    is_answered(case["reader"], case["text"].encode("utf-8", "surrogatepass") * case.get("times", 1))


@pytest.mark.parametrize("name", READERS)
def test_a_spoiled_input_is_read_or_refused(name):
    _, examples = READERS[name]

    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(spoiled(examples))
    def tried(data):
        is_answered(name, data)

    until = time.monotonic() + TIME / len(READERS)
    for number in itertools.count(SEED):
        seed(number)(tried)()
        if time.monotonic() > until:
            break
