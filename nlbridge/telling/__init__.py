"""How is a derived world told in English?

In: a `Rubric`.
Out: criteria in words, a rewrite that meets them, pictures.

| file | holds |
|---|---|
| `cobe_item` | A rubric as an item of CoBe |
| `criteria_wording` | A rubric in words: criteria in CoBe's form |
| `graph_drawing` | A rubric's causal graph as a picture: the state of each event, the words on each arrow |
| `representative` | One rewrite that meets a rubric, shown only where it is English and our own check calls it valid |
| `rewriting` | Rewrites of a text that tell a counterfactual world: in place, or claim by claim |
| `side_by_side` | An edit beside its original, sentence by sentence |
| `to_check` | What to check in a reading, as questions to be answered yes or no |
| `turning` | Turning events of a text into their contraries where they stand, and connectives into those that fit |
"""
