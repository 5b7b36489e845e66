"""Streams of bytes that pass through an answer."""

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import httpx2
import pytest

from sendable.clients.streams import passing, passing_async
from sendable.relay import Answer

LIBRARIES = pytest.mark.parametrize("library", [httpx, httpx2], ids=["httpx", "httpx2"])
BODY = b'{"type":"message","content":[{"type":"tool_use","id":"new","name":"x","input":{}}]}'
IDS = {"ids": {"new": "old"}, "names": {}}
JSON = {"content-type": "application/json"}


class Inner:
    elapsed = 7

    def __init__(self, fails: bool = False) -> None:
        self.closed = 0
        self._fails = fails

    def __iter__(self) -> Any:
        yield BODY[:10]
        if self._fails:
            raise OSError("cut")
        yield BODY[10:]

    def close(self) -> None:
        self.closed += 1

    async def __aiter__(self) -> Any:
        for chunk in self:
            yield chunk

    async def aclose(self) -> None:
        self.closed += 1


async def at_once(settle: Callable[[], None]) -> None:
    settle()


async def all_of(stream: Any) -> bytes:
    return b"".join([chunk async for chunk in stream])


def settled(library: Any, inner: Inner, ids: Any, waits: bool, stops: bool) -> tuple[bytes, list[bytes | None]]:
    """What came through, and what was remembered."""
    told: list[bytes | None] = []
    answer = Answer(JSON, ids, told.append)

    async def run() -> bytes:
        stream = passing_async(library, inner, answer, at_once)
        assert isinstance(stream, library.AsyncByteStream)
        try:
            return b"" if stops else await all_of(stream)
        except OSError:
            return b"cut"
        finally:
            await stream.aclose()

    if waits:
        return asyncio.run(run()), told
    stream = passing(library, inner, answer)
    assert isinstance(stream, library.SyncByteStream)
    assert stream.elapsed == 7
    try:
        return b"" if stops else b"".join(stream), told
    except OSError:
        return b"cut", told
    finally:
        stream.close()


@LIBRARIES
@pytest.mark.parametrize("waits", [False, True], ids=["plain", "asynchronous"])
def test_bytes_come_through_restored_and_are_remembered_once(library: Any, waits: bool) -> None:
    inner = Inner()
    assert settled(library, inner, {}, waits, stops=False) == (BODY, [BODY])
    assert settled(library, inner, IDS, waits, stops=False) == (BODY.replace(b'"new"', b'"old"'), [BODY])
    assert inner.closed == 2


@LIBRARIES
@pytest.mark.parametrize("waits", [False, True], ids=["plain", "asynchronous"])
def test_what_is_cut_or_abandoned_is_settled_all_the_same(library: Any, waits: bool) -> None:
    assert settled(library, Inner(fails=True), {}, waits, stops=False) == (b"cut", [BODY[:10]])
    assert settled(library, Inner(), IDS, waits, stops=True) == (b"", [b""])
