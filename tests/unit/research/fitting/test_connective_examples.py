from __future__ import annotations

import numpy as np

from research.fitting.connective_examples import SUITED, UNKNOWN, UNSUITED, Connectives, completed


def test_of_an_edit_with_an_unsuited_connective_the_likeliest_is_taken_and_nothing_learnt_of_the_others():
    found = Connectives(
        features=np.zeros((5, 1)),
        labels=np.array([SUITED, SUITED, UNKNOWN, UNKNOWN, UNKNOWN]),
        groups=np.zeros(5, dtype=int),
        edits=np.array([0, 0, 1, 1, 2]),
    )
    labels = completed(found, np.array([0.9, 0.1, 0.2, 0.4, 0.1]))
    assert labels.tolist() == [SUITED, SUITED, UNKNOWN, UNSUITED, UNSUITED]
