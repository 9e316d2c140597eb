"""A language model's help: it says what a text states, and is trusted no further than its quotes.

| concept | module | source |
|---|---|---|
| request, reply, and whoever answers | `nlbridge.llm.chat` | chat-completions protocol |
| answers from a script | `nlbridge.llm.scripted` | |
"""

from __future__ import annotations
