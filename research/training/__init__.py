"""How are the shipped language models trained?

In: treebanks and word nets.
Out: trained weights and condensed tables.

| file | holds |
|---|---|
| `encoder` | How are the networks trained that read a text, and an edit of it? |
| `__main__` | Train the reader or the editor: `python -m research.training reader --out FOLDER` |
| `data` | Training data of the networks, gathered from files |
| `short_texts` | Short texts with sentences that follow or stand beside, as stories |
| `condense_wordnet` | Condense the database files of WordNet 3.0 into `lexicon/wordnet.tsv` |
| `score_veridicality` | Score the lexicon's judgements of complements on MegaVeridicality |
| `train` | Train the shipped English pipeline from Universal Dependencies |
"""
