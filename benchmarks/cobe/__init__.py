"""CoBe: counterfactual edits of short narratives.

| concept | module | source |
|---|---|---|
| published JSON, generations | `benchmarks.cobe.data` | CoBe, section 3 and appendix A.2 |
| derived rubric, criteria strings | `benchmarks.cobe.rubric` | CoBe, section 3.2 |
| judging, summary | `benchmarks.cobe.score` | CoBe, section 4 |
| judging with a model's help | `benchmarks.cobe.assisted` | docs/explanation/trust.md |
| a model as second scorer | `benchmarks.cobe.model_judge` | CoBe, appendix C.2 |
| failure modes | `benchmarks.cobe.failure_modes` | CoBe, appendix B.1 |
| what a model is asked | `benchmarks.cobe.question` | |
"""
