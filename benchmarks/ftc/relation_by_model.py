"""The relation that an explanation states, and the rewritten hypothesis, by few-shot prompting.

Two steps, as in [1]_, 2.4: extract the two phrases and their relation, then transform the hypothesis. The phrases
must stand in the explanation, the hypothesis or the premise; the label of what is rewritten is derived by
`logic.relations.faithfulness`, never asked for.

References
----------
.. [1] Sia et al. (2023), Logical satisfiability of counterfactuals for faithful explanations in NLI, AAAI.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from benchmarks.ftc.explanations.relation import Explained, Extraction, NoRelation
from logic.relations.faithfulness import Relation
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import Respondent, load_prompt
from nlbridge.chat.replies.reply_schema import Reply
from nlbridge.chat.replies.structured import ask
from nlbridge.language.meaning.alignment import same, words
from nlbridge.language.quotation import places, shown
from nlbridge.language.reader_address import signs

if TYPE_CHECKING:
    from nlbridge.chat.client.endpoint import Endpoint

KEPT: Final = 0.5
"""Share of the hypothesis' other words that its rewriting must keep."""


class RelationReply(Reply):
    """Two phrases and what the explanation says to hold between them."""

    words: str
    a: str
    b: str
    relation: Literal["equivalent", "implies", "implied by", "disjoint", "exclusive or", "does not imply"]
    found: bool


class RewritingReply(Reply):
    """The hypothesis with one phrase for the other."""

    hypothesis: str


class ModelExtractor:
    """A `RelationExtractor` that asks the model of an open endpoint.

    Parameters
    ----------
    endpoint
        Inside its `with` block.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    def extract(self, explained: Explained) -> Extraction | NoRelation:
        """Read two phrases and their relation, or say why there are none."""
        who = Respondent(chat=self._endpoint.model, model=self._endpoint.name)
        return self._endpoint.run(extract_with_model(explained, who))


async def extract_with_model(explained: Explained, respondent: Respondent) -> Extraction | NoRelation:
    """Read two phrases and their relation from an explanation.

    Returns
    -------
    Extraction or NoRelation
        `NoRelation` where the model finds none, where what it says stays unusable after two repair turns, and where
        the explanation speaks to its reader.

    Raises
    ------
    nlbridge.chat.errors.EndpointError
        If there is no reply to be had.
    """
    if found := signs(explained.explanation, beside=f"{explained.hypothesis}\n{explained.premise or ''}"):
        return NoRelation(why=f"the explanation speaks to its reader: {shown(found[0])}")
    request = load_prompt("relation").fill(
        respondent,
        premise=explained.premise or "(not given)",
        hypothesis=explained.hypothesis,
        explanation=explained.explanation,
    )
    try:
        done = await ask(respondent.chat, request, lambda reply: _relation(reply, explained))
    except ReplyError as unusable:
        return NoRelation(why=str(unusable))
    return done.value


def _relation(reply: Any, explained: Explained) -> Extraction | NoRelation:
    said = RelationReply.model_validate(reply)
    if not said.found:
        return NoRelation(why="the model finds no two phrases that the explanation relates")
    for name, phrase in (("a", said.a), ("b", said.b)):
        texts = (explained.explanation, explained.hypothesis, explained.premise or "")
        if not any(places(phrase, text) for text in texts):
            message = f"expected {name} word for word in one of the three texts, got {shown(phrase)}; copy it exactly"
            raise ReplyError(message)
    if not places(said.words, explained.explanation):
        message = f"expected the words of the relation in the explanation, got {shown(said.words)}; copy them exactly"
        raise ReplyError(message)
    if said.a.split() == said.b.split():
        message = f"expected two phrases, got {shown(said.a)} twice; say found: false if there is only one"
        raise ReplyError(message)
    return Extraction(a=said.a, b=said.b, relation=Relation(said.relation), why=f"the model reads {shown(said.words)}")


async def rewrite_with_model(hypothesis: str, extraction: Extraction, respondent: Respondent) -> str:
    """Put one phrase for the other into the hypothesis, with what grammar asks for.

    Raises
    ------
    nlbridge.chat.errors.ReplyError
        If what the model writes stays unusable after two repair turns.
    """
    negated = extraction.relation is Relation.DOES_NOT_IMPLY
    old, new = (extraction.b, extraction.a) if negated else (extraction.a, extraction.b)
    request = load_prompt("rewriting").fill(respondent, hypothesis=hypothesis, old=old, new=new)
    done = await ask(respondent.chat, request, lambda reply: _rewritten(reply, hypothesis, old, new))
    return done.value


def _rewritten(reply: Any, hypothesis: str, old: str, new: str) -> str:
    text = RewritingReply.model_validate(reply).hypothesis.strip()
    put = words(text)
    if not text or "\n" in text or [w.text for w in put] == [w.text for w in words(hypothesis)]:
        message = f"expected the hypothesis changed, on one line, got {shown(text)}; put {shown(new)} in"
        raise ReplyError(message)
    wanted = [word for word in words(new) if word.content] or list(words(new))
    if not any(same(one, other) > 0 for one in wanted for other in put):
        message = f"expected the words of {shown(new)} in the hypothesis, got {shown(text)}; put them in"
        raise ReplyError(message)
    gone = words(old)
    rest = [w for w in words(hypothesis) if w.content and not any(same(w, other) > 0 for other in gone)]
    kept = [w for w in rest if any(same(w, other) > 0 for other in put)]
    if len(kept) < KEPT * len(rest):
        message = f"expected the other words of the hypothesis to stay, got {shown(text)}; change only {shown(old)}"
        raise ReplyError(message)
    return text
