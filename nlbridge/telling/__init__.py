"""How is a derived world told in English?

In: a `Rubric`.
Out: criteria in words, a rewrite that meets them, pictures.

| file | holds |
|---|---|
| `acceptable_english` | What an answer must be before it is shown: English that a careful writer could have written |
| `cobe_item` | A rubric as an item of CoBe |
| `contrary_clauses` | Turning one event of a text into its contrary, where it stands |
| `criteria_wording` | A rubric in words: criteria in CoBe's form |
| `fitting_connectives` | Connectives that fit the values of a counterfactual world, put where the text has others |
| `graph_drawing` | A rubric's causal graph as a picture: the state of each event, the words on each arrow |
| `plain_denial` | A claim that did not come true, told as a plain sentence |
| `plain_story` | A text that was read, retold as it would have been |
| `representative` | One answer that meets a rubric, shown only where it is English and nothing in it fails |
| `rewriting` | Rewrites of a text that tell a counterfactual world, without what is repeated or overcome |
| `side_by_side` | An edit against its original, sentence by sentence |
| `supposed_sentence` | A what-if as a sentence of the story |
| `taken_up` | What a sentence takes up from the sentences before it, and whether that has been told |
| `to_check` | What to check in a reading, as questions to be answered yes or no |
"""
