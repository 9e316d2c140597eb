"""The chances from which something is believed, in one place, each with what it was chosen on.

Where a line names no fit, the value was set by hand and the rewrites of the development suite bore it out.
"""

from __future__ import annotations

from typing import Final

LIKELY: Final = 0.5
"""Likelier than not: the least from which an error is named and a link is taken; no fit."""
SHOWN: Final = 0.7
"""A criterion counts as met, or as broken: by hand, borne out on the development suite."""
DECIDES: Final = 0.75
"""Confidence of a criterion, or of a what-if, below which it decides nothing: by hand, on recorded replies."""
MOVES: Final = 0.8
"""Confidence of a criterion from which an amount out of place makes an edit wrong: by hand, on that suite."""
PROVES: Final = 0.85
"""Confidence of a criterion or link that words of the text tell, from which exact words prove an error: by hand."""
CLEAR: Final = 0.85
"""Chance from which the words give a claim a value: by hand, a scale of the fitted features, so not to be changed."""
CERTAIN: Final = 0.95
"""Chance from which a value in other words than the text's is beyond doubt: by hand, on the development suite."""
ASKED: Final = 0.9
"""Confidence from which a criterion is certainly asked: a scale of the fitted features, so not to be changed."""
UNDOUBTED: Final = 0.9
"""Confidence from which nobody is asked about a claim or a link, and no percentage stands beside it: by hand."""
DENIED_IN_DRAFT: Final = 0.75
"""Chance of a change from which an example rewrite denies a claim that was read: by hand."""
CALIBRATED: Final = 0.95
"""Confidence below which the hybrid reader asks a language model: the share of right answers that it promises."""
LEANS: Final = 0.8
"""Clearness from which the words bear out what a model read of a claim and of its contrary: recorded replies."""
CLEAR_WITNESS: Final = 0.97
"""Clearness from which the words are a witness beside a language model: by hand, on recorded replies."""
