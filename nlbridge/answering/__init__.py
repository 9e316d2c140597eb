"""What is the answer to one request, or to a file of them?

In: requests.
Out: rubrics and reports, as values and as JSON rows.

| file | holds |
|---|---|
| `answers` | One request answered: read, prepared, judged; offline or with a language model |
| `assisted` | Reading, preparing and judging with a language model's help |
| `basis` | What a result rests on: the words alone, a language model's word for what they say, the engine's proof |
| `batch` | JSON Lines in, JSON Lines out: same order, same id, one bad line never stops the run |
| `batch_cluster` | A batch on a Dask cluster |
| `batch_processes` | Pieces of a batch worked on elsewhere, their rows in order; none is lost |
| `desk` | Processes that read, derive and judge, for a server or a batch |
| `input` | What may come from outside: a readable text, bytes that are UTF-8, values that a scenario has |
| `lines` | JSON Lines: read and answered one by one; a failed one yields an error |
| `preparation` | A reading and an intervention -> a rubric whose answers are weighed |
| `request` | What one call, or one line of a batch, asks for; how texts are read; what a request leads to |
| `result` | Results as JSON objects, in the shape that `docs/reference` promises to scripts |
| `review` | A review of a reading: questions, answers so far, the last one taken back |
"""
