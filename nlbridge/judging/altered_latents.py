"""Where an edit alters the background of its original: E5.

What the text says of its setting, and what a scenario says of its latents, stands still in every counterfactual. An
edit that tells another value of the same dimension (`one morning in June` for `one evening in November`) at the same
place lets something move that must not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from causalcore.scenario.scenario import Kind
from nlbridge.grounding.quantity_moves import claim_of
from nlbridge.grounding.setting_phrases import Scene, Setting, scene_of_text, term
from nlbridge.judging.demands import must_change
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.backgrounds import Background, excluded, word_list
from nlbridge.reading.latents import background_of

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric
    from nlbridge.grounding.edit import Edit


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """A background that an edit alters, the word that does so, and the latent where the scenario names one."""

    statement: str
    quote: str
    latent: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fixed:
    """A background that stands still, and the words of the text that name it."""

    statement: str
    named: tuple[Background, ...]
    own: tuple[int, ...]
    latent: str | None = None


def altered_latents(rubric: Rubric, edit: Edit) -> tuple[Shift, ...]:
    """Return the backgrounds that an edit alters.

    Where the text has words for the background, the edit must drop them and put others in their place, in the same
    phrase or where both passages set their scene: elsewhere time may have gone on. Where it has none, any word counts
    that tells of a background which excludes the latent's.
    """
    mentioned = edit.text_scene.terms
    told = [one for one in edit.scene.settings if one.word not in mentioned]
    if not told:
        return ()
    moved = _supposed(rubric)
    found = []
    for fixed in _fixed(rubric, edit.text_scene):
        new = next((one for one in told if _alters(edit, fixed, one, moved)), None)
        if new is not None:
            found.append(Shift(statement=fixed.statement, quote=new.word, latent=fixed.latent))
    return tuple(found)


def _alters(edit: Edit, fixed: _Fixed, one: Setting, moved: frozenset[str]) -> bool:
    scales = excluded(one.named, fixed.named) - moved
    if not scales:
        return False
    text = edit.text_scene
    if not fixed.own:
        return not scales & {value.scale for values in text.named for value in values}
    own = [i for i in fixed.own if scales & {value.scale for value in text.named[i]}]
    gone = edit.scene.terms.isdisjoint(term(text.words, i) for i in own)
    return gone and one.framed and any(_same_place(text, i, edit.scene, one) for i in own)


def _fixed(rubric: Rubric, text: Scene) -> Iterator[_Fixed]:
    """Return what stands still: the latents, and what the text says of its setting besides."""
    said = [(i, named) for i, named in enumerate(text.named) if named]
    covered: set[str] = set()
    for latent in rubric.scenario.latents:
        mine = background_of(latent)
        covered |= {one.scale for one in mine}
        own = tuple(i for i, named in said if set(named) & set(mine))
        if not own or any(_stands(rubric, text, i) for i in own):
            yield _Fixed(statement=latent.statement.rstrip("."), named=tuple(mine), own=own, latent=latent.id)
    for one in text.settings:
        passing = one.framed and not one.claimed and one.word not in word_list("adjectives")
        clashing = any(excluded(one.named, named) for _, named in said)
        if passing and not clashing and _stands(rubric, text, one.place):
            free = tuple(value for value in one.named if value.scale not in covered)
            covered |= {value.scale for value in free}
            if free:
                yield _Fixed(statement=free[0].statement, named=free, own=(one.place,))


def _stands(rubric: Rubric, text: Scene, place: int) -> bool:
    """Whether a word of the text sets the scene, rather than saying when something came about that must change."""
    if any(one.place == place and one.opening for one in text.settings):
        return True
    start = text.words[place].start
    moved = {c.event for c in rubric.criteria if must_change(c)} | {name for name, _ in rubric.intervention}
    return not any(e.span and e.span[0] <= start < e.span[1] and e.id in moved for e in rubric.scenario.events)


def _supposed(rubric: Rubric) -> frozenset[str]:
    """Return the dimensions that the what-if itself moves: `it was dark`, `the concert was in May`."""
    scales: set[str] = set()
    known = {event.id for event in rubric.scenario.events}
    for event in (rubric.scenario.event(name) for name, _ in rubric.intervention if name in known):
        for said in (event.statement, claim_of(rubric.scenario, event)):
            told = scene_of_text(said)
            framed = {one.place for one in told.settings if one.opening and event.kind is not Kind.CHOICE}
            scales |= {one.scale for i, named in enumerate(told.named) if i not in framed for one in named}
    return frozenset(scales)


def _same_place(text: Scene, i: int, edit: Scene, one: Setting) -> bool:
    """Whether two words set the scene of their passages, or stand in the same phrase: after or before the same word."""
    if one.opening and any(own.place == i and own.opening for own in text.settings):
        return True
    original, told = text.words, edit.words
    k = one.place
    before = i > 0 and k > 0 and original[i - 1].text == told[k - 1].text
    after = original[i + 1 : i + 2] and told[k + 1 : k + 2] and original[i + 1].text == told[k + 1].text
    named = original[i - 1].text not in word_class("articles") if i else False
    return bool(before and (named or after))


__all__ = ["Shift", "altered_latents"]
