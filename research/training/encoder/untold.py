"""What-ifs about something that a text does not tell, and denials of what it tells.

Labelled what-ifs are about their texts, so a network that meets no others takes every what-if for one about some
claim. Three kinds of rows show it the difference: texts from which the sentence of the claim that is set was cut out,
what-ifs that were written about something untold, and, since half of these are negative but only one in seven of the
labelled ones is, plain denials of claims, so that *not* alone tells nothing.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from nlbridge.language.pipeline.dictionary import inflect
from research.training.encoder.examples import Example, WhatIf, breaks, restricted

if TYPE_CHECKING:
    from nlbridge.language.pipeline.words import Words

FEWEST: Final = 2
"""Least number of claims that a text keeps when a sentence is cut out."""
TOLD_AGAIN: Final = 0.6
"""Largest share of a claim's stems that the rest of the text may have: more, and it probably tells the claim again."""
STEM: Final = 5
"""Letters of a word that are compared."""
SHORTEST: Final = 3
LONGEST: Final = 13
"""Fewest and most words of a denial."""
NEGATIVE: Final = frozenset({"not", "n't", "never", "no", "nobody", "nothing", "none"})
SUBJECTS: Final = ("NN", "PRP", "CD", "DT")

_WORD = re.compile(r"[a-z]{3,}")


def cut_out(example: Example, what_if: WhatIf) -> Example | None:
    """Return a text without the sentences of the claims that a what-if sets.

    None if the what-if sets none, if fewer than two claims are left, or if the rest has most of the words of the cut
    claims.

    Examples
    --------
    >>> from research.training.encoder.examples import labelled
    >>> example = labelled(
    ...     {
    ...         "id": "s",
    ...         "text": "The tap leaked. The floor got wet. Leo slipped.",
    ...         "events": ["The tap leaked", "The floor got wet", "Leo slipped"],
    ...         "links": [[0, 1, "+", "need", ""], [1, 2, "+", "need", ""]],
    ...         "what_ifs": [{"had": "the tap held", "sets": [0], "changed": [0, 1, 2], "unchanged": []}],
    ...     }
    ... )
    >>> cut_out(example, example.what_ifs[0]).text
    'The floor got wet. Leo slipped.'
    """
    told = [example.spans[k] for k in what_if.sets]
    sentences = [*pairwise(breaks(example))]
    kept = [place for place in sentences if not any(_meet(place, span) for span in told)]
    if len(kept) in {0, len(sentences)}:
        return None
    rest = restricted(example, kept)
    if len(rest.spans) < FEWEST:
        return None
    own = _stems(" ".join(example.text[slice(*span)] for span in told))
    again = len(own & _stems(rest.text)) > TOLD_AGAIN * len(own)
    return None if again else rest


def _meet(first: tuple[int, int], second: tuple[int, int]) -> bool:
    return first[0] < second[1] and second[0] < first[1]


def _stems(text: str) -> set[str]:
    return {word[:STEM] for word in _WORD.findall(text.lower())}


def denials(example: Example, words: Words) -> tuple[WhatIf, ...]:
    """Return a what-if for each claim that can be denied by one word; what changes is taken from a labelled one.

    Parameters
    ----------
    words
        The words of the example's text.
    """
    by_set = {one.sets: one.changed for one in example.what_ifs}
    made = []
    for k, span in enumerate(example.spans):
        had = _denial(words, [i for i, start in enumerate(words.starts) if span[0] <= start < span[1]])
        if had is not None:
            alone = tuple(1.0 if j == k else None for j in range(len(example.spans)))
            only = frozenset({k})
            made.append(WhatIf(had=had, sets=only, changed=by_set.get(only, alone)))
    return tuple(made)


def _denial(words: Words, places: list[int]) -> str | None:
    """Return `the pump not failed` for the words of `The pump failed`, or None if its first verb has no subject."""
    verb = next((i for i in places if words.tags[i] in {"VBD", "VBZ", "VBP"}), None)
    negative = any(words.lower[i] in NEGATIVE for i in places)
    if verb is None or negative or any(words.tags[i].startswith("W") for i in range(places[0], verb)):
        return None  # The verb of a relative clause is not the claim's.
    if not any(words.tags[i].startswith(SUBJECTS) for i in range(places[0], verb)):
        return None
    perfect = words.lemmas[verb] == "have" and "VBN" in words.tags[verb + 1 : min(verb + 3, places[-1] + 1)]
    participle = "" if perfect else inflect(words.lemmas[verb], "VBN")
    subject = words.text[words.starts[places[0]] : words.ends[verb - 1]]
    if not words.tags[places[0]].startswith("NNP") and words.forms[places[0]] != "I":
        subject = subject[0].lower() + subject[1:]
    rest = words.text[words.ends[verb] : words.ends[places[-1]]]
    had = " ".join(f"{subject} not {participle}{rest}".split()).rstrip(".,;:")
    return had if SHORTEST <= len(had.split()) <= LONGEST else None
