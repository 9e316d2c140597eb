"""A deterministic story with its rules, and what would have happened otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Final

from benchmarks.questions.background import Sentence, name_of
from benchmarks.questions.errors import QuestionNotReadError, UnmatchedPhraseError
from benchmarks.questions.forms import AskedForm
from benchmarks.questions.matching import alike, similarity
from benchmarks.questions.words import HIDDEN_WORDS, compare, phrase, plain, same_value, splits
from causalcore.identification import Diagram, Equation, Story, StoryOutcome

_CAUSES: Final = re.compile(
    r"^(?P<causes>.+?)\s+(?:causes?|leads?\s+to|results?\s+in|brings?\s+about)\s+(?P<effects>.+)$", re.IGNORECASE
)
LOST: Final = 0.5
"""Cost of a clause that shares no word with its variable."""
_OPENING: Final = re.compile(r"^(?:and\s+)?(?:we\s+know\s+that|it\s+is\s+known\s+that)\s+", re.IGNORECASE)
_OBSERVED: Final = re.compile(
    r"^(?:and\s+)?(?:we|they|i)\s+(?:have\s+)?(?:observed?|saw|see|know)\s+(?:that\s+)?", re.IGNORECASE
)
_CONNECTIVE: Final = re.compile(r"\s+(?:and|or)\s+", re.IGNORECASE)
_NEXT: Final = re.compile(r",?\s+and\s+we\s+know\s+that\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule in the phrases that the text uses for causes and effects.

    Parameters
    ----------
    causes, effects
        Variables with the phrases of their values.
    every
        Whether all causes are needed.
    """

    causes: tuple[tuple[str, str], ...]
    effects: tuple[tuple[str, str], ...]
    every: bool
    sentence: Sentence


class Profiles:
    """The phrases used so far for each variable."""

    def __init__(self, diagram: Diagram) -> None:
        self.diagram = diagram
        self.said: dict[str, list[str]] = {node: [] for node in diagram.nodes}

    def note(self, node: str, text: str) -> None:
        """Note a phrase about a variable."""
        if plain(text) not in map(plain, self.said[node]):
            self.said[node].append(text)

    def fit(self, text: str, node: str) -> float:
        """Score how well a phrase fits a variable's name, or phrases noted for the variable."""
        names = self.diagram.nodes
        value = similarity(text, node, names)
        if node in self.diagram.hidden and set(phrase(text).words) & HIDDEN_WORDS:
            value = max(value, 1.0)
        same = any(plain(text) == plain(other) for other in self.said[node])
        return max([value, 2.0 * same, *(alike(text, other, names) for other in self.said[node])])


def rule_sentences(sentence: Sentence) -> list[re.Match[str]]:
    """Match the rules in a sentence, with causes and effects in its words."""
    texts = _NEXT.split(_OPENING.sub("", sentence.text))
    return [match for text in texts if (match := _CAUSES.match(text)) is not None]


def observed_text(sentence: Sentence) -> str | None:
    """Return the observation that a sentence reports, or None."""
    match = _OBSERVED.match(sentence.text)
    return sentence.text[match.end() :] if match is not None else None


def diagram_of_rules(sentences: Sequence[Sentence]) -> Diagram | None:
    """Return the graph of a text with rules; None if it states none.

    Each clause between connectives is a variable, which all sentences must name in the same words.

    Examples
    --------
    >>> from benchmarks.questions.background import sentences
    >>> diagram_of_rules(sentences("We know that A or B causes C. C causes D. We observed A.")).edges
    (('a', 'c'), ('b', 'c'), ('c', 'd'))
    """
    rules = [
        tuple(tuple(map(name_of, _CONNECTIVE.split(match[role]))) for role in ("causes", "effects"))
        for sentence in sentences
        for match in rule_sentences(sentence)
    ]
    edges = tuple((cause, effect) for causes, effects in rules for cause, effect in product(causes, effects))
    return Diagram(tuple(dict.fromkeys(end for edge in edges for end in edge)), edges) if edges else None


def read_rules(sentences: Sequence[Sentence], profiles: Profiles) -> list[Rule]:
    """Read all rules, and note their phrases for the variables."""
    rules: list[Rule] = []
    for sentence in sentences:
        for match in rule_sentences(sentence):
            done = frozenset(node for rule in rules for node, _ in rule.effects)
            rule = _best(match["causes"], match["effects"], sentence, profiles, done)
            for node, text in (*rule.causes, *rule.effects):
                profiles.note(node, text)
            rules.append(rule)
    return rules


def _best(causes: str, effects: str, sentence: Sentence, profiles: Profiles, done: frozenset[str]) -> Rule:
    best: tuple[float, Rule | None] = (float("-inf"), None)
    for parts, every in _cuts(causes):
        for results, _ in _cuts(effects, words=("and",)):
            for fit, rule in _fitted(parts, results, sentence, profiles, every=every):
                score = fit - 2.0 * sum(node in done for node, _ in rule.effects)
                if score > best[0]:
                    best = (score, rule)
    if best[1] is None:
        clause = f"{causes} causes {effects}"
        raise UnmatchedPhraseError(clause, profiles.diagram.nodes)
    return best[1]


def _cuts(text: str, words: tuple[str, ...] = ("or", "and")) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Yield all ways to cut a phrase at one connective; True marks `and` or an uncut phrase."""
    yield (text,), True
    for word in words:
        for count in range(2, text.count(f" {word} ") + 2):
            for parts in splits(text, count, word):
                yield parts, word == "and"


def _fitted(
    parts: tuple[str, ...], results: tuple[str, ...], sentence: Sentence, profiles: Profiles, *, every: bool
) -> Iterator[tuple[float, Rule]]:
    """Yield ways to match the effects to variables whose direct causes are as many as the parts."""
    diagram = profiles.diagram
    for targets in permutations(diagram.nodes, len(results)):
        sources = {frozenset(diagram.parents(target)) for target in targets}
        if len(sources) != 1 or len(parents := sources.pop()) != len(parts):
            continue
        effect_score = sum(profiles.fit(text, node) for text, node in zip(results, targets, strict=True))
        for order in permutations(sorted(parents)):
            score = effect_score + sum(profiles.fit(text, node) for text, node in zip(parts, order, strict=True))
            causes = tuple(zip(order, parts, strict=True))
            effects = tuple(zip(targets, results, strict=True))
            yield score, Rule(causes, effects, every, sentence)


def place(text: str, profiles: Profiles, among: Sequence[str]) -> str:
    """Return the variable that a phrase fits best."""
    scores = {node: profiles.fit(text, node) for node in among}
    best = max(scores, key=lambda node: scores[node], default=None)
    if best is None or (scores[best] <= 0.0 and len(among) > 1):
        raise UnmatchedPhraseError(text, profiles.diagram.nodes)
    return best


def place_all(text: str, profiles: Profiles, among: Sequence[str], rest: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Return the best way to cut an observation into clauses about different variables.

    Parameters
    ----------
    rest
        Variables that no rule explains. A clause that fits nothing is about the only one of these that is left.
    """
    best: tuple[float, list[tuple[str, str]]] = (float("-inf"), [])
    for parts, _ in _cuts(text, words=("and",)):
        if len(parts) > len(among):
            continue
        options = [_options(part, profiles, among, rest) for part in parts]
        for nodes in product(*options):
            fits = [profiles.fit(part, node) for part, node in zip(parts, nodes, strict=True)]
            missed = [node for node, fit in zip(nodes, fits, strict=True) if fit <= 0.0]
            resolved = not missed or [node for node in rest if node not in nodes or node in missed] == missed
            score = sum(fits) - LOST * len(missed)
            if len(set(nodes)) == len(nodes) and resolved and score > best[0]:
                best = (score, list(zip(nodes, parts, strict=True)))
    if not best[1]:
        raise UnmatchedPhraseError(text, tuple(among))
    return best[1]


def _options(part: str, profiles: Profiles, among: Sequence[str], rest: Sequence[str]) -> list[str]:
    ranked = sorted(among, key=lambda node: -profiles.fit(part, node))
    return list(dict.fromkeys((*ranked[:3], *rest)))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryReading:
    """A story and its question in terms of variables.

    Parameters
    ----------
    values
        Maps each variable to the phrase for value 1.
    observed
        Observations as variable, value and phrase.
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
    """Read the rules, the observations and the question."""
    profiles = Profiles(diagram)
    non_rules = [sentence for sentence in sentences if not rule_sentences(sentence)]
    observations = [text for sentence in non_rules if (text := observed_text(sentence)) is not None]
    unread = [sentence for sentence in non_rules if observed_text(sentence) is None]
    if unread:
        message = (
            f"expected a rule ('a causes b') or an observation, got {unread[0].text!r}; say it in one of these forms"
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
    placed = [pair for text in observations for pair in place_all(text, profiles, among, unexplained)]
    return StoryReading(
        diagram=diagram,
        story=Story(nodes, tuple(_equations(rules, values))),
        rules=tuple(rules),
        values=values,
        observed=tuple((node, _value(text, node, values, clause=True), text) for node, text in placed),
        do=(cause, do),
        consequent=(effect, _value(effect_text, effect, values, clause=True)),
    )


def _contrary(text: str, other: str, positive: str) -> int:
    """Return the value of the first of two contraries: 1 if it is at least as similar to the phrase for value 1."""
    first, second = compare(text, positive), compare(other, positive)
    return int(first.shared * first.sign >= second.shared * second.sign)


def _cause(asked: AskedForm, profiles: Profiles) -> str:
    """Return the variable of the supposition, by both of its phrases; variables with effects come first."""
    texts = [asked.phrases[role] for role in ("cause", "other") if role in asked.phrases]
    diagram = profiles.diagram
    candidates = [node for node in diagram.nodes if diagram.children(node)] or list(diagram.nodes)
    return max(candidates, key=lambda node: max(profiles.fit(text, node) for text in texts))


def _one(phrases: Sequence[str], node: str) -> str:
    """Return the phrase for value 1; of two contraries, the one with fewer negations."""
    if len(phrases) == 2 and phrase(phrases[0]).negations >= phrase(phrases[1]).negations:
        return phrases[1]
    return phrases[0] if phrases else node


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
