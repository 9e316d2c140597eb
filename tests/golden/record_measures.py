"""Write what is kept of rubrics, measures and judgements again, after a change that is meant."""

from __future__ import annotations

import json

import test_derived_rubrics
import test_judged_edits
import test_measured_edits
import test_network_chances

test_network_chances.KEPT.write_text(json.dumps(test_network_chances.chances()) + "\n")
for kept, found in (
    (test_measured_edits.KEPT, [test_measured_edits.measured(edit) for edit in test_measured_edits.EDITS]),
    (test_judged_edits.KEPT, test_judged_edits.judged()),
    (test_derived_rubrics.KEPT, [test_derived_rubrics.derived(*one) for one in test_derived_rubrics.WHAT_IFS]),
):
    kept.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
