"""Text similarity measures, by the libraries that the papers used or their successors.

Examples
--------
>>> round(meteor("the cook stirs the soup", ["a cook is stirring the soup"]), 2)
0.64
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

from benchmarks.errors import BenchmarkError
from benchmarks.statistics.local_models import opened

EXTRA: Final = "metrics"
SEMANTIC_EXTRA: Final = "semantic"


class MetricMissingError(BenchmarkError, ImportError):
    """A measure's library is not installed."""


class MetricModelError(BenchmarkError, ValueError):
    """A model lacks the settings that a measure needs."""


class NoSynonyms:
    """An empty WordNet: METEOR then matches only words and stems, and needs no downloaded data."""

    def synsets(self, _: str) -> tuple[()]:
        """Return no synsets."""
        return ()


def tokens(text: str) -> list[str]:
    """Split a text into lower-case words and punctuation, as the Penn Treebank does.

    Examples
    --------
    >>> tokens("The cook doesn't sing.")
    ['the', 'cook', 'does', "n't", 'sing', '.']
    """
    return [str(token) for token in _tokenizer().tokenize(text.lower())]


def meteor(text: str, references: Sequence[str]) -> float:
    """Return METEOR (Banerjee and Lavie 2005) against the best reference, with exact and stem matches.

    The synonym stage is omitted: its WordNet is a download. It could only raise the value.

    Parameters
    ----------
    text
        The generated text; an empty one gets 0.
    references
        One or more.
    """
    if not text.strip():
        return 0.0
    score = _library("nltk.translate.meteor_score").meteor_score
    return float(score([tokens(reference) for reference in references], tokens(text), wordnet=NoSynonyms()))


def bleu(texts: Sequence[str], references: Sequence[str]) -> float:
    """Return BLEU-4 (Papineni et al. 2002) of a set of texts, each against one reference, by sacrebleu; 0 to 100.

    Examples
    --------
    >>> round(bleu(["the cook stirs the soup slowly"], ["the cook stirs the soup now"]), 1)
    76.0
    """
    score = _library("sacrebleu").corpus_bleu(list(texts), [list(references)])
    return float(score.score)


def rouge_l(text: str, reference: str) -> float:
    """Return the F of ROUGE-L (Lin 2004) by rouge-score, without stemming; 0 to 1.

    Examples
    --------
    >>> round(rouge_l("the cook stirs soup", "the cook stirs the soup"), 3)
    0.889
    """
    return float(_rouge().score(reference, text)["rougeL"].fmeasure)


def bert_score(
    texts: Sequence[str], references: Sequence[str], *, model: str, layer: int | None = None
) -> tuple[float, ...]:
    """Return the F of BERTScore (Zhang et al. 2020) of each text, by bert-score, not rescaled.

    Parameters
    ----------
    model
        Name or folder of a model of the transformers library.
    layer
        Layer of the compared vectors; required for a model that bert-score does not know.
    """
    library = _library("bert_score", SEMANTIC_EXTRA)
    if layer is None and model not in getattr(library, "model2layers", {model: 0}):
        message = (
            f"expected --bert-score-layer N with the model {model!r}, whose best layer bert-score does not know, got "
            "none; the paper's are mostly two thirds up"
        )
        raise MetricModelError(message)
    # bert-score cannot encode an empty text with every tokenizer; such a text scores 0.
    asked = [(text, other) for text, other in zip(texts, references, strict=True) if text.strip() and other.strip()]
    scores: Iterator[Any] = iter(())
    if asked:
        made, given = (list(one) for one in zip(*asked, strict=True))
        _, _, f_values = opened(
            model,
            "--bert-score",
            "a model of the transformers library",
            lambda: library.score(made, given, model_type=model, num_layers=layer, verbose=False),
        )
        scores = iter(f_values)
    return tuple(
        float(next(scores)) if text.strip() and other.strip() else 0.0
        for text, other in zip(texts, references, strict=True)
    )


def sem_score(texts: Sequence[str], references: Sequence[str], *, model: str) -> tuple[float, ...]:
    """Return SemScore (Aynetdinov and Akbik 2024) of each text: the cosine of sentence vectors.

    Parameters
    ----------
    model
        Name or folder of a sentence-transformers model; the paper uses all-mpnet-base-v2.
    """
    make = _library("sentence_transformers", SEMANTIC_EXTRA).SentenceTransformer
    encoder = opened(model, "--sem-score", "a sentence-transformers model", lambda: make(model))
    if not texts:
        return ()
    first, second = (encoder.encode(list(one), normalize_embeddings=True) for one in (texts, references))
    return tuple(float(value) for value in (first * second).sum(axis=1))


@cache
def _rouge() -> Any:
    return _library("rouge_score.rouge_scorer").RougeScorer(["rougeL"], use_stemmer=False)


@cache
def _tokenizer() -> Any:
    return _library("nltk.tokenize.destructive").NLTKWordTokenizer()


@cache
def _library(module: str, extra: str = EXTRA) -> Any:
    from importlib import import_module

    try:
        return import_module(module)
    except ImportError as missing:
        name = module.partition(".")[0].replace("_", "-")
        message = f"expected {name}, which is not installed; try: pip install 'causalcore[{extra}]'"
        raise MetricMissingError(message) from missing
