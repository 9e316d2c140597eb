"""Texts parsed together, in memory that is given back, and what was made of them kept for a while.

A call of the pipeline costs more than the words that it parses, so texts that are needed soon are best parsed in one
call, and a text that is asked for again inside a block is not parsed again. spaCy keeps every word that it has ever
seen; the block of `parsed` forgets the new ones at its end, so that a long run does not grow.

The default pipeline is the model shipped in `en_causalcore`, trained on Universal
Dependencies by `research.training.train`. The environment variable
`CAUSALCORE_PIPELINE` or the `name` argument put another one in its place: a
folder or an installed package, with UD or with ClearNLP labels.

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

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from spacy.language import Language
    from spacy.tokenizer import Tokenizer
    from spacy.tokens import Doc
    from threadpoolctl import ThreadpoolController


SHIPPED: Final = Path(__file__).parents[1] / "en_causalcore"
ENVIRONMENT: Final = "CAUSALCORE_PIPELINE"
HOUSE_STYLE: Final = "causalcore_house_style"
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


def _in_house_style(doc: Doc) -> Doc:
    """Label dependencies by Universal Dependencies, and put dictionary lemmas on verbs: edit trees invent words."""
    for token in doc:
        if token.dep_ in UNIVERSAL:
            token.dep_ = UNIVERSAL[token.dep_]
        if token.pos_ in {"VERB", "AUX"} and not token.text.startswith(("'", "’")):
            lemmas = dictionary_lemmas(token.lower_, "VERB")
            if lemmas and token.lemma_ not in lemmas:
                token.lemma_ = lemmas[0]
    return doc


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
    if not Language.has_factory(HOUSE_STYLE):
        Language.component(HOUSE_STYLE, func=_in_house_style)
    nlp.add_pipe(HOUSE_STYLE, last=True)
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


Made = TypeVar("Made")

BATCH: Final = 256
"""Texts that are parsed at once where there are many."""

_LOCK: Final = RLock()
"""What is parsed in another thread while a block is open would be forgotten at its end too."""
_OPEN: Final[dict[tuple[str, tuple[str, ...]], dict[str, Doc]]] = {}
"""Documents of the block that is open, and of blocks inside it, by pipeline, by what it left out, and by text."""


@contextmanager
def parsed(
    texts: Iterable[str], *, pipeline: str | None = None, unused: tuple[str, ...] = ()
) -> Iterator[tuple[Doc, ...]]:
    """Parse texts together; neither their documents nor anything that spaCy made of them may leave the block.

    Blocks that open inside another one share its documents, so that they must not be changed.

    Parameters
    ----------
    unused
        Components that the block does not ask; names that the pipeline does not have are passed over.

    Raises
    ------
    PipelineMissingError
        If there is no such pipeline.
    """
    name = pipeline_name(pipeline)
    nlp = _load(name)
    left_out = tuple(part for part in unused if part in nlp.pipe_names)
    vocabulary: Any = nlp.vocab
    with _LOCK:
        if vocabulary.in_memory_zone:
            yield _documents(nlp, (name, left_out), texts)
            return
        with nlp.memory_zone():
            try:
                yield _documents(nlp, (name, left_out), texts)
            finally:
                for key in [key for key in _OPEN if key[0] == name]:
                    del _OPEN[key]


def _documents(nlp: Language, key: tuple[str, tuple[str, ...]], texts: Iterable[str]) -> tuple[Doc, ...]:
    """Parse the texts that the open block does not have yet, all in one call."""
    known, listed = _OPEN.setdefault(key, {}), tuple(texts)
    new = [text for text in dict.fromkeys(listed) if text not in known]
    with _libraries().limit(limits=1, user_api="blas"):
        known.update(zip(new, nlp.pipe(new, disable=list(key[1])), strict=True))
    return tuple(known[text] for text in listed)


@cache
def _libraries() -> ThreadpoolController:
    """Return what sets on how many cores numpy multiplies.

    The matrices of a parse are so small that cores which wait for one another take ten times as long as one alone.
    The number is set back after each parse: the process may belong to somebody else, who has larger ones.
    """
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def made(
    texts: Iterable[str],
    make: Callable[[Doc], Made],
    *,
    pipeline: str | None = None,
    unused: tuple[str, ...] = (),
    batch: int = BATCH,
) -> Iterator[Made]:
    """Make something of each of many texts, in order; `make` must return what does not refer to the document."""
    rest = iter(texts)
    while some := tuple(islice(rest, batch)):
        with parsed(some, pipeline=pipeline, unused=unused) as docs:
            results = [make(doc) for doc in docs]
        yield from results


class ParseCache(Generic[Made]):
    """What is made of parsed texts, the latest kept; several can be made ahead in one call of the pipeline.

    Parameters
    ----------
    make
        Turns a document into something that does not refer to it.
    size
        Texts whose results are kept.
    unused
        Components of the shipped pipeline that `make` does not ask; another pipeline is used as it is.
    """

    def __init__(self, make: Callable[[Doc], Made], *, size: int, unused: tuple[str, ...] = ()) -> None:
        self._make, self._size, self._unused = make, size, unused
        self._made: OrderedDict[tuple[str, str], Made] = OrderedDict()

    def __call__(self, text: str, pipeline: str | None = None) -> Made:
        """Return what is made of a text, from memory if it is there."""
        with _LOCK:
            self.ahead((text,), pipeline)
            return self._made[pipeline_name(pipeline), text]

    def ahead(self, texts: Iterable[str], pipeline: str | None = None) -> None:
        """Make what will be asked for, all at once; more texts than are kept are cut to the first."""
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
