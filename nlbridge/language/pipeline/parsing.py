"""Texts parsed together, in memory that is given back, and what was made of them kept for a while.

A call of the pipeline costs more than the words that it parses, so texts that are needed soon are best parsed in one
call, and a text that is asked for again inside a block is not parsed again. spaCy keeps every word that it has ever
seen; the block of `parsed` forgets the new ones at its end, so that a long run does not grow.

Examples
--------
>>> with parsed(["The dam held.", "Nobody came."]) as docs:
...     [token.lemma_ for doc in docs for token in doc if token.tag_ == "VBD"]
['hold', 'come']
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import contextmanager
from itertools import islice
from threading import RLock
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from nlbridge.language.pipeline.loading import SHIPPED, load_pipeline, pipeline_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from spacy.language import Language
    from spacy.tokens import Doc

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
    nlp, name = load_pipeline(pipeline), pipeline_name(pipeline)
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
    known.update(zip(new, nlp.pipe(new, disable=list(key[1])), strict=True))
    return tuple(known[text] for text in listed)


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
        key = pipeline_name(pipeline), text
        with _LOCK:
            if key not in self._made:
                self.ahead((text,), pipeline)
            self._made.move_to_end(key)
            return self._made[key]

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
