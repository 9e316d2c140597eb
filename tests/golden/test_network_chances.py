"""What the networks say, on this processor as on others: products of small integers are added without overflow.

Where they are added in 16 bits, as processors without VNNI do unless told otherwise, the chances below move by 0.007 to
0.010 in the mean. Rounding alone, the same sums in another order, moves them by 0.0006.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from test_examples import ROWS

from nlbridge.language.encoder.scores import edit_scores, scores

KEPT = Path(__file__).with_name("network_chances.json")
CLOSE = 0.003
"""Mean difference from what was recorded that rounding may explain."""


def chances() -> dict[str, list[float]]:
    """Return what each network says of the texts and edits of the examples, as chances from 0 to 1."""
    reader, editor = [], []
    for row in ROWS:
        spans = tuple(sorted((event["span"][0], event["span"][1]) for event in row["scenario"]["events"]))
        read = scores(row["had"], row["text"], spans)
        reader += [np.ravel(read.links), np.ravel(read.sets), np.ravel(read.changed)]
        for edit in row["edits"]:
            said = edit_scores(row["had"], edit["text"], row["text"], spans)
            editor += [np.ravel(said.told), np.ravel(said.fits)]
    both = {"reader": np.concatenate(reader), "editor": np.concatenate(editor)}
    return {name: [round(float(value), 3) for value in said] for name, said in both.items()}


@pytest.mark.parametrize("network", ["reader", "editor"])
def test_a_network_says_the_same_on_every_processor(network):
    kept, found = np.array(json.loads(KEPT.read_text())[network]), np.array(chances()[network])
    assert np.abs(found - kept).mean() < CLOSE
