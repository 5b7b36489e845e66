"""The emulator without its network: a request in, an answer out."""

import sys
import traceback
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from sendable.emulator.cache_usage import PromptCache
from sendable.emulator.exchange import Answer, Call, Rejection
from sendable.emulator.identifiers import Identifiers
from sendable.emulator.kept_batches import Batch
from sendable.emulator.kept_files import File
from sendable.emulator.kept_threads import Threads
from sendable.emulator.passing_store import PassingStore
from sendable.emulator.refusals import RefusedError, broken, refusal
from sendable.emulator.routes import route_of
from sendable.emulator.script import Script, script_of
from sendable.emulator.signing import Signer
from sendable.emulator.thinking_check import ThinkingCheck
from sendable.emulator.thinking_maker import ThinkingMaker
from sendable.emulator.verdict import Judge
from sendable.errors import UsageError
from sendable.prefix.ledger import Ledger
from sendable.targets import PLATFORMS
from sendable.wire.blocks import Json

_HEADER = {"bedrock": "x-amzn-requestid"}


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How strict an emulator is.

    Raises:
        UsageError: an option has no such value.

    Attributes:
        platform: what `/v1/messages` is: api, foundry, or one of the clouds.
        enforces_prefix: whether the account is one from 2026-08-31 on.
        strict_signatures: whether thinking of others is refused.
        strict_unknown: whether names that stand in no SDK type are refused.
        key: what signatures are made with; a new one by default.
    """

    platform: str = "api"
    enforces_prefix: bool = True
    strict_signatures: bool = False
    strict_unknown: bool = False
    key: bytes | None = None

    def __post_init__(self) -> None:
        if self.platform not in PLATFORMS:
            raise UsageError(f"unknown platform {self.platform!r}: one of {', '.join(PLATFORMS)}")
        for name in ("enforces_prefix", "strict_signatures", "strict_unknown"):
            if not isinstance(getattr(self, name), bool):
                raise UsageError(f"{name} is True or False, not {getattr(self, name)!r}")
        key: object = self.key
        if key is not None and not (isinstance(key, bytes) and key):
            raise UsageError("key is bytes, one or more, or None for a new one")


class Emulator:
    """A local Messages API.

    Args:
        options: how strict it is.
        script: what it answers, see `script_of`.
        keeps: how many requests, rejections and faults are kept for reading; by default all of them.
        on_exchange: is told each call and its answer.
    """

    def __init__(
        self,
        options: Options | None = None,
        script: Any = None,
        keeps: int | None = None,
        on_exchange: Callable[[Call, Answer], None] | None = None,
    ) -> None:
        self.options = options or Options()
        self.script: Script = script_of(script)
        self.identifiers = Identifiers()
        self.cache = PromptCache()
        self.requests: deque[Json] = deque(maxlen=keeps)
        self.rejections: deque[Rejection] = deque(maxlen=keeps)
        self.faults: deque[Rejection] = deque(maxlen=keeps)
        self.batches: dict[str, Batch] = {}
        self.files: dict[str, File] = {}
        self.threads = Threads()
        signer = Signer(self.options.key)
        store = PassingStore()
        ledger = Ledger(store)
        self.thinking = ThinkingMaker(signer, store)
        self.gone: set[str] = set()
        check = ThinkingCheck(signer, ledger, store, self.options.strict_signatures)
        self.judge = Judge(check, self.options.strict_unknown, self.gone, self.files)
        self._on_exchange = on_exchange

    def follow(self, script: Any) -> None:
        """Answer by another script from now on; None for the answers without one."""
        self.script = script_of(script)

    def answer(self, call: Call) -> Answer:
        """The answer to a call; nothing that a call holds makes this raise."""
        route = route_of(call)
        request_id = self.identifiers.next("vertex_request" if route.platform == "vertex" else "request")
        try:
            answer = route.endpoint(self, call, route)
        except Exception as fault:  # noqa: BLE001 - whatever a request holds, its answer is an answer
            refused = _as_refused(fault)
            self.reject(refused)
            answer = refusal(refused, request_id, route.platform)
        name = _HEADER.get(route.platform, "request-id")
        answer = msgspec.structs.replace(answer, headers={name: request_id, **answer.headers})
        if self._on_exchange is not None:
            self._on_exchange(call, answer)
        return answer

    def reject(self, refused: RefusedError) -> None:
        """Keep a refusal for reading: a verdict among the rejections, anything else among the faults."""
        kept = self.rejections if refused.verdict else self.faults
        told = Rejection(refused.status, refused.kind, refused.message, refused.rule, refused.path, refused.request)
        kept.append(told)


def _as_refused(fault: Exception) -> RefusedError:
    if isinstance(fault, RefusedError):
        return fault
    if isinstance(fault, RecursionError):
        return RefusedError(
            400, "The request body is not valid JSON: Recursion limit reached: line 1 column 1 (char 0)"
        )
    if isinstance(fault, UsageError):
        print(f"sendable emulate: {fault}", file=sys.stderr)  # noqa: T201 - whoever wrote the script must hear of it
        return broken(f"The emulator has no answer: {fault}")
    where = traceback.extract_tb(fault.__traceback__)[-1]
    place = f"{type(fault).__name__} at {Path(where.filename).name}:{where.lineno}"
    print(f"sendable emulate: internal error, please report it: {place}", file=sys.stderr)  # noqa: T201
    return broken("Internal server error")
