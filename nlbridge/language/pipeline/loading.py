"""The spaCy pipeline that reads English.

The default is the model shipped in `en_causalcore`, trained on Universal
Dependencies by `research.training.train`. The environment variable
`CAUSALCORE_PIPELINE` or the `name` argument put another one in its place: a
folder or an installed package, with UD or with ClearNLP labels.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from nlbridge.errors import PipelineMissingError
from nlbridge.language.pipeline.dictionary import read_when_asked
from nlbridge.language.pipeline.quick_start import settle

if TYPE_CHECKING:
    from collections.abc import Callable

    from spacy.language import Language
    from spacy.tokenizer import Tokenizer
    from spacy.tokens import Doc

SHIPPED: Final = Path(__file__).parents[1] / "en_causalcore"
ENVIRONMENT: Final = "CAUSALCORE_PIPELINE"
BARE_TOKENIZER: Final = "causalcore.BareTokenizer.v1"

UNIVERSAL: Final = {
    "ROOT": "root",
    "dobj": "obj",
    "dative": "iobj",
    "nsubjpass": "nsubj:pass",
    "csubjpass": "csubj:pass",
    "auxpass": "aux:pass",
    "relcl": "acl:relcl",
    "pobj": "obl",
    "attr": "xcomp",
    "acomp": "xcomp",
    "neg": "advmod",
    "poss": "nmod:poss",
    "prt": "compound:prt",
    "agent": "obl:agent",
}
"""Labels that are none of Universal Dependencies: spaCy's root, and those of OntoNotes models (ClearNLP)."""


def _with_universal_relations(doc: Doc) -> Doc:
    """Label dependencies by Universal Dependencies, whatever scheme the model has."""
    for token in doc:
        if token.dep_ in UNIVERSAL:
            token.dep_ = UNIVERSAL[token.dep_]
    return doc


def _lemmatise_verbs(doc: Doc) -> Doc:
    """Put dictionary lemmas on verbs: an edit-tree lemmatizer invents words."""
    for token in doc:
        if token.pos_ in {"VERB", "AUX"} and not token.text.startswith(("'", "’")):
            lemmas = dictionary_lemmas(token.lower_, "VERB")
            if lemmas and token.lemma_ not in lemmas:
                token.lemma_ = lemmas[0]
    return doc


@lru_cache(maxsize=2048)
def dictionary_lemmas(word: str, part: str) -> tuple[str, ...]:
    """Return the lemmas that the dictionary has for a form as a part of speech, or else guesses, likeliest first."""
    from lemminflect import getLemma

    read_when_asked()
    return tuple(getLemma(word, upos=part))


def load_pipeline(name: str | None = None) -> Language:
    """Load a pipeline, once for each name; `nlbridge.language.pipeline.parsing` parses with it.

    Parameters
    ----------
    name
        Installed package or folder; None for `CAUSALCORE_PIPELINE` if it is set, else the shipped model.

    Raises
    ------
    PipelineMissingError
        If there is no such pipeline.
    """
    return _load(pipeline_name(name))


def pipeline_name(name: str | None = None) -> str:
    """Return which pipeline is meant: the one named, else that of the environment, else the shipped one."""
    return name or os.environ.get(ENVIRONMENT) or str(SHIPPED)


@lru_cache(maxsize=4)
def _load(name: str) -> Language:
    import spacy
    from spacy.language import Language
    from spacy.util import registry

    settle()
    read_when_asked()
    if not registry.has("tokenizers", BARE_TOKENIZER):
        registry.tokenizers.register(BARE_TOKENIZER, func=_bare_tokenizer)
    bare = {"nlp": {"tokenizer": {"@tokenizers": BARE_TOKENIZER}}} if name == str(SHIPPED) else {}
    try:
        nlp = spacy.load(name, config=bare)
    except OSError as error:
        message = (
            f"expected a spaCy pipeline, got {name!r}; install it, name another one, or leave the name out "
            "for the pipeline that is shipped"
        )
        raise PipelineMissingError(message) from error
    _with_numpy_products(nlp)
    for part, made in (("verb_dictionary", _lemmatise_verbs), ("universal_relations", _with_universal_relations)):
        if not Language.has_factory(part):
            Language.component(part, func=made)
        if part not in nlp.pipe_names:
            nlp.add_pipe(part, last=True)
    return nlp


def _bare_tokenizer() -> Callable[[Language], Tokenizer]:
    """Make a tokenizer without rules: all are in the file of the shipped pipeline, which need not be laid twice."""
    from spacy.tokenizer import Tokenizer

    return lambda nlp: Tokenizer(nlp.vocab)


def _with_numpy_products(nlp: Language) -> None:
    """Let numpy multiply matrices where thinc would by BLIS, whose wheels have no kernel made for the processor."""
    from thinc.api import NumpyOps

    quick = NumpyOps(use_blis=False)
    for _, component in nlp.pipeline:
        model: Any = getattr(component, "model", None)
        for layer in model.walk() if hasattr(model, "walk") else ():
            if type(layer.ops) is NumpyOps:
                layer.ops = quick
