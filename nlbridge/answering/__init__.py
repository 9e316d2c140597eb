"""What is the answer to one request, or to a file of them?

In: requests.
Out: rubrics and reports, as values and as JSON rows.

| file | holds |
|---|---|
| `answers` | Reads, prepares and judges one request, offline or with a language model |
| `assisted` | The same three steps with a language model's help |
| `basis` | What a result relies on: the words alone, a language model's reading of them, the engine's proof |
| `batch` | JSON Lines in, JSON Lines out, in the same order with the same ids; a bad line never stops the run |
| `batch_cluster` | A batch on a Dask cluster |
| `batch_processes` | Hands pieces of a batch to other processes and yields all rows in order |
| `desk` | Worker processes that read, derive and judge for a server or a batch |
| `input` | Checks of outside input: a readable text, UTF-8 bytes, values that the scenario has |
| `lines` | Reads and answers JSON Lines one by one; a failed line yields an error |
| `preparation` | Turns a reading and an intervention into a rubric with weighed answers |
| `request` | What a call or batch line asks for, how texts are read, and the rubric prepared for a request |
| `result` | Results as JSON objects, in the shape that `docs/reference` promises to scripts |
| `review` | A review of a reading: questions, answers so far, undo |
"""
