"""Replace one phrase by another in a caption, with the inflection that the place requires.

Word-by-word alignment finds the slot of the old phrase, because explanations inflect, shorten and reorder what they
quote. Words outside the old phrase stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from benchmarks.ftc.explanations.clause_structure import (
    Clause,
    Kind,
    clause,
    content,
    head_noun,
    is_plural,
    refers_to_person,
    shares_word,
)
from benchmarks.ftc.explanations.phrase_trimming import alike
from benchmarks.ftc.explanations.tagged_text import BE, Tagged, concatenated, word
from nlbridge.language.lexicon import word_class
from nlbridge.language.pipeline.dictionary import article, gerund, present, same_word, verb_lemma
from nlbridge.language.pipeline.dictionary import plural as plural_of

GENERIC_SUBJECTS: Final = word_class("generic_subjects")
QUANTIFIERS: Final = word_class("limiting_quantifiers")
STATIVE: Final = word_class("caption_states")
PLACE: Final = word_class("caption_places")
MODIFIER_TAGS: Final = frozenset({"JJ", "JJR", "JJS", "CD", "VBN", "HYPH", "POS", "RBS"})
DETERMINERS: Final = frozenset({"DT", "PRP$"})


def substituted(hypothesis: Tagged, inside: Tagged, outside: Tagged, *, premise: Tagged | None = None) -> Tagged:
    """Replace `inside` with `outside` in the hypothesis.

    Parameters
    ----------
    premise
        Other words of the hypothesis about a replaced verb stay only if the premise, if given, has them.

    Examples
    --------
    >>> from benchmarks.ftc.explanations.tagged_text import tag
    >>> caption, old, new = tag(["A cook is tasting soup.", "tasting soup", "slice an onion"])
    >>> substituted(caption, old, new).text()
    'A cook is slicing an onion'
    """
    inside, outside = alike(inside, outside)
    halves = _coordinated(hypothesis, inside, outside)
    if halves is not None:
        (old, other_old), (new, other_new) = halves
        once = substituted(hypothesis, old, new, premise=premise)
        return substituted(once, other_old, other_new, premise=premise)
    target, new_clause, old_clause = clause(hypothesis), clause(outside), clause(inside)
    matched = tuple(i for i in content(target.words) if shares_word(target.words, i, inside))
    if new_clause.kind is Kind.NOMINAL and inside.lower == hypothesis.lower:
        return new_clause.words
    if new_clause.kind is Kind.NOMINAL:
        return _nominal(target, old_clause, new_clause, matched)
    if new_clause.kind is Kind.ADJECTIVAL:
        return _adjectival(target, old_clause, new_clause, matched)
    if new_clause.kind is Kind.PREPOSITIONAL and old_clause.kind in {Kind.PREPOSITIONAL, Kind.NOMINAL}:
        place = _prepositional(target, matched)
        if place is not None:
            return _put(target.words, place, new_clause.words)
    return _predicate(target, old_clause, new_clause, matched, premise)


def supposed(hypothesis: Tagged, inside: Tagged, premise: Tagged) -> Tagged:
    """Replace `inside` with what the premise says about the hypothesis' subject.

    Examples
    --------
    >>> from benchmarks.ftc.explanations.tagged_text import tag
    >>> caption, old, given = tag(["A woman is lost.", "lost", "A lady with a map walks up a hill."])
    >>> supposed(caption, old, given).text()
    'A woman walks up a hill'
    """
    target, new = clause(hypothesis), clause(premise)
    if new.kind is not Kind.CLAUSE or new.existential or target.kind is not Kind.CLAUSE:
        return premise
    own = target.subject_words
    cut = clause(inside)
    said = cut.predicate if cut.kind is Kind.CLAUSE else inside
    told = any(shares_word(own, i, said) for i in content(own))
    predicate = _verb_forms(target, new, plural=is_plural(own, 0, len(own)), changed=False)
    if told:
        own = new.subject_words
        return concatenated(own, _verb_forms(target, new, plural=is_plural(own, 0, len(own)), changed=True))
    if not (refers_to_person(own) and refers_to_person(new.subject_words)):
        return _predicate(target, new, new, (), premise)
    if target.existential:
        return concatenated(
            word("There", "EX"), word("are" if is_plural(own, 0, len(own)) else "is", "VBZ"), own, predicate
        )
    return concatenated(own, predicate)


def _put(words: Tagged, place: tuple[int, int], phrase: Tagged) -> Tagged:
    return concatenated(words.part(0, place[0]), phrase, words.part(place[1], len(words)))


def _coordinated(hypothesis: Tagged, inside: Tagged, outside: Tagged) -> tuple[list[Tagged], list[Tagged]] | None:
    """Return the halves of both phrases if both are coordinated and the halves are separate in the hypothesis."""
    old, new = _halves(inside), _halves(outside)
    if old is None or new is None:
        return None
    places = [[i for i in content(hypothesis) if shares_word(hypothesis, i, half)] for half in old]
    if not all(places) or max(places[0]) + 3 > min(places[1]):
        return None
    return old, new


def _halves(phrase: Tagged) -> list[Tagged] | None:
    if phrase.lower.count("and") != 1 or any(tag.startswith("VB") for tag in phrase.tags):
        return None
    middle = phrase.lower.index("and")
    if not 0 < middle < len(phrase) - 1:
        return None
    return [phrase.part(0, middle), phrase.part(middle + 1, len(phrase))]


def _predicate(target: Clause, old: Clause, new: Clause, matched: Sequence[int], premise: Tagged | None) -> Tagged:
    new = clause(_owned(new.words, target.words))
    subject = _subject(target, new)
    changed = subject.lower != target.subject_words.lower
    plural = is_plural(subject, 0, len(subject))
    verb = _verb_forms(target, new, plural=plural, changed=changed)
    rest = _kept(target, old, new, matched)
    if premise is not None and not any(shares_word(rest, i, premise) for i in content(rest) if rest.tags[i] != "IN"):
        rest = rest.part(0, 0)
    if target.existential:
        return concatenated(word("There", "EX"), word("are" if plural else "is", "VBZ"), subject, verb, rest)
    return concatenated(subject, verb, rest)


def _owned(phrase: Tagged, hypothesis: Tagged) -> Tagged:
    """Turn generic `your` and `one's` into the possessive of the hypothesis."""
    own = next((form for form, tag in zip(hypothesis.lower, hypothesis.tags, strict=True) if tag == "PRP$"), "their")
    for i, form in enumerate(phrase.lower):
        if form == "your":
            phrase = _put(phrase, (i, i + 1), word(own, "PRP$"))
    return phrase


def _subject(target: Clause, new: Clause) -> Tagged:
    """Return the new phrase's subject if it says more than the hypothesis' own; otherwise the latter."""
    own, given = target.subject_words, new.subject_words
    given = _unquantified(given)
    said = [i for i in content(given) if given.lower[i] not in GENERIC_SUBJECTS]
    if not said:
        return own
    head, own_head = head_noun(given, 0, len(given)), head_noun(own, 0, len(own))
    same = head is not None and own_head is not None and same_word(given.lower[head], own.lower[own_head])
    more = [i for i in said if not shares_word(given, i, own)]
    if same and (not more or len(said) == 1):
        covered = len(said) >= len(content(own)) or len(said) == 1
        return own if covered else _like(own, given)
    return _like(own, given)


def _like(own: Tagged, given: Tagged) -> Tagged:
    """Give a bare subject the determiner and number that the hypothesis' own subject has."""
    if given.tags[0] not in {"NN", "NNS", "JJ"} or "and" in given.lower or not len(own):
        return given
    plural, own_plural = is_plural(given, 0, len(given)), is_plural(own, 0, len(own))
    first = next((i for i, tag in enumerate(own.tags) if tag not in DETERMINERS | {"CD"}), 0)
    if plural == own_plural and first:
        return concatenated(own.part(0, first), given)
    return concatenated(word(article(given.lower[0]), "DT"), given) if refers_to_person(given) and not plural else given


def _unquantified(subject: Tagged) -> Tagged:
    """Remove quantifiers: `every cook in the hall`."""
    low = 0
    while low < len(subject) and subject.lower[low] in QUANTIFIERS:
        low += 1
    return subject.part(low, len(subject))


def _verb_forms(target: Clause, new: Clause, *, plural: bool, changed: bool) -> Tagged:
    predicate = new.words if new.kind is Kind.PREPOSITIONAL else new.predicate
    nothing = predicate.part(0, 0)
    if not len(predicate):
        return nothing
    be = _be(target, plural=plural, changed=changed)
    if target.kind is Kind.NOMINAL and not len(be) and predicate.tags[0] in {"DT", "CD", "JJ", "NN", "NNS"}:
        be = word("are" if plural else "is", "VBP")
    first, tag, after = predicate.lower[0], predicate.tags[0], predicate.part(1, len(predicate))
    group = new.words.lower[new.verb : new.main]
    if predicate.is_gerund(0):
        return concatenated(be, predicate)
    if new.finite and tag in {"VBZ", "VBP", "VBD"} and not group:
        if target.existential or not target.finite:
            return concatenated(word(gerund(first), "VBG"), after)
        return predicate if tag == "VBD" else concatenated(word(present(first, plural=plural), "VBZ"), after)
    if any(one in BE for one in group) or not _is_bare_verb(predicate):
        return concatenated(be, predicate)
    if verb_lemma(first) in STATIVE and len(be):
        return concatenated(word(present(first, plural=plural), "VBZ"), after)
    return concatenated(be, word(gerund(first), "VBG"), after)


def _is_bare_verb(predicate: Tagged) -> bool:
    """Return whether a predicate starts with a verb to inflect, including mis-tagged ones before an object."""
    lemma = verb_lemma(predicate.lower[0])
    if predicate.tags[0] in {"VB", "VBP", "VBZ", "VBD", "NN"}:
        return lemma is not None
    takes_object = predicate.tags[1:2] in {("DT",), ("PRP$",), ("NN",), ("NNS",)}
    return lemma == predicate.lower[0] and predicate.tags[0] in {"JJ", "NNP", "UH"} and takes_object


def _be(target: Clause, *, plural: bool, changed: bool) -> Tagged:
    words = target.words
    if target.existential or not target.finite:
        return words.part(0, 0)
    verb = words.lower[target.verb]
    if verb in BE and not changed:
        return words.part(target.verb, target.verb + 1)
    past = verb in word_class("was_were") or words.tags[target.verb] == "VBD"
    return word(("were" if plural else "was") if past else ("are" if plural else "is"), "VBP")


def _kept(target: Clause, old: Clause, new: Clause, matched: Sequence[int]) -> Tagged:
    """Return the words after the replaced part of the predicate that the explanation does not mention."""
    words = target.words
    nothing = words.part(0, 0)
    covered = [i for i in matched if i >= target.main]
    if old.kind not in {Kind.PREDICATE, Kind.CLAUSE} or not covered:
        return nothing
    rest = covered[-1] + 1
    if rest >= len(words):
        return nothing
    bare = len(old.predicate) == len(new.predicate) == 1
    if not bare and (words.tags[rest] not in {"IN", "TO"} or words.lower[rest] == "of"):
        return nothing
    if words.lower[rest] in PLACE and not PLACE.isdisjoint(new.predicate.lower):
        return nothing
    kept = words.part(rest, len(words))
    return nothing if any(shares_word(kept, i, new.words) for i in content(kept)) else kept


def _nominal(target: Clause, old: Clause, new: Clause, matched: Sequence[int]) -> Tagged:
    words = target.words
    if len(matched) == 1 and _attributive(words, matched[0]) and len(new.words) == 1:
        return _adjectival(target, old, new, matched)
    if matched and old.kind is not Kind.CLAUSE and all(words.tags[i] in {"RB", "IN"} for i in matched):
        return _put(words, (matched[0], matched[-1] + 1), concatenated(word("in", "IN"), _countable(new.words)))
    place = _noun_phrase(target, matched, old) or _last_noun_phrase(target)
    if place is None:
        return new.words
    put = _determined(words.part(*place), new.words)
    result = _put(words, place, put)
    if target.existential and place[0] == target.subject[0]:
        return _put(result, (1, 2), word("are" if is_plural(put, 0, len(put)) else "is", "VBZ"))
    in_subject = place[1] <= target.verb and place[0] <= (head_noun(words, *target.subject) or 0)
    if in_subject and target.finite:
        return _agreeing(result, target.verb + len(put) - (place[1] - place[0]), plural=is_plural(put, 0, len(put)))
    return result


def _countable(phrase: Tagged) -> Tagged:
    """Give a bare singular noun phrase its article."""
    head = head_noun(phrase, 0, len(phrase))
    bare = head is not None and phrase.tags[head] == "NN" and phrase.tags[0] not in DETERMINERS | {"CD", "PDT"}
    return concatenated(word(article(phrase.lower[0]), "DT"), phrase) if bare else phrase


def _determined(before: Tagged, phrase: Tagged) -> Tagged:
    """Give a noun phrase without a determiner that of the phrase it replaces, with the right article."""
    if phrase.tags[0] not in DETERMINERS | {"CD", "PDT"}:
        first = next((i for i, tag in enumerate(before.tags) if tag not in DETERMINERS | {"CD"}), 0)
        phrase = concatenated(before.part(0, first), _counted(phrase, before.part(0, first)))
    if phrase.lower[0] in word_class("indefinite_articles") and len(phrase) > 1:
        head = head_noun(phrase, 0, len(phrase))
        if head is not None and phrase.tags[head] == "NNS":
            return phrase.part(1, len(phrase))
        return concatenated(word(article(phrase.lower[1]), "DT"), phrase.part(1, len(phrase)))
    return phrase


def _counted(phrase: Tagged, determiner: Tagged) -> Tagged:
    """Put a noun in the plural after a number above one."""
    head = head_noun(phrase, 0, len(phrase))
    many = any(
        tag == "CD" and low not in {"one", "1"} for tag, low in zip(determiner.tags, determiner.lower, strict=True)
    )
    if head is None or not many or phrase.tags[head] != "NN":
        return phrase
    return _put(phrase, (head, head + 1), word(plural_of(phrase.forms[head]), "NNS"))


def _agreeing(words: Tagged, verb: int, *, plural: bool) -> Tagged:
    """Make the finite verb agree with its new subject."""
    if not 0 < verb < len(words) or words.tags[verb] not in {"VBZ", "VBP", "VBD"}:
        return words
    old = words.lower[verb]
    if old in word_class("was_were"):
        form = "were" if plural else "was"
    elif words.tags[verb] == "VBD":
        return words
    else:
        form = {True: "are", False: "is"}[plural] if old in BE else present(old, plural=plural)
    return _put(words, (verb, verb + 1), word(form, words.tags[verb]))


def _noun_phrase(target: Clause, matched: Sequence[int], old: Clause) -> tuple[int, int] | None:
    """Return the noun phrase of the hypothesis around the matched words, including its determiner."""
    words = target.words
    head = head_noun(old.words, 0, len(old.words)) if old.kind is not Kind.PREPOSITIONAL else None
    heads = [i for i in matched if head is not None and same_word(words.lower[i], old.words.lower[head])]
    nouns = heads or [i for i in matched if words.is_noun(i)] or list(matched)
    if not nouns:
        return None
    low = nouns[0] if heads else nouns[-1]
    high = low + 1
    limit = target.verb if low < target.verb else len(words)
    later = [i for i in matched if i >= low]
    for i in later:
        if i - high <= 2:
            high = i + 1
    while high < limit and words.is_noun(high) and words.tags[high - 1] in {"NN", "JJ", "NNP", "HYPH"}:
        high += 1
    while low > 0 and (words.tags[low - 1] in MODIFIER_TAGS | DETERMINERS or words.is_noun(low - 1)):
        low -= 1
        if words.tags[low] in DETERMINERS:
            break
    return low, high


def _last_noun_phrase(target: Clause) -> tuple[int, int] | None:
    words = target.words
    nouns = [i for i in range(len(words)) if words.is_noun(i)]
    return _noun_phrase(target, nouns[-1:], clause(words.part(nouns[-1], nouns[-1] + 1))) if nouns else None


def _prepositional(target: Clause, matched: Sequence[int]) -> tuple[int, int] | None:
    """Return the prepositional phrase of the hypothesis around the matched words."""
    words = target.words
    nouns = [i for i in matched if words.is_noun(i) and i >= target.main]
    if not nouns:
        return None
    low = nouns[0]
    while low > target.main and words.tags[low] not in {"IN", "TO"}:
        low -= 1
    if words.tags[low] not in {"IN", "TO"} or low == target.main:
        return None
    return low, nouns[-1] + 1


def _adjectival(target: Clause, old: Clause, new: Clause, matched: Sequence[int]) -> Tagged:
    words = target.words
    adjectives = [i for i in matched if words.tags[i].startswith(("JJ", "VBN", "CD"))] or (
        list(matched) if old.kind is Kind.ADJECTIVAL else []
    )
    if adjectives and _attributive(words, adjectives[-1]):
        low, high = adjectives[0], adjectives[-1] + 1
        result = _put(words, (low, high), new.words)
        if low and words.lower[low - 1] in word_class("indefinite_articles"):
            return _put(result, (low - 1, low), word(article(new.words.lower[0]), "DT"))
        return result
    subject = target.subject_words
    be = _be(target, plural=is_plural(subject, 0, len(subject)), changed=False)
    return concatenated(subject, be, new.words)


def _attributive(words: Tagged, i: int) -> bool:
    """Return whether a word modifies a following noun."""
    return not words.is_noun(i) and any(words.is_noun(k) for k in range(i + 1, min(len(words), i + 3)))
