"""The relation that an explanation states, and the rewritten hypothesis, by a language model in one call.

One call combines the two steps of [1]_, 2.4: the two phrases that the explanation relates, and the hypothesis with one
replaced by the other. The explanation, the hypothesis or the premise must contain the phrases.
`logic.relations.faithfulness` derives the label of the rewrite; the model is never asked for it.

References
----------
.. [1] Sia et al. (2023), Logical satisfiability of counterfactuals for faithful explanations in NLI, AAAI.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from benchmarks.ftc.explanations.counterfactual_hypothesis import Rewriting, rewriting
from benchmarks.ftc.explanations.explanation_reader import IMPLIED_LABEL
from benchmarks.ftc.explanations.relation import Extraction, NoRelation
from logic.relations.faithfulness import Relation
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import load_prompt
from nlbridge.chat.replies.reply_schema import Reply
from nlbridge.chat.replies.structured import ask
from nlbridge.language.meaning.sentences import words
from nlbridge.language.meaning.word_relations import same
from nlbridge.language.quotation import places, shown
from nlbridge.language.reader_address import signs

if TYPE_CHECKING:
    from benchmarks.ftc.explanations.relation import Explained
    from nlbridge.chat.replies.prompt import Respondent

PROMPT: Final = "relation"
KEPT: Final = 0.5
"""Least share of the hypothesis' words that the rewrite must keep, among those not in the explanation."""


class RelationReply(Reply):
    """Two phrases, what the explanation says to hold between them, and the hypothesis with one for the other."""

    words: str
    a: str
    b: str
    relation: Literal["equivalent", "implies", "implied by", "disjoint", "exclusive or", "does not imply"]
    hypothesis: str
    found: bool


async def rewrite_with_model(explained: Explained, respondent: Respondent) -> Rewriting:
    """Read two phrases and their relation from an explanation, and rewrite the hypothesis.

    Returns
    -------
    Rewriting
        Empty, with the reason, if the model finds no relation, if its reply is still unusable after two repair turns,
        or if the explanation addresses the model.

    Examples
    --------
    >>> import asyncio, json
    >>> from benchmarks.ftc.explanations.relation import Explained
    >>> from nlbridge.chat.client.scripted import ScriptedModel
    >>> from nlbridge.chat.replies.prompt import Respondent
    >>> said = {"words": "a goat is an animal", "a": "animal", "b": "goat", "relation": "implied by"}
    >>> said |= {"hypothesis": "A goat is in the cart.", "found": True}
    >>> who = Respondent(chat=ScriptedModel([json.dumps(said)]), model="any")
    >>> given = Explained(hypothesis="An animal is in the cart.", explanation="a goat is an animal")
    >>> [(one.hypothesis, str(one.label)) for one in asyncio.run(rewrite_with_model(given, who)).counterfactuals]
    [('A goat is in the cart.', 'E')]
    """
    if found := signs(explained.explanation, beside=f"{explained.hypothesis}\n{explained.premise or ''}"):
        return Rewriting(extraction=NoRelation(why=f"the explanation addresses the model: {shown(found[0])}"))
    request = load_prompt(PROMPT).fill(
        respondent,
        premise=explained.premise or "(not given)",
        hypothesis=explained.hypothesis,
        label=explained.label.name.lower() if explained.label else "(not given)",
        explanation=explained.explanation,
    )
    try:
        done = await ask(respondent.chat, request, lambda reply: _read(reply, explained))
    except ReplyError as unusable:
        return Rewriting(extraction=NoRelation(why=str(unusable)))
    return done.value


def _read(reply: Any, explained: Explained) -> Rewriting:
    said = RelationReply.model_validate(reply)
    if not said.found:
        return Rewriting(extraction=NoRelation(why="the model finds no two phrases that the explanation relates"))
    _check_phrases(said, explained)
    relation = Relation(said.relation)
    if explained.label is not None and IMPLIED_LABEL[relation] is not explained.label:
        fitting = ", ".join(one.value for one in Relation if IMPLIED_LABEL[one] is explained.label)
        message = (
            f"expected a relation that explains {explained.label.name.lower()} ({fitting}), got {said.relation}; "
            "correct it, or say found: false if the explanation states none of these"
        )
        raise ReplyError(message)
    extraction = Extraction(a=said.a, b=said.b, relation=relation, why=f"the model reads {shown(said.words)}")
    return rewriting(extraction, explained, _rewritten(said, explained))


def _check_phrases(said: RelationReply, explained: Explained) -> None:
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


def _rewritten(said: RelationReply, explained: Explained) -> str:
    hypothesis = explained.hypothesis
    negated = Relation(said.relation) is Relation.DOES_NOT_IMPLY
    old, new = (said.b, said.a) if negated else (said.a, said.b)
    text = said.hypothesis.strip()
    put = words(text)
    if not text or "\n" in text or [w.text for w in put] == [w.text for w in words(hypothesis)]:
        message = f"expected the hypothesis changed, on one line, got {shown(text)}; put {shown(new)} in"
        raise ReplyError(message)
    wanted = [word for word in words(new) if word.content] or list(words(new))
    if not any(same(one, other) > 0 for one in wanted for other in put):
        message = f"expected the words of {shown(new)} in the hypothesis, got {shown(text)}; put them in"
        raise ReplyError(message)
    gone = words(f"{old}\n{explained.explanation}")  # an explanation may relate several phrases
    rest = [w for w in words(hypothesis) if w.content and not any(same(w, other) > 0 for other in gone)]
    kept = [w for w in rest if any(same(w, other) > 0 for other in put)]
    if len(kept) < KEPT * len(rest):
        message = f"expected the other words of the hypothesis to stay, got {shown(text)}; change only {shown(old)}"
        raise ReplyError(message)
    return text
