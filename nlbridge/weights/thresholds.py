"""The chances from which something is believed, in one place, each with the evidence for it.

A value whose line names no fit was set by hand and confirmed by the rewrites of the development suite.
"""

from __future__ import annotations

from typing import Final

LIKELY: Final = 0.5
"""More likely than not: the least chance to name an error or to take a link; no fit."""
SHOWN: Final = 0.7
"""Chance from which a criterion counts as met, or as broken: by hand, confirmed on the development suite."""
DECIDES: Final = 0.75
"""Confidence of a criterion or a what-if below which it decides nothing: by hand, on recorded replies."""
MOVES: Final = 0.8
"""Confidence of a criterion from which a misplaced amount makes an edit invalid: by hand, on that suite."""
PROVES: Final = 0.85
"""Confidence of a criterion or a worded link from which exact words prove an error: by hand."""
CLEAR: Final = 0.85
"""Chance from which the words give a claim a value: by hand; it scales the fitted features, so do not change it."""
CERTAIN: Final = 0.95
"""Chance from which a value in other words than the text's is certain: by hand, on the development suite."""
ASKED: Final = 0.9
"""Confidence from which a criterion is certainly required; it scales the fitted features, so do not change it."""
UNDOUBTED: Final = 0.9
"""Confidence from which no question is asked about a claim or a link, and no percentage is shown: by hand."""
DENIED_IN_DRAFT: Final = 0.75
"""Chance of a change from which an example rewrite denies a claim that was read: by hand."""
CALIBRATED: Final = 0.95
"""Confidence below which the hybrid reader asks a language model: the share of right answers that it promises."""
LEANS: Final = 0.8
"""Clarity from which the words support what a model read of a claim and of its contrary: recorded replies."""
CLEAR_WITNESS: Final = 0.97
"""Clarity from which the words are a witness beside a language model: by hand, on recorded replies."""
