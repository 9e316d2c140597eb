"""A language model's help: it says what a text states, and is trusted no further than its quotes.

| concept | module | source |
|---|---|---|
| request, reply, and whoever answers | `nlbridge.llm.chat` | chat-completions protocol |
| answers from a script | `nlbridge.llm.scripted` | |
| reply of a stated form, repaired | `nlbridge.llm.structured` | |
| the JSON in a reply | `nlbridge.llm.reply_json` | |
| what goes wrong | `nlbridge.llm.errors` | |
| prompt with fenced texts | `nlbridge.llm.prompt` | prompts/*.md |
| form of a reply | `nlbridge.llm.reply_schema` | JSON Schema, strict |
| verbatim quote | `nlbridge.llm.quotation` | |
| prompt injection | `nlbridge.llm.injection` | nlbridge/llm/injection.py |
| text read into a scenario | `nlbridge.llm.reading` | prompts/reading.md |
| links in doubt | `nlbridge.llm.link_checking` | prompts/links.md |
| several readings made into one | `nlbridge.llm.agreement` | |
| what-if read into an intervention | `nlbridge.llm.hypothetical_reading` | prompts/hypothetical.md |
| edit read into values | `nlbridge.llm.grounding` | prompts/grounding.md |
| reading, preparing, judging with a model | `nlbridge.llm.assisted` | |
| batches with a model | `nlbridge.llm.assisted_batch` | |
| what a result rests on | `nlbridge.llm.basis` | |
"""

from __future__ import annotations
