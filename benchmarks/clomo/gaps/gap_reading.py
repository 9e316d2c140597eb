"""Gaps of an argument and what a premise does to them, by a language model in one call and checked by logic.

A *gap* is an unstated assumption that the step to the conclusion needs. The solver checks the reply: the statements and
all gaps entail the conclusion, but not without any one gap; a premise that states or denies a gap entails the gap or
its denial; and the premise closes the argument exactly if the reply says so. Errors go back to the model.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, Literal

from benchmarks.formulas import check_consistent, check_symbols, formula
from logic.formulas.formula import Not
from logic.solving.entailment import Answer, consistent, entails
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import load_prompt
from nlbridge.chat.replies.reply_schema import Reply
from nlbridge.chat.replies.structured import ask
from nlbridge.language.quotation import places, shown
from nlbridge.language.reader_address import signs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from logic.formulas.formula import Formula
    from nlbridge.chat.replies.prompt import Respondent

PROMPT: Final = "gaps"
MOST: Final = 4
"""Most gaps of an argument."""


class Does(StrEnum):
    """What a premise does to a gap."""

    STATES = "states"
    SUPPORTS = "supports"
    DENIES = "denies"
    UNDERMINES = "undermines"
    NOTHING = "nothing"


class IfFalse(StrEnum):
    """What happens to the conclusion if the premise is false."""

    BREAKS = "breaks"
    WEAKER = "weaker"
    SAME = "same"


class IfTrue(StrEnum):
    """What happens to the conclusion if the premise is true."""

    FOLLOWS = "follows"
    LIKELIER = "likelier"
    SAME = "same"
    LESS_LIKELY = "less likely"


class ConclusionReply(Reply):
    """What an argument concludes, in its words."""

    quote: str
    formula: str


class GapReply(Reply):
    """What an argument takes for granted, and what the premise does to it."""

    gap: str
    quote: str
    does: Literal["states", "supports", "denies", "undermines", "nothing"]
    formula: str


class GapsReply(Reply):
    """An argument with its gaps, and a premise."""

    conclusion: ConclusionReply
    stated: list[str]
    gaps: list[GapReply]
    premise: str
    if_false: Literal["breaks", "weaker", "same"]
    if_true: Literal["follows", "likelier", "same", "less likely"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """An unstated assumption, what a premise does to it, and the words that show this."""

    text: str
    formula: str
    does: Does
    quote: str = ""

    def __str__(self) -> str:
        """Write the gap on one line."""
        by = f": {shown(self.quote)}" if self.quote else ""
        return f"gap {shown(self.text)} [{self.formula}]: the premise {PHRASES[self.does]}{by}"


PHRASES: Final = {
    Does.STATES: "states it",
    Does.SUPPORTS: "supports it",
    Does.DENIES: "denies it",
    Does.UNDERMINES: "undermines it",
    Does.NOTHING: "says nothing of it",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GapReading:
    """An argument's gaps and what a premise does to them, checked by logic.

    Parameters
    ----------
    conclusion
        The words that state the conclusion.
    stated, concludes, premise
        Formulas.
    """

    conclusion: str
    concludes: str
    stated: tuple[str, ...]
    gaps: tuple[Gap, ...]
    premise: str
    if_false: IfFalse
    if_true: IfTrue

    def which(self, *does: Does) -> tuple[Gap, ...]:
        """Return the gaps to which the premise does any of these things."""
        return tuple(gap for gap in self.gaps if gap.does in does)

    def to_dict(self) -> dict[str, Any]:
        """Return the reading as a JSON object."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """The reason that there is no reading."""

    why: str


async def read_gaps(argument: str, premise: str, respondent: Respondent) -> GapReading | Unread:
    """Ask for an argument's gaps and what a premise does to them, without revealing the claimed relation."""
    if phrases := signs(f"{argument}\n{premise}"):
        return Unread(why=f"the text speaks to its reader: {shown(phrases[0])}")
    request = load_prompt(PROMPT).fill(respondent, argument=argument, sentence=premise)
    try:
        return (await ask(respondent.chat, request, lambda reply: _read(reply, argument, premise))).value
    except ReplyError as unusable:
        return Unread(why=str(unusable))


def _read(reply: Any, argument: str, premise: str) -> GapReading:
    parsed = GapsReply.model_validate(reply)
    _check_words(parsed, argument, premise)
    _check_fit(parsed, " ".join((argument, premise, *(gap.gap for gap in parsed.gaps))))
    return GapReading(
        conclusion=parsed.conclusion.quote,
        concludes=parsed.conclusion.formula,
        stated=tuple(parsed.stated),
        gaps=tuple(Gap(text=gap.gap, formula=gap.formula, does=Does(gap.does), quote=gap.quote) for gap in parsed.gaps),
        premise=parsed.premise,
        if_false=IfFalse(parsed.if_false),
        if_true=IfTrue(parsed.if_true),
    )


def _check_words(parsed: GapsReply, argument: str, premise: str) -> None:
    if not 1 <= len(parsed.gaps) <= MOST:
        message = f"expected 1 to {MOST} gaps, got {len(parsed.gaps)}; name what the step needs most"
        raise ReplyError(message)
    if not places(parsed.conclusion.quote, argument):
        message = f"expected the conclusion word for word, got {shown(parsed.conclusion.quote)}; copy it exactly"
        raise ReplyError(message)
    for k, gap in enumerate(parsed.gaps, 1):
        touched = gap.does != Does.NOTHING.value
        if touched != bool(gap.quote.strip()) or (touched and not places(gap.quote, premise)):
            message = (
                f"gap {k}: expected the words of the sentence that bear on it, word for word, and none for "
                f"nothing, got {shown(gap.quote)} for {gap.does}; correct it"
            )
            raise ReplyError(message)


def _check_fit(parsed: GapsReply, text: str) -> None:
    stated = [formula(one, f"stated {k}") for k, one in enumerate(parsed.stated, 1)]
    gaps = [formula(one.formula, f"gap {k}") for k, one in enumerate(parsed.gaps, 1)]
    conclusion, premise = formula(parsed.conclusion.formula, "the conclusion"), formula(parsed.premise, "the sentence")
    check_symbols([*stated, *gaps, conclusion, premise], text)
    check_consistent([*stated, *gaps], "what is stated and the gaps")
    _demand(stated, gaps, conclusion, follows=True, words="what is stated and the gaps")
    for k in range(len(gaps)):
        others = [*gaps[:k], *gaps[k + 1 :]]
        _demand(stated, others, conclusion, follows=False, words=f"what is stated without gap {k + 1}")
    for k, (one, gap) in enumerate(zip(parsed.gaps, gaps, strict=True), 1):
        if one.does == Does.STATES.value:
            _demand(stated, [premise], gap, follows=True, words=f"the sentence, which states gap {k},")
        if one.does == Does.DENIES.value:
            _demand([], [premise], Not(gap), follows=True, words=f"the sentence, which denies gap {k},")
    possible = consistent([*stated, premise]).answer is not Answer.NO
    follows = parsed.if_true == IfTrue.FOLLOWS.value
    if possible:
        _demand(stated, [premise], conclusion, follows=follows, words="what is stated and the sentence")


def _demand(
    stated: Sequence[Formula], more: Sequence[Formula], conclusion: Formula, *, follows: bool, words: str
) -> None:
    """Refuse formulas with a wrong entailment; accept undecided ones."""
    entailed = entails([*stated, *more], conclusion).answer
    if entailed is (Answer.NO if follows else Answer.YES):
        required = "to entail" if follows else "not to entail"
        message = f"expected {words} {required} {conclusion}, got the contrary; correct the formulas, or the values"
        raise ReplyError(message)
