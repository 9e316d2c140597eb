"""The clause of a what-if, split into its claims, each with subject and predicate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from nlbridge.language.meaning.word_similarity import NEGATIONS, Item, items
from nlbridge.supposing.request import Form, Request

VERBAL: Final = frozenset({"VBN", "VBD", "VBZ", "VBP", "MD"})
NOMINAL: Final = frozenset({"NN", "NNS", "NNP", "NNPS", "PRP", "EX", "CD", "WP", "DT"})
PREVERBAL: Final = frozenset({"not", "n't", "never", "been", "had", "has", "have", "did", "does", "do", "still"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One claim of a what-if.

    Parameters
    ----------
    words
        As the request has it.
    finite
        The same as a finite clause of the unreal past: `the dam had not burst`.
    subject, predicate
        Content words on either side of the verb; for a bare noun phrase all words are the subject.
    absent
        Whether the request takes something away (`without X`) instead of making a claim.
    tokens
        All words, function words included.
    """

    words: str
    finite: str
    subject: tuple[Item, ...]
    predicate: tuple[Item, ...]
    absent: bool
    tokens: tuple[Item, ...]


def parts_of(request: Request) -> tuple[Part, ...]:
    """Split a what-if at `and` where both sides make a claim; a subject that is left off is shared.

    Examples
    --------
    >>> from nlbridge.supposing.request import parse_had
    >>> [part.finite for part in parts_of(parse_had("the dam not burst and the bridge held"))]
    ['the dam had not burst', 'the bridge had held']
    """
    if request.form is Form.WITHOUT:
        return tuple(_absent(piece) for piece in _noun_phrases(request.clause))
    found: list[Part] = []
    for piece in _split(request.clause):
        part = _claim(piece, request.form)
        if found and not _has_subject(piece):
            shared = " ".join(found[0].words.split()[: _subject_words(found[0].words)])
            part = _claim(f"{shared} {piece}", request.form)
        found.append(part)
    return tuple(found)


def _absent(phrase: str) -> Part:
    tokens = items(phrase)
    return Part(
        words=phrase,
        finite=f"there had been no {_bare(phrase)}",
        subject=(),
        predicate=tuple(item for item in tokens if item.content) or tokens,
        absent=True,
        tokens=tokens,
    )


def _bare(phrase: str) -> str:
    first, _, rest = phrase.partition(" ")
    return rest if first.lower() in {"the", "a", "an", "any", "some", "this", "that", "those", "these"} else phrase


def _noun_phrases(clause: str) -> tuple[str, ...]:
    """Split `the frost and the fog` where each side has a determiner of its own."""
    for separator in (" and ", " or "):
        left, found, right = clause.partition(separator)
        starts = (" ".join(side.split()[:1]).lower() for side in (left, right))
        if found and all(word in {"the", "a", "an", "any", "his", "her", "its", "their"} for word in starts):
            return (left, right)
    return (clause,)


def _split(clause: str) -> tuple[str, ...]:
    words = clause.split()
    for k, word in enumerate(words):
        if word.lower().strip(",") not in {"and", "but"} or not 0 < k < len(words) - 1:
            continue
        left, right = " ".join(words[:k]).rstrip(","), _filled(" ".join(words[:k]), " ".join(words[k + 1 :]))
        if _verb(items(left)) is not None and _has_subject(left) and _verb(items(right)) is not None:
            return (left, *_split(right))
    return (clause,)


def _filled(left: str, right: str) -> str:
    """Give the second claim its `been` where it leaves that to the first: `the dough been fresh and the oven warm`."""
    second = items(right)
    if "been" not in {item.lower for item in items(left)} or len(second) < 3 or second[0].tag not in {"DT", "PRP$"}:
        return right
    if _verb(second) not in {None, len(second) - 1} or not second[-2].tag.startswith("NN") or not _state(second[-1]):
        return right
    *subject, said = right.split()
    return " ".join((*subject, "been", said))


def _state(item: Item) -> bool:
    """Whether a word says how something is: an adjective by its tag or by the dictionary, or a participle."""
    from lemminflect import getAllLemmas

    return item.tag in {"JJ", "VBN"} or "ADJ" in getAllLemmas(item.lower)


def _verb(tokens: tuple[Item, ...]) -> int | None:
    """Return where the predicate starts: a negation or auxiliary before a verb, else the first verb after a noun."""
    for k, item in enumerate(tokens):
        if item.lower in PREVERBAL and (k == 0 or item.lower != "still" or _nominal_before(tokens, k)):
            return k
        if item.tag in VERBAL and (k == 0 or _nominal_before(tokens, k)) and not _attribute(tokens, k):
            return k
    listed = range(1, len(tokens))
    return next((k for k in listed if _noun_like(tokens[k - 1]) and _listed_verb(tokens, k)), None)


def _listed_verb(tokens: tuple[Item, ...], k: int) -> bool:
    """Whether the dictionary knows a word as a participle, or as a present before an object, whatever its tag."""
    from lemminflect import getAllLemmas, getInflection

    word = tokens[k].lower
    lemmas = getAllLemmas(word, upos="VERB").get("VERB", ())
    if any(word in getInflection(lemma, "VBN") for lemma in lemmas):
        return True
    before_object = k + 1 < len(tokens) and tokens[k + 1].tag in {"DT", "PRP$"}
    return before_object and any(word in getInflection(lemma, "VBZ") for lemma in lemmas)


def _noun_like(item: Item) -> bool:
    return item.tag in NOMINAL - {"DT", "CD"}


def _nominal_before(tokens: tuple[Item, ...], k: int) -> bool:
    return any(item.tag in NOMINAL - {"DT"} for item in tokens[:k]) or (k == 1 and tokens[0].tag == "DT")


def _attribute(tokens: tuple[Item, ...], k: int) -> bool:
    """Whether a participle stands before the noun that it describes, or in a relative clause."""
    if tokens[k].tag != "VBN" or k + 1 >= len(tokens):
        return any(item.tag in {"WDT", "WP"} for item in tokens[:k])
    before_noun = (
        tokens[k + 1].tag.startswith("NN") and k > 0 and tokens[k - 1].tag in {"DT", "PRP$", "POS", "JJ", "IN"}
    )
    return before_noun or any(item.tag in {"WDT", "WP"} for item in tokens[:k])


def _has_subject(piece: str) -> bool:
    verb = _verb(items(piece))
    return verb is None or verb > 0


def _subject_words(words: str) -> int:
    tokens = items(words)
    verb = _verb(tokens)
    if verb is None:
        return 0
    target = tokens[verb].lower
    return next((k for k, word in enumerate(words.split()) if word.lower().startswith(target)), 0)


def _claim(piece: str, form: Form) -> Part:
    tokens = items(piece)
    verb = _verb(tokens)
    subject = tokens[:verb] if verb is not None else ()
    predicate = tokens[verb:] if verb is not None else tokens
    content = tuple(item for item in predicate if item.content)
    return Part(
        words=piece,
        finite=_finite(piece, tokens, verb, form),
        subject=tuple(item for item in subject if item.content),
        predicate=content or tuple(item for item in predicate if item.lower not in NEGATIONS and item.tag[:2] == "VB"),
        absent=False,
        tokens=tokens,
    )


def _finite(piece: str, tokens: tuple[Item, ...], verb: int | None, form: Form) -> str:
    if form is not Form.HAD or verb is None or tokens[verb].lower in {"had", "has", "have", "did", "does", "do"}:
        return piece
    if tokens[verb].tag in {"VBZ", "VBP", "MD"} or verb == 0:
        return piece
    target = tokens[verb].lower
    words = piece.split()
    for k, word in enumerate(words):
        if word.lower().startswith(target):
            return " ".join((*words[:k], "had", *words[k:]))
    return piece
