"""What does a text claim, and which claim affects which?

In: text.
Out: a `Scenario` with a confidence on every event and link.

| file | holds |
|---|---|
| `accounts` | Which part of a text tells what happened? |
| `links` | Which event affects which? |
| `statements` | What does a clause claim, as a sentence that stands alone? |
| `agreement` | Several readings of one text made into one, with what they disagree on left unsure |
| `by_model` | Text -> scenario, with a language model saying what the text states |
| `quantities` | Quantities in a text: which way a claim says that one moved, and how far |
| `reader` | Text -> scenario, offline: events, links, quantities and latents |
| `readers` | Whoever reads a text: its words, a language model, or the two together, behind one protocol |
"""
