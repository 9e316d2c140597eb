"""Which texts are under review, and with what result?

In: a file of texts.
Out: a list with the state of each, a file that keeps what was done, exports.

| file | holds |
|---|---|
| `project` | The texts under review with their histories; the list of them, and the file that keeps them |
| `opening` | What files hold: texts as plain text, Markdown, CSV, scenarios, JSON Lines or CoBe's JSON; and rewrites |
| `session` | A project at work: what a page asks of it, each change saved before it is answered |
| `model_help` | The configured model behind a session: who reads now, what is asked of the model, and what was spent |
| `looking` | What a process computes for the page of one text, and the results of a review for other programs |
| `comparison` | Two reviewers of the same texts: where they agree, beyond chance |
| `figures` | Figures of two sides on the same things: agreement beyond chance, means with intervals, shares |
"""
