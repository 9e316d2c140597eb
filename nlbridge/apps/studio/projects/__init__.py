"""Which texts are under review, and with what result?

In: a file of texts.
Out: a list with the state of each, a saved review, exports.

| file | holds |
|---|---|
| `project` | The texts under review with their histories, their list, and the file that saves them |
| `opening` | Reads files of texts (plain text, Markdown, CSV, scenarios, JSON Lines, CoBe's JSON) and of rewrites |
| `session` | Answers the requests of a page about a project, saving each change first |
| `model_help` | The configured model behind a session: the current reader, the questions to the model, the spending |
| `looking` | Computes the page of one text, and exports the results of a review |
| `comparison` | Compares two reviewers of the same texts: their agreement beyond chance |
| `figures` | Statistics that compare two sides: agreement beyond chance, means with intervals, shares |
"""
