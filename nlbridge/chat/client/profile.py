"""The measured profile of one model at one address: its endpoint's form and its calibration.

`causalcore doctor` writes it; later calls to that model start with it. It holds no key and no text.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from causalcore.files.json_text import read_json
from causalcore.files.writing import write_whole
from nlbridge.chat.client.cache import default_path
from nlbridge.chat.client.wire_form import Dialect

FOLDER: Final = "profiles"
VERSION: Final = 1
_NEAREST: Final = 1e-4
"""No confidence is closer to 0 or 1: a sample of a few hundred cannot resolve it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """Calibrates a probability: a logistic curve over its logit [1]_.

    Examples
    --------
    >>> Fit().of(0.9), round(Fit(slope=0.5).of(0.9), 2), round(Fit(intercept=-1.0).of(0.9), 2)
    (0.9, 0.75, 0.77)

    References
    ----------
    .. [1] Platt (1999), Probabilistic outputs for support vector machines.
    """

    slope: float = 1.0
    intercept: float = 0.0

    def of(self, probability: float) -> float:
        """Return the calibrated probability."""
        if self == Fit():
            return probability
        return 1 / (1 + math.exp(-(self.slope * logit(probability) + self.intercept)))


def logit(probability: float) -> float:
    """Return the log-odds of a probability, clipped away from 0 and 1.

    Examples
    --------
    >>> logit(0.5), logit(1.0) < 10
    (0.0, True)
    """
    clipped = min(max(probability, _NEAREST), 1 - _NEAREST)
    return math.log(clipped / (1 - clipped))


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelProfile:
    """The profile of a model: its endpoint's form, and fits for the confidence of answers and verdicts and for scores.

    `measured` has the test set and its figures; it is empty if only the endpoint was probed.
    """

    model: str
    address: str
    dialect: Dialect = field(default_factory=Dialect)
    answer: Fit = Fit()
    verdict: Fit = Fit()
    score: Fit = Fit()
    measured: dict[str, Any] = field(default_factory=dict)


def profile_path(model: str, address: str) -> Path:
    """Return the path of a model's profile, next to the cache of replies."""
    name = sha256(f"{address.rstrip('/')}\n{model}".encode()).hexdigest()[:24]
    return default_path().parent / FOLDER / f"{name}.json"


def load_profile(model: str, address: str) -> ModelProfile | None:
    """Return the profile of a model, or None if there is none of this version."""
    from pydantic import TypeAdapter

    try:
        data = read_json(profile_path(model, address).read_bytes())
        if data["version"] != VERSION:
            return None
        return TypeAdapter(ModelProfile).validate_python(data | {"model": model, "address": address})
    except (OSError, ValueError, KeyError, TypeError):
        return None


def save_profile(profile: ModelProfile) -> Path:
    """Save a profile, replacing an older one, and return its path."""
    path = profile_path(profile.model, profile.address)
    path.parent.mkdir(parents=True, exist_ok=True)
    data = {"version": VERSION, **asdict(profile)}
    write_whole(path, json.dumps(data, indent=1, default=sorted) + "\n")  # a set as a sorted list
    return path
