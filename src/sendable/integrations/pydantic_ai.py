"""A history processor for pydantic-ai.

It repairs the history that an agent keeps, before pydantic-ai makes a request of it: what pydantic-ai itself would drop
or fail on is repaired, and the repair stays in the history that the run returns. What only shows on the wire (ids that
the API does not take, betas, what the API refuses all the same) is for the middleware or the transport of the client.
"""

import logging
from collections.abc import Callable
from typing import Any, Unpack

import msgspec
from pydantic_ai import RunContext
from pydantic_ai.messages import ModelMessage, ModelMessagesTypeAdapter

from sendable.clients.crossing import RepairOptions
from sendable.errors import SendableError
from sendable.relay.settings import known_options
from sendable.render import render
from sendable.repair.repair import Repaired, repair
from sendable.sources.load import load
from sendable.sources.write_back import write_back
from sendable.targets import Target

_LOG = logging.getLogger("sendable")
_FORM = "pydantic-ai"
_ON_THE_WIRE = frozenset(
    {
        *("map_foreign_ids", "map_foreign_names", "place_system_messages", "align_automatic_breakpoint"),
        *("fit_cache_ttls", "keep_useful_breakpoints", "order_cache_ttls", "unmark_forbidden_carriers"),
        *("mark_last_block_explicitly", "move_marks_off_deferred_tools"),
    }
)
"""Passes whose changes have no place in a history, see `sources.pydantic_ai_back`."""


class RepairedHistory:
    """Repairs the history of an agent. May be given as a history processor.

        Agent(model, capabilities=[ProcessHistory(RepairedHistory())])

    Only the messages that the repair touched are new; with nothing to repair the list is the identical one. Histories
    of runs with models of others are left alone.

    Args:
        target: where the requests go; by default the API, and the model of the run, if that is Claude.
        on_repaired: is told the outcome of each repair that changed something in the history. What has no place there,
            such as other ids, is none of its changes: the middleware or the transport makes those in the request.
        options: those of `repair`.

    Raises:
        UsageError: an option or a value that does not exist.
    """

    def __init__(
        self,
        target: Target | None = None,
        *,
        on_repaired: Callable[[Repaired], None] | None = None,
        **options: Unpack[RepairOptions],
    ) -> None:
        known_options(dict(options))
        self._target = target
        self._on_repaired = on_repaired
        self._options = options

    def __call__(self, context: RunContext[Any], messages: list[ModelMessage]) -> list[ModelMessage]:
        """The history to go on with."""
        target = self._target or Target(model=context.model.model_name)
        return messages if target.facts is None else self.repaired(messages, target)

    def repaired(self, messages: list[ModelMessage], target: Target) -> list[ModelMessage]:
        """A repaired history, outside of a run.

        Args:
            messages: the history.
            target: where its request goes, with the model.

        Returns:
            The repaired history. The one that was given where there is nothing to repair, and where a repair has no
            form in it; the latter is logged.
        """
        stored = ModelMessagesTypeAdapter.dump_json(messages)
        try:
            request = render(load(stored, _FORM), target)
            repaired = repair(request, target, **self._options)
            if repaired.request is request:
                return messages
            written = write_back(stored, request, repaired, _FORM)
        except SendableError as fault:
            _LOG.warning("a history was not repaired: %s", type(fault).__name__)
            return messages
        if written == stored:
            return messages
        if self._on_repaired is not None:
            self._on_repaired(_in_history(repaired))
        return _with_known(messages, stored, written)


def _in_history(repaired: Repaired) -> Repaired:
    """The outcome as far as it is in the history, too."""
    changes = [one for one in repaired.changes if one.by not in _ON_THE_WIRE and one.path.startswith("messages")]
    return msgspec.structs.replace(repaired, changes=changes, betas=[], ids={})


def _with_known(messages: list[ModelMessage], stored: bytes, written: bytes) -> list[ModelMessage]:
    """The messages that were written, of which those that stayed as they were are the known objects."""
    known: dict[bytes, list[ModelMessage]] = {}
    for message, entry in zip(messages, _entries(stored), strict=True):
        known.setdefault(entry, []).append(message)
    return [
        held.pop(0) if (held := known.get(entry)) else ModelMessagesTypeAdapter.validate_json(b"[" + entry + b"]")[0]
        for entry in _entries(written)
    ]


def _entries(data: bytes) -> list[bytes]:
    return [bytes(entry) for entry in msgspec.json.decode(data, type=list[msgspec.Raw])]
