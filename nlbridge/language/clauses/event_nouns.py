"""Which nouns and noun phrases name something that happens: `the strike`, `a burst tyre`, `heavy snow`."""

from __future__ import annotations

from typing import Final

from nlbridge.language.lexicon import word_class, word_order
from nlbridge.language.pipeline.words import Words

DENYING: Final = word_class("empty_words")
"""Words before a phrase that did not happen and so is no event of its own."""


def eventive_noun(words: Words, i: int) -> bool:
    """Whether a noun names something that happens, by list or by ending."""
    if words.is_a(i, "event_nouns") or words.is_a(i, "weather"):
        return True
    return len(words.lower[i]) > 6 and words.lower[i].endswith(word_order("eventive_suffixes"))


def eventive(words: Words, low: int, high: int, *, acts: bool = False) -> bool:
    """Whether a subject may state an event: not a pronoun, a name, a person, or `this`.

    A bare noun states weather only, unless it `acts` on something: `strikes delayed the trains`.
    """
    head = words.head_noun(low, high)
    if words.tags[low] in {"IN", "RB", "PRP", "EX"} or words.lower[low] in DENYING:
        return False
    low += words.lower[low] == "both" and words.tags[low + 1] in {"DT", "PRP$"}
    if head is None or words.is_a(head, "eventless_nouns") or words.lower[low] in word_class("event_pointers"):
        return False
    if head > low and words.is_a(head, "crews") and words.lower[head - 1] in word_class("crew_times"):
        return False
    happens = eventive_noun(words, head)
    capital = head > low and words.forms[head][:1].isupper() and not happens  # `Old Marn`
    named = capital or (words.tags[head].startswith("NNP") and not (happens and head == low))  # `Fog closed the port`
    if named and not words.is_a(head, "times"):
        return False
    if head == low or (words.tags[low] not in {"DT", "PRP$", "NNP"} and words.tags[head] == "NNS"):
        weather = words.is_a(head, "weather") and not words.tags[head].startswith("NNP")
        return weather or (acts and happens)
    modified = any(
        words.tags[k] in {"JJ", "VBN", "VBG", "POS", "IN", "JJR", "JJS"}
        or words.is_a(k, "weather")
        or words.is_a(k, "event_nouns")
        for k in range(low, high)
    )
    return modified or words.lower[low] in word_class("indefinite_articles") or words.tags[low] != "DT"


def is_undone(words: Words, low: int, high: int) -> bool:
    """Whether a word before a verb says that it did not come to it: `nearly killed the vines`, `never harmed them`."""
    return not word_class("nearly_words", "negators").isdisjoint(words.lower[low:high])
