"""What a request reads from the prompt cache and what it writes into it, computed from its breakpoints.

Documented in build-with-claude/prompt-caching (2026-10-08): the order of the prefix is tools, system, messages; a
breakpoint looks back over 20 positions, itself included; each model has a least length; an entry lives for five minutes
or an hour, and every read renews it.
"""

from collections.abc import Callable, Iterator
from hashlib import blake2b
from time import time
from typing import Any

import msgspec

from sendable.emulator import tokens
from sendable.emulator.exchange import encoded
from sendable.prefix.parameters import restarting
from sendable.targets import Target
from sendable.wire.blocks import Block, Json
from sendable.wire.index import Index
from sendable.wire.kinds import can_carry
from sendable.wire.paths import Path

LOOKBACK = 20
LEAST = 1024
LIVES = {"5m": 300.0, "1h": 3600.0}
LARGEST = 50_000


class Usage(msgspec.Struct, frozen=True):
    """Tokens of the input of a request.

    Attributes:
        uncached: those behind the last breakpoint.
        read: those found in the cache.
        written: those written, by time to live.
    """

    uncached: int
    read: int = 0
    written: dict[str, int] = {}

    @property
    def total(self) -> int:
        """All tokens of the input."""
        return self.uncached + self.read + sum(self.written.values())


class _Position(msgspec.Struct, frozen=True):
    digest: bytes
    tokens: int
    ttl: str


class PromptCache:
    """Remembers which prefixes were written.

    Args:
        now: the clock.
    """

    def __init__(self, now: Callable[[], float] = time) -> None:
        self._now = now
        self._ends: dict[bytes, tuple[float, float]] = {}

    def use(self, index: Index, target: Target, dropped: frozenset[Path] = frozenset()) -> Usage:
        """The usage of a request; what it writes is kept.

        Args:
            index: the request.
            target: where it goes.
            dropped: thinking that the model does not see, and that counts for nothing.
        """
        marked = bool(index.marks) or index.request.get("cache_control") is not None
        if not marked:
            return Usage(count(index, dropped))
        positions = list(_positions(index, target, dropped))
        breakpoints = self._long_enough(positions, target)
        total = positions[-1].tokens if positions else 0
        read = self._read(positions, breakpoints)
        written: dict[str, int] = {}
        done = positions[read].tokens if read is not None else 0
        at_read = done
        for at in breakpoints:
            position = positions[at]
            self._keep(position.digest, LIVES[position.ttl])
            if position.tokens > done:
                written[position.ttl] = written.get(position.ttl, 0) + position.tokens - done
                done = position.tokens
        return Usage(total - done, at_read, written)

    def _long_enough(self, positions: list[_Position], target: Target) -> list[int]:
        facts = target.facts
        least = (facts.min_cacheable if facts is not None else None) or LEAST
        return [at for at, position in enumerate(positions) if position.ttl and position.tokens >= least]

    def _read(self, positions: list[_Position], breakpoints: list[int]) -> int | None:
        """The furthest position that is in the cache, seen from the breakpoints."""
        for breakpoint in reversed(breakpoints):
            for at in range(breakpoint, max(breakpoint - LOOKBACK, -1), -1):
                held = self._ends.get(positions[at].digest)
                if held is not None and held[0] >= self._now():
                    self._keep(positions[at].digest, held[1])
                    return at
        return None

    def _keep(self, digest: bytes, life: float) -> None:
        known = self._ends.pop(digest, None)
        life = max(life, known[1]) if known is not None else life
        self._ends[digest] = (self._now() + life, life)
        if len(self._ends) > LARGEST:
            del self._ends[next(iter(self._ends))]


def count(index: Index, dropped: frozenset[Path] = frozenset()) -> int:
    """All tokens of a request."""
    total = tokens.TOOLS if index.tools else 0
    total += sum(tokens.of_block(tool.value) for tool in index.tools if not tool.value.get("defer_loading"))
    total += sum(tokens.of_block(block.value) for block in index.system)
    total += tokens.MESSAGE * len(index.messages)
    for message in index.messages:
        for block in message.blocks:
            if not dropped or block.path not in dropped:
                total += tokens.of_block(block.value)
    return total


def _positions(index: Index, target: Target, dropped: frozenset[Path]) -> Iterator[_Position]:
    """Every block of the prefix, with the digest and the tokens up to it and the ttl of a breakpoint there."""
    state = blake2b(str(target.model).encode("utf-8", "surrogatepass"), digest_size=16)
    counted = tokens.TOOLS if index.tools else 0
    automatic = _automatic(index)
    begun = -1
    for block in _ordered(index, target, state):
        if block.message >= 0 and block.message != begun:
            begun = block.message
            counted += tokens.MESSAGE
        if dropped and block.path in dropped:
            continue
        state.update(encoded(_bare(block.value)))
        counted += tokens.of_block(block.value)
        mark = block.value.get("cache_control") or _nested_mark(block) or (block is automatic and _mark(index)) or None
        yield _Position(state.digest(), counted, _ttl(mark) if mark else "")


def _ordered(index: Index, target: Target, state: Any) -> Iterator[Block]:
    yield from (tool for tool in index.tools if not tool.value.get("defer_loading"))
    state.update(encoded(index.request.get("speed")))
    yield from index.system
    state.update(encoded([restarting(index.request, target), "image" in index.top]))
    for message in index.messages:
        state.update(message.role.encode("utf-8", "surrogatepass"))
        yield from message.blocks


def _automatic(index: Index) -> Block | None:
    """The block that the top-level `cache_control` marks: the last one that can carry it."""
    if _mark(index) is None:
        return None
    blocks = [*index.tools, *index.system, *(block for message in index.messages for block in message.blocks)]
    return next((b for b in reversed(blocks) if b.message < 0 or can_carry(b.value)), None)


def _mark(index: Index) -> Any:
    return index.request.get("cache_control")


def _nested_mark(block: Block) -> Any:
    held = block.value.get("content")
    if not isinstance(held, list):
        return None
    return next((item["cache_control"] for item in held if isinstance(item, dict) and item.get("cache_control")), None)


def _ttl(mark: Any) -> str:
    ttl = mark.get("ttl") if isinstance(mark, dict) else None
    return ttl if ttl in LIVES else "5m"


def _bare(value: Json) -> Json:
    """A block without its breakpoints. The order of its keys counts."""
    bare = {name: item for name, item in value.items() if name != "cache_control"}
    held = bare.get("content")
    if isinstance(held, list):
        bare["content"] = [_bare(item) if isinstance(item, dict) else item for item in held]
    return bare
