"""How does a derived world read in English?

In: a `Rubric`.
Out: criteria in words, a rewrite that meets them, pictures.

| file | holds |
|---|---|
| `cobe_item` | A rubric as an item of CoBe, or its criteria alone |
| `graph_drawing` | A rubric's causal graph as a picture: the state of each event, the words on each arrow |
| `representative` | One rewrite that meets a rubric, shown only if it is English and our own check calls it valid |
| `rewriting` | Rewrites of a text for a counterfactual world: in place, or claim by claim |
| `side_by_side` | An edit next to its original, sentence by sentence |
| `to_check` | What to check in a reading, as yes/no questions |
| `turning` | Turns events of a text into their contraries in place, and connectives into those that fit |
"""
