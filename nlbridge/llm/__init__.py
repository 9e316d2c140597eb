"""A language model's help: it says what a text states, and is trusted no further than its quotes.

| concept | module | source |
|---|---|---|
| options of an endpoint | `nlbridge.llm.client.endpoint_options` | |
| request, reply, and whoever answers | `nlbridge.llm.replies.chat` | chat-completions protocol |
| answers from a script | `nlbridge.llm.client.scripted` | |
| reply of a stated form, repaired | `nlbridge.llm.replies.structured` | |
| the JSON in a reply | `nlbridge.llm.replies.reply_json` | |
| an endpoint with everything around it | `nlbridge.llm.client.endpoint` | |
| its options on the command line | `nlbridge.llm.client.command_options` | |
| calls over the network | `nlbridge.llm.client.chat_completions` | openai |
| form of a call, and what an endpoint takes | `nlbridge.llm.client.wire_form` | chat-completions protocol |
| what a failed call means | `nlbridge.llm.client.failure` | |
| concurrency that backs off | `nlbridge.llm.client.pacing` | Chiu and Jain (1989) |
| tokens, cost, and their limit | `nlbridge.llm.client.budget` | |
| estimate before paying | `nlbridge.llm.client.dry_run` | |
| many questions at once | `nlbridge.llm.client.bulk` | |
| replies kept on disk | `nlbridge.llm.client.cache` | SQLite |
| replies recorded and said again | `nlbridge.llm.client.recording` | |
| request and reply as JSON, key of a request | `nlbridge.llm.replies.chat_json` | |
| keys hidden | `nlbridge.llm.client.redaction` | |
| what goes wrong | `nlbridge.llm.errors` | |
| prompt with fenced texts | `nlbridge.llm.replies.prompt` | prompts/*.md |
| form of a reply | `nlbridge.llm.replies.reply_schema` | JSON Schema, strict |
| verbatim quote | `nlbridge.language.quotation` | |
| prompt injection | `nlbridge.language.reader_address` | docs/explanation/trust.md |
| text read into a scenario | `nlbridge.llm.roles.reading` | prompts/reading.md |
| links in doubt | `nlbridge.llm.roles.link_checking` | prompts/links.md |
| several readings made into one | `nlbridge.llm.roles.agreement` | |
| what-if read into an intervention | `nlbridge.llm.roles.supposing` | prompts/hypothetical.md |
| edit read into values | `nlbridge.llm.roles.grounding` | prompts/grounding.md |
| sentences as formulas | `nlbridge.llm.roles.formalisation` | prompts/formulas.md |
| arguments as formulas | `nlbridge.llm.roles.argument_formalisation` | prompts/argument.md |
| relation in an explanation | `nlbridge.llm.roles.relation` | Sia et al. (2023), 2.4 |
| CoBe's judge | `nlbridge.llm.roles.judge` | Raghavan et al., CoBe, C.2 |
| CLoMo's self-evaluation | `nlbridge.llm.roles.self_evaluation` | Huang et al., CLoMo, 4 |
| ratings of a counter-hypothesis | `nlbridge.llm.roles.counter_hypothesis_rating` | Abdolmaleki et al., CHG, 4.2 |
| generations of a model under test | `nlbridge.llm.roles.writing` | prompts/write-*.md |
| reading, preparing, judging with a model | `nlbridge.llm.roles.assisted` | |
| batches with a model | `nlbridge.llm.roles.assisted_batch` | |
| what a result rests on | `nlbridge.llm.roles.basis` | |
"""

from __future__ import annotations
