"""For which tasks is a model asked?

In: texts, edits, arguments.
Out: scenarios, interventions, groundings, formulas, judgements.

| file | holds |
|---|---|
| `agreement` | Several readings of one text made into one, with what they disagree on left unsure |
| `argument_formalisation` | Arguments -> formulas over one signature, with weighted defaults |
| `asked_sentences` | The sentences that a blind reader is asked about, in random order |
| `basis` | What a result rests on: the words alone, or a language model's word for what they say |
| `counter_hypothesis_rating` | Ratings of a counter-hypothesis by a language model (Abdolmaleki et al. |
| `formalisation` | Sentences -> free-logic formulas, with a language model translating and the solver checking |
| `grounding` | Edit -> value of each claim, with a language model quoting the words that say so |
| `judge` | A language model as the judge of an edit: CoBe's own, to compare with; its verdict is the model's |
| `reading` | Text -> scenario, with a language model saying what the text states |
| `reconciliation` | What the engine derives beside what a model expects |
| `relation` | The relation that an explanation states, and the rewritten hypothesis, by few-shot prompting |
| `second_look` | A second blind look, in other words, at what one look leaves in doubt or what decides alone |
| `self_evaluation` | CLoMo's self-evaluation |
| `supposing` | What-if -> intervention, with a language model saying which events it speaks of |
| `writing` | Generations: what a model under test answers to the tasks of the benchmarks |
"""
