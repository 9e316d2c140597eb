"""A language model's help: it says what a text states, and is trusted no further than its quotes.

| concept | module | source |
|---|---|---|
| options of an endpoint | `nlbridge.llm.endpoint_options` | |
| request, reply, and whoever answers | `nlbridge.llm.chat` | chat-completions protocol |
| answers from a script | `nlbridge.llm.scripted` | |
| reply of a stated form, repaired | `nlbridge.llm.structured` | |
| the JSON in a reply | `nlbridge.llm.reply_json` | |
| an endpoint with everything around it | `nlbridge.llm.endpoint` | |
| its options on the command line | `nlbridge.llm.command_options` | |
| calls over the network | `nlbridge.llm.client` | openai |
| form of a call, and what an endpoint takes | `nlbridge.llm.wire_form` | chat-completions protocol |
| what a failed call means | `nlbridge.llm.failure` | |
| concurrency that backs off | `nlbridge.llm.pacing` | Chiu and Jain (1989) |
| tokens, cost, and their limit | `nlbridge.llm.budget` | |
| estimate before paying | `nlbridge.llm.dry_run` | |
| many questions at once | `nlbridge.llm.bulk` | |
| replies kept on disk | `nlbridge.llm.cache` | SQLite |
| replies recorded and said again | `nlbridge.llm.recording` | |
| request and reply as JSON, key of a request | `nlbridge.llm.chat_json` | |
| keys hidden | `nlbridge.llm.redaction` | |
| what goes wrong | `nlbridge.llm.errors` | |
| prompt with fenced texts | `nlbridge.llm.prompt` | prompts/*.md |
| form of a reply | `nlbridge.llm.reply_schema` | JSON Schema, strict |
| verbatim quote | `nlbridge.llm.quotation` | |
| prompt injection | `nlbridge.llm.injection` | docs/explanation/trust.md |
| text read into a scenario | `nlbridge.llm.reading` | prompts/reading.md |
| links in doubt | `nlbridge.llm.link_checking` | prompts/links.md |
| several readings made into one | `nlbridge.llm.agreement` | |
| what-if read into an intervention | `nlbridge.llm.hypothetical_reading` | prompts/hypothetical.md |
| edit read into values | `nlbridge.llm.grounding` | prompts/grounding.md |
| sentences as formulas | `nlbridge.llm.formalisation` | prompts/formulas.md |
| arguments as formulas | `nlbridge.llm.argument_formalisation` | prompts/argument.md |
| relation in an explanation | `nlbridge.llm.relation` | Sia et al. (2023), 2.4 |
| CoBe's judge | `nlbridge.llm.judge` | Raghavan et al., CoBe, C.2 |
| CLoMo's self-evaluation | `nlbridge.llm.self_evaluation` | Huang et al., CLoMo, 4 |
| ratings of a counter-hypothesis | `nlbridge.llm.counter_hypothesis_rating` | Abdolmaleki et al., CHG, 4.2 |
| generations of a model under test | `nlbridge.llm.writing` | prompts/write-*.md |
| reading, preparing, judging with a model | `nlbridge.llm.assisted` | |
| batches with a model | `nlbridge.llm.assisted_batch` | |
| what a result rests on | `nlbridge.llm.basis` | |
"""

from __future__ import annotations
