from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st
from threadpoolctl import threadpool_info, threadpool_limits

from nlbridge.language.meaning.word_similarity import items
from nlbridge.language.pipeline.analysis import read_words, words_of
from nlbridge.language.pipeline.parsing import ParseCache, _libraries, load_pipeline, map_parsed, parsed

if TYPE_CHECKING:
    from spacy.tokens import Doc

SENTENCES = (
    "The kiln cracked overnight, so the potter lost a week of work.",
    "Because the ferry was late, nobody met the choir.",
    "Rain",
    "",
    "“Wait,” she said;  they didn't.",
    "The baker's oven went out and the dough, left alone, sank.",
    "Who would have thought so?",
)


def forms(doc: Doc) -> tuple[tuple[str, str, str, str, int, str], ...]:
    return tuple((t.text, t.tag_, t.pos_, t.dep_, t.head.i, t.lemma_) for t in doc)


ALONE = {text: forms(load_pipeline()(text)) for text in SENTENCES}


@settings(max_examples=15)
@given(st.lists(st.sampled_from(SENTENCES), max_size=9), st.integers(min_value=1, max_value=4))
def test_texts_parsed_together_are_parsed_as_alone(texts: list[str], batch: int) -> None:
    assert list(map_parsed(texts, forms, batch=batch)) == [ALONE[text] for text in texts]
    with parsed(texts) as docs:
        assert [forms(doc) for doc in docs] == [ALONE[text] for text in texts]


@settings(max_examples=15)
@given(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=9), st.integers(min_value=1, max_value=3))
def test_what_is_kept_is_what_would_be_made_anew(texts: list[str], size: int) -> None:
    kept = ParseCache(forms, size=size)
    kept.prefetch(texts)
    assert [kept(text) for text in texts] == [ALONE[text] for text in texts]


def test_what_was_made_ahead_is_not_made_again() -> None:
    seen: list[str] = []

    def noted(doc: Doc) -> int:
        seen.append(doc.text)
        return len(doc)

    kept = ParseCache(noted, size=2)
    kept.prefetch(["One hat.", "Two hats.", "One hat."])
    assert (kept("One hat."), kept("Two hats."), seen) == (3, 3, ["One hat.", "Two hats."])
    kept("Three hats.")
    kept("Two hats.")
    kept("One hat.")
    assert seen == ["One hat.", "Two hats.", "Three hats.", "One hat."]


def test_a_block_inside_another_has_its_documents_until_both_end() -> None:
    with parsed(["The dam held.", "Rain fell."]) as (first, _):
        with parsed(["Nobody came.", "The dam held."]) as (_, again):
            assert again is first
        with parsed(["The dam held."], unused=("parser",)) as (bare,):
            assert bare is not first
            assert not bare.has_annotation("DEP")
    with parsed(["The dam held."]) as (anew,):
        assert anew is not first


def test_words_without_the_parser_are_those_with_it() -> None:
    items.prefetch(SENTENCES)
    for text in SENTENCES:
        doc = load_pipeline()(text)
        kept = [t for t in doc if not (t.is_punct or t.is_space)]
        assert [(i.lower, i.tag, i.position) for i in items(text)] == [(t.lower_, t.tag_, t.i) for t in kept]
    words_of.prefetch(SENTENCES)
    assert [words_of(text) for text in SENTENCES] == [read_words(load_pipeline()(text)) for text in SENTENCES]


def test_new_words_are_forgotten_when_the_block_ends() -> None:
    strings = load_pipeline().vocab.strings
    before = len(strings)
    for number in range(50):
        with parsed([f"The quorbling{number} zemmed{number} a vask{number}."]) as (doc,):
            assert doc[1].text in strings
            with parsed([f"An inner plimmet{number} stood."]) as (inner,):
                assert inner[2].text == f"plimmet{number}"
            assert doc[1].text == f"quorbling{number}"
    assert len(strings) == before


def test_threads_may_parse_at_once() -> None:
    def one(number: int) -> Any:
        text = f"The drov{number} fell."
        with parsed([text]) as (doc,):
            return doc.text == text and forms(doc)[1][0] == f"drov{number}"

    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(one, range(40)))


def test_numpy_multiplies_on_one_core_while_a_text_is_parsed_and_as_before_afterwards(monkeypatch) -> None:
    def cores() -> set[int]:
        return {one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"}

    _libraries.cache_clear()  # It holds those of the first parse; another test may have loaded one since.
    nlp, seen = load_pipeline(), []
    monkeypatch.setattr(nlp, "pipe", lambda texts, **_: seen.append(cores()) or [nlp.make_doc(one) for one in texts])
    with threadpool_limits(2, user_api="blas"), parsed(["The kiln cracked on a Tuesday."]):
        assert cores() == {2}
    assert seen == [{1}]
