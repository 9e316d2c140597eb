"""A deterministic story and its question: what would have been if something had been otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from causalcore.identification import Diagram, Equation, Story, StoryOutcome
from nlbridge.questions.background import Sentence
from nlbridge.questions.errors import QuestionNotReadError
from nlbridge.questions.forms import AskedForm
from nlbridge.questions.polarity import compare, contraries, same_value
from nlbridge.questions.rules import Profiles, Rule, observed_text, place, place_all, read_rules, rule_sentences


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryReading:
    """A story with its question, in variables.

    Parameters
    ----------
    values
        For each variable, the phrase for its value 1.
    observed
        What was seen, with the phrases that say so.
    do, consequent
        The supposition and the question.
    """

    diagram: Diagram
    story: Story
    rules: tuple[Rule, ...]
    values: dict[str, str]
    observed: tuple[tuple[str, int, str], ...]
    do: tuple[str, int]
    consequent: tuple[str, int]

    def solve(self) -> StoryOutcome:
        """Answer by abduction, action and prediction."""
        given = {name: value for name, value, _ in self.observed}
        return self.story.would(dict([self.consequent]), dict([self.do]), given)


def read_story(diagram: Diagram, sentences: Sequence[Sentence], asked: AskedForm) -> StoryReading:
    """Read rules, observations and question.

    Raises
    ------
    QuestionNotReadError
        If a sentence is neither a rule nor an observation.
    UnmatchedPhraseError
        If a phrase fits no variable.
    """
    profiles = Profiles(diagram)
    seen = [
        (sentence, text)
        for sentence in sentences
        if (text := observed_text(sentence)) is not None and not rule_sentences(sentence)
    ]
    strange = [
        sentence
        for sentence in sentences
        if not rule_sentences(sentence) and all(sentence is not other for other, _ in seen)
    ]
    if strange:
        message = (
            f"expected a rule ('a causes b') or an observation, got {strange[0].text!r}; say it in one of these forms"
        )
        raise QuestionNotReadError(message)
    rules = read_rules(sentences, profiles)
    nodes = diagram.nodes
    cause_text, effect_text = asked.phrases["cause"], asked.phrases["effect"]
    cause = _cause(asked, profiles)
    effect = place(
        effect_text, profiles, [node for node in nodes if node in diagram.descendants([cause]) - {cause}] or nodes
    )
    values = {node: _one(profiles.said[node], node) for node in nodes}
    do = _value(cause_text, cause, values)
    if "other" in asked.phrases and _value(asked.phrases["other"], cause, values) == do:
        do = _contrary(cause_text, asked.phrases["other"], values[cause])
    targets = {node for rule in rules for node, _ in rule.effects}
    among = [node for node in nodes if node != effect] or list(nodes)
    unexplained = [node for node in among if node not in targets and node != cause]
    found = [pair for _, text in seen for pair in place_all(text, profiles, among, unexplained)]
    return StoryReading(
        diagram=diagram,
        story=Story(nodes, tuple(_equations(rules, values))),
        rules=tuple(rules),
        values=values,
        observed=tuple((node, _value(text, node, values, clause=True), text) for node, text in found),
        do=(cause, do),
        consequent=(effect, _value(effect_text, effect, values, clause=True)),
    )


def _contrary(text: str, other: str, one: str) -> int:
    """Return the value of the first of two contraries: 1 for the one more similar to the phrase for the value 1."""
    this, that = compare(text, one), compare(other, one)
    return int(this.shared * this.sign >= that.shared * that.sign)


def _cause(asked: AskedForm, profiles: Profiles) -> str:
    """Return the variable that is supposed to be otherwise, by both of its phrases; one with effects is preferred."""
    texts = [asked.phrases[role] for role in ("cause", "other") if role in asked.phrases]
    diagram = profiles.diagram
    candidates = [node for node in diagram.nodes if diagram.children(node)] or list(diagram.nodes)
    return max(candidates, key=lambda node: max(profiles.fit(text, node) for text in texts))


def _one(said: Sequence[str], node: str) -> str:
    """Return the phrase for the value 1: of two contraries the one without a negation."""
    pair = contraries(said) if len(said) == 2 else None
    return pair[1] if pair is not None else said[0] if said else node


def _value(text: str, node: str, values: dict[str, str], *, clause: bool = False) -> int:
    return int(same_value(text, values[node], clause=clause)[0])


def _equations(rules: Sequence[Rule], values: dict[str, str]) -> list[Equation]:
    return [
        Equation(
            target,
            _value(text, target, values),
            tuple((node, _value(cause, node, values)) for node, cause in rule.causes),
            rule.every,
        )
        for rule in rules
        for target, text in rule.effects
    ]
