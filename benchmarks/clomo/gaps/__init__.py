"""What does an argument leave unsaid, and which relations follow from that?

In: an argument and a premise.
Out: gaps that logic checked, verdicts that name them, and how far these are what people meant.

| file | holds |
|---|---|
| `gap_reading` | What an argument leaves unsaid, and what a premise does to it; logic checks that it fits |
| `gap_verdicts` | Relations decided from gaps: what people mean by necessary, sufficient, strengthens and weakens |
| `meant` | How far verdicts on people's own answers are what these people meant |
"""

from __future__ import annotations
