"""Named models with published answers, shared by documentation and tests.

===================  ==========================================================
name                 source
===================  ==========================================================
`FIRING_SQUAD`       Pearl (2009), Causality, section 7.1.2
`SMOKING_TAR`        Pearl (2009), Causality, section 3.3.3 and table 3.1
`DRUG_GENDER`        Pearl, Glymour and Jewell (2016), Causal Inference in
                     Statistics: A Primer, table 1.1 and section 3.2
`TWO_SWITCHES`       the smallest model on which a product of marginals errs
`FLIPPED_COPY`       the smallest model on which unabducted noise errs
===================  ==========================================================
"""

from __future__ import annotations

from causalcore.model_building import scm

FIRING_SQUAD = scm(
    variables={"C": [0, 1], "A": [0, 1], "B": [0, 1], "D": [0, 1]},
    noise={"U": {0: 0.3, 1: 0.7}, "W": {0: 0.7, 1: 0.3}},
    mechanisms={"C": "U", "A": "C or W", "B": "C", "D": "A or B"},
)
"""The court orders with p = 0.7, rifleman A is nervous with q = 0.3.

Had A not fired, the dead prisoner would be alive with (1 - p) q / (1 - (1 - p)(1 - q)).
"""

SMOKING_TAR = scm(
    variables={"smoking": [0, 1], "tar": [0, 1], "cancer": [0, 1]},
    noise={
        "UX, UY": {"0, 0": 0.25, "0, 1": 0.25, "1, 0": 0.1, "1, 1": 0.4},
        "UT": {0: 0.9, 1: 0.1},
        "UC": {0: 0.8, 1: 0.2},
    },
    mechanisms={"smoking": "UX", "tar": "smoking xor UT", "cancer": "(tar and UY) xor UC"},
)
"""The front-door graph: an unseen cause of smoking and cancer, tar in between."""

DRUG_GENDER = scm(
    variables={"gender": ["man", "woman"], "drug": [0, 1], "recovery": [0, 1]},
    mechanisms={
        "gender": {"cpt": {"": [357 / 700, 343 / 700]}},
        "drug": {"parents": ["gender"], "cpt": {"man": [270 / 357, 87 / 357], "woman": [80 / 343, 263 / 343]}},
        "recovery": {
            "parents": ["gender", "drug"],
            "cpt": {
                "man, 0": [0.13, 0.87],
                "man, 1": [0.07, 0.93],
                "woman, 0": [0.31, 0.69],
                "woman, 1": [0.27, 0.73],
            },
        },
    },
)
"""Simpson's paradox: 78 % recover with the drug and 83 % without; set for all, 0.832 against 0.7818.

The rows of recovery are the rounded percentages with which the book computes.
"""

TWO_SWITCHES = scm(
    variables={"X": [0, 1], "Z": [0, 1], "Y": [0, 1]},
    noise={"UX": {0: 0.5, 1: 0.5}, "U1": {0: 0.5, 1: 0.5}, "U2": {0: 0.5, 1: 0.5}},
    mechanisms={"X": "UX", "Z": "U1 xor U2", "Y": "X and (U1 xor U2)"},
)
"""Z = 1 correlates U1 and U2: had X been 1, Y would be 1."""

FLIPPED_COPY = scm(
    variables={"X": [0, 1], "Y": [0, 1]},
    noise={"UX": {0: 0.5, 1: 0.5}, "U": {0: 0.7, 1: 0.3}},
    mechanisms={"X": "UX", "Y": "X xor U"},
)
"""X = 0 and Y = 1 show that U = 1: had X been 1, Y would be 0."""
