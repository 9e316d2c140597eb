"""Risk against coverage: how often verdicts are wrong if only the most certain edits are decided.

Source: El-Yaniv and Wiener (2010), On the foundations of noise-free selective classification.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

FEWEST: Final = 15
"""Fewest edits for a meaningful share of errors; the curve starts there."""
SIZE: Final = (6.4, 4.0)
"""Width and height in inches."""
DRAWS: Final = 2000


def risk_coverage(chances: Any, wrong: Any, total: int) -> tuple[Any, Any]:
    """Return coverage and risk if the k most certain edits are decided, for every k.

    Parameters
    ----------
    chances
        The chance that each edit is invalid.
    total
        Number of edits, including unreadable ones.

    Shapes
    ------
    chances, wrong : (n,)

    Examples
    --------
    >>> coverage, risk = risk_coverage(np.array([0.9, 0.6]), np.array([True, False]), 4)
    >>> coverage.tolist(), risk.tolist()
    ([0.25, 0.5], [0.0, 0.5])
    """
    surest = np.argsort(-np.abs(chances - 0.5), kind="stable")
    missed = ((chances >= 0.5) != wrong)[surest]
    decided = np.arange(1, len(missed) + 1)
    return decided / total, np.cumsum(missed) / decided


def interval(right: Any, groups: Any, seed: int = 0) -> tuple[float, float]:
    """Return a 95 % interval for a share by resampling whole scenarios (cluster bootstrap).

    Shapes
    ------
    right, groups : (n,)
    """
    rng = np.random.default_rng(seed)
    _, place = np.unique(groups, return_inverse=True)
    hits, sizes = np.bincount(place, weights=right), np.bincount(place)
    drawn = rng.integers(0, len(sizes), size=(DRAWS, len(sizes)))
    shares = hits[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    low, high = np.quantile(shares, (0.025, 0.975))
    return float(low), float(high)


def draw(curves: Mapping[str, tuple[Any, Any]], path: Path) -> None:
    """Draw named curves as an SVG that is identical for identical numbers."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "risk-coverage", "font.family": "sans-serif"}):
        figure = Figure(figsize=SIZE, layout="constrained")
        axes = figure.subplots()
        for name, (coverage, risk) in curves.items():
            axes.plot(100 * coverage[FEWEST:], 100 * risk[FEWEST:], label=name)
        axes.set_xlabel("edits decided, surest first (%)")
        axes.set_ylabel("wrong among the decided (%)")
        axes.set_xlim(0, 100)
        axes.set_ylim(bottom=0)
        axes.grid(visible=True, alpha=0.3)
        axes.legend()
        FigureCanvasSVG(figure)
        figure.savefig(path, format="svg", metadata={"Date": None})
