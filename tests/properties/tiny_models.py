"""Models of the transformers library with random weights, written to a folder: small, but loaded and run for real."""

from __future__ import annotations

from pathlib import Path

import pytest

WORDS = (
    "the a oven door jammed did not jam worked so loaves burned burn bread came out fine piper played in square if "
    "kiln were hot clay would crack fact is soft people feed dogs cats with fish bones . ,"
).split()
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
REASON = "needs {} (pip install 'causalcore[{}]')"


def need(module: str, extra: str):
    """Return a library that is no dependency of the tests, or skip."""
    return pytest.importorskip(module, reason=REASON.format(module, extra), exc_type=ImportError)


def _tokenizer(folder: Path) -> int:
    from transformers import BertTokenizerFast

    vocabulary = folder / "vocab.txt"
    folder.mkdir(parents=True, exist_ok=True)
    vocabulary.write_text("\n".join([*SPECIAL, *dict.fromkeys(WORDS)]) + "\n", encoding="utf-8")
    tokenizer = BertTokenizerFast(vocab=str(vocabulary), model_max_length=64)
    assert tokenizer.tokenize("the loaves burned") == ["the", "loaves", "burned"]
    tokenizer.save_pretrained(folder)
    return len(tokenizer)


def _config(size: int, **more: object):
    from transformers import BertConfig

    small = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 16}
    return BertConfig(vocab_size=size, max_position_embeddings=64, **small, **more)


def bert(folder: Path, head: str, **more: object) -> Path:
    """Write a BERT with a head of the library (`BertForMaskedLM`, `BertForSequenceClassification`, `BertModel`)."""
    import torch
    import transformers

    torch.manual_seed(7)
    getattr(transformers, head)(_config(_tokenizer(folder), **more)).save_pretrained(folder)
    return folder


def classifier(folder: Path, labels: tuple[str, ...]) -> Path:
    """Write a classifier of pairs with these labels."""
    return bert(folder, "BertForSequenceClassification", id2label=dict(enumerate(labels)))


def causal(folder: Path) -> Path:
    """Write a GPT-2."""
    import torch
    from transformers import GPT2Config, GPT2LMHeadModel

    torch.manual_seed(7)
    size = _tokenizer(folder)
    config = GPT2Config(
        vocab_size=size, n_positions=64, n_embd=16, n_layer=1, n_head=2, bos_token_id=None, eos_token_id=None
    )
    GPT2LMHeadModel(config).save_pretrained(folder)
    return folder


def sentence_model(folder: Path) -> Path:
    """Write a model of sentence-transformers: the mean of a BERT's vectors."""
    from sentence_transformers import SentenceTransformer, models

    words = models.Transformer(str(bert(folder / "words", "BertModel")))
    SentenceTransformer(modules=[words, models.Pooling(16)], device="cpu").save(str(folder / "sentences"))
    return folder / "sentences"
