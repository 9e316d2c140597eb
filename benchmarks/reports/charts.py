"""Charts of shares with intervals, as inline SVG."""

from __future__ import annotations

import io
import re
import unicodedata
import warnings
from dataclasses import dataclass
from typing import Final

PLOT: Final = 4.0
VALUE: Final = 0.6
LETTER: Final = 0.075
"""Widths in inches: of the plot, of the value next to it, and, approximately, of a letter of a label."""

ROW: Final = 0.32
AXIS: Final = 0.5
LONGEST_LABEL: Final = 48
_EXTRA: Final = re.compile(r"<metadata>.*?</metadata>|<!--.*?-->", re.DOTALL)
_GROUP_ID: Final = re.compile(r'<g id="[^"]*"')


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """Shares between 0 and 1 with their intervals; None for no value.

    Parameters
    ----------
    rows
        Label, share, and bounds of its interval.
    """

    rows: tuple[tuple[str, float | None, float | None, float | None], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Curves:
    """Points by name, from left to right: the share decided, and the share right of these."""

    points: tuple[tuple[str, tuple[tuple[float, float], ...]], ...]


def curves_svg(curves: Curves) -> str:
    """Draw accuracy against coverage; the same points give the same text.

    Examples
    --------
    >>> svg = curves_svg(Curves(points=(("a & b", ((0.2, 1.0), (0.8, 0.75))),)))
    >>> svg.startswith("<svg"), "a &amp; b" in svg
    (True, True)
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "causalcore", "svg.fonttype": "none", "font.size": 9}):
        figure = Figure(figsize=(PLOT + VALUE, PLOT * 0.7), layout="constrained")
        axes = figure.add_subplot()
        for name, points in curves.points:
            axes.plot(*zip(*points, strict=True), marker="o", markersize=3, linewidth=1.2, label=_label(name))
        axes.set(
            xlim=(0, 1.02), ylim=(0, 1.02), xlabel="share decided, most confident first", ylabel="right of the decided"
        )
        axes.spines[["top", "right"]].set_visible(False)
        for words in axes.legend(loc="lower left").get_texts():
            words.set_parse_math(False)
        return _written(figure)


def bars_svg(bars: Bars) -> str:
    """Draw horizontal bars; the same bars give the same text.

    Labels are data: formulas in them are not rendered, and markup is escaped.

    Examples
    --------
    >>> svg = bars_svg(Bars(rows=(("chain & fork", 0.5, 0.25, 0.75),)))
    >>> svg.startswith("<svg"), "chain &amp; fork" in svg
    (True, True)
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "causalcore", "svg.fonttype": "none", "font.size": 9}):
        height = AXIS + ROW * max(1, len(bars.rows))
        labels = 0.2 + LETTER * max((len(_label(label)) for label, *_ in bars.rows), default=0)
        width = labels + PLOT + VALUE
        figure = Figure(figsize=(width, height))
        figure.subplots_adjust(
            left=labels / width, right=1 - VALUE / width, bottom=0.75 * AXIS / height, top=1 - 0.2 * AXIS / height
        )
        _draw(figure, bars)
        return _written(figure)


def _written(figure) -> str:  # type: ignore[no-untyped-def]  # noqa: ANN001  a figure, loaded when drawn
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    FigureCanvasSVG(figure)
    written = io.StringIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # the browser has letters that this font lacks
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    text = written.getvalue()
    return _GROUP_ID.sub("<g", _EXTRA.sub("", text[text.index("<svg") :]))


def _draw(figure, bars: Bars) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001  a figure, loaded when drawn
    axes = figure.add_subplot()
    places = range(len(bars.rows))
    for place, (_, value, low, high) in zip(places, bars.rows, strict=True):
        if value is None:
            axes.text(0.01, place, "none decided", va="center", color="#777777")
            continue
        axes.barh(place, value, height=0.7, color="#4a7fb5")
        if low is not None and high is not None:
            reach = [[max(0.0, value - low)], [max(0.0, high - value)]]
            axes.errorbar(value, place, xerr=reach, color="#222222", capsize=2.5, linewidth=1.2)
        axes.text(1.01, place, f"{value:.1%}", va="center")
    axes.set_yticks(places, [_label(label) for label, *_ in bars.rows])
    for words in axes.get_yticklabels():
        words.set_parse_math(False)
    axes.set_ylim(max(1, len(bars.rows)) - 0.5, -0.5)
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
    axes.spines[["top", "right"]].set_visible(False)


def _label(text: str) -> str:
    plain = " ".join("".join(c for c in text if unicodedata.category(c)[0] != "C" or c in "\n\t").split())
    return plain if len(plain) <= LONGEST_LABEL else plain[: LONGEST_LABEL - 1] + "…"
