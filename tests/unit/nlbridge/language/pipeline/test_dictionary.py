"""The dictionary as it is read when asked, against lemminflect's own way of reading it whole."""

from __future__ import annotations

import pytest
from lemminflect import Inflections, Lemmatizer
from lemminflect.codecs.InflectionLUCodec import InflectionLUCodec
from lemminflect.codecs.LemmaLUCodec import LemmaLUCodec

from nlbridge.language.pipeline.dictionary import entry, read_when_asked


def test_every_fifth_form_has_the_lemmas_of_the_whole_file():
    read_when_asked()
    whole, asked = LemmaLUCodec.load(Lemmatizer().lemma_lu_fn), Lemmatizer()._getLemmaDict()
    forms = list(whole)[::5]
    assert len(forms) > 10_000
    assert [form for form in forms if list(asked.get(form, {}).items()) != list(whole[form].items())] == []


def test_every_fifth_lemma_has_the_inflections_of_the_whole_file():
    read_when_asked()
    whole, asked = InflectionLUCodec.load(Inflections().infl_lu_fn), Inflections()._getInflDict()
    lemmas = [*list(whole)[::5], "be", "can", "must"]
    assert len(lemmas) > 5_000
    assert [lemma for lemma in lemmas if list(asked.get(lemma, {}).items()) != list(whole[lemma].items())] == []


def test_what_begins_like_a_word_is_not_the_word():
    assert not entry("zygot")
    assert entry("zygotes") == {"NOUN": ("zygote",)}


def test_an_entry_cannot_be_changed_for_the_next_reader():
    with pytest.raises(TypeError):
        entry("left")["VERB"] = ("right",)  # type: ignore[index]
