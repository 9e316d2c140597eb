"""How are responses asked for, kept, and scored so that a killed run loses nothing?

In: items of a benchmark.
Out: samples in a folder.

| file | holds |
|---|---|
| `compared` | The samples of a scored run as comparisons and tables of agreement need them: question, judge, verdict |
| `data_source` | Where the rows of a benchmark come from: a file as it was published, Parquet |
| `failed_response` | Responses that answer nothing: empty, refused, cut off |
| `generation` | Responses from an endpoint: written down as they come, never asked for twice |
| `item` | What every benchmark of text editing has: items, and generations that answer them |
| `json_rows` | Rows of JSON files: objects with their places; what cannot be read is named and left out, or an error |
| `judge_option` | What commands share that can ask a language model to judge, too |
| `judgements` | What a language model says of responses: written down as it comes |
| `output_form` | Whether a command shows its figures as words or as JSON |
| `parquet` | Rows in Parquet files, as dataset hubs keep them; needs the extra `parquet` |
| `responses` | Files of responses: each question answered once, and questions without an answer counted |
| `run_folder` | The folder of a run: what was asked is fixed for good |
| `run_options` | Options shared by the commands that run a benchmark on a model; opening and reporting such a run |
| `runner` | Scoring that can be killed at any moment and goes on where it stopped |
| `scores` | Scores that know why, and whom to blame for what could not be scored |
| `writing` | Generations: what a model under test answers to the tasks of the benchmarks |
"""
