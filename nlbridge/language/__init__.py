"""English analysed without a network: tokens, clauses, signals of cause.

The only package that may import spaCy, and it does so at first use.
"""
