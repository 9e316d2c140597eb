"""Sentences -> free-logic formulas, translated by a language model and checked by the solver.

The model gets feedback on a syntax error with its column, a predicate with two arities, two easily confused symbols, a
symbol without a word of the text, contradictory premises with their core, and, for a neutral hypothesis, a world in
which the premises hold and the hypothesis fails. In that case the model may keep its formulas. The label is the
solver's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Final

from logic.errors import LogicError
from logic.formulas.formula import Formula, signature
from logic.relations.nli import Label, Result, label
from logic.solving.entailment import Answer, consistent, sentence
from nlbridge.chat.errors import ReplyError, UnusableReplyError
from nlbridge.chat.replies.chat import Message, Role
from nlbridge.chat.replies.prompt import Respondent, load_prompt
from nlbridge.chat.replies.reply_schema import Reply
from nlbridge.chat.replies.structured import ask
from nlbridge.language.meaning.sentences import words
from nlbridge.language.meaning.word_relations import same
from nlbridge.language.quotation import shown
from nlbridge.language.reader_address import refuse_address

_PARTS: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


class FormulasReply(Reply):
    """A formula for every sentence."""

    premises: list[str]
    hypothesis: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Formalised:
    """Sentences as formulas, and the label that follows from them.

    Parameters
    ----------
    result
        The solver's label, with its certificate.
    """

    premises: tuple[Formula, ...]
    hypothesis: Formula
    result: Result


async def formalise(premises: Sequence[str], hypothesis: str, respondent: Respondent) -> Formalised:
    """Translate premises and hypothesis, and label the hypothesis.

    Examples
    --------
    >>> import asyncio
    >>> from nlbridge.chat.client.scripted import ScriptedModel
    >>> reply = '{"premises": ["all x. (Dog(x) -> Animal(x))", "Dog(rex)"], "hypothesis": "Animal(rex)"}'
    >>> who = Respondent(chat=ScriptedModel([reply]), model="any")
    >>> found = asyncio.run(formalise(["Every dog is an animal.", "Rex is a dog."], "Rex is an animal.", who))
    >>> str(found.result.label)
    'E'
    """
    for text in (*premises, hypothesis):
        refuse_address(text)
    numbered = "\n".join(f"premise {k}: {text}" for k, text in enumerate(premises, 1))
    request = load_prompt("formulas").fill(respondent, premises=numbered, hypothesis=hypothesis)
    text = " ".join((*premises, hypothesis))
    answer = await ask(respondent.chat, request, lambda reply: _read(reply, len(premises), text))
    found = answer.value
    countermodel = _countermodel(found)
    if countermodel is None:
        return found
    question = (
        f"In this world the premises hold and the hypothesis fails: {countermodel}. {' '.join(found.result.notes)} "
        "If a fact that the sentences state is missing from your formulas, or one of them says something else than its "
        "sentence, correct it; if the sentences do leave this open, give the same formulas again."
    )
    turn = (Message(role=Role.ASSISTANT, content=answer.texts[-1]), Message(role=Role.USER, content=question))
    asked = replace(request, messages=(*request.messages, *turn))
    try:
        return (await ask(respondent.chat, asked, lambda reply: _read(reply, len(premises), text), repairs=1)).value
    except UnusableReplyError:
        return found


def _countermodel(formalised: Formalised) -> str | None:
    if formalised.result.label is not Label.NEUTRAL:
        return None
    return next((str(one.model) for made in formalised.result.certificates for one in made.witnesses), None)


def _read(reply: Any, count: int, text: str) -> Formalised:
    parsed = FormulasReply.model_validate(reply)
    if len(parsed.premises) != count:
        message = f"expected {count} premises, one for each sentence, got {len(parsed.premises)}; join with &"
        raise ReplyError(message)
    premises = tuple(formula(one, f"premise {k}") for k, one in enumerate(parsed.premises, 1))
    hypothesis = formula(parsed.hypothesis, "the hypothesis")
    check_symbols([*premises, hypothesis], text)
    check_consistent(premises)
    return Formalised(premises=premises, hypothesis=hypothesis, result=_labelled(premises, hypothesis))


def _labelled(premises: Sequence[Formula], hypothesis: Formula) -> Result:
    """Label in a fresh thread, where the solver has no history.

    Its choice among many worlds depends on earlier questions, and a recorded reply fits only one question.
    """
    with ThreadPoolExecutor(max_workers=1) as fresh:
        return fresh.submit(label, premises=premises, hypothesis=hypothesis).result()


def formula(text: str, of: str) -> Formula:
    """Read a formula of a reply."""
    try:
        return sentence(text)
    except LogicError as wrong:
        pointer = getattr(wrong, "pointer", "")
        message = f"{of}: {wrong}" + (f"\n{pointer}" if pointer else "")
        raise ReplyError(message) from wrong


def check_symbols(formulas: Iterable[Formula], text: str) -> None:
    """Refuse symbols that are easily confused, or that contain no word of the text.

    Examples
    --------
    >>> check_symbols([formula("Dog(rex) & Dogs(rex)", "premise 1")], "Rex is a dog.")
    Traceback (most recent call last):
    nlbridge.chat.errors.ReplyError: expected one symbol for one meaning, got Dog and Dogs; use one of them throughout
    """
    used = signature(formulas)  # refuses a predicate with two numbers of terms
    for names in ({name for name, _ in used.predicates}, used.names):
        _check_twins(sorted(names))
        _check_words(sorted(names), text)


def _check_twins(names: Sequence[str]) -> None:
    seen: dict[str, str] = {}
    for name in names:
        root = name.casefold().replace("_", "").rstrip("s")
        if root in seen:
            message = f"expected one symbol for one meaning, got {seen[root]} and {name}; use one of them throughout"
            raise ReplyError(message)
        seen[root] = name


def _check_words(names: Sequence[str], text: str) -> None:
    text_words = words(text)
    for name in names:
        parts = [word for part in _PARTS.findall(name) for word in words(part)]
        if not any(same(one, other) > 0 for one in parts for other in text_words):
            message = f"expected symbols made of the words of the text, got {shown(name)}; name it by its words"
            raise ReplyError(message)


def check_consistent(premises: Sequence[Formula], of: str = "the premises") -> None:
    """Refuse formulas that cannot all be true."""
    verdict = consistent(premises)
    if verdict.answer is Answer.NO:
        claims = dict(verdict.certificate.claims)
        core = "; ".join(str(claims[name].formula) for name in verdict.certificate.core)
        message = f"expected {of} to be true together, got a contradiction between: {core}; translate them again"
        raise ReplyError(message)
