"""What speaks for and against a link between two clauses that no signal joins.

Each feature is a question about the pair or about one of its clauses; what it
weighs is fitted by `nlbridge.language.training.fit_links`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from causalcore.scenario import Sign
from nlbridge.language.boundary import Opener
from nlbridge.language.clauses import Clause, Form
from nlbridge.language.connectives import Argument, SignalKind
from nlbridge.language.words import Words
from nlbridge.reading_edges import Edge

CAUSES: Final = (SignalKind.SUBORDINATOR, SignalKind.PREPOSITION, SignalKind.JOINT)
ANAPHORS: Final = frozenset({"this", "that", "which", "these", "those", "both", "such"})
PERSONAL: Final = frozenset({"he", "she", "they", "it"})
POSSESSIVE: Final = frozenset({"his", "her", "their", "its", "whose"})
APART: Final = frozenset({"meanwhile", "elsewhere", "separately", "independently", "anyway", "regardless", "usual"})
ALSO: Final = frozenset({"also", "too", "likewise", "another"})
HABIT: Final = frozenset(
    {"always", "every", "usually", "often", "regularly", "throughout", "never", "since", "already"}
)
AT_ONCE: Final = frozenset({"then", "soon", "immediately", "promptly", "finally", "eventually", "later", "next"})
FORCED: Final = frozenset(
    "have need must cancel postpone refuse stop lose miss fail give turn ask order call close decide cannot".split()
)
STATIVE: Final = frozenset(
    "be lie stand belong own live know contain have like love hang hold run consist sit wear seem keep remain".split()
)
SPEECH: Final = frozenset("say tell write note announce report explain remark record photograph film".split())


@dataclass(slots=True)
class Evidence:
    """The clauses of a text and the links that the rules proposed between them."""

    words: Words
    clauses: Sequence[Clause]
    edges: Sequence[Edge]
    proposed: dict[tuple[int, int], Edge] = field(init=False)

    def __post_init__(self) -> None:
        self.proposed = {(e.cause, e.effect): e for e in self.edges}

    def nouns(self, k: int) -> frozenset[str]:
        """Lemmas of the nouns of a clause, times left out."""
        clause, words = self.clauses[k], self.words
        return frozenset(
            words.lemmas[i].lower()
            for i in range(clause.low, clause.high)
            if words.tags[i].startswith("NN") and not words.is_a(i, "times")
        )

    def lower(self, k: int) -> tuple[str, ...]:
        """The words of a clause."""
        return self.words.lower[self.clauses[k].low : self.clauses[k].high]

    def subject(self, k: int) -> range:
        """Positions of the words before the verb; of all words where there is no verb."""
        clause = self.clauses[k]
        return range(clause.low, clause.verb if clause.verb is not None else clause.high)

    def subject_noun(self, k: int) -> str | None:
        """Lemma of the last noun before the verb."""
        found = [i for i in self.subject(k) if self.words.tags[i].startswith("NN")]
        return self.words.lemmas[found[-1]].lower() if found else None

    def said_before(self, k: int) -> frozenset[str]:
        """Nouns of all clauses before."""
        return frozenset(noun for j in range(k) for noun in self.nouns(j))


def evidence(given: Evidence, cause: int, effect: int) -> dict[str, float]:
    """Return the features of a pair, by name; only what is not 0."""
    found = {name: float(ask(given, cause, effect)) for name, ask in PAIR.items()}
    for role, k in (("cause", cause), ("effect", effect)):
        found.update({f"{role} {name}": float(ask(given, k)) for name, ask in CLAUSE.items()})
    edge = given.proposed.get((cause, effect))
    if edge is not None:
        found[_kind(edge)] = 1.0
    return {name: value for name, value in found.items() if value}


def _kind(edge: Edge) -> str:
    return f"rule {edge.rule}"


def _between(given: Evidence, j: int, k: int) -> range:
    return range(min(j, k) + 1, max(j, k))


def _sentences(given: Evidence, j: int, k: int) -> int:
    return abs(given.clauses[k].sentence - given.clauses[j].sentence)


def _shared(given: Evidence, j: int, k: int) -> frozenset[str]:
    return given.nouns(j) & given.nouns(k)


def _starts_with(given: Evidence, k: int, words: frozenset[str]) -> bool:
    position = given.words.skip_adverbs(given.clauses[k].low, given.clauses[k].high - 1)
    return given.words.lower[position] in words


def _subject_taken_up(given: Evidence, j: int, k: int) -> bool:
    noun = given.subject_noun(k)
    return noun is not None and noun in given.nouns(j)


def _same_subject(given: Evidence, j: int, k: int) -> bool:
    noun = given.subject_noun(k)
    return noun is not None and noun == given.subject_noun(j)


def _object_taken_up(given: Evidence, j: int, k: int) -> bool:
    """The subject of the effect is what the cause did something to."""
    noun, clause = given.subject_noun(k), given.clauses[j]
    if noun is None or clause.verb is None:
        return False
    return any(given.words.lemmas[i].lower() == noun for i in range(clause.verb, clause.high))


def _fan(given: Evidence, j: int, k: int) -> bool:
    """The cause has a rule link to something between."""
    return any((j, m) in given.proposed for m in _between(given, j, k))


def _chain(given: Evidence, j: int, k: int) -> bool:
    return any((j, m) in given.proposed and (m, k) in given.proposed for m in _between(given, j, k))


def _has_other_cause(given: Evidence, j: int, k: int) -> bool:
    return any(e.effect == k and e.cause != j for e in given.edges)


def _signalled_otherwise(given: Evidence, j: int, k: int) -> bool:
    return any(e.effect == k and e.cause != j and e.connective for e in given.edges)


def _sibling(given: Evidence, j: int, k: int) -> bool:
    """Both have a common cause by rule."""
    of_j = {e.cause for e in given.edges if e.effect == j}
    return bool(of_j & {e.cause for e in given.edges if e.effect == k})


def _last_of_sentence(given: Evidence, j: int) -> bool:
    return j + 1 >= len(given.clauses) or given.clauses[j + 1].sentence != given.clauses[j].sentence


def _first_of_sentence(given: Evidence, k: int) -> bool:
    return k == 0 or given.clauses[k - 1].sentence != given.clauses[k].sentence


PAIR: Final[dict[str, Callable[[Evidence, int, int], float]]] = {
    "adjacent": lambda g, j, k: k - j == 1,
    "two apart": lambda g, j, k: k - j == 2,
    "three or more apart": lambda g, j, k: k - j > 2,
    "distance": lambda g, j, k: min(5, k - j) / 5,
    "same sentence": lambda g, j, k: _sentences(g, j, k) == 0,
    "next sentence": lambda g, j, k: _sentences(g, j, k) == 1,
    "two sentences on": lambda g, j, k: _sentences(g, j, k) >= 2,
    "last to first": lambda g, j, k: _sentences(g, j, k) == 1 and _last_of_sentence(g, j) and _first_of_sentence(g, k),
    "shared noun": lambda g, j, k: bool(_shared(g, j, k)),
    "subject taken up": _subject_taken_up,
    "object becomes subject": _object_taken_up,
    "same subject": _same_subject,
    "rule link from cause to something between": _fan,
    "rule chain between": _chain,
    "effect has another rule cause": _has_other_cause,
    "effect has another signalled cause": _signalled_otherwise,
    "common rule cause": _sibling,
    "cause has no rule effect": lambda g, j, k: not any(e.cause == j for e in g.edges),
    "cause has a signalled effect": lambda g, j, k: any(
        e.cause == j and e.connective and e.effect != k for e in g.edges
    ),
    "adjacent with pronoun subject": lambda g, j, k: k - j == 1 and _starts_with(g, k, PERSONAL),
    "last to first with pronoun": lambda g, j, k: (
        _sentences(g, j, k) == 1 and _last_of_sentence(g, j) and any(w in PERSONAL | POSSESSIVE for w in g.lower(k))
    ),
    "same tense": lambda g, j, k: _tense(g, j) == _tense(g, k),
}
"""Questions about a cause and an effect, by position."""


def _tense(given: Evidence, k: int) -> str:
    verb = given.clauses[k].verb
    return given.words.tags[verb] if verb is not None else ""


def _past_perfect(given: Evidence, k: int) -> bool:
    clause, words = given.clauses[k], given.words
    if clause.verb is None or words.lower[clause.verb] not in {"had", "'d"}:
        return False
    return any(words.tags[i] == "VBN" for i in range(clause.verb + 1, min(clause.verb + 4, clause.high)))


def _progressive(given: Evidence, k: int) -> bool:
    clause, words = given.clauses[k], given.words
    if clause.verb is None or words.lemmas[clause.verb] != "be":
        return False
    return any(words.tags[i] == "VBG" for i in range(clause.verb + 1, min(clause.verb + 4, clause.high)))


def _passive(given: Evidence, k: int) -> bool:
    clause, words = given.clauses[k], given.words
    if clause.verb is None or words.lemmas[clause.verb] not in {"be", "get"}:
        return False
    return any(words.tags[i] == "VBN" for i in range(clause.verb + 1, min(clause.verb + 4, clause.high)))


def _lemma(given: Evidence, k: int) -> str:
    verb = given.clauses[k].verb
    return given.words.lemmas[verb] if verb is not None else ""


def _any_verb(given: Evidence, k: int, lemmas: frozenset[str]) -> bool:
    clause, words = given.clauses[k], given.words
    return any(words.tags[i].startswith("VB") and words.lemmas[i] in lemmas for i in range(clause.low, clause.high))


def _new_subject(given: Evidence, k: int) -> bool:
    """The subject is a noun that nothing before it mentioned."""
    noun = given.subject_noun(k)
    return noun is not None and noun not in given.said_before(k)


def _subject_tag(tag: str) -> Callable[[Evidence, int], bool]:
    return lambda given, k: any(given.words.tags[i] == tag for i in given.subject(k))


def _fronted_time(given: Evidence, k: int) -> bool:
    clause, words = given.clauses[k], given.words
    return words.tags[clause.low] == "IN" and any(
        words.is_a(i, "times") or words.tags[i] == "CD" for i in range(clause.low, min(clause.low + 5, clause.high))
    )


def _weather(given: Evidence, k: int) -> bool:
    return any(given.words.is_a(i, "weather") for i in given.subject(k))


def _signal(given: Evidence, k: int, follows: Argument) -> bool:
    return any(s.follows is follows and s.sign is Sign.PROMOTES for s in given.clauses[k].signals)


CLAUSE: Final[dict[str, Callable[[Evidence, int], float]]] = {
    "is a phrase": lambda g, k: g.clauses[k].form is Form.NOMINAL,
    "is a participle": lambda g, k: g.clauses[k].form in {Form.PARTICIPLE, Form.ADJECTIVE},
    "opens a sentence": lambda g, k: g.clauses[k].opener is Opener.START,
    "opens after a signal": lambda g, k: g.clauses[k].opener is Opener.SIGNAL,
    "opens after and": lambda g, k: g.clauses[k].opener is Opener.AND,
    "opens after a comma and and": lambda g, k: g.clauses[k].opener is Opener.AND and g.clauses[k].comma,
    "is a relative": lambda g, k: g.clauses[k].opener is Opener.RELATIVE,
    "opens after a semicolon or colon": lambda g, k: g.clauses[k].opener is Opener.BREAK,
    "is after a subject of its own": lambda g, k: g.clauses[k].opener is Opener.SUBJECT,
    "resumes": lambda g, k: g.clauses[k].opener is Opener.RESUME,
    "has a cause signal": lambda g, k: _signal(g, k, Argument.CAUSE),
    "has an effect signal": lambda g, k: _signal(g, k, Argument.EFFECT),
    "has a contrast": lambda g, k: any(s.sign is Sign.INHIBITS for s in g.clauses[k].signals),
    "has a barrier": lambda g, k: g.clauses[k].opened_by(SignalKind.BARRIER) is not None,
    "starts with a personal pronoun": lambda g, k: _starts_with(g, k, PERSONAL),
    "starts with a possessive": lambda g, k: _starts_with(g, k, POSSESSIVE),
    "starts with this": lambda g, k: _starts_with(g, k, ANAPHORS),
    "starts with a": lambda g, k: _starts_with(g, k, frozenset({"a", "an"})),
    "starts with the": lambda g, k: _starts_with(g, k, frozenset({"the"})),
    "starts with with": lambda g, k: g.words.lower[g.clauses[k].low] in {"with", "without"},
    "has a pronoun": lambda g, k: any(w in PERSONAL | POSSESSIVE | {"them", "him"} for w in g.lower(k)),
    "has a new subject": _new_subject,
    "has a name as subject": _subject_tag("NNP"),
    "has a plural subject": _subject_tag("NNS"),
    "is past perfect": _past_perfect,
    "is progressive": _progressive,
    "is passive": _passive,
    "is present": lambda g, k: _tense(g, k) in {"VBZ", "VBP"},
    "is modal": lambda g, k: _tense(g, k) == "MD",
    "is stative": lambda g, k: _lemma(g, k) in STATIVE and not _passive(g, k) and not _progressive(g, k),
    "is copular": lambda g, k: _lemma(g, k) == "be" and not _passive(g, k) and not _progressive(g, k),
    "is negated": lambda g, k: any(w in {"not", "n't", "no", "never", "without", "nobody"} for w in g.lower(k)),
    "has a verb of being forced or giving up": lambda g, k: _any_verb(g, k, FORCED),
    "has a verb of speech": lambda g, k: _any_verb(g, k, SPEECH),
    "has an infinitive": lambda g, k: any(g.words.tags[i] == "TO" for i in range(g.clauses[k].low, g.clauses[k].high)),
    "says also": lambda g, k: any(w in ALSO for w in g.lower(k)),
    "says apart": lambda g, k: any(w in APART for w in g.lower(k)),
    "says habit": lambda g, k: any(w in HABIT for w in g.lower(k)),
    "says then": lambda g, k: any(w in AT_ONCE for w in g.lower(k)),
    "opens with a time": _fronted_time,
    "is about weather": _weather,
    "has a number": lambda g, k: any(g.words.tags[i] == "CD" for i in range(g.clauses[k].low, g.clauses[k].high)),
    "is the first": lambda g, k: k == 0,
    "is the last": lambda g, k: k == len(g.clauses) - 1,
    "opens the second sentence": lambda g, k: g.clauses[k].sentence == 1 and _first_of_sentence(g, k),
    "is in the last sentence": lambda g, k: g.clauses[k].sentence == g.clauses[-1].sentence,
    "is short": lambda g, k: g.clauses[k].high - g.clauses[k].low <= 4,
    "is long": lambda g, k: g.clauses[k].high - g.clauses[k].low >= 12,
}
"""Questions about one clause of the pair."""
