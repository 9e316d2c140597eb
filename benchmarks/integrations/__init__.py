"""How do people who already evaluate, test, train or annotate with another library use a rubric there?

In: that library's input.
Out: the output that it expects.

| file | holds |
|---|---|
| `judgement` | The judgement of a rewrite for every integration; the only file that knows how requests are answered |
| `processes` | Rewrites judged by several processes that stay alive between calls |
| `grading` | A judgement with a score, a threshold, and whether it passes; it fails closed |
| `samples` | Files of CoBe and CLoMo as prompts, with the data to judge each answer |
| `claims_to_check` | Doubtful claims and links of readings, as questions for annotators |
| `inspect_scorers` | Inspect: scorers |
| `inspect_tasks` | Inspect: tasks for CoBe and CLoMo from local files |
| `lm_evaluation_harness` | lm-eval: task files for CoBe and CLoMo, and their measures |
| `deepeval_metric` | DeepEval: a metric |
| `promptfoo_assertion` | promptfoo: an assertion |
| `nemo_gym_server` | NeMo Gym: a resource server |
| `training_rewards` | TRL: reward functions, plain and async |
| `verifiers_taskset` | verifiers: a taskset with a reward and a metric |
| `data_frames` | pandas: a rubric or a verdict for each row |
| `label_studio` | Label Studio: tasks with predictions, and exports read back |
| `argilla_records` | Argilla: records with suggestions, and responses read back |
"""
