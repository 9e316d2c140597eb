"""What does the command `causalcore` do?

In: arguments of the command line.
Out: text or JSON on standard output, and an exit code.

One verdict from the command line to its report, and who does each step:

1. `cli.main` finds the command, and makes any error one line with its exit code.
2. `nlbridge.asking.options.how_to_read` makes settings of the options, the environment and the settings file.
3. `texts.verify` opens a language model where one is named, and at the end shows or draws the report.
4. `nlbridge.answering.answers.judge` reads the text, derives the rubric and judges the edit.
5. `nlbridge.answering.result.report_row` writes it as JSON, or `presentation.verdicts` shows it as text.

| file | holds |
|---|---|
| `presentation` | Results as rich text for a terminal: the answer first, or all there is |
| `cli` | The command `causalcore`: its group of commands, whose errors are one line with the fitting exit code |
| `options` | What commands share: options with their help, the form of a result, exit codes |
| `texts` | `causalcore read`, `rubric`, `verify` and `derive` |
| `review` | `causalcore read --review`: the questions of a reading one by one |
| `ask` | `causalcore ask`: a probability, an effect or a cause in a fully specified model; a question in English |
| `claim` | `causalcore claim`: causal claims checked, tests written from a graph, a table held against a graph |
| `label` | `causalcore label`: the label of a hypothesis, with its certificate |
| `subject` | What a formal question is about: a model, a scenario, or a graph alone; from a file, standard input |
| `doctor` | `causalcore doctor`: what the configured endpoint does, and what the configured model brings |
| `servers` | `causalcore studio`, a page on this machine, and `causalcore serve`, the same answers over HTTP |
| `results` | `causalcore schema` and `causalcore cache`: the form of results, and replies of models that are kept |
"""
