"""How is a file from outside read within limits, and how is one's own kept to oneself?

In: text or bytes that somebody else wrote; a path.
Out: plain values of bounded depth and size; a lock.

| file | holds |
|---|---|
| `document` | A document in JSON or YAML, whichever it is |
| `faults` | All faults of one thing at once, where each check raises the first that it meets |
| `json_text` | JSON within limits: no NaN, no infinity, no number of a thousand digits, no nesting without end |
| `limits` | How large, how deep and how long the values of a document may be |
| `lock` | A file lock for one process at a time; the error names the process that holds it |
| `own_packages` | Find this project's packages even if a folder of the user hides one |
| `time_limit` | Work on one line that is given up after a while |
| `unread` | What a message says of a file that could not be read |
| `writing` | Files that survive a kill: written whole, or line by line |
| `yaml_text` | YAML within limits: plain values only, and no alias that turns a few lines into gigabytes |
"""
