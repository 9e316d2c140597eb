"""Which criteria does a counter-hypothesis meet?

In: a counter-hypothesis and its item.
Out: a verdict for each criterion.

| file | holds |
|---|---|
| `concision` | The form that the prompt of CHG asks for: one sentence, at most 20 words (Abdolmaleki et al. |
| `conflict` | What a sentence cannot say of a scene without contradicting it, as far as words show it |
| `formal_comparison` | How statements given as formulas compare, decided by `logic.relations.nli` |
| `rubric` | The criteria of CHG for one counter-hypothesis (Abdolmaleki et al., section 4.2 and Figure 2) |
| `sentence_comparison` | How two sentences compare by their words: whether one says what the other says |
"""
