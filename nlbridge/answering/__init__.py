"""What is the answer to one request, or to a file of them?

In: requests.
Out: rubrics and reports, as values and as JSON rows.

| file | holds |
|---|---|
| `answers` | One request answered: read, prepared, judged; offline or with a language model |
| `assisted` | Reading, preparing and judging with a language model's help |
| `assisted_batch` | Batches with a language model: lines in flight together, answered in order |
| `basis` | What a result rests on: the words alone, a language model's word for what they say, the engine's proof |
| `batch` | JSON Lines in, JSON Lines out: same order, same id, one bad line never stops the run |
| `batch_cluster` | A batch on a Dask cluster: answers in order, none lost when a worker ends before its time |
| `batch_processes` | A batch on several processes: answers in order, none lost when a process ends before its time |
| `input` | What the arguments of the command mean: a literal text, a file, standard input, a scenario |
| `lines` | JSON Lines: read and answered one by one; a failed one yields an error |
| `preparation` | A reading and an intervention -> a rubric whose answers are weighed |
| `request` | What one call of the command, or one line of a batch, asks for, and how it is prepared |
| `result` | Results as JSON objects, in the shape that `docs/reference` promises to scripts |
| `resumption` | A batch that is written to a file, and goes on after the last whole line when it is started again |
| `review` | A review of a reading: questions, answers so far, the last one taken back |
| `line_work` | What a batch does with one line |
"""
