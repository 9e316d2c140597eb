"""Words of an edit are paired with the words of the original that they stand for."""

from __future__ import annotations

from nlbridge.grounding.edit import align
from nlbridge.language.meaning.sentences import words


def test_words_that_give_their_place_to_opposites_did_not_move() -> None:
    """`hot` left the soup although the tea is hot now: each word stands between neighbours that stayed."""
    original = words("The tea was cold, and she served hot soup.")
    edit = words("The tea was hot, and she served cold soup.")
    by_form, by_meaning = align(original, edit)
    place = {word.text: index for index, word in enumerate(original)}
    for first, second in (("cold", "hot"), ("hot", "cold")):
        assert by_form.partner[place[first]] is None
        partner = by_meaning.partner[place[first]]
        assert partner is not None
        assert (edit[partner].text, by_meaning.opposed[place[first]]) == (second, True)


def test_a_word_that_moved_with_its_clause_is_found_there() -> None:
    original = words("The kettle whistled, so the guard woke.")
    edit = words("So the guard woke when the kettle whistled.")
    by_form, _ = align(original, edit)
    whistled = next(index for index, word in enumerate(original) if word.text == "whistled")
    partner = by_form.partner[whistled]
    assert partner is not None
    assert edit[partner].text == "whistled"


def test_each_word_of_the_edit_is_used_once() -> None:
    for alignment in align(words("Ann sang and Ben sang and Cas danced."), words("Ann sang and Cas danced.")):
        used = [partner for partner in alignment.partner if partner is not None]
        assert len(used) == len(set(used))


def test_a_plural_that_could_be_a_verb_is_none_after_a_determiner() -> None:
    passage = words("The pumps and their guards pumped the melting snow, and water runs off.")
    verbs = [word.text for place, word in enumerate(passage) if passage[place].predicative]
    assert verbs == ["pumped", "runs"]
