"""Formulas for an item and a response by a language model; they are checked, and logic decides.

Examples
--------
>>> from benchmarks.clomo.data import ClomoItem, Response
>>> from logic.relations.judgement import Relation
>>> import asyncio, json
>>> from nlbridge.chat.client.scripted import ScriptedModel
>>> item = ClomoItem(
...     id="1",
...     relation=Relation.SUFFICIENT,
...     instruction="Edit.",
...     argument="Statement1: Ada is a heron. So Ada wades.",
...     statements=("Ada is a heron. So Ada wades.",),
...     premise1="Herons wade.",
...     premise2="Cranes wade.",
... )
>>> def stated(bird):
...     premise = {"quote": f"Ada is a {bird.lower()}", "formula": f"{bird}(ada)"}
...     return {"premises": [premise], "conclusion": {"quote": "Ada wades", "formula": "Wades(ada)"}}
>>> said = {"arguments": [stated("Heron"), stated("Crane")], "background": [], "defaults": []}
>>> said["sentences"] = ["all x. (Heron(x) -> Wades(x))", "all x. (Crane(x) -> Wades(x))"]
>>> who = Respondent(chat=ScriptedModel([json.dumps(said)]), model="any")
>>> response = Response(item="1", model="m", text="Statement1: Ada is a crane. So Ada wades.")
>>> str(asyncio.run(formalise(item, response, who)).modified)
'Crane(ada); so Wades(ada)'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.clomo.formalisation import Formalisation, Unformalised
from benchmarks.clomo.roles.argument_formalisation import formalise_arguments
from benchmarks.runs.scores import Blame
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import Respondent
from nlbridge.language.reader_address import AddressedReaderError

if TYPE_CHECKING:
    from benchmarks.clomo.data import ClomoItem, Response

__all__ = ["Respondent", "formalise"]


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
