"""Where does a clause begin and end, and what kind of clause is it?

In: `Words`.
Out: clauses with their connectives.

| file | holds |
|---|---|
| `clause` | A clause, or a phrase that states its own event; the boundary between two clauses |
| `clefts` | Sentences that set a cause apart: `It was a loose wire that started the fire` |
| `coordination` | Whether `and`, `or` or `nor` joins two clauses, each with its own verb |
| `denied_reasons` | Reasons that a sentence denies to give the right one: `not because of X but because of Y` |
| `event_nouns` | Which nouns and noun phrases name something that happens |
| `event_phrases` | Phrases that state their own events inside a stretch with a verb |
| `inversions` | Clauses whose auxiliary precedes their subject |
| `joining` | Merging stretches: insertions between a subject and its verb, and phrases that state no event |
| `noun_phrases` | Noun phrases of a text: their bounds, and what they can refer to |
| `prepositions` | Whether a preposition governs an event: `blocked by a fallen tree`, `after the storm` |
| `result_adverbs` | Whether an adverb of result opens its clause: `hence the delay` |
| `segmentation` | Splits a text into clauses, word by word |
| `signal_senses` | Whether a possible signal of a cause, a time or a counterfactual is one in its context |
| `unreal_verbs` | Counterfactual verbs: `Without the pump the hold would have flooded` |
"""
