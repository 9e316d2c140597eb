"""The paper's regular expressions (Tables 15 to 17) as an extractor, and its replacement of spans: the baseline.

The templates are kept as printed, including errors: two rules for N are equal, and earlier ones hide later ones. The
label selects them, so nothing can be read without it.

References
----------
.. [1] Camburu et al. (2020), Make up your mind! Adversarial generation of inconsistent explanations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from benchmarks.ftc.explanations.relation import Explained, Extraction, NoRelation
from benchmarks.ftc.explanations.tagged_text import sentence, untokenised
from logic.relations.faithfulness import Case, Relation
from logic.relations.nli import Label
from nlbridge.language.pipeline.dictionary import same_word

CLASSES: Final = {
    Label.ENTAILMENT: {
        "R1": "a type of|a way of saying|the same as|a rephrasing of|a form of|another form of|synonymous with|an|a",
        "R2": "is|are",
        "R3": "synonyms",
        "R4": "then|so|must be|has to be|have to be",
    },
    Label.CONTRADICTION: {
        "R1": "cant|cannot|can't|can not",
        "R2": "at the same time|simultaneously|at once",
        "R3": "is|are",
        "R4": "not the same as|not|the opposite of|different than",
        "R5": "he|she|they",
        "R6": "a|an",
    },
    Label.NEUTRAL: {
        "R1": "is|are",
        "R2": "not all|not every",
        "R3": "mean|necessarily mean|make|necessarily make|imply|indicate",
        "R4": "does not|doesnt|doesn't",
        "R5": "did not|didn't|didnt",
    },
}
TEMPLATES: Final = {
    Label.ENTAILMENT: (
        "A is R1 B",
        "A implies B",
        "A and B are R3",
        "A and B R2 the same thing",
        "if A then B",
        "A R4 B",
        "A R2 B",
    ),
    Label.CONTRADICTION: (
        "A R3 not R6 B",
        "R1 be A and B R2",
        "A R1 be B",
        "A R3 R4 B",
        "R3 either A or B",
        "A R3 not B",
        "A R3 different than B",
        "R1 be A if R3 B",
        "R1 be A if R5 is B",
        "R1 A if B",
        "A and B R3 different",
        "A would not be able to B",
        "A R1 be B",
    ),
    Label.NEUTRAL: (
        "R2 A R1 B",
        "there is more A than B",
        "there is more A than B",
        "just because A R4 R3 B",
        "A R1 not necessarily B",
        "A R4 have to be B",
        "A R4 necessarily B",
        "A R4 R3 B",
        "can A without B",
        "could be A not just B",
        "we R5 know A to B",
        "we R5 know if A or B",
        "we can't tell if A is B",
        "if A then B",
        "this R4 imply A or B",
        "A and B R1 two different",
        "A and B R1 different",
        "not everyone A will B",
        "A may not be B",
        "it cannot be assumed that A is B",
        "some A or B",
        "A might not be B",
        "there is not evidence A or B",
        "R4 have to be A to B",
        "no way to know A or B",
    ),
}
RELATIONS: Final = {
    Label.ENTAILMENT: Relation.EQUIVALENT,
    Label.CONTRADICTION: Relation.EXCLUSIVE_OR,
    Label.NEUTRAL: Relation.DOES_NOT_IMPLY,
}


class TemplateExtractor:
    """Reads A and B by the first of the paper's templates that matches."""

    def extract(self, explained: Explained) -> Extraction | NoRelation:
        """Read the two spans.

        Examples
        --------
        >>> item = Explained(hypothesis="A tram stops.", explanation="a tram is not a bus", label=Label.CONTRADICTION)
        >>> found = TemplateExtractor().extract(item)
        >>> found.a, found.b
        ('a tram', 'bus')
        """
        if explained.label is None:
            return NoRelation(why="the templates are chosen by the label, which is not given")
        text = untokenised(explained.explanation).lower().strip(" .")
        for template, pattern in _patterns(explained.label):
            found = pattern.search(text)
            if found is not None and found["A"].strip() and found["B"].strip():
                return Extraction(
                    a=found["A"].strip(), b=found["B"].strip(), relation=RELATIONS[explained.label], why=f"'{template}'"
                )
        return NoRelation(why="no template matches")


@cache
def _patterns(label: Label) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((template, _compiled(template, CLASSES[label])) for template in TEMPLATES[label])


def _compiled(template: str, classes: dict[str, str]) -> re.Pattern[str]:
    """Compile a template; a final span extends to the end of the explanation."""
    words = []
    for word in template.split():
        if word in {"A", "B"}:
            words.append(f"(?P<{word}>.+?)" if word == "A" else "(?P<B>.+)")
        elif word in classes:
            words.append(f"(?:{classes[word]})")
        else:
            words.append(re.escape(word))
    start = "" if template.startswith("A ") else r"\b"
    return re.compile(start + " ".join(words))


def replaced(hypothesis: str, old: str, new: str) -> str | None:
    """Replace a span of the hypothesis, matched word by word up to inflection; None if it is absent.

    Examples
    --------
    >>> replaced("Two trams stop.", "tram", "buses")
    'Two buses stop.'
    """
    words, span = untokenised(hypothesis).rstrip(" .").split(), old.split()
    for low in range(len(words) - len(span) + 1):
        if all(same_word(words[low + k].strip(".,"), one) for k, one in enumerate(span)):
            return sentence([*words[:low], *new.split(), *words[low + len(span) :]])
    return None


def template_counterfactuals(explained: Sequence[Explained]) -> Iterator[dict[str, str]]:
    """Yield case -> hypothesis for each item, by template extraction and replacement.

    If the hypothesis contains B but not A, the two swap for E and C; for N a hypothesis that already contains B is its
    own case B. Both rules favour the templates over the paper's pipeline.
    """
    extractor = TemplateExtractor()
    for one in explained:
        found = extractor.extract(one)
        yield {} if isinstance(found, NoRelation) else _put_in(one, found)


def _put_in(explained: Explained, spans: Extraction) -> dict[str, str]:
    with_a = replaced(explained.hypothesis, spans.b, spans.a)
    with_b = replaced(explained.hypothesis, spans.a, spans.b)
    if explained.label is not Label.NEUTRAL:
        text = with_b or with_a
        return {"": text} if text else {}
    says_b = replaced(explained.hypothesis, spans.b, spans.b)
    cases = {Case.A.value: with_a, Case.B.value: with_b or says_b}
    return {case: text for case, text in cases.items() if text}
