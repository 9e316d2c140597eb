"""How were the shipped language models made?

In: treebanks and word nets.
Out: trained weights and condensed tables.

| file | holds |
|---|---|
| `encoder` | How was the encoder trained that says which claim bears on which? |
| `__main__` | Train the encoder of the reader: `python -m research.training STORIES... --out FOLDER` |
| `condense_wordnet` | Condense the database files of WordNet 3.0 into `lexicon/wordnet.tsv` |
| `score_veridicality` | Score what the lexicon says about complements on MegaVeridicality |
| `train` | Train the shipped English pipeline from Universal Dependencies |
"""
