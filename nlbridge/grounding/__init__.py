"""What does an edit say about each claim of a text?

In: an edit and a `Scenario`.
Out: a `Grounding`: a value for each claim, with quotes.

| file | holds |
|---|---|
| `connectives` | Which connectives does an edit use, between which claims, and do they suit? |
| `models` | What do local models add to the words of a claim? |
| `calibration` | Small calibrated models whose weights are a readable file |
| `claim_evidence` | What an edit says about each claim of a text, by one protocol for all that can weigh it |
| `claim_features` | What an edit does to the words of one event, as numbers that a small model weighs |
| `claim_words` | Which words of the original make each event's claim |
| `contrary_telling` | Claims that the text tells by their contrary (`the hold would have flooded`) |
| `edit_text` | The passage itself, without what a writer or a model wraps around it |
| `grounding` | An edit read into the value that it asserts for each event |
| `negative_subjects` | Subjects that `no` stands before: `no jellyfish blocked the intake` denies the blocking |
| `new_content` | What an edit says that no claim of the original has: new reasons, things denied |
| `polarity` | Whether an edit affirms or denies the predicate of a claim: negators |
| `quantity_moves` | How far the quantity of a claim stands from its fact in an edit |
| `region` | Where in an edit the words of an event are |
"""
