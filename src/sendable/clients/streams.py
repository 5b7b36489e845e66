"""The bytes of an answer on their way to the caller: mapped back, and remembered at their end."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import cache
from typing import Any

from sendable.relay import Answer

Settles = Callable[[Callable[[], None]], Awaitable[None]]
"""Runs something that may wait for a ledger."""


class _Around:
    """Stands in for a stream of bytes. What others keep on that one is found on this one as well."""

    def __init__(self, inner: Any, answer: Answer, settles: Settles | None = None) -> None:
        self._inner = inner
        self._answer = answer
        self._settles = settles

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


class _Sync(_Around):
    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._inner:
            if passed := self._answer.feed(chunk):
                yield passed
        if rest := self._answer.finish():
            yield rest
        self._answer.settle()

    def close(self) -> None:
        """Close the stream. An answer that was read to its last event counts as whole, wherever the caller stopped."""
        try:
            self._inner.close()
        finally:
            self._answer.settle()


class _Async(_Around):
    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._inner:
            if passed := self._answer.feed(chunk):
                yield passed
        if rest := self._answer.finish():
            yield rest
        await self._settle()

    async def aclose(self) -> None:
        """Close the stream, see `_Sync.close`."""
        try:
            await self._inner.aclose()
        finally:
            await self._settle()

    async def _settle(self) -> None:
        if self._settles is None:
            self._answer.settle()
        else:
            await self._settles(self._answer.settle)


@cache
def _kind(library: Any, name: str, around: type[_Around]) -> Any:
    """A stream as the library of the client checks for it."""
    return type(f"Passing{name}", (around, getattr(library, name)), {})


def passing(library: Any, inner: Any, answer: Answer) -> Any:
    """A stream that passes `inner` on through an answer.

    Args:
        library: httpx, or the SDK's httpx2.
        inner: the stream of a response.
        answer: the way back.
    """
    return _kind(library, "SyncByteStream", _Sync)(inner, answer)


def passing_async(library: Any, inner: Any, answer: Answer, settles: Settles) -> Any:
    """The same for an asynchronous stream.

    Args:
        library, inner, answer: as for `passing`.
        settles: runs what may wait for a ledger.
    """
    return _kind(library, "AsyncByteStream", _Async)(inner, answer, settles)
