"""Where an edit alters the background of its original: E5.

An edit that sets a background which excludes a latent's (`in the noon sun` where it was dark), by a word that the
original nowhere has, lets something move that stands still in every counterfactual.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from nlbridge.alignment import NEGATORS, Word, words
from nlbridge.language.backgrounds import Background, backgrounds, exclusive
from nlbridge.reading_latents import background_of

if TYPE_CHECKING:
    from causalcore.rubric import Rubric
    from causalcore.scenario import Latent
    from nlbridge.grounding import Grounding


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """A latent that an edit alters, and the word that does so."""

    latent: Latent
    quote: str


def altered_latents(rubric: Rubric, grounding: Grounding) -> tuple[Shift, ...]:
    """Return the latents that an edit alters.

    Where the original has words for the background, the edit must put others into the same phrase (`that morning` for
    `that afternoon`): elsewhere time may have gone on. Where it has none, any word of a background that excludes the
    latent's counts.
    """
    if not rubric.scenario.latents:
        return ()
    original, edit = words(rubric.scenario.text), words(grounding.passage)
    found = []
    for latent in rubric.scenario.latents:
        mine = background_of(latent)
        own = [k for k, word in enumerate(original) if any(one in mine for one in _of(word))]
        said = {one.scale for word in original for one in _of(word)}
        for k in range(len(edit)):
            others = [one for one in _of(edit[k]) if any(exclusive(one, other) for other in mine)]
            if not others or any(before.text in NEGATORS for before in edit[max(0, k - 3) : k]):
                continue
            implied = not own and not said & {one.scale for one in others}
            if implied or (_gone(original, own, edit) and any(_in_place(original, i, edit, k) for i in own)):
                found.append(Shift(latent=latent, quote=edit[k].text))
                break
    return tuple(found)


def _gone(original: tuple[Word, ...], own: list[int], edit: tuple[Word, ...]) -> bool:
    """Whether none of the words for a background is left."""
    return not {original[i].text for i in own} & {word.text for word in edit}


def _in_place(original: tuple[Word, ...], i: int, edit: tuple[Word, ...], k: int) -> bool:
    """Whether two words stand in the same phrase: after the same word, or before it."""
    before = i > 0 and k > 0 and original[i - 1].text == edit[k - 1].text
    after = original[i + 1 : i + 2] and edit[k + 1 : k + 2] and original[i + 1].text == edit[k + 1].text
    named = original[i - 1].text not in {"the", "a"} if i else False
    return bool(before and (named or after))


def _of(word: Word) -> tuple[Background, ...]:
    return backgrounds(word.text) or backgrounds(word.text.removesuffix("s"))


__all__ = ["Shift", "altered_latents"]
