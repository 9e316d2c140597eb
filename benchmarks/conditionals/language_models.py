"""Log-probabilities of completions from local models of the transformers library (extra `transformers`).

A causal model gives the sum of the completion tokens' log-probabilities, each after all preceding tokens. A masked
model has no such order; it gives the sum with all tokens of the completion masked at once, as in the paper.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from benchmarks.conditionals.score import Preference
from benchmarks.errors import BenchmarkError, TransformersMissingError
from benchmarks.statistics.local_models import opened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from benchmarks.conditionals.data import ConditionalItem


OPTION: Final = "--local-model"
KIND: Final = "a causal or masked language model"
CAUSAL: Final = ("ForCausalLM", "LMHeadModel")
"""Class name suffixes of models that give the probability of the next token."""


class NoLanguageModelError(BenchmarkError, ValueError):
    """A model without a head for word probabilities: the library would add a random one."""


class LocalModel:
    """A causal or masked model by name or folder.

    Parameters
    ----------
    name
        An argument of `from_pretrained`; only what you name is downloaded.
    """

    def __init__(self, name: str) -> None:
        try:
            from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer
        except ImportError as missing:
            message = "expected the transformers library, got none; try: pip install 'causalcore[transformers]'"
            raise TransformersMissingError(message) from missing
        config = opened(name, OPTION, KIND, lambda: AutoConfig.from_pretrained(name))
        heads = tuple(config.architectures or ())
        self.masked = any(head.endswith("ForMaskedLM") for head in heads)
        if not (self.masked or any(head.endswith(CAUSAL) for head in heads)):
            message = (
                f"expected {KIND} for {OPTION}, got {name!r}, which is {', '.join(heads) or 'of no named kind'} and "
                "gives no probabilities of words; name another"
            )
            raise NoLanguageModelError(message)
        family = AutoModelForMaskedLM if self.masked else AutoModelForCausalLM
        self._model: Any = opened(name, OPTION, KIND, lambda: family.from_pretrained(name).eval())
        self._tokens: Any = opened(name, OPTION, KIND, lambda: AutoTokenizer.from_pretrained(name))

    def preferences(self, items: Iterable[ConditionalItem]) -> Iterator[tuple[str, Preference]]:
        """Yield the log-probabilities of each item's two completions."""
        for item in items:
            yield (
                item.id,
                Preference(
                    congruent=self.logprob(item.context, item.congruent),
                    incongruent=self.logprob(item.context, item.incongruent),
                ),
            )

    def logprob(self, context: str, completion: str) -> float:
        """Return the log-probability of a completion after its context, in nats."""
        import torch

        before = self._tokens(context, add_special_tokens=False)["input_ids"]
        after = self._tokens(f" {completion}", add_special_tokens=False)["input_ids"]
        ids, start = self._placed(before, after)
        with torch.no_grad():
            scores = self._model(input_ids=torch.tensor([ids])).logits[0].log_softmax(-1)
        shift = 0 if self.masked else 1
        return float(sum(scores[start + k - shift, token] for k, token in enumerate(after)))

    def _placed(self, before: list[int], after: list[int]) -> tuple[list[int], int]:
        """Return the model's input ids, and the position of the completion."""
        if self.masked:
            shown = [self._tokens.cls_token_id, *before, *[self._tokens.mask_token_id] * len(after)]
            return [*shown, self._tokens.sep_token_id], len(before) + 1
        start = [self._tokens.bos_token_id] if self._tokens.bos_token_id is not None else []
        return [*start, *before, *after], len(start) + len(before)
