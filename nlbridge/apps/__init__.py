"""Where do people use the project: command line, Python, studio, HTTP?

In: what a person types, clicks or calls.
Out: rubrics and verdicts, displayed.

| file | holds |
|---|---|
| `command` | What do the commands of `causalcore` do? |
| `doctor` | How good is the configured model? |
| `python` | How does a Python program get a rubric, or a verdict? |
| `studio` | How does a person look at a reading, correct it, and judge rewrites in a browser? |
"""
