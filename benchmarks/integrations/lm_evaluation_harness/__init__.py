"""What does the evaluation harness of EleutherAI (lm-eval) need to run CoBe and CLoMo with our metrics?

In: a data file, given by `--metadata`. Out: task files for `--include_path`, and the functions that they call.

| file | holds |
|---|---|
| `measures` | Documents from data files, and measures of a model's answer to each |

The task files beside it are `causalcore_cobe.yaml` and `causalcore_clomo.yaml`. Their folder:

>>> FOLDER.name
'lm_evaluation_harness'
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
"""The argument of `--include_path`."""
