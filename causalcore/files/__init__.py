"""How does the program read foreign files within limits, and protect its own?

In: text or bytes from outside; a path.
Out: plain values of bounded depth and size; a lock.

| file | holds |
|---|---|
| `document` | A document in JSON or YAML |
| `faults` | All faults of one thing in one error, although each check raises only its first |
| `json_text` | JSON within limits: no NaN, no infinity, no number of a thousand digits, no endless nesting |
| `limits` | Limits on the size, depth and length of a document's values |
| `lock` | A file lock for one process at a time; the error names the process that holds it |
| `own_packages` | Find this project's packages even if a user's folder hides one |
| `text_file` | A text file from outside: UTF-8, with or without the mark that some editors put first |
| `time_limit` | A time limit for the work on one line |
| `unread` | How a message describes a file that could not be read |
| `writing` | Files that survive a kill: written whole, or line by line |
| `yaml_text` | YAML within limits: only plain values, and no alias that turns a few lines into gigabytes |
"""
