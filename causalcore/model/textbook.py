"""Named models with known answers, shared by documentation and tests.

===================  =============================================================
name                 source
===================  =============================================================
`FIRING_SQUAD`       Pearl (2009), Causality, section 7.1.3; p and q are our own
`SMOKING_STUDY`      Pearl, Glymour and Jewell (2016), Causal Inference in
                     Statistics: A Primer, section 3.4, the table of smokers and tar
`SMOKING_TAR`        the same graph, with mechanisms of our own
`DRUG_GENDER`        the same book, table 1.1 and section 3.2
`BIRTH_WEIGHT`       the graph of Hernandez-Diaz, Schisterman and Hernan (2006), The
                     birth weight "paradox" uncovered?, with numbers of our own
`VITAMIN_A`          Balke and Pearl (1997), Bounds on treatment effects from studies
                     with imperfect compliance, table 1
`TWO_SWITCHES`       the smallest model on which a product of marginals errs
`FLIPPED_COPY`       the smallest model on which noise that is not updated errs
===================  =============================================================

`ANSWERS` holds queries with their answers, each either published or derived by hand from the numbers of the model.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from causalcore.model.building import scm
from causalcore.model.model import SCM

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
"""The front-door graph: an unobserved common cause of smoking and cancer, with tar on the path between them."""

SMOKING_STUDY = scm(
    variables={"smoking": [0, 1], "tar": [0, 1], "cancer": [0, 1]},
    noise={"U": {0: 0.5, 1: 0.5}},
    mechanisms={
        "smoking": "U",
        "tar": {"parents": ["smoking"], "cpt": {"0": [0.95, 0.05], "1": [0.05, 0.95]}},
        "cancer": {
            "parents": ["tar", "U"],
            "cpt": {"0, 0": [0.1, 0.9], "0, 1": [0.9, 0.1], "1, 0": [0.05, 0.95], "1, 1": [0.85, 0.15]},
        },
    },
)
"""In each tar group, smokers have cancer less often; set for everyone, smoking causes more of it, through tar.

The table covers 800,000 people; through the unobserved U, smokers are different people from non-smokers.
"""

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
"""Simpson's paradox: 78 % recover with the drug and 83 % without; set for everyone, 0.832 against 0.7818.

The rows of recovery are the rounded percentages that the book computes with.
"""

BIRTH_WEIGHT = scm(
    variables={"smoking": [0, 1], "defect": [0, 1], "low": [0, 1], "death": [0, 1]},
    mechanisms={
        "smoking": {"cpt": [0.7, 0.3]},
        "defect": {"cpt": [0.98, 0.02]},
        "low": {
            "parents": ["smoking", "defect"],
            "cpt": {"0, 0": [0.95, 0.05], "0, 1": [0.1, 0.9], "1, 0": [0.8, 0.2], "1, 1": [0.1, 0.9]},
        },
        "death": {
            "parents": ["smoking", "defect"],
            "cpt": {"0, 0": [0.99, 0.01], "0, 1": [0.6, 0.4], "1, 0": [0.98, 0.02], "1, 1": [0.5, 0.5]},
        },
    },
)
"""Smoking harms every child, yet among children of low birth weight, those of smokers die less often.

A low weight that smoking explains speaks against a birth defect: low weight is a collider.
"""

VITAMIN_A = scm(
    variables={"assigned": [0, 1], "taken": [0, 1], "survived": [0, 1]},
    mechanisms={
        "assigned": {"cpt": [11588 / 23682, 12094 / 23682]},
        "taken": {"parents": ["assigned"], "cpt": {"0": [1, 0], "1": [2419 / 12094, 9675 / 12094]}},
        "survived": {
            "parents": ["assigned", "taken"],
            "cpt": {
                "0, 0": [74 / 11588, 11514 / 11588],
                "0, 1": [0.5, 0.5],
                "1, 0": [34 / 2419, 2385 / 2419],
                "1, 1": [12 / 9675, 9663 / 9675],
            },
        },
    },
)
"""Children in villages that were, or were not, assigned vitamin A; a fifth of those assigned did not get it.

Nobody takes it without assignment. Bounds need the assumptions of an instrument:
`confounded(taken, survived)` and `excluded(assigned, survived)`.
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


class Origin(StrEnum):
    """Where an answer comes from."""

    PUBLISHED = "published"
    DERIVED = "derived"


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """A query with its answer.

    Parameters
    ----------
    low, high
        Bounds; equal for a point.
    digits
        Decimals to which the answer is known; printed numbers are rounded.
    why
        Where it is printed, or its derivation.
    """

    name: str
    model: SCM
    query: str
    low: float
    high: float
    origin: Origin
    why: str
    digits: int = 9
    assume: tuple[str, ...] = ()


def _point(
    name: str, model: SCM, query: str, value: float, why: str, *, digits: int = 9, published: bool = False
) -> KnownAnswer:
    origin = Origin.PUBLISHED if published else Origin.DERIVED
    return KnownAnswer(name, model, query, value, value, origin, why, digits)


_PRIMER = "Primer, section 3.4, front-door formula"
ANSWERS = (
    _point(
        "FIRING_SQUAD",
        FIRING_SQUAD,
        "P(D=0 @ do(A=0) | D=1)",
        0.3 * 0.3 / (1 - 0.3 * 0.7),
        "Causality, 7.1.3: (1 - p) q / (1 - (1 - p)(1 - q))",
        published=True,
    ),
    _point("SMOKING_STUDY", SMOKING_STUDY, "P(cancer=1 @ do(smoking=1))", 0.5475, _PRIMER, digits=4, published=True),
    _point("SMOKING_STUDY", SMOKING_STUDY, "P(cancer=1 @ do(smoking=0))", 0.5025, _PRIMER, digits=4, published=True),
    _point("SMOKING_STUDY", SMOKING_STUDY, "P(cancer=1 | smoking=1)", 0.1475, "0.95 * 0.15 + 0.05 * 0.1"),
    _point("SMOKING_STUDY", SMOKING_STUDY, "P(cancer=1 | smoking=0)", 0.9025, "0.05 * 0.95 + 0.95 * 0.9"),
    _point("SMOKING_TAR", SMOKING_TAR, "P(cancer=1 @ do(smoking=1))", 0.551, "0.2 + 0.6 * 0.9 * 0.65"),
    _point("SMOKING_TAR", SMOKING_TAR, "P(cancer=1 | smoking=1)", 0.632, "0.2 + 0.6 * 0.9 * 0.8"),
    _point(
        "DRUG_GENDER",
        DRUG_GENDER,
        "P(recovery=1 @ do(drug=1))",
        0.832,
        "Primer, section 3.2, adjustment formula",
        digits=4,
        published=True,
    ),
    _point(
        "DRUG_GENDER",
        DRUG_GENDER,
        "P(recovery=1 @ do(drug=0))",
        0.7818,
        "Primer, section 3.2, adjustment formula",
        digits=4,
        published=True,
    ),
    _point(
        "DRUG_GENDER",
        DRUG_GENDER,
        "P(recovery=1 | drug=1)",
        (0.93 * 87 + 0.73 * 263) / 350,
        "(0.93 * 87 + 0.73 * 263) / 350",
    ),
    _point("BIRTH_WEIGHT", BIRTH_WEIGHT, "P(death=1 @ do(smoking=1))", 0.0296, "0.98 * 0.02 + 0.02 * 0.5"),
    _point("BIRTH_WEIGHT", BIRTH_WEIGHT, "P(death=1 @ do(smoking=0))", 0.0178, "0.98 * 0.01 + 0.02 * 0.4"),
    _point(
        "BIRTH_WEIGHT",
        BIRTH_WEIGHT,
        "P(death=1 | smoking=1, low=1)",
        0.01292 / 0.214,
        "(0.02 * 0.9 * 0.5 + 0.98 * 0.2 * 0.02) / (0.02 * 0.9 + 0.98 * 0.2)",
    ),
    _point(
        "BIRTH_WEIGHT",
        BIRTH_WEIGHT,
        "P(death=1 | smoking=0, low=1)",
        0.00769 / 0.067,
        "(0.02 * 0.9 * 0.4 + 0.98 * 0.05 * 0.01) / (0.02 * 0.9 + 0.98 * 0.05)",
    ),
    KnownAnswer(
        "VITAMIN_A",
        VITAMIN_A,
        "ate(taken, survived)",
        -0.1946,
        0.0054,
        Origin.PUBLISHED,
        "Balke and Pearl (1997), section 4",
        digits=4,
        assume=("confounded(taken, survived)", "excluded(assigned, survived)"),
    ),
    _point("TWO_SWITCHES", TWO_SWITCHES, "P(Y=1 @ do(X=1) | Z=1, X=0)", 1.0, "Z = 1 says that U1 xor U2 = 1"),
    _point("FLIPPED_COPY", FLIPPED_COPY, "P(Y=1 @ do(X=1) | X=0, Y=1)", 0.0, "X = 0 and Y = 1 say that U = 1"),
)
