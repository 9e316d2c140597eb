"""Where does a clause begin and end, and what kind of clause is it?

In: `Words`.
Out: clauses with their connectives.

| file | holds |
|---|---|
| `clause` | A clause, and how a sentence is divided into clauses |
| `coordination` | Whether `and`, `or` or `nor` joins two clauses, each with its own verb |
| `event_phrases` | Phrases that state their own events: `heavy snow closed the road`, `It was a loose wire that ...` |
| `inversions` | Clauses whose auxiliary precedes their subject |
| `noun_phrases` | Noun phrases: their bounds, what they can refer to, and which name an event or a time |
| `prepositions` | Whether a preposition governs an event: `blocked by a fallen tree`, `after the storm` |
| `segmentation` | Splits a text into clauses, word by word |
| `signal_senses` | Whether a possible signal of a cause, a time or a counterfactual is one in its context |
| `unreal_verbs` | Counterfactual verbs: `Without the pump the hold would have flooded` |
"""
