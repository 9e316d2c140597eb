"""Splits a text into clauses, word by word.

`clauses` returns stretches with their verb, opener and signals. Every word that is neither a signal nor punctuation
belongs to a stretch. Signals and punctuation propose a boundary; tags confirm it. No boundary rests on the parse alone,
because a small parser is often wrong about clause attachment.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from nlbridge.language.clauses.clause import (
    CONSECUTIVE,
    Clause,
    Cut,
    Form,
    Open,
    Opener,
    joined,
    with_denied_reasons,
    with_insertions,
)
from nlbridge.language.clauses.coordination import CONJUNCTIONS, SUBJECT, coordination
from nlbridge.language.clauses.event_phrases import parts
from nlbridge.language.clauses.inversions import TURNING, inversion
from nlbridge.language.clauses.noun_phrases import stretch_end
from nlbridge.language.clauses.signal_senses import OPENERS, signal_at, signals_inside
from nlbridge.language.clauses.unreal_verbs import condition_after, with_signals
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.connectives import Signal, SignalKind
from nlbridge.language.pipeline.dictionary import past_form
from nlbridge.language.pipeline.words import ENDS, STOPS, Words

SETTING: Final = word_class("setting_conjunctions")
"""Last words of phrases that only set one clause beside another: `in the same week that`."""
CONDITIONAL: Final = word_class("if_unless", "bare_had")
"""First words of counterfactual conditions."""
LIMITING: Final = word_class("limiting_openers")
"""First words of what turns the main clause behind it: `not until`."""
DESCRIBING: Final = frozenset({"VBG", "VBN"})
SUBJECT_START: Final = frozenset("DT PDT PRP PRP$ NNP EX".split())
"""Tags that begin a subject, unless it is a bare noun."""
UNFINISHED: Final = frozenset("DT PDT PRP$ IN TO CC POS WDT WP WRB".split())
"""Tags that cannot end a phrase or clause."""
LONGEST_FRONTED: Final = 40
"""Most words of a fronted clause that no comma ends."""


def clauses(words: Words) -> tuple[Clause, ...]:
    """Split a text into clauses and event phrases."""
    results: list[Clause] = []
    for number, (low, high) in enumerate(words.sentences):
        results += joined(words, with_insertions(words, _pieces(words, low, high, number)))
    told = with_signals(words, [part for clause in results for part in parts(words, clause)])
    return with_denied_reasons(words, told)


def _pieces(words: Words, low: int, high: int, number: int) -> list[Clause]:
    """Split a sentence at its boundaries; an empty stretch passes its signal, or its opener, on to the next."""
    pieces: list[Clause] = []
    carried: tuple[Signal, ...] = ()
    current, i = Open(start=low, opener=Opener.START, signal=None, sentence=number), low
    while i <= high:
        cut = _cut_at(words, i, high, current) if i < high else Cut(gap=1, opener=Opener.BREAK)
        if cut is None:
            i += 1
            continue
        piece = _piece(words, current, stretch_end(words, current.start, i, cut.signal), carried)
        if piece:
            pieces.append(piece)
        carried = () if piece else (*carried, *([current.signal] if current.signal else []))
        opener = current.opener if piece is None and cut.opener is Opener.BREAK else cut.opener
        i += cut.gap
        current = Open(start=i, opener=opener, signal=cut.signal, sentence=number, comma=cut.comma)
    return pieces


def _piece(words: Words, current: Open, high: int, carried: tuple[Signal, ...]) -> Clause | None:
    """Return a stretch as a clause, without outer punctuation; None if nothing is left."""
    low = current.start
    while low < high and (words.forms[low] in STOPS | ENDS or words.tags[low] in {"``", "''"}):
        low += 1
    while high > low and (words.forms[high - 1] in STOPS | ENDS or words.tags[high - 1] in {"``", "''", "CC"}):
        high -= 1
    if low >= high:
        return None
    if words.tags[high : high + 1] == ("''",) and words.tags[low:high].count("``") > words.tags[low:high].count("''"):
        high += 1  # `said it was "too loud"`
    verb, signal = words.clause_verb(low, high), current.signal
    if verb is not None and _only_reports(words, low, high, current):
        verb = None
    if verb is not None or (signal and signal.kind is SignalKind.SUBORDINATOR):
        form = Form.FINITE
    elif signal and signal.kind in {SignalKind.PREPOSITION, SignalKind.JOINT, SignalKind.VERB}:
        form = Form.NOMINAL
    else:
        form = _verbless_form(words, low, high)
    return Clause(
        low=low,
        high=high,
        sentence=current.sentence,
        opener=current.opener,
        comma=current.comma,
        verb=verb,
        signals=(*carried, *([signal] if signal else []), *signals_inside(words, low, high)),
        form=form,
    )


def _only_reports(words: Words, low: int, high: int, current: Open) -> bool:
    """Whether the finite verb of a stretch belongs to what its participle says or thinks: `not knowing that it rained`.

    Without a comma before it, the participle may be the subject: `knowing that it was safe helped`.
    """
    if words.tags[words.skip_adverbs(low, high - 1)] != "VBG":
        return False
    fronted = words.forms[high : high + 1] == (",",) and words.tags[high + 1 : high + 2] != ("CC",)
    thinks = words.is_a(words.skip_adverbs(low, high - 1), "clause_taking_verbs")
    return current.opener is Opener.PARTICIPLE or (current.opener is Opener.START and fronted and thinks)


def _verbless_form(words: Words, low: int, high: int) -> Form:
    """Return the form of a stretch without a finite verb; `by doing` counts as a participle."""
    first = words.tags[words.skip_adverbs(low, high - 1)]
    doing = words.lower[low] in word_class("means_prepositions") and words.tags[low + 1 : low + 2] == ("VBG",)
    if first in DESCRIBING or doing:
        return Form.PARTICIPLE
    if any(words.tags[k] == "VBG" and words.lemmas[k] in word_class("be_have") for k in range(low, high)):
        return Form.PARTICIPLE
    return Form.ADJECTIVE if first == "JJ" and _bare_adjective(words, low, high) else Form.NOMINAL


def _bare_adjective(words: Words, low: int, high: int) -> bool:
    """Whether an adjective has no noun: `furious`, `delighted with the takings`."""
    after = words.skip_adverbs(low, high - 1) + 1
    return after >= high or words.tags[after] in {"IN", "TO", "RB"} or not words.nominal_before(low, high)


def _cut_at(words: Words, i: int, high: int, current: Open) -> Cut | None:
    """Return the boundary before word `i` of a sentence that ends at `high`, if any."""
    form = words.forms[i]
    if form == ",":
        return _after_comma(words, i, high, current)
    if form in STOPS and words.stop(i) and (form != "-" or _dashes(words, i, high, current)):
        return Cut(gap=1, opener=Opener.BREAK)
    if signalled := _signalled(words, i, high, current):
        return signalled
    if i > current.start + 2 and words.lower[i + 1 : i + 2] in (("which",), ("whom",)) and words.tags[i] == "IN":
        return Cut(gap=0, opener=Opener.RELATIVE)
    if words.lower[i] in word_class("and_or_nor"):
        return coordination(words, i, high, current)
    if words.lower[i] == "that" and words.clause_follows(i + 1, high):
        return _before_that(words, i, current)
    return _without_mark(words, i, high, current)


def _dashes(words: Words, i: int, high: int, current: Open) -> bool:
    """Whether a hyphen between spaces joins two clauses as a dash does; not `won 3 - 1`, `the London - Paris train`."""
    joined = {words.tags[i - 1], words.tags[i + 1]} if i + 1 < high else set()
    told = words.clause_verb(current.start, i) is not None
    return told and joined not in ({"CD"}, {"NNP"}) and words.clause_follows(i + 1, words.next_stop(i + 1, high))


def _signalled(words: Words, i: int, high: int, current: Open) -> Cut | None:
    """Return the boundary before a signal at word `i`, or before the main clause that an inversion announces."""
    if current.signal and (announced := _main_clause_after_inversion(words, i, high, current)):
        return announced
    signal = signal_at(words, i, high, current) if words.lower[i] in OPENERS else None
    return Cut(gap=len(signal.words), opener=Opener.SIGNAL, signal=signal) if signal else None


def _main_clause_after_inversion(words: Words, i: int, high: int, current: Open) -> Cut | None:
    """Return the boundary before the main clause that an inversion announces, if it begins at word `i`."""
    signal = current.signal
    if signal is None or signal.place is None:
        return None
    if signal.words in TURNING:
        return Cut(gap=1, opener=Opener.RESUME) if words.lower[i] in word_class("inverted_joints") else None
    first = signal.place[0] - (words.lower[signal.place[0] - 1] in LIMITING and signal.place[0] > 0)
    led = signal.kind in {SignalKind.SUBORDINATOR, SignalKind.PREPOSITION} and words.lower[first] in LIMITING
    if not led or i <= current.start or not words.nominal_before(current.start, i):
        return None
    return Cut(gap=0, opener=Opener.RESUME) if inversion(words, i, high) is not None else None


def _after_comma(words: Words, i: int, high: int, current: Open) -> Cut | None:
    j = i + 1
    if j >= high:
        return Cut(gap=1, opener=Opener.BREAK)
    if words.lower[j] in CONJUNCTIONS:
        cut = _cut_at(words, j, high, current)
    else:
        cut = _signalled(words, j, high, current)
        if cut is None and _sums_up(words, j, high):
            return Cut(gap=3, opener=Opener.RELATIVE, comma=True)  # the comma, the article and the noun
        opener = None if cut else _unsignalled(words, i, high, current)
        cut = Cut(gap=0, opener=opener) if opener else cut
    return replace(cut, gap=cut.gap + 1, comma=True) if cut else None


def _unsignalled(words: Words, i: int, high: int, current: Open) -> Opener | None:
    """Return what opens after a comma at `i` without a signal; None if no clause begins."""
    j = i + 1
    if words.inverted(j, words.next_stop(j, words.without_marks(high))) is not None:
        return Opener.COMMA
    if words.relative_follows(j, high):
        return Opener.RELATIVE
    own_verb = words.clause_verb(current.start, i)
    if words.clause_verb(j, high) is not None and _closes_fronted(words, i, current, own_verb):
        return Opener.RESUME
    if own_verb is None:
        return _parenthesis(words, j, high, current)
    stop, first = words.next_stop(j, high), words.skip_adverbs(j, high - 1)
    nouns = [k for k in range(j + 2, stop) if words.tags[k - 1].startswith(("NN", "RB"))]
    circumstance = words.lower[j] == "with" and any(words.tags[k] in DESCRIBING for k in nouns)
    if words.tags[first] in DESCRIBING or circumstance or words.absolute_verb(j, stop) is not None:
        return Opener.PARTICIPLE
    verb = words.clause_verb(j, stop)
    if verb is None or not (words.nominal_before(j, verb) or first == verb):
        return None
    return Opener.RESUME if first == verb and current.opener is Opener.PARTICIPLE else Opener.COMMA


def _sums_up(words: Words, j: int, high: int) -> bool:
    """Whether a noun takes up what was said and a clause about it follows: `forgot it, an oversight that sank her`."""
    noun = j + 1
    if noun + 2 >= high or words.tags[j] != "DT" or not words.is_a(noun, "summary_nouns"):
        return False
    relative = words.lower[noun + 1] in word_class("cleft_relatives")
    return relative and words.finite(words.skip_adverbs(noun + 2, high - 1))


def _closes_fronted(words: Words, i: int, current: Open, own_verb: int | None) -> bool:
    """Whether the comma at `i` ends a phrase or clause before its main clause."""
    signal = current.signal
    if current.opener is Opener.RELATIVE:
        return any(map(words.finite, range(current.start, i)))
    if current.opener is Opener.APPOSITION or (current.opener is Opener.PARTICIPLE and own_verb is None):
        return words.finite(words.skip_adverbs(i + 1, len(words.forms) - 1))
    if current.opener is Opener.SIGNAL and signal:
        phrase = signal.kind in {SignalKind.PREPOSITION, SignalKind.JOINT}
        long = signal.kind is SignalKind.SUBORDINATOR and i - current.start >= 3
        sets = signal.kind is SignalKind.SUBORDINATOR or signal.words[-1] in SETTING
        if signal.words == ("for",):
            return False  # it never precedes its main clause
        if phrase or long or (sets and own_verb is not None):
            return True
    return own_verb is None and _verbless_form(words, current.start, i) is not Form.NOMINAL


def _parenthesis(words: Words, j: int, high: int, current: Open) -> Opener | None:
    """Return the opener of an aside after a subject: `Ada, anxious about it, left`, `Orlo, a village cut off, fell`."""
    end = words.next_stop(j, high)
    if end + 1 >= high or words.forms[end] != "," or current.opener is Opener.PARTICIPLE or end - j < 2:
        return None
    verb = words.skip_adverbs(end + 1, high - 1)
    if not words.finite(verb) or not words.nominal_before(current.start, j - 1):
        return None
    first = words.tags[words.skip_adverbs(j, high - 1)]
    if words.relations[j] == "root" and words.finite(j) and past_form(words.lower[j]):
        return None  # `Vehicle B, a van, braked, slid and fell`
    if first in DESCRIBING or (first == "JJ" and _bare_adjective(words, j, end)):
        return Opener.PARTICIPLE
    described = first == "DT" and any(words.tags[k] in {"VBN", "VBD", "WDT"} for k in range(j, end))
    return Opener.APPOSITION if described else None


def _before_that(words: Words, i: int, current: Open) -> Cut | None:
    """Return the boundary at a `that` which introduces a consequence: `it was because ... that`, `so ... that`."""
    signal, start = current.signal, current.start
    if signal is not None and signal.kind in {SignalKind.PREPOSITION, SignalKind.SUBORDINATOR}:
        at = start - len(signal.words)
        at -= at > 0 and words.lower[at - 1] in word_class("cleft_adverbs")
        if at > 1 and words.lower[at - 2] == "it" and words.lower[at - 1] in word_class("is_was"):
            return Cut(gap=1, opener=Opener.RESUME)
    for k in range(i - 2, start - 1, -1):
        if words.lower[k] == "such" or (words.lower[k] == "so" and words.tags[k + 1] in {"RB", "JJ", "RBR"}):
            return Cut(gap=1, opener=Opener.SIGNAL, signal=replace(CONSECUTIVE, place=(k, i + 1)))
    return None


def _without_mark(words: Words, i: int, high: int, current: Open) -> Cut | None:
    """Return a boundary that neither punctuation nor a connective marks."""
    if _brings_about(words, i, current):
        return Cut(gap=0, opener=Opener.PARTICIPLE)
    condition = words.lower[i] in CONDITIONAL and condition_after(words, i, current.start)
    if condition or _main_clause_opens(words, i, high, current):
        return Cut(gap=0, opener=Opener.RESUME)
    return _without_that(words, i, high, current)


def _brings_about(words: Words, i: int, current: Open) -> bool:
    """Whether a participle without a comma states the effect of a clause: `a tyre burst causing him to swerve`."""
    before = words.tags[i - 1]
    if words.lower[i] not in word_class("causing_participles") or not before.startswith(("NN", "VBN", "RP", "RB")):
        return False
    be = words.is_a(i - 1, "be_have_get")
    return i > current.start and not be and words.clause_verb(current.start, i) is not None


def _main_clause_opens(words: Words, i: int, high: int, current: Open) -> bool:
    """Whether the main clause follows a fronted stretch without a comma: `as money was short we bought one`."""
    signal = current.signal
    if signal is None or signal.place is None or words.tags[i] not in SUBJECT_START:
        return False
    if not current.start < i <= current.start + LONGEST_FRONTED:
        return False
    stop = words.next_stop(i, high)
    if (
        not _is_fronted(words, signal.place[0])
        or words.tags[i - 1] in UNFINISHED
        or _main_clause_follows(words, stop, high)
    ):
        return False
    own, verb = words.clause_verb(current.start, i), words.clause_verb(i, stop)
    if own is None:
        fronted = signal.kind is SignalKind.PREPOSITION
    else:
        fronted = signal.kind is SignalKind.SUBORDINATOR and words.nominal_before(current.start, own)
        fronted = fronted and not words.is_a(own, "clause_taking_verbs")
    return fronted and verb is not None and _is_subject(words, i, verb) and words.clause_verb(verb + 1, stop) is None


def _is_subject(words: Words, low: int, verb: int) -> bool:
    """Whether a single noun phrase, maybe with `of` and adverbs, precedes a verb."""
    phrase_starts = (k for k in range(low + 1, verb) if words.tags[k] in SUBJECT_START and words.tags[k] != "NNP")
    is_one_phrase = all(words.lower[k - 1] == "of" or words.tags[k - 1] in {"PDT", "DT"} for k in phrase_starts)
    phrase = all(words.tags[k] in SUBJECT or words.lower[k] == "of" for k in range(low, verb))
    return is_one_phrase and phrase and words.nominal_before(low, verb)


def _is_fronted(words: Words, place: int) -> bool:
    """Whether a signal precedes its main clause: at most a phrase comes before it in the sentence."""
    if not place or words.tags[place - 1] == "CC" or words.forms[place - 1] in ENDS:
        return True
    low = next((j + 1 for j in range(place - 2, -1, -1) if words.forms[j] in ENDS | {";", ":"}), 0)
    return words.stop(place - 1) and (words.forms[place - 1] != "," or words.clause_verb(low, place - 1) is None)


def _main_clause_follows(words: Words, stop: int, high: int) -> bool:
    """Whether the main clause follows the comma at `stop`."""
    if stop + 1 >= high or words.forms[stop] != ",":
        return False
    first = words.lower[stop + 1]
    other = first in CONJUNCTIONS or first in OPENERS or first in word_class("relative_words")
    return not other and words.clause_verb(stop + 1, high) is not None


def _without_that(words: Words, i: int, high: int, current: Open) -> Cut | None:
    """Return the boundary before the consequence of a degree: `the soup was so good she had another`."""
    degree = i - 2
    if degree <= current.start or words.lower[degree] != "so" or words.tags[i] not in {"PRP", "DT", "PRP$", "NNP"}:
        return None
    has_degree = words.tags[i - 1] in {"JJ", "RB"} and words.clause_verb(current.start, degree) is not None
    if not has_degree or not words.clause_follows(i, words.next_stop(i, high)):
        return None
    if current.signal is not None and current.signal.kind is SignalKind.SUBORDINATOR:
        return Cut(gap=0, opener=Opener.RESUME)
    return Cut(gap=0, opener=Opener.SIGNAL, signal=replace(CONSECUTIVE, place=(degree, i)))
