"""Where does a clause begin and end, and what kind of clause is it?

In: `Words`.
Out: clauses with their connectives.

| file | holds |
|---|---|
| `clause` | A clause, or a phrase that states an event of its own; the boundary between two |
| `event_phrases` | Phrases that state events of their own inside a stretch with a verb |
| `joining` | Stretches put together: an insertion between a subject and its verb, phrases that state no event |
| `noun_phrases` | Noun phrases of a text: where each begins and ends, and what it can stand for |
| `segmentation` | Clauses of a text: where one ends and the next begins, decided word by word |
| `signal_senses` | Whether a word that may signal a cause, a time or what would have been does so where it stands |
| `unreal_verbs` | What would have been: `Without the pump the hold would have flooded` |
"""
