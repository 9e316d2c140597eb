"""Short texts as words with part-of-speech tags, tagged in batches.

Inputs are captions, fragments and tokenised corpora. Tokens that a treebank's tokenizer split are joined first, so that
all inputs look alike to the tagger.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.pipeline.dictionary import verb_lemma
from nlbridge.language.pipeline.parsing import map_parsed

UNUSED: Final = ("parser", "morphologizer", "trainable_lemmatizer", "causalcore_house_style")
"""Pipeline components that are not needed here."""

NOUN_TAGS: Final = frozenset({"NN", "NNS", "NNP", "NNPS"})
PRONOUN_TAGS: Final = frozenset({"PRP", "EX", "WP"})
FINITE_TAGS: Final = frozenset({"VBD", "VBZ", "VBP", "MD"})
VERB_TAGS: Final = FINITE_TAGS | {"VB", "VBG", "VBN"}
BE: Final = word_class("all_be_forms")
AUXILIARIES: Final = word_class("caption_auxiliaries")

_JOINED: Final = (
    (re.compile(r"``|''"), '"'),
    (re.compile(r"\b([Cc])a n't\b"), r"\1an't"),
    (re.compile(r" n't\b"), "n't"),
    (re.compile(r" ('(?:s|re|ve|m|ll|d)\b)"), r"\1"),
    (re.compile(r" ([,.;:!?](?:\s|$))"), r"\1"),
    (re.compile(r"\b([Cc])an not\b"), r"\1annot"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tagged:
    """The words of a text with their tags."""

    forms: tuple[str, ...]
    lower: tuple[str, ...]
    tags: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.forms)

    def part(self, low: int, high: int) -> Tagged:
        """Return the words [low, high)."""
        return Tagged(forms=self.forms[low:high], lower=self.lower[low:high], tags=self.tags[low:high])

    def text(self) -> str:
        """Return the words as a phrase."""
        return joined(self.forms)

    def is_noun(self, i: int) -> bool:
        """Return whether a word is tagged as a noun."""
        return self.tags[i] in NOUN_TAGS

    def is_verb(self, i: int) -> bool:
        """Return whether a word is tagged as a verb, or is an -ing form at the start of its phrase."""
        if self.tags[i + 1 : i + 2] == ("HYPH",):
            return False
        return self.tags[i] in VERB_TAGS or self.is_gerund(i)

    def is_gerund(self, i: int) -> bool:
        """Return whether a word is an -ing form used as a verb; the first word of a phrase may be tagged as a noun."""
        if self.tags[i + 1 : i + 2] == ("HYPH",):
            return False
        if self.tags[i] == "VBG":
            return True
        return i == 0 and self.is_verbal(0)

    def is_verbal(self, i: int) -> bool:
        """Return whether a word is the -ing form of a verb, whatever its tag."""
        return self.lower[i].endswith("ing") and verb_lemma(self.lower[i]) not in {None, self.lower[i]}


def concatenated(*parts: Tagged) -> Tagged:
    """Concatenate phrases."""
    return Tagged(
        forms=tuple(form for part in parts for form in part.forms),
        lower=tuple(lower for part in parts for lower in part.lower),
        tags=tuple(tag_ for part in parts for tag_ in part.tags),
    )


def word(form: str, tag_: str) -> Tagged:
    """Return a phrase of one word."""
    return Tagged(forms=(form,), lower=(form.lower(),), tags=(tag_,))


def untokenised(text: str) -> str:
    """Join the tokens that a treebank's tokenizer split.

    Examples
    --------
    >>> untokenised("the baker ca n't be at the fair , it 's closed .")
    "the baker can't be at the fair, it's closed."
    """
    joined_text = " ".join(text.split())
    for pattern, put in _JOINED:
        joined_text = pattern.sub(put, joined_text)
    return joined_text


def tag(texts: Iterable[str], *, pipeline: str | None = None) -> Iterator[Tagged]:
    """Tag texts, in order, in batches."""
    yield from map_parsed((untokenised(text) for text in texts), _tagged, pipeline=pipeline, unused=UNUSED)


def _tagged(doc: Any) -> Tagged:
    tokens = [token for token in doc if not token.is_space]
    return Tagged(
        forms=tuple(token.text for token in tokens),
        lower=tuple(token.lower_.replace("’", "'") for token in tokens),
        tags=tuple(token.tag_ for token in tokens),
    )


def joined(forms: Iterable[str]) -> str:
    """Join words into running text.

    Examples
    --------
    >>> joined(["the", "cook", "'s", "well", "-", "worn", "knife", ",", "too"])
    "the cook's well-worn knife, too"
    """
    text = ""
    for form in forms:
        glued = not text or text.endswith(("-", "(", "$", "#")) or form in {"-", ")", "%"} or form[:1] in ",.;:!?"
        clitic = form.startswith("'") and len(form) > 1 and form[1:].isalpha()
        text += form if glued or clitic or form == "n't" else " " + form
    return text


def sentence(forms: Iterable[str]) -> str:
    """Join words into a sentence: capital first, one full stop at the end.

    Examples
    --------
    >>> sentence(["two", "cooks", "are", "singing"])
    'Two cooks are singing.'
    """
    text = joined(forms).strip(" ,;:.")
    return text[:1].upper() + text[1:] + ("" if text.endswith(("!", "?", '"')) else ".")
