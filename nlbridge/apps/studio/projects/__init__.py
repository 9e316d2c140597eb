"""Which texts are under review, and with what result?

In: a file of texts.
Out: a list with the state of each, a file that keeps what was done, exports.

| file | holds |
|---|---|
| `asked_first` | What the model answers to the doubts about a text, before a person is asked |
| `comparison` | Reviews of others read back, and two reviewers compared: agreement beyond chance |
| `desk` | Processes that read, derive and judge for a session, so that no text keeps the others waiting |
| `effects` | What a correction changes: the answers that are others than before it |
| `exports` | The result of a review, for other programs: scenarios, rubrics, items of CoBe, and labels |
| `looking` | What a process does for a page with one text: follow it, judge its rewrites, draw it, write it |
| `model_help` | The configured model behind a session: who reads now, what is asked of the model, and what was spent |
| `opening` | A file opened as a project: text, Markdown, CSV, a scenario, JSON Lines of texts, CoBe |
| `project` | The texts under review, each with its history, drafts, and version; and the list of them |
| `saving` | What was done to a project, kept in a file beside it |
| `session` | A project at work: what a page asks of it, each change saved before it is answered |
"""
