"""How are responses requested, kept and scored so that a killed run loses nothing?

In: items of a benchmark.
Out: samples in a folder.

| file | holds |
|---|---|
| `compared` | Samples of a scored run for comparisons and agreement tables: question, judge, verdict |
| `data_source` | Sources of a benchmark's rows: a published file, Parquet, or a data set on a hub |
| `failed_response` | Responses without an answer: empty, refused, cut off, or unreadable |
| `generation` | Responses from an endpoint: saved as they arrive, never requested twice |
| `item` | Items of text-editing benchmarks, and generations that answer them |
| `json_rows` | Rows of JSON files: objects with their places; unreadable ones are reported and skipped, or an error |
| `judge_option` | Shared parts of commands that can ask a language model to judge |
| `judgements` | A language model's judgements of responses, saved as they arrive |
| `output_form` | Output of figures as words or as JSON |
| `parquet` | Rows in Parquet files, the format of dataset hubs; needs the extra `parquet` |
| `responses` | Files of responses: unwrapped, each question answered once, and questions without an answer counted |
| `run_folder` | The folder of a run, whose questions are fixed |
| `run_options` | Options shared by the commands that run a benchmark on a model; opening and reporting such a run |
| `runner` | Scoring that can be killed at any moment and resumes |
| `scores` | Scores with their reasons, and who is to blame if there is none |
| `writing` | Generations: a model's answers to the benchmarks' tasks |
"""
