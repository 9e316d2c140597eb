"""The spaCy pipeline: parsing in batches, with memory that is released and a cache of results.

Calling the pipeline costs more than the words that it parses, so parse texts together. Inside a block, no text is
parsed twice. spaCy keeps every word that it has ever seen; at its end, a `parsed` block drops the new ones, so
memory does not grow in a long run.

The default pipeline is the model shipped in `en_causalcore`, which `research.training.train` trains on Universal
Dependencies. The environment variable `CAUSALCORE_PIPELINE` or the `name` argument replaces it by a folder or an
installed package, with UD or ClearNLP labels.

Examples
--------
>>> with parsed(["The dam held.", "Nobody came."]) as docs:
...     [token.lemma_ for doc in docs for token in doc if token.tag_ == "VBD"]
['hold', 'come']
"""

from __future__ import annotations

import os
from collections import OrderedDict
from contextlib import contextmanager
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from nlbridge.errors import PipelineMissingError
from nlbridge.language.pipeline.dictionary import dictionary_lemmas, read_when_asked
from nlbridge.language.pipeline.quick_start import settle
from nlbridge.language.pipeline.spelling import SHORTHAND, with_meant_norms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from spacy.language import Language
    from spacy.tokenizer import Tokenizer
    from spacy.tokens import Doc
    from threadpoolctl import ThreadpoolController


SHIPPED: Final = Path(__file__).parents[1] / "en_causalcore"
ENVIRONMENT: Final = "CAUSALCORE_PIPELINE"
HOUSE_STYLE: Final = "causalcore_house_style"
AS_MEANT: Final = "causalcore_as_meant"
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
"""Universal Dependencies labels for spaCy's root and for the labels of OntoNotes models (ClearNLP)."""


def _in_house_style(doc: Doc) -> Doc:
    """Convert labels to Universal Dependencies and take verb lemmas from the dictionary: edit trees invent words."""
    for token in doc:
        if token.dep_ in UNIVERSAL:
            token.dep_ = UNIVERSAL[token.dep_]
        if token.pos_ in {"VERB", "AUX"} and not token.text.startswith(("'", "’")):
            lemmas = dictionary_lemmas(token.lower_, "VERB")
            if lemmas and token.lemma_ not in lemmas:
                token.lemma_ = lemmas[0]
    return doc


def load_pipeline(name: str | None = None) -> Language:
    """Load a pipeline, cached by name.

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
    """Return `name`, else the environment variable's value, else the path of the shipped pipeline."""
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
    tokenizer: Any = nlp.tokenizer
    for sign in SHORTHAND:  # `->` is one word
        tokenizer.add_special_case(sign, [{"ORTH": sign}])
    for name_of_part, part in ((AS_MEANT, with_meant_norms), (HOUSE_STYLE, _in_house_style)):
        if not Language.has_factory(name_of_part):
            Language.component(name_of_part, func=part)
    nlp.add_pipe(AS_MEANT, first=True)
    nlp.add_pipe(HOUSE_STYLE, last=True)
    return nlp


def _bare_tokenizer() -> Callable[[Language], Tokenizer]:
    """Make a tokenizer without rules: the shipped pipeline's file has them all, so spaCy need not build them first."""
    from spacy.tokenizer import Tokenizer

    return lambda nlp: Tokenizer(nlp.vocab)


def _with_numpy_products(nlp: Language) -> None:
    """Multiply matrices with numpy instead of BLIS, whose wheels have no kernel for the specific processor."""
    from thinc.api import NumpyOps

    quick = NumpyOps(use_blis=False)
    for _, component in nlp.pipeline:
        model: Any = getattr(component, "model", None)
        for layer in model.walk() if hasattr(model, "walk") else ():
            if type(layer.ops) is NumpyOps:
                layer.ops = quick


Made = TypeVar("Made")

BATCH: Final = 256

_LOCK: Final = RLock()
"""Held while a block is open: its end would also drop what another thread parsed meanwhile."""
_OPEN: Final[dict[tuple[str, tuple[str, ...]], dict[str, Doc]]] = {}
"""Documents of the open block and the blocks inside it, by pipeline and disabled components, then by text."""


@contextmanager
def parsed(
    texts: Iterable[str], *, pipeline: str | None = None, unused: tuple[str, ...] = ()
) -> Iterator[tuple[Doc, ...]]:
    """Parse texts together. Neither the documents nor any spaCy object made from them may leave the block.

    Nested blocks share documents, so do not modify them.

    Parameters
    ----------
    unused
        Components that the block does not need; names that the pipeline lacks are ignored.

    Raises
    ------
    PipelineMissingError
        If there is no such pipeline.
    """
    name = pipeline_name(pipeline)
    nlp = _load(name)
    disabled = tuple(part for part in unused if part in nlp.pipe_names)
    vocabulary: Any = nlp.vocab
    with _LOCK:
        if vocabulary.in_memory_zone:
            yield _documents(nlp, (name, disabled), texts)
            return
        with nlp.memory_zone():
            try:
                yield _documents(nlp, (name, disabled), texts)
            finally:
                for key in [key for key in _OPEN if key[0] == name]:
                    del _OPEN[key]


def _documents(nlp: Language, key: tuple[str, tuple[str, ...]], texts: Iterable[str]) -> tuple[Doc, ...]:
    """Return the documents of texts; parse those that the open block does not have yet, in one call."""
    documents, listed = _OPEN.setdefault(key, {}), tuple(texts)
    new = [text for text in dict.fromkeys(listed) if text not in documents]
    with _libraries().limit(limits=1, user_api="blas"):
        documents.update(zip(new, nlp.pipe(new, disable=list(key[1])), strict=True))
    return tuple(documents[text] for text in listed)


@cache
def _libraries() -> ThreadpoolController:
    """Return the controller of numpy's threads.

    The matrices of a parse are so small that several cores, waiting for one another, take ten times as long as one.
    Each parse restores the old number afterwards: other code in the process may have larger matrices.
    """
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def map_parsed(
    texts: Iterable[str],
    make: Callable[[Doc], Made],
    *,
    pipeline: str | None = None,
    unused: tuple[str, ...] = (),
    batch: int = BATCH,
) -> Iterator[Made]:
    """Yield `make(doc)` for each text, in order, in batches; the result must not refer to the document."""
    rest = iter(texts)
    while chunk := tuple(islice(rest, batch)):
        with parsed(chunk, pipeline=pipeline, unused=unused) as docs:
            results = [make(doc) for doc in docs]
        yield from results


class ParseCache(Generic[Made]):
    """A least-recently-used cache of results made from parsed texts.

    Parameters
    ----------
    make
        Turns a document into a result that does not refer to it.
    size
        Results kept.
    unused
        Components of the shipped pipeline that `make` does not need; any other pipeline runs in full.
    """

    def __init__(self, make: Callable[[Doc], Made], *, size: int, unused: tuple[str, ...] = ()) -> None:
        self._make, self._size, self._unused = make, size, unused
        self._made: OrderedDict[tuple[str, str], Made] = OrderedDict()

    def __call__(self, text: str, pipeline: str | None = None) -> Made:
        """Return the result for a text, cached if possible."""
        with _LOCK:
            self.prefetch((text,), pipeline)
            return self._made[pipeline_name(pipeline), text]

    def prefetch(self, texts: Iterable[str], pipeline: str | None = None) -> None:
        """Make results in advance, in one call of the pipeline; of more than `size` texts, only the first ones."""
        name = pipeline_name(pipeline)
        with _LOCK:
            wanted = list(dict.fromkeys(texts))[: self._size]
            for text in wanted:
                if (name, text) in self._made:
                    self._made.move_to_end((name, text))
            new = [text for text in wanted if (name, text) not in self._made]
            if not new:
                return
            with parsed(new, pipeline=pipeline, unused=self._unused if name == str(SHIPPED) else ()) as docs:
                for text, doc in zip(new, docs, strict=True):
                    self._made[name, text] = self._make(doc)
            while len(self._made) > self._size:
                self._made.popitem(last=False)
