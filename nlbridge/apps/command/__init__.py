"""What do the commands of `causalcore` do?

In: arguments of the command line.
Out: text or JSON on standard output, and an exit code.

Steps of one verdict, from the command line to the report:

1. `cli.main` finds the command, and turns any error into one line with an exit code.
2. `nlbridge.asking.options.how_to_read` combines options, environment and settings file into settings.
3. `texts.verify` opens a language model if one is named, and finally shows or draws the report.
4. `nlbridge.answering.answers.judge` reads the text, derives the rubric and judges the edit.
5. `nlbridge.answering.result.report_row` writes it as JSON, or `presentation.verdicts` shows it as text.

| file | holds |
|---|---|
| `presentation` | Results as rich text for a terminal: the answer first, or everything |
| `cli` | The command group `causalcore`, which turns errors into one line with an exit code |
| `options` | What commands share: options with their help, output formats, exit codes |
| `texts` | `causalcore read`, `rubric`, `verify` and `derive` |
| `review` | `causalcore read --review`: asks the questions about a reading one by one |
| `ask` | `causalcore ask`: a probability, an effect or a cause in a fully specified model; a question in English |
| `claim` | `causalcore claim`: checks causal claims, writes tests from a graph, tests a table against a graph |
| `label` | `causalcore label`: the label of a hypothesis, with its certificate |
| `subject` | Reads the subject of a formal question: a model, a scenario, or a graph |
| `doctor` | `causalcore doctor`: tests the configured endpoint, and measures the configured model |
| `servers` | `causalcore studio`, a page on this machine, and `causalcore serve`, the same over HTTP |
| `usage_errors` | Wrong usage of a command in one line: what was expected, what came, what to try |
| `results` | `causalcore schema` and `causalcore cache`: JSON Schemas of results, and cached model replies |
"""
