"""What a sentence takes up from the sentences before it, and whether that has been told.

Where a story leaves some claims out, a sentence that stays may hang in the air: `it`, `the soup`, `another one` speak
of what was said before. Each rule here may hold back a sentence that would have been clear; none lets one through for
another reason than that nothing in it points back.

Examples
--------
>>> story = Told()
>>> story.lost("A detour was laid through the park.")
>>> story.dangling("It added an hour.")
"'It' refers to what is left out"
>>> story.dangling("The detour added an hour.")
"'detour' is known from what is left out only"
>>> story.dangling("The mayor slept.")
''
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

from nlbridge.language.lexicon import word_class, word_order
from nlbridge.language.pipeline.parsing import parsed

Token = Any
BACK: Final = word_class("backward_words")
THINGS: Final = word_class("thing_pronouns")
AGAIN: Final = word_class("repeated_or_other")
PERSON: Final = {
    **dict.fromkeys(word_order("male_pronouns"), "he"),
    **dict.fromkeys(word_order("female_pronouns"), "she"),
    **dict.fromkeys(word_order("plural_pronouns"), "they"),
}
DEFINITE: Final = word_class("definite_determiners")
POINTING: Final = word_class("demonstratives")
KNOWN: Final = word_class("known_determiners")
NOUNS: Final = frozenset({"NN", "NNS"})
NAMES: Final = frozenset({"NNP", "NNPS"})


@dataclass(slots=True)
class Told:
    """What a story has told so far, and what it left out.

    Parameters
    ----------
    intact
        Whether the words right before stand as the text has them.
    known, gone
        Lemmas of nouns that were told; those that only sentences left out brought in.
    names, lost_names
        Names that were told; those that only sentences left out have.
    pronouns
        `he`, `she`, `they`, as far as some form of them was told.
    """

    intact: bool = True
    known: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    lost_names: set[str] = field(default_factory=set)
    pronouns: set[str] = field(default_factory=set)

    def copy(self) -> Told:
        """Return the same, to be tried further on its own."""
        sets = (self.known, self.gone, self.names, self.lost_names, self.pronouns)
        known, gone, names, lost_names, pronouns = (set(one) for one in sets)
        return Told(self.intact, known, gone, names, lost_names, pronouns)

    def told(self, sentence: str, *, intact: bool) -> None:
        """Take in a sentence that is told, and whether it stands as the text has it."""
        with parsed([sentence]) as (doc,):
            self.known |= {t.lemma_.lower() for t in doc if t.tag_ in NOUNS}
            self.names |= {t.text for t in doc if t.tag_ in NAMES and not (t.i and t.nbor(-1).tag_ == "IN")}
            self.pronouns |= {PERSON[t.lower_] for t in doc if t.lower_ in PERSON}
        self.gone -= self.known
        self.lost_names -= self.names
        self.intact = intact

    def lost(self, words: str) -> None:
        """Take in words of the text that are left out, or told otherwise."""
        with parsed([words]) as (doc,):
            fresh = {
                t.lemma_.lower()
                for t in doc
                if t.tag_ in NOUNS and not any(c.lower_ in KNOWN and c.i < t.i for c in t.children)
            }
            self.lost_names = self.lost_names | ({t.text for t in doc if t.tag_ in NAMES} - self.names)
        self.gone = self.gone | (fresh - self.known)
        self.intact = False

    def nobody(self, supposed: str, place: str) -> str:
        """Return the pronoun of a what-if for which neither what was told nor the place where it stands has a person.

        Parameters
        ----------
        place
            The sentence of the text that the what-if takes the place of.
        """
        around = set(self.pronouns)
        if not self.lost_names:
            around |= {PERSON[word] for word in re.findall(r"\w+", place.lower()) if word in PERSON}
        with parsed([supposed]) as (doc,):
            for word in doc:
                person = PERSON.get(word.lower_)
                if word.lower_ in POINTING and word.head.tag_ in NOUNS and word.head.lemma_.lower() not in self.known:
                    return f"nothing before it says what {word.head.text!r} is"
                if word.lower_ in THINGS and not self.known and word.lower_ not in place.lower().split():
                    return f"nothing before it says what {word.text!r} is"
                if person and not self.names and person not in around and not _named_before(word):
                    return f"nothing before it says who {word.text!r} is"
        return ""

    def dangling(self, sentence: str) -> str:
        """Return what a sentence takes up that was not told, empty where nothing is found."""
        with parsed([sentence]) as (doc,):
            return _of_nouns(doc, self) or ("" if self.intact else _of_pronouns(doc, self))


def _of_nouns(doc: Any, told: Told) -> str:
    for noun in doc:
        if (
            noun.tag_ in NOUNS
            and noun.lemma_.lower() in told.gone
            and any(c.lower_ in DEFINITE and c.i < noun.i for c in noun.children)
        ):
            return f"{noun.text!r} is known from what is left out only"
    return ""


def _of_pronouns(doc: Any, told: Told) -> str:
    first = next((t.i for t in doc if t.tag_ in NOUNS | NAMES), len(doc))
    if [t.lower_ for t in doc if not t.is_punct][-1:] == ["did"]:
        return "'did' refers to what is left out"
    for word in doc:
        if word.i < first and word.lower_ in BACK and not _empty(word):
            return f"{word.text!r} refers to what is left out"
        if word.lower_ in POINTING and word.tag_ == "DT" and word.head.i <= word.i:
            return f"{word.text!r} refers to what is left out"
        if word.lower_ in AGAIN:
            return f"{word.text!r} refers to what is left out"
        named = told.names and not told.lost_names
        person = PERSON.get(word.lower_, "they")
        if person != "they" and person not in told.pronouns and not named and not _named_before(word):
            return f"nothing before it says who {word.text!r} is"
        if word.tag_ in {"JJR", "RBR"} and not any(t.lower_ == "than" for t in doc):
            return f"{word.text!r} compares with what is left out"
    return ""


def _named_before(word: Token) -> bool:
    return any(t.tag_ in NAMES | NOUNS for t in word.doc[: word.i])


def _empty(word: Token) -> bool:
    """Whether a word only fills the place of a subject, or joins: `there was`, `it rained`, `that` before a clause."""
    after = word.nbor(1).lower_ if word.i + 1 < len(word.doc) else ""
    if word.lower_ == "there":
        return after in word_class("empty_verbs")
    if word.lower_ == "it":
        return after in word_class("weather_past")
    return word.tag_ in {"IN", "WDT"}
