"""A language model's help: it says what a text states, and is trusted no further than its quotes.

| concept | module | source |
|---|---|---|
| request, reply, and whoever answers | `nlbridge.llm.chat` | chat-completions protocol |
| answers from a script | `nlbridge.llm.scripted` | |
| reply of a stated form, repaired | `nlbridge.llm.structured` | |
| the JSON in a reply | `nlbridge.llm.reply_json` | |
| what goes wrong | `nlbridge.llm.errors` | |
"""

from __future__ import annotations
