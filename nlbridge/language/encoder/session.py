"""The network itself: tokens in, log-odds out, the same for any batch.

An int8 ONNX file run by onnxruntime on the processor, one thread, so that answers do not depend on the machine's
cores; each text is run in a batch of its own, so that they do not depend on what is asked beside it. How it was
trained: `research.training.encoder`.

Shapes
------
links : (claims, claims, 7), log-odds of a link from row to column, of its sign being plus, of four strengths, and of a
    change of the row's claim reaching the column's
read : (claims, 2), log-odds of being set by the what-if, and of changing
told : (claims, 4), logits of an edit keeping, altering and not mentioning a claim; log-odds that this suits the what-if
verdict : (6,), log-odds of an edit being valid, and of the error classes E1 to E5
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDER: Final = Path(__file__).parents[1] / "encoder_weights"
LONGEST: Final = 256
"""Tokens of what-if and text together; longer texts are read in windows."""
LONGEST_EDIT: Final = 512
"""Tokens of what-if, edit and text together; longer ones are judged in windows."""

SLOW: Final = ["SkipLayerNormFusion"]
"""What onnxruntime would make of the graph and what runs slower than the graph as it is (1.20, AVX2: by 7 %)."""


SILENCE: Final = "ORT_DISABLE_TELEMETRY"
"""Environment variable that keeps onnxruntime from sending anything; set here whatever it was."""


@lru_cache(maxsize=2)
def tokenizer(longest: int = LONGEST) -> Any:
    """Load the tokenizer, which cuts off what is longer than `longest` tokens."""
    from tokenizers import Tokenizer

    loaded = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
    loaded.enable_truncation(longest)
    loaded.no_padding()
    return loaded


def runtime() -> Any:
    """Load onnxruntime without its telemetry; nothing else of the project imports it.

    From 1.29 on, its builds for Linux write a device id into the user's cache folder and send events to another machine
    unless this variable is set before it is loaded. Its own switch helps where somebody else loaded it before.
    """
    os.environ[SILENCE] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    return onnxruntime


@lru_cache(maxsize=1)
def _network() -> Any:
    library = runtime()
    options = library.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    path = str(FOLDER / "reader.onnx")
    return library.InferenceSession(path, options, providers=["CPUExecutionProvider"], disabled_optimizers=SLOW)


def run(beside: str, text: str, spans: Sequence[tuple[int, int]], longest: int = LONGEST) -> tuple[Any, ...]:
    """Score the claims of a text that fits into one window; see the module for shapes.

    Parameters
    ----------
    beside
        What the network reads the text beside: a what-if, or a what-if and an edit.

    Returns
    -------
    tuple
        links, read, told, verdict
    """
    coded = tokenizer(longest).encode(beside, text)
    count, size = len(spans), len(coded.ids)
    means, firsts, befores = (np.zeros((1, count, size), dtype=np.float32) for _ in range(3))
    owners = coded.sequence_ids
    places = [(t, *offset) for t, offset in enumerate(coded.offsets) if owners[t] == 1]
    for k, (low, high) in enumerate(spans):
        inside = [t for t, start, end in places if start < high and end > low]
        if inside:
            means[0, k, inside] = 1 / len(inside)
            firsts[0, k, inside[0]] = befores[0, k, inside[0] - 1] = 1
    first = [t for t in range(1, size) if owners[t] == 0] or [0]
    asked = np.zeros((1, size), dtype=np.float32)
    asked[0, first] = 1 / len(first)
    row = {"ids": coded.ids, "kinds": coded.type_ids, "mask": coded.attention_mask}
    inputs: dict[str, Any] = {name: np.array([values], dtype=np.int64) for name, values in row.items()}
    inputs |= {"means": means, "firsts": firsts, "befores": befores, "asked": asked}
    return tuple(scored[0] for scored in _network().run(None, inputs))
