"""Explanations read, hypotheses rewritten, and labels proved with a language model.

The model reads and rewrites in one call. In a second call, without the label, it translates premise, explanation and
rewrite to formulas; the solver derives the label.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from benchmarks.formulas import formalise
from benchmarks.ftc.explanations.counterfactual_hypothesis import CounterfactualHypothesis, Proof, Rewriting
from benchmarks.ftc.explanations.relation import Extraction, NoRelation
from benchmarks.ftc.relation_by_model import PROMPT, rewrite_with_model
from benchmarks.ftc.rewrite_command import as_json
from benchmarks.ftc.rewriting_quality import explained
from benchmarks.ftc.scored_run import rewriting_of
from benchmarks.runs.judgements import ask_all
from logic.relations.faithfulness import Relation
from logic.relations.nli import Label
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import Respondent
from nlbridge.language.reader_address import AddressedReaderError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from benchmarks.ftc.data import ExplainedItem
    from benchmarks.ftc.explanations.relation import Explained
    from benchmarks.ftc.scored_run import Shown
    from benchmarks.runs.generation import Asking
    from nlbridge.chat.client.endpoint import Endpoint
    from nlbridge.chat.replies.chat import ChatModel

PROMPTS: Final = (PROMPT, "formulas")
LABELLED: Final = frozenset({Label.ENTAILMENT, Label.CONTRADICTION, Label.NEUTRAL})


def read_by_model(
    items: Sequence[ExplainedItem], shown: Shown, endpoint: Endpoint, out: Path
) -> tuple[list[Rewriting], tuple[str, ...]]:
    """Ask about every item that this model has not answered in the folder.

    Returns
    -------
    list of Rewriting, tuple of str
        One for each item, empty with the reason if there is no answer; and reports of failed questions.
    """
    from benchmarks.runs.runner import numbered, row_key

    given = explained(items, label=shown.label, premise=shown.premise)
    keys = numbered(row_key(item.id, of=[repr(one)]) for item, one in zip(items, given, strict=True))
    asked = {key: _asking(one, endpoint.name) for key, one in zip(keys, given, strict=True)}
    found = ask_all(asked, endpoint, out, prompts=PROMPTS)
    none = Rewriting(extraction=NoRelation(why="the model gave no reply; run again to ask"))
    return [rewriting_of(found.rows[key]) if key in found.rows else none for key in keys], found.failed


def _asking(one: Explained, name: str) -> Asking:
    async def ask(model: ChatModel) -> Mapping[str, Any]:
        who = Respondent(chat=model, model=name)
        made = await rewrite_with_model(one, who)
        proved = [replace(each, proof=await prove(one, made, each, who)) for each in made.counterfactuals]
        return as_json(replace(made, counterfactuals=tuple(proved)))

    return ask


async def prove(
    given: Explained, made: Rewriting, counterfactual: CounterfactualHypothesis, respondent: Respondent
) -> Proof | None:
    """Have the solver label a rewrite given the premise and the explanation; None without a premise.

    An explanation that denies an entailment says nothing about the world, and is left out.
    """
    if given.premise is None:
        return None
    denies = isinstance(made.extraction, Extraction) and made.extraction.relation is Relation.DOES_NOT_IMPLY
    premises = (given.premise,) if denies else (given.premise, given.explanation)
    try:
        found = await formalise(premises, counterfactual.hypothesis, respondent)
    except (ReplyError, AddressedReaderError) as unusable:
        return Proof(label=None, formulas=(), why=str(unusable))
    formulas = tuple(str(one) for one in (*found.premises, found.hypothesis))
    decided = found.result.label if found.result.label in LABELLED else None
    return Proof(label=decided, formulas=formulas, why=found.result.why)
