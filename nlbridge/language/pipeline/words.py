"""A parsed text as plain arrays, with the queries that clause rules need.

The parser is small and sometimes wrong, so the queries rely on tags and word order first, on arcs only if reliable.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from nlbridge.language.lexicon import word_class, word_order

FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
RELATIVES = word_class("relative_words")
INVARIANT = word_class("invariant_verbs")
"""Verbs whose past tense equals their infinitive."""
HOMOGRAPHS = word_class("past_homographs")
"""Past tenses that look like nouns."""
BRINGING = word_class("bringing_forms")
"""Verbs that take an object and a bare infinitive."""
DEMONSTRATIVES = word_class("demonstratives")
"""Words that are usually the subject of a following participle form, not its determiner: `this caused delays`."""
CLAUSAL = word_class("clausal_conjunctions")
STOPS = frozenset({",", ";", ":", "—", "–", "--", "(", ")", "-"})
ENDS = frozenset({".", "!", "?", "…"})
CLOSERS = frozenset({'"', "'", "”", "’", ")", "''"})
NOUNS = (("NN",), ("NNS",))
SKIPPED = frozenset({"RB", "RBR", "RBS", "EX"})
LIKEWISE = word_class("likewise_words")
AUXILIARIES = word_class("finite_auxiliaries")
SUBJECTS = frozenset({"DT", "PRP", "PRP$", "NN", "NNS", "NNP", "NNPS", "JJ", "CD", "PDT"})


@dataclass(frozen=True, kw_only=True)
class Words:
    """Words, tags, lemmas, relations, heads and character offsets of a text."""

    text: str
    forms: tuple[str, ...]
    lower: tuple[str, ...]
    tags: tuple[str, ...]
    lemmas: tuple[str, ...]
    relations: tuple[str, ...]
    heads: tuple[int, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def finite(self, i: int) -> bool:
        """Whether a word is a finite verb; a mistagged participle with a subject counts too."""
        tag, lower, following = self.tags[i], self.lower[i], self.tags[i + 1 : i + 2]
        if lower in INVARIANT and tag in {"VB", "VBN", "VBP"}:
            governed = self.has_auxiliary(i) or self.lower[max(0, i - 1)] == "to" or self._joins_infinitive(i)
            return not governed and not self._verb_follows(i)
        if tag not in {"VBD", "VBN"}:
            return tag in FINITE
        own = lower in BRINGING or self.lower[i - 1] in DEMONSTRATIVES
        if i and self.tags[i - 1] in {"POS", "PRP$", "DT"} and following in NOUNS and not own:
            return False  # `the driver's lost keys`
        if tag == "VBD" and self.relations[i] != "acl":
            return True
        has_subject = any(
            self.heads[j] == i and self.relations[j].startswith("nsubj") for j in range(max(0, i - 12), i)
        )
        return has_subject and (tag == "VBD" or not self.has_auxiliary(i))

    def _verb_follows(self, i: int) -> bool:
        """Whether another verb follows in the stretch: then `cut` in `a power cut stopped ...` is a noun."""
        for j in range(i + 1, min(i + 9, len(self.tags))):
            ends = self.stop(j) or self.forms[j] in ENDS
            if ends or self.tags[j] == "CC" or self.lower[j] in RELATIVES | CLAUSAL:
                return False
            if self.tags[j] in {"VBD", "VBZ"}:
                return True
        return False

    def _joins_infinitive(self, i: int) -> bool:
        """Whether `and` joins a verb to an infinitive after a causing participle: `causing him to swerve and hit`."""
        if self.tags[i] != "VB" or self.relations[i] != "conj" or self.lower[i - 1] != "and":
            return False
        verb = next((j for j in range(i - 2, 0, -1) if self.tags[j].startswith(("VB", "MD"))), 0)
        caused = not word_class("causing_participles").isdisjoint(self.lower[max(0, verb - 6) : verb])
        return caused and self.tags[verb] == "VB" and self.lower[verb - 1] == "to"

    def has_auxiliary(self, i: int) -> bool:
        """Whether one of the four preceding words is an auxiliary."""
        return any(self.lemmas[j] in word_class("be_have_get") or self.tags[j] == "MD" for j in range(max(0, i - 4), i))

    def clause_verb(self, low: int, high: int) -> int | None:
        """Return the first finite verb in a range that is outside relative clauses."""
        inside = False
        for i in range(low, high):
            if self.relative(i) and i > low:
                inside = True
            elif self.finite(i):
                if not inside:
                    return i
                auxiliary = self.lemmas[i] in word_class("be_have_do") and any(
                    self.tags[j] in {"VBN", "VB", "VBG"} for j in range(i + 1, min(i + 4, high))
                )
                inside = self.tags[i] == "MD" or auxiliary
            elif inside and self.tags[i] in {"VBN", "VB", "VBG"}:
                inside = False
        return None

    def clause_follows(self, low: int, high: int) -> bool:
        """Whether a subject and its verb follow in a range."""
        verb = self.clause_verb(low, self.next_stop(low, high))
        if verb is None:
            verb = self.clause_verb(low, high)
        return verb is not None and self.nominal_before(low, verb)

    def relative(self, i: int) -> bool:
        """Whether a word opens a relative clause."""
        if self.lower[i] in RELATIVES:
            return True
        return self.lower[i] == "that" and self.tags[i] in {"WDT", "WP"} and self.tags[i + 1 : i + 2] not in NOUNS

    def relative_follows(self, i: int, high: int) -> bool:
        """Whether a relative clause begins at a word, maybe with a preposition: `after which`, `two of whom`."""
        if self.lower[i] in RELATIVES:
            return self.clause_verb(i + 1, high) is not None
        if self.lower[i + 1 : i + 3] in (("of", "which"), ("of", "whom")):
            return True
        return i + 1 < high and self.tags[i] == "IN" and self.lower[i + 1] in word_class("relative_objects")

    def inverted(self, low: int, high: int) -> int | None:
        """Return the auxiliary of a stretch that is just `as did` and a subject; not `so was he told`."""
        i = low + 1
        likewise = self.lower[low] in LIKEWISE and i + 1 < high
        if not likewise or self.lower[i] not in AUXILIARIES or self.tags[i + 1] not in SUBJECTS:
            return None
        behind = self.tags[i + 1 : high]
        named = any(tag.startswith(("NN", "PRP", "CD")) for tag in behind)
        verbs = not {"VB", "VBD", "VBZ", "VBP", "VBN", "MD"}.isdisjoint(behind)
        return i if named and not verbs and (behind[0] != "PRP" or len(behind) == 1) else None

    def absolute_verb(self, low: int, high: int) -> int | None:
        """Return a `having` or `being` with its own subject: `a tyre having burst`, `his glasses being upstairs`."""
        verb = next((i for i in range(low, high) if self.tags[i] in FINITE | {"VBG"}), low)
        own = verb > low and self.lower[verb] in word_class("having_being") and self.nominal_before(low, verb)
        return verb if own else None

    def nominal_before(self, low: int, high: int) -> bool:
        """Whether a range contains a noun or pronoun: a subject for the verb at its end."""
        return any(
            self.tags[i][:2] in {"NN", "PR", "CD"}
            or self.tags[i] == "DT"
            or (self.tags[i] == "EX" and self.lemmas[min(i + 1, len(self.lemmas) - 1)] in word_class("verb_neighbours"))
            for i in range(low, high)
        )

    def points_at_noun(self, i: int) -> bool:
        """Whether a demonstrative determines a noun: `with this result`."""
        return self.lower[i] in DEMONSTRATIVES and self.relations[i] == "det"

    def makes_idiom(self, verb: int) -> bool:
        """Whether the noun after a verb forms an idiom with it, not its object: `gave way`, `made sense`."""
        after = verb + 1
        bare = self.tags[after : after + 1] == ("NN",) and self.tags[after + 1 : after + 2] not in NOUNS
        return bare and self.lower[after] in word_class("idiom_objects")

    def skip_adverbs(self, i: int, high: int) -> int:
        """Return the first position from `i` that is not an adverb."""
        while i < high and self.tags[i] in SKIPPED:
            i += 1
        return i

    def before_adverbs(self, i: int) -> int:
        """Return the last position before `i` that is not an adverb."""
        i -= 1
        while i > 0 and self.tags[i] in SKIPPED:
            i -= 1
        return max(i, 0)

    def next_stop(self, i: int, high: int) -> int:
        """Return the position of the next punctuation mark inside the sentence, or its end."""
        behind = bisect_left(self._stops, i)
        return self._stops[behind] if behind < len(self._stops) and self._stops[behind] < high else high

    def without_marks(self, high: int) -> int:
        """Return the end of a sentence without its final punctuation."""
        while self.forms[high - 1] in ENDS | CLOSERS:
            high -= 1
        return high

    @cached_property
    def sentences(self) -> tuple[tuple[int, int], ...]:
        """The bounds of the sentences, by punctuation: more reliable on edited prose than a learned splitter."""
        return tuple(_sentences(self))

    @cached_property
    def _stops(self) -> tuple[int, ...]:
        return tuple(i for i in range(len(self.forms)) if self.stop(i))

    def stop(self, i: int) -> bool:
        """Whether a word is a punctuation mark inside the sentence; the hyphen of `low-flying` is not."""
        if self.forms[i] not in STOPS:
            return False
        after_first = 0 < i < len(self.forms) - 1 and self.forms[i] == "-"
        return not (after_first and self.ends[i - 1] == self.starts[i] and self.ends[i] == self.starts[i + 1])

    def head_noun(self, low: int, high: int) -> int | None:
        """Return the head of a noun phrase: its last noun before a preposition or a clause."""
        head = None
        for i in range(low, high):
            if self.tags[i].startswith("NN"):
                head = i
            elif head is not None and self.tags[i] not in {"POS", "CD", "HYPH"}:
                if self.tags[i] in {"JJ", "VBG"} and i + 1 < high and self.tags[i + 1].startswith("NN"):
                    continue
                break
            elif head is not None and self.tags[i] == "POS":
                head = None
        return head

    def is_a(self, i: int, name: str) -> bool:
        """Whether a word belongs to a class of the lexicon."""
        words = word_class(name)
        return self.lemmas[i].lower() in words or self.lower[i] in words

    def span(self, low: int, high: int) -> tuple[int, int]:
        """Return the character offsets of a range of words."""
        return self.starts[low], self.ends[high - 1]


def _sentences(words: Words) -> Iterator[tuple[int, int]]:
    low = i = 0
    n = len(words.forms)
    while i < n:
        i += 1
        ends = _labels(words, low, i - 1) or (words.forms[i - 1] in ENDS and not _shortens(words, low, i - 1))
        if ends or (i < n and "\n\n" in words.text[words.ends[i - 1] : words.starts[i]]):
            while i < n and words.forms[i] in CLOSERS | ENDS:
                i += 1
            yield low, i
            low = i
    if low < n:
        yield low, n


def _labels(words: Words, low: int, i: int) -> bool:
    """Whether word `i` is a capital that names the thing before it and ends the sentence: `in block D. Lift 2 ...`."""
    form = words.forms[i]
    if not low < i < len(words.forms) - 1 or len(form) != 2 or not form[0].isupper() or form[1] != ".":
        return False
    person = words.is_a(i - 1, "persons") or words.lower[i - 1].endswith(word_order("agent_endings"))
    thing = words.tags[i - 1] == "NN" and words.forms[i - 1].islower() and not person
    return thing and words.forms[i + 1][0].isupper()


def _shortens(words: Words, low: int, i: int) -> bool:
    """Whether the full stop at word `i` ends an abbreviation: `house No. 12`, `milk etc. went bad`."""
    if not low < i < len(words.forms) - 1 or words.ends[i - 1] != words.starts[i] or words.forms[i] != ".":
        return False
    short, after = words.lower[i - 1], words.forms[i + 1]
    if after[0].isdigit():
        answer = words.forms[i - 1] == "no" and words.tags[i - 2] not in {"NN", "NNP", "GW"}  # `they said no. 3 left`
        return short in word_class("shortened_before_numbers") and not answer and i - 1 > low
    titled = short in word_class("shortened_titles") and words.forms[i - 1][0].isupper()
    return titled if after[0].isupper() else short in word_class("shortened_before_lower_case")
