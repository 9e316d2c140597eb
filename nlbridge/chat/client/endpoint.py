"""The endpoint of one command, built from its options."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Any, Self, TypeVar

from logic.errors import ReasoningError
from nlbridge.chat.client.budget import Budget, CollectingModel, load_prices
from nlbridge.chat.client.bulk import BulkOutcome, ask_all
from nlbridge.chat.client.cache import CachedModel, ReplyCache, default_path
from nlbridge.chat.client.chat_completions import CallSettings, EndpointModel
from nlbridge.chat.client.endpoint_options import KEY, PUBLIC, EndpointOptions
from nlbridge.chat.client.profile import ModelProfile, load_profile
from nlbridge.chat.client.recording import RecordingModel, ReplayModel
from nlbridge.chat.client.redaction import Redactor
from nlbridge.chat.errors import DryRunEnd, EndpointOptionError
from nlbridge.chat.replies.chat import ChatModel, Spent

T = TypeVar("T")
I = TypeVar("I")  # noqa: E741  an item, beside T


@dataclass(slots=True)
class Endpoint:
    """A chat model with cache, budget and recording; use it in a `with` block.

    Parameters
    ----------
    options
        The user's options.
    inner
        Answers in place of the network, for tests and examples.
    profile
        The model's measured profile; for a network endpoint it is looked up.

    Attributes
    ----------
    name
        The name of the model at the endpoint.
    client
        The network client below the cache; None if a recording or a script answers.

    Examples
    --------
    >>> from nlbridge.chat.replies.chat import ChatRequest, Message, Role
    >>> from nlbridge.chat.client.scripted import ScriptedModel
    >>> options = EndpointOptions(model="any", cache=False)
    >>> with Endpoint(options, inner=ScriptedModel(["yes"])) as endpoint:
    ...     request = ChatRequest(model=endpoint.name, messages=(Message(role=Role.USER, content="Is it so?"),))
    ...     endpoint.run(endpoint.model.reply(request)).text
    'yes'
    """

    options: EndpointOptions
    inner: ChatModel | None = None
    profile: ModelProfile | None = None
    _model: ChatModel | None = field(default=None, init=False)
    name: str = field(default="", init=False)
    client: EndpointModel | None = field(default=None, init=False)
    _cached: CachedModel | None = field(default=None, init=False)
    _collecting: CollectingModel | None = field(default=None, init=False)
    _runner: asyncio.Runner = field(default_factory=asyncio.Runner, init=False)
    _open: ExitStack = field(default_factory=ExitStack, init=False)

    def __enter__(self) -> Self:
        try:
            self._model = self._built()
        except BaseException:
            self._open.close()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        """Close everything and report the spending on standard error."""
        try:
            if self.client is not None:
                _apart(lambda: self._runner.run(self.disconnect()))
        finally:
            _apart(self._runner.close)
            self._closed()

    async def __aenter__(self) -> Self:
        """Build the model for the running event loop; then use `awaited` instead of `run`."""
        return self.__enter__()

    async def __aexit__(self, *error: object) -> None:
        """Close everything in that loop and report the spending on standard error."""
        try:
            await self.disconnect()
        finally:
            self._closed()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as an endpoint that opens in the other process; raise for one with its own connections."""
        if self.inner is None:
            message = "expected an endpoint that asks another process, got one with connections; share it first"
            raise TypeError(message)
        return _reopened, (self.options, self.inner, self.profile)

    async def disconnect(self) -> None:
        """Close the connections of the running event loop, to let another loop call."""
        if self.client is not None:
            await self.client.close()

    def _closed(self) -> None:
        self._open.close()
        if self.client is not None:
            sys.stderr.write(f"causalcore: {self.summary()}\n")

    @property
    def model(self) -> ChatModel:
        """The chat model with all its layers."""
        if self._model is None:
            message = "expected an open endpoint, got a closed one; use it in a with block"
            raise RuntimeError(message)
        return self._model

    @property
    def notes(self) -> dict[str, int]:
        """Observations about the endpoint, with counts."""
        return dict(self.client.notes) if self.client is not None else {}

    @property
    def spent(self) -> Spent:
        """The spending so far."""
        return self.client.budget.spent if self.client is not None else Spent()

    @property
    def from_cache(self) -> int:
        """How many replies came from the cache."""
        return self._cached.hits if self._cached is not None else 0

    @property
    def address(self) -> str:
        """The address of the endpoint; empty without a network."""
        return self.client.base_url if self.client is not None else ""

    def run(self, talk: Coroutine[Any, Any, T]) -> T:
        """Run a conversation with the model and wait for it, like `awaited`; all runs share the connections."""
        return _apart(lambda: self._runner.run(self.awaited(talk)))

    async def awaited(self, talk: Coroutine[Any, Any, T]) -> T:
        """Await a conversation with the model in the running event loop; a dry run ends in `DryRunEnd`."""
        if self._collecting is None or self.client is None:
            return await talk
        with suppress(ReasoningError):
            await talk
        raise DryRunEnd(self._collecting.estimate(self.from_cache, self.client.budget))

    def ask_all(
        self,
        work: Callable[[I], Awaitable[T]],
        items: Sequence[I],
        *,
        each: Callable[[BulkOutcome[I, T]], None] | None = None,
    ) -> tuple[BulkOutcome[I, T], ...]:
        """Call `nlbridge.chat.client.bulk.ask_all` with the options' concurrency; a dry run never calls `each`."""
        report = each if self._collecting is None else None
        return self.run(ask_all(work, items, concurrency=self.options.concurrency, each=report))

    def summary(self) -> str:
        """Return one line with the spending and the observations."""
        if self.client is None:
            return "no call was paid"
        if self._collecting is not None:
            return "no call was paid in a dry run"
        spent = self.spent
        about = "about " if spent.estimated else ""
        cost = "cost unknown without a price"
        if spent.cost is not None and self.options.prices:
            cost = f"{spent.cost:.4f} dollars"
        cached = f", {self.from_cache} from the cache" if self._cached is not None else ""
        notes = "".join(f"; {words}: {count}" for words, count in sorted(self.notes.items()))
        return (
            f"{spent.calls} {'call' if spent.calls == 1 else 'calls'}{cached}; {about}{spent.prompt_tokens} prompt and "
            f"{spent.completion_tokens} reply tokens; {cost}{notes}"
        )

    def _built(self) -> ChatModel:
        """Return the model with its layers, from outside in: recording, cache, budget, network."""
        options, model = self.options, self.inner
        self.name = options.name
        if model is None and options.replay is not None:
            model = replay = ReplayModel(options.replay)
            if not options.model and len(replay.models) == 1:
                self.name = replay.models[0]
        if not self.name:
            message = "expected the name of a model, got none; name it with --model, in Python by model=NAME"
            raise EndpointOptionError(message)
        if model is None:
            model = self._connected()
        if options.record is not None and not options.dry_run:
            redactor = Redactor() if self.client is None else self.client.redactor
            model = RecordingModel(model, options.record, redactor=redactor)
        return model

    def _connected(self) -> ChatModel:
        options = self.options
        settings = CallSettings(concurrency=options.concurrency, retries=options.retries, seconds=options.timeout)
        client = EndpointModel(options.address, key=_key(options), budget=_budget(options), settings=settings)
        self.client, self.profile = client, load_profile(self.name, client.base_url)
        if self.profile is not None:
            client.start_with(self.name, self.profile.dialect)
        model: ChatModel = client
        if options.dry_run:
            model = self._collecting = CollectingModel()
        if options.cache:
            cache = ReplyCache(default_path())
            self._open.callback(cache.close)
            model = self._cached = CachedModel(model, cache, endpoint=client.base_url)
        return model


def _apart(work: Callable[[], T]) -> T:
    """Do work that runs an event loop, in its own thread if a loop runs already, as in a notebook."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return work()
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


def _reopened(options: EndpointOptions, inner: ChatModel, profile: ModelProfile | None) -> Endpoint:
    return Endpoint(options, inner=inner, profile=profile).__enter__()


def _key(options: EndpointOptions) -> str | None:
    name = options.api_key_env or KEY
    key = os.environ.get(name, "").strip()
    if not key and (options.api_key_env or options.address.startswith(PUBLIC)):
        message = f"expected a key in the environment variable {name}, got none; set it"
        raise EndpointOptionError(message)
    return key or None


def _budget(options: EndpointOptions) -> Budget:
    prices = load_prices(options.prices) if options.prices is not None else {}
    if options.max_cost is not None and options.name not in prices:
        message = f"expected a price for {options.name} to limit the cost, got none; give prices, a price file"
        raise EndpointOptionError(message)
    return Budget(max_cost=options.max_cost, max_tokens=options.max_tokens, prices=prices)


def spending_row(endpoint: Endpoint) -> dict[str, Any]:
    """Return the model's name and the spending as a JSON object, without key or address.

    Units
    -----
    cost, max_cost : US dollars; None if no price is known, or no limit is set
    """
    spent, options = endpoint.spent, endpoint.options
    return {
        "model": endpoint.name,
        "calls": spent.calls,
        "from_cache": endpoint.from_cache,
        "prompt_tokens": spent.prompt_tokens,
        "completion_tokens": spent.completion_tokens,
        "cost": None if options.prices is None or spent.cost is None else round(spent.cost, 6),
        "max_cost": options.max_cost,
        "max_tokens": options.max_tokens,
        "notes": endpoint.notes,
    }
