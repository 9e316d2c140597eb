"""Which criteria does a counter-hypothesis meet?

In: a counter-hypothesis and its item.
Out: a verdict for each criterion.

| file | holds |
|---|---|
| `concision` | The length limit in CHG's prompt: one sentence, at most 20 words (Abdolmaleki et al. |
| `conflict` | Contradictions between a sentence and a scene, as far as words show them |
| `formal_comparison` | Statements compared by their formulas, by `logic.relations.nli` |
| `rubric` | The criteria of CHG for one counter-hypothesis (Abdolmaleki et al., section 4.2 and Figure 2) |
| `sentence_comparison` | Two sentences compared by their words: whether one says the same as the other |
"""
