"""What does an argument leave unsaid, and which relations follow from that?

In: an argument and a premise.
Out: gaps checked by logic, verdicts that name them, and their agreement with people's intent.

| file | holds |
|---|---|
| `gap_reading` | Gaps of an argument and what a premise does to them, checked by logic |
| `gap_verdicts` | Relations decided from gaps: what people mean by necessary, sufficient, strengthens and weakens |
| `meant` | Agreement of verdicts on people's own answers with what these people meant |
"""

from __future__ import annotations
