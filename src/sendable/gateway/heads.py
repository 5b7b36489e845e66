"""The bytes of a head, as they are written: what came is repeated, and only what must be is put in its place."""

from collections.abc import Mapping
from http import HTTPStatus

from sendable.gateway.hop_by_hop import Headers, end_to_end


def request_head(method: str, target: bytes, headers: Headers) -> bytes:
    """The head of a request to the upstream."""
    return _joined(b"%s %s HTTP/1.1" % (method.encode("ascii"), target), headers)


def response_head(version: tuple[int, int], status: int, reason: str | None, headers: Headers) -> bytes:
    """The head of an answer to the client."""
    phrase = _phrase(status) if reason is None else reason.encode("utf-8", "surrogateescape")
    return _joined(b"HTTP/%d.%d %d %s" % (*version, status, phrase), headers)


def forwarded(headers: Headers, authority: str, length: int | None, changed: Mapping[str, str]) -> Headers:
    """The headers of a request for the upstream.

    Args:
        headers: as the client sent them.
        authority: the upstream's, for `Host`.
        length: bytes of the body, where it is sent whole; None leaves its framing to how it is sent.
        changed: values to set, by lower-case name.

    Returns:
        Those that came, in their order, without those of the connection.
    """
    host = (b"host", authority.encode("ascii"))
    new = {name.encode("latin-1"): value.encode("utf-8", "surrogateescape") for name, value in changed.items()}
    new[host[0]] = host[1]
    if length is not None and (length or _has(headers, b"content-length") or _has(headers, b"transfer-encoding")):
        new[b"content-length"] = b"%d" % length
    kept = tuple((name, value) for name, value in end_to_end(headers) if name.lower() != b"expect")
    if not _has(kept, b"host"):
        kept = ((b"Host", host[1]), *kept)
    return replaced(kept, new)


def replaced(headers: Headers, new: Mapping[bytes, bytes]) -> Headers:
    """Headers with other values: at the place of the first of that name, or behind all.

    Args:
        headers: in order.
        new: the values by lower-case name.
    """
    left = dict(new)
    result: list[tuple[bytes, bytes]] = []
    for name, value in headers:
        key = name.lower()
        if key not in new:
            result.append((name, value))
        elif key in left:
            result.append((name, left.pop(key)))
    return (*result, *left.items())


def without(headers: Headers, names: frozenset[bytes]) -> Headers:
    """Headers without those of these lower-case names."""
    return tuple((name, value) for name, value in headers if name.lower() not in names)


def _has(headers: Headers, wanted: bytes) -> bool:
    return any(name.lower() == wanted for name, _ in headers)


def _joined(first: bytes, headers: Headers) -> bytes:
    return b"\r\n".join([first, *(b"%s: %s" % header for header in headers), b"", b""])


def _phrase(status: int) -> bytes:
    try:
        return HTTPStatus(status).phrase.encode("ascii")
    except ValueError:
        return b""
