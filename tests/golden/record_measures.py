"""Write `measured_edits.json` and `judged_edits.json` again, after a change of a measure or a verdict that is meant."""

from __future__ import annotations

import json

import test_judged_edits
import test_measured_edits

for kept, found in (
    (test_measured_edits.KEPT, [test_measured_edits.measured(edit) for edit in test_measured_edits.EDITS]),
    (test_judged_edits.KEPT, test_judged_edits.judged()),
):
    kept.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
