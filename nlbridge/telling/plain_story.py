"""A text that was read, retold as it would have been: what certainly stays, the what-if in its own words, what goes.

Sentence by sentence. One of which every claim certainly stays is copied. The what-if is told where the first claim
stood that it sets. A claim that certainly goes is denied, where a plain denial is English. All else is left out, with
the reason: what is not certainly known, what cannot be told without more words, and what takes up something left out.

Examples
--------
>>> from nlbridge.answering.answers import prepare
>>> from nlbridge.answering.request import Request, Settings
>>> asked = Request(source="The pump failed, so the cellar flooded.", had="the pump kept working")
>>> found = prepare(asked, Settings())
>>> plain_story(found.rubric, "the pump had kept working").text
'The pump kept working, so the cellar did not flood.'
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, Final

from causalcore.derivation.derivation import AnswerKind
from nlbridge.language.lexicon import word_class, word_order
from nlbridge.language.pipeline.parsing import parsed
from nlbridge.telling.acceptable_english import fault
from nlbridge.telling.plain_denial import NO_DENIAL, OPENERS, finite_clause, plain_denial, sentence_of
from nlbridge.telling.supposed_sentence import what_if_told
from nlbridge.telling.taken_up import PERSON, Told
from nlbridge.weights.thresholds import GONE_IN_DRAFT, STAYS_IN_DRAFT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from causalcore.derivation.derivation import Answer
    from causalcore.derivation.rubric import Rubric
    from causalcore.scenario.scenario import Event

LIKELY: Final = 0.75
"""Chance from which a claim is denied as what is likely."""
MOST_LIKELY_ONES: Final = 2
"""Claims of a story that are denied as what is likely."""
IN_A_ROW: Final = 2
"""Denials in a row that are no mere list."""
LEADS: Final = re.compile(
    r"^(?:but|and|yet|however|nevertheless|nonetheless|even so)\b(?:,\s*|\s+)(?=\w)", re.IGNORECASE
)
"""Connectives that open a sentence and set it against the one before."""
JOINED: Final = re.compile(r"^(?:and|but|so)\s+", re.IGNORECASE)
JOINTS: Final = word_class("plain_joints")
BEFORE: Final = word_class("before_plain_joints") | {",", ";", ":", "-"}
SUBORDINATE: Final = word_class("because_although")
AFTER: Final = word_class("after_plain_joints") | {",", ";", ":", "-", ".", "!", "?"}
HANGING: Final = frozenset({"acl", "acl:relcl", "ccomp", "xcomp", "csubj", "amod", "advcl:relcl"})


NUMBER: Final = {
    **dict.fromkeys(word_order("singular_thing_pronouns"), frozenset({"NN"})),
    **dict.fromkeys(("them", "themselves"), frozenset({"NNS", "NNPS"})),
}
"""Pronouns of things, and the tags of what they may stand for."""


class Fate(Enum):
    """What happens to a claim, as far as it is certainly known."""

    SUPPOSED = auto()
    STAYS = auto()
    GOES = auto()
    DOUBTED = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A text retold.

    Parameters
    ----------
    supposed
        The sentence of the what-if, in the words of who asked.
    told
        Claims beside the what-if that it tells, as they stay or denied.
    left_out
        Claims that it does not tell, each with the reason.
    """

    text: str
    supposed: str
    told: tuple[str, ...]
    left_out: tuple[tuple[str, str], ...]


def plain_story(rubric: Rubric, clause: str | None = None) -> Story:
    """Tell the text of a rubric as it would have been.

    Parameters
    ----------
    clause
        The what-if as a finite clause of the unreal past; None where it was given as values.
    """
    with parsed([rubric.scenario.text]) as (doc,):
        writer = _Writer(rubric=rubric, doc=doc, fates=fates(rubric), supposed=what_if_told(rubric, clause, doc))
        if writer.supposed:
            bounds = sentences(rubric.scenario.text, doc)
            with parsed([writer.supposed, *(piece for start, end in bounds for piece in writer.pieces_of(start, end))]):
                for start, end in bounds:
                    writer.write(start, end)
        return writer.story()


def fates(rubric: Rubric) -> dict[str, Fate]:
    """Return what is certain to happen to each claim."""
    set_by = {name for name, value in rubric.intervention if value != rubric.scenario.event(name).fact}
    return {a.event: Fate.SUPPOSED if a.event in set_by else _fate(a) for a in rubric.derivation.answers}


def _fate(answer: Answer) -> Fate:
    sure = answer.confidence >= STAYS_IN_DRAFT
    if answer.kind is AnswerKind.UNCHANGED and sure:
        return Fate.STAYS
    return Fate.GOES if answer.kind is AnswerKind.CHANGED and answer.confidence >= LIKELY else Fate.DOUBTED


def sentences(text: str, doc: Any) -> tuple[tuple[int, int], ...]:
    """Return where each sentence of a text begins and ends, its stop with it."""
    ends = [t.idx + len(t.text) for t in doc if t.text in {".", "!", "?"}]
    bounds = [0, *ends]
    if bounds[-1] < len(text.rstrip()):
        bounds.append(len(text))
    return tuple(pairwise(bounds))


@dataclass(slots=True, kw_only=True)
class _Writer:
    """What has been written so far of a story, sentence by sentence."""

    rubric: Rubric
    doc: Any
    fates: Mapping[str, Fate]
    supposed: str
    before: Told = field(default_factory=Told)
    pieces: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)
    denials: int = 0
    likely: int = 0
    opened: bool = False

    def story(self) -> Story:
        """Return what was written."""
        text = " ".join(self.pieces) if self.opened else ""
        return Story(text=text, supposed=self.supposed, told=tuple(self.told), left_out=tuple(self.left_out.items()))

    def pieces_of(self, start: int, end: int) -> Iterator[str]:
        """Yield what `write` will most likely have parsed of a sentence, so that all of it is parsed in one call."""
        text, events = self.rubric.scenario.text, self._events(start, end)
        if {self.fates[event.id] for event in events} <= {Fate.STAYS}:
            yield text[start:end].strip()
            return
        for fate, run in self._runs(events):
            low, high = _stretch(run)
            yield text[low:high]
            if fate is Fate.STAYS:
                yield sentence_of(text[low:high])
            elif fate is Fate.GOES:
                yield from (sentence_of(text[slice(*_stretch([event]))]) for event in run)

    def _events(self, start: int, end: int) -> list[Event]:
        return [e for e in self.rubric.scenario.events if e.span and start <= e.span[0] < end]

    def _runs(self, events: Sequence[Event]) -> list[tuple[Fate, list[Event]]]:
        """Return events that stand together and have one fate."""
        return [(fate, list(run)) for fate, run in groupby(events, key=lambda event: self.fates[event.id])]

    def write(self, start: int, end: int) -> None:
        """Write one sentence of the text."""
        events = self._events(start, end)
        found = {self.fates[event.id] for event in events}
        words = self.rubric.scenario.text[start:end].strip()
        if found == {Fate.STAYS} or (not events and self.before.intact):
            self._keep(words, events)
        elif not events:
            self.before.lost(words)
        elif not self._joined(start, end, events):
            self._cut(start, end, events)

    def _keep(self, words: str, events: Sequence[Event], *, whole: bool = True) -> None:
        """Tell words as the text has them, where nothing in them hangs in the air."""
        if not self.before.intact:
            words = LEADS.sub("", words)
            words = words[:1].upper() + words[1:]
        why = self.before.dangling(words)
        if not why and not self.before.intact:
            why = next(filter(None, map(self._unnamed, events)), "")
        if why:
            self._leave(words, events, why)
            return
        self.pieces.append(words if whole else sentence_of(words))
        self.told += [event.id for event in events]
        self.before.told(words, intact=True)
        self.denials = 0

    def _leave(self, words: str, events: Sequence[Event], why: str) -> None:
        self.left_out |= {event.id: why for event in events}
        self.before.lost(words)

    def _joined(self, start: int, end: int, events: Sequence[Event]) -> bool:
        """Tell a sentence of what is supposed and the one claim that goes with it, by its own connective."""
        kinds = [self.fates[event.id] for event in events]
        if self.opened or sorted(kind.name for kind in kinds) != ["GOES", "SUPPOSED"]:
            return False
        gone = events[kinds.index(Fate.GOES)]
        text, first, second = self.rubric.scenario.text, events[0].span or (0, 0), events[1].span or (0, 0)
        lead, joint = text[start : first[0]].lstrip(), text[first[1] : second[0]]
        rest = re.findall(r"\w+", f"{lead} {joint} {text[second[1] : end]}".lower())
        after = self.before.copy()
        after.lost(text[first[0] : second[1]])
        if kinds[0] is Fate.SUPPOSED:
            after.told(self.supposed, intact=False)
        denied, why = self._denial(gone, own=True)
        if (
            why
            or not set(rest) <= JOINTS
            or after.dangling(denied)
            or self.before.nobody(self.supposed, text[start:end])
        ):
            return False
        told = [(denied if kind is Fate.GOES else self.supposed).rstrip(".") for kind in kinds]
        whole = sentence_of(f"{lead}{_lowered(told[0])}{joint}{_lowered(told[1])}")
        if fault(whole, text, scope=False):
            return False
        self.before = after
        self.pieces.append(whole)
        self.before.told(whole, intact=False)
        self.told.append(gone.id)
        self.likely += not self._sure(gone)
        self.opened = True
        return True

    def _cut(self, start: int, end: int, events: Sequence[Event]) -> None:
        """Tell of a sentence what can be told, each piece as a sentence of its own."""
        text = self.rubric.scenario.text
        for fate, run in _reason_first(self._runs(events)):
            low, high = _stretch(run)
            if fate is Fate.STAYS:
                self._keep_piece(low, high, run)
                continue
            if fate is Fate.SUPPOSED or (fate is Fate.GOES and " had " not in self.supposed):
                self._suppose(start, end)
            self.before.lost(text[low:high])
            if fate is Fate.DOUBTED:
                self.left_out |= {event.id: "what happens to it is uncertain" for event in run}
            elif fate is Fate.GOES:
                for event in run:
                    self._deny(event)

    def _keep_piece(self, low: int, high: int, run: Sequence[Event]) -> None:
        words = self.rubric.scenario.text[low:high]
        if self._stands_alone(run, low, high) and not self._hangs_on_a_gap(words, low):
            self._keep(words, run, whole=False)
        else:
            self._leave(words, run, "it is part of a sentence that changes")

    def _hangs_on_a_gap(self, words: str, low: int) -> bool:
        """Whether a reason or concession is left of a sentence, and names things that nothing told has brought in."""
        first = next(t for t in self.doc if t.idx >= low)
        if self.before.intact or first.i == 0 or first.nbor(-1).lower_ not in SUBORDINATE:
            return False
        with parsed([words]) as (doc,):
            return any(t.tag_ in {"NN", "NNS"} and t.lemma_.lower() not in self.before.known for t in doc)

    def _stands_alone(self, run: Sequence[Event], low: int, high: int) -> bool:
        """Whether words of a sentence are a clause that needs none of the others."""
        inside = [t for t in self.doc if low <= t.idx < high]
        if not inside or inside[0].lower_ in OPENERS:
            return False
        first, last = inside[0], inside[-1]
        opens = first.i == 0 or first.nbor(-1).lower_ in BEFORE or first.nbor(-1).text in {".", "!", "?"}
        ends = last.i + 1 >= len(self.doc) or last.nbor(1).lower_ in AFTER
        if len(run) > 1 and self._open_list(run, last):
            return False
        places = {t.i for t in inside}
        tops = [t for t in inside if t.head.i not in places]
        return opens and ends and not any(t.dep_ in HANGING for t in tops) and finite_clause(sentence_of(_of(inside)))

    def _open_list(self, run: Sequence[Event], last: Any) -> bool:
        """Whether claims are the first ones of a list whose `and` would be cut off: `he came, he saw[, and he won]`."""
        before, after = (event.span or (0, 0) for event in run[-2:])
        gap = self.rubric.scenario.text[before[1] : after[0]].strip()
        following = {t.lower_ for t in self.doc[last.i + 1 : last.i + 3]}
        return "," in gap and not re.search(r"\w", gap) and bool(following & word_class("and_or"))

    def _suppose(self, start: int, end: int) -> None:
        """Tell the what-if, once, instead of a sentence."""
        if self.opened:
            return
        if self.before.nobody(self.supposed, self.rubric.scenario.text[start:end]):
            return
        self.pieces.append(self.supposed)
        self.before.told(self.supposed, intact=False)
        self.opened = True

    def _deny(self, event: Event) -> None:
        """Tell that a claim did not come true, where that is plain English."""
        denied, why = self._denial(event)
        why = why or self.before.dangling(denied) or self._unnamed(event)
        if not why and (self.denials >= IN_A_ROW or self._alike(denied)):
            why = "saying so would repeat the other denials"
        if not why and not self._sure(event) and self.likely >= MOST_LIKELY_ONES:
            why = "what happens to it is uncertain"
        if why:
            self.left_out[event.id] = why
            return
        self.pieces.append(denied)
        self.told.append(event.id)
        self.before.told(denied, intact=False)
        self.denials += 1
        self.likely += not self._sure(event)

    def _unnamed(self, event: Event) -> str:
        """Return a pronoun of a claim whose noun, the nearest one of its number in the text, has not been told."""
        start, end = event.span or (0, 0)
        for word in (t for t in self.doc if start <= t.idx < end and t.lower_ in NUMBER):
            own = word.lower_ in word_class("own_pronouns")
            place = word.i if own else next(t.i for t in self.doc if t.idx >= start)
            before = [t for t in self.doc[:place] if t.tag_ in NUMBER[word.lower_]]
            if before and before[-1].idx < start and before[-1].lemma_.lower() not in self.before.known:
                return f"nothing before it says what {word.text!r} is"
        return ""

    def _sure(self, event: Event) -> bool:
        return self.rubric.derivation.answer(event.id).confidence >= GONE_IN_DRAFT

    def _alike(self, sentence: str) -> bool:
        """Whether a sentence opens with the same noun as the one before it."""
        opening = sentence.split()[:2]
        return bool(self.pieces) and opening[0].lower() not in PERSON and self.pieces[-1].split()[:2] == opening

    def _denial(self, event: Event, *, own: bool = False) -> tuple[str, str]:
        """Return the denial of a claim, or why there is none.

        Parameters
        ----------
        own
            Whether the clause must have a subject of its own.
        """
        if self.rubric.derivation.answer(event.id).void:
            return "", "it is gone with what it was about"
        start, end = event.span or (0, 0)
        words = JOINED.sub("", self.rubric.scenario.text[start:end])
        clause = finite_clause(sentence_of(words))
        claim = sentence_of(words) if clause else event.statement
        if (own and not clause) or not self._of_the_text(claim, words):
            return "", NO_DENIAL
        if not clause:
            claim = re.sub(r"^(?:An?|Some) (?=[a-z])", "The ", claim)
        return plain_denial(claim, self.rubric.scenario.text, sure=self._sure(event))

    def _of_the_text(self, claim: str, words: str) -> bool:
        """Whether a claim is a clause of the text, or ends as it does and begins with a subject that the text has."""
        bare = claim.rstrip(".")
        subject = bare[: len(bare) - len(words)].strip()
        return bare.lower().endswith(words.lower()) and subject in self.rubric.scenario.text


def _lowered(sentence: str) -> str:
    """Take the capital off a sentence that does not start with a name."""
    word = sentence.split(" ", 1)[0]
    with parsed([sentence]) as (doc,):
        named = doc[0].tag_.startswith("NNP") or word == "I" or word.startswith("I'")
    return sentence if named else sentence[:1].lower() + sentence[1:]


def _reason_first(runs: Sequence[tuple[Fate, list[Event]]]) -> list[tuple[Fate, list[Event]]]:
    """Put what is supposed before what goes with it, where the text tells the reason last."""
    kinds = [fate for fate, _ in runs]
    if Fate.SUPPOSED not in kinds or Fate.GOES not in kinds[: kinds.index(Fate.SUPPOSED)]:
        return list(runs)
    at, to = kinds.index(Fate.SUPPOSED), kinds.index(Fate.GOES)
    return [*runs[:to], runs[at], *runs[to:at], *runs[at + 1 :]]


def _stretch(run: Sequence[Event]) -> tuple[int, int]:
    """Return where the first of some claims begins and the last one ends."""
    return (run[0].span or (0, 0))[0], (run[-1].span or (0, 0))[1]


def _of(tokens: Sequence[Any]) -> str:
    last = tokens[-1]
    return str(last.doc.text[tokens[0].idx : last.idx + len(last.text)])
