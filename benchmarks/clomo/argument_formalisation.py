"""Formulas for arguments and premises by a language model; they are checked, and logic decides.

Each statement quotes its argument. All arguments of a request share one background, so that none can bring its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks.clomo.formalisation import Formalisation, Unformalised
from benchmarks.formulas import check_consistent, check_symbols, formula
from benchmarks.runs.scores import Blame
from logic.errors import LogicError
from logic.formulas.formula import Formula
from logic.ranks.default import Default, default
from logic.relations.formal_argument import Argument
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import Respondent, load_prompt
from nlbridge.chat.replies.reply_schema import Reply
from nlbridge.chat.replies.structured import ask
from nlbridge.language.quotation import places, shown
from nlbridge.language.reader_address import AddressedReaderError, refuse_address

if TYPE_CHECKING:
    from benchmarks.clomo.data import ClomoItem, Response


class StatementReply(Reply):
    """A statement of an argument."""

    quote: str
    formula: str


class OneArgumentReply(Reply):
    """An argument as premises and conclusion."""

    premises: list[StatementReply]
    conclusion: StatementReply


class DefaultReply(Reply):
    """What holds normally."""

    condition: str
    consequence: str
    weight: int
    variables: list[str]


class ArgumentReply(Reply):
    """All arguments and further sentences over one signature."""

    arguments: list[OneArgumentReply]
    sentences: list[str]
    background: list[str]
    defaults: list[DefaultReply]


@dataclass(frozen=True, slots=True, kw_only=True)
class FormalArguments:
    """Arguments and further sentences over one signature, in the given order."""

    arguments: tuple[Argument, ...]
    sentences: tuple[Formula, ...]


async def formalise(item: ClomoItem, response: Response, respondent: Respondent) -> Formalisation | Unformalised:
    """Translate both arguments and both premises over one signature, with one background and one set of defaults."""
    try:
        made = await formalise_arguments((item.argument, response.text), (item.premise1, item.premise2), respondent)
    except AddressedReaderError as error:
        return Unformalised(why=str(error), blame=Blame.MODEL)
    except ReplyError as error:
        return Unformalised(why=str(error), blame=Blame.GRADER)
    argument, modified = made.arguments
    premise1, premise2 = made.sentences
    return Formalisation(argument=argument, modified=modified, premise1=premise1, premise2=premise2)


async def formalise_arguments(
    arguments: Sequence[str], sentences: Sequence[str], respondent: Respondent
) -> FormalArguments:
    """Translate arguments, and sentences that may affect them.

    Parameters
    ----------
    arguments
        Texts whose statements are premises and a conclusion.
    sentences
        For example the premises in question.
    """
    for text in (*arguments, *sentences):
        refuse_address(text)
    request = load_prompt("argument").fill(
        respondent,
        arguments="\n\n".join(f"argument {k}:\n{text}" for k, text in enumerate(arguments, 1)),
        sentences="\n".join(f"sentence {k}: {text}" for k, text in enumerate(sentences, 1)),
    )
    reply_read = await ask(respondent.chat, request, lambda reply: _read(reply, arguments, sentences))
    return reply_read.value


def _read(reply: Any, arguments: Sequence[str], sentences: Sequence[str]) -> FormalArguments:
    parsed = ArgumentReply.model_validate(reply)
    if (len(parsed.arguments), len(parsed.sentences)) != (len(arguments), len(sentences)):
        message = (
            f"expected {len(arguments)} arguments and {len(sentences)} sentences, got {len(parsed.arguments)} and "
            f"{len(parsed.sentences)}; translate each once, in order"
        )
        raise ReplyError(message)
    background = tuple(formula(one, f"background {k}") for k, one in enumerate(parsed.background, 1))
    defaults = tuple(_default(one, f"default {k}") for k, one in enumerate(parsed.defaults, 1))
    formal = tuple(
        _argument(one, text, f"argument {k}", background, defaults)
        for k, (one, text) in enumerate(zip(parsed.arguments, arguments, strict=True), 1)
    )
    further = tuple(formula(one, f"sentence {k}") for k, one in enumerate(parsed.sentences, 1))
    stated = [part for case in formal for part in (*case.premises, case.conclusion)]
    check_symbols([*stated, *further, *background], " ".join((*arguments, *sentences)))
    for k, case in enumerate(formal, 1):
        check_consistent([*case.premises, *background], f"the premises of argument {k} and the background")
    return FormalArguments(arguments=formal, sentences=further)


def _argument(
    said: OneArgumentReply, text: str, name: str, background: tuple[Formula, ...], defaults: tuple[Default, ...]
) -> Argument:
    for part in (*said.premises, said.conclusion):
        if not places(part.quote, text):
            message = f"expected the quotes of {name} word for word in it, got {shown(part.quote)}; copy them exactly"
            raise ReplyError(message)
    return Argument(
        premises=tuple(formula(one.formula, f"{name}, premise {k}") for k, one in enumerate(said.premises, 1)),
        conclusion=formula(said.conclusion.formula, f"{name}, conclusion"),
        background=background,
        defaults=defaults,
    )


def _default(said: DefaultReply, name: str) -> Default:
    try:
        return default(said.condition or "true", said.consequence, weight=said.weight, variables=said.variables)
    except LogicError as wrong:
        message = f"{name}: {wrong}"
        raise ReplyError(message) from wrong
