"""What a gateway may be told, and the defaults."""

import re
from math import isfinite
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import msgspec

from sendable.errors import UsageError
from sendable.gateway.asked import has_dot_segment

Mode = Literal["repair", "check", "observe"]

MEGABYTE = 1_000_000
MAX_BODY = 33 * MEGABYTE
MAX_HEADER = 65_536
LEAST_HEADER = 4_096
LOOPBACK = "127.0.0.1"
MEMORY = "memory"
"""The word for a ledger that ends with its process."""

_LEDGERS = ("sqlite:", "redis://", "rediss://", "unix://")
_UNITS = {"": 1, "b": 1, "kb": 1_000, "mb": MEGABYTE, "gb": 1_000 * MEGABYTE, "kib": 1 << 10, "mib": 1 << 20}
_SCHEMES = {"http": 80, "https": 443}
_HOST = re.compile(r"[A-Za-z0-9._-]+|[0-9A-Fa-f:.]+(?:%[A-Za-z0-9._-]+)?")
_PATH = re.compile(r"[!-~]*")
_TIMES = ("judge_timeout", "connect_timeout", "timeout", "header_timeout", "idle_timeout")


class Address(msgspec.Struct, frozen=True):
    """Where the upstream is; fixed from the start on.

    Attributes:
        scheme: `http` or `https`.
        host: name or address, without brackets.
        port: of the service.
        authority: what stands in the `Host` header.
        prefix: the path that is put in front of every request's own; "" for none.
    """

    scheme: str
    host: str
    port: int
    authority: str
    prefix: str

    @property
    def url(self) -> str:
        """The address without a path."""
        return f"{self.scheme}://{self.authority}/"


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The options of a gateway.

    Attributes:
        upstream: URL of the API, with a path when it is served below one.
        mode, platform: see `sendable.relay.Settings`.
        max_loss, invent, keep_orphans, keep_tool_search: see `repair`.
        host: address to listen on.
        port: 0 takes a free one.
        ledger: `sqlite:PATH`, `redis://…`, `rediss://…` or `unix://…`; None or `memory` keeps none beyond the process.
        report: a folder for one line of JSON a request, or "-" for the standard output.
        learn: a folder for cases of what the API refused all the same, without what was said in them.
        fail_closed: answer 500 where sendable itself fails, instead of sending the request as it came.
        enforces_prefix: whether the account's thinking is held to what precedes it.
        expand_content_blocks: whether the envelope in the text of a tool result is expanded.
        workers: how many processes serve.
        max_body: bytes that a looked-at body may have.
        max_header: bytes that the head of a request may have.
        concurrency: requests that one worker answers at a time.
        judge_timeout: seconds that the judging of a request may take, with the wait for its turn, before it goes as it
            came, or is held back.
        connect_timeout: seconds for a connection to the upstream.
        timeout: seconds of silence after which an upstream, or a client that reads an answer, is given up; one that
            sends a body is given half a minute at most.
        header_timeout: seconds in which the head of a request must be there.
        idle_timeout: seconds after which an idle connection of a client is closed.
        grace: seconds that running requests are given when the gateway stops.
        environment_proxy: whether the proxy that the environment names is used.

    Raises:
        UsageError: a number with which nothing could be served, or a ledger of no known form.
    """

    upstream: str
    mode: Mode = "repair"
    platform: str = "api"
    max_loss: str = "drops"
    invent: bool = True
    keep_orphans: bool = False
    keep_tool_search: bool = False
    host: str = LOOPBACK
    port: int = 8787
    ledger: str | None = None
    report: str | None = None
    learn: Path | None = None
    fail_closed: bool = False
    enforces_prefix: bool = True
    expand_content_blocks: bool = False
    workers: int = 1
    max_body: int = MAX_BODY
    max_header: int = MAX_HEADER
    concurrency: int = 1000
    judge_timeout: float = 10.0
    connect_timeout: float = 10.0
    timeout: float = 600.0
    header_timeout: float = 15.0
    idle_timeout: float = 120.0
    grace: float = 30.0
    environment_proxy: bool = False

    def __post_init__(self) -> None:
        """Refuse what would only be noticed at the first request, or never."""
        for name in _TIMES:
            if not (isfinite(getattr(self, name)) and getattr(self, name) > 0):
                raise UsageError(f"--{name.replace('_', '-')}: a number of seconds above 0 is needed")
        if not (isfinite(self.grace) and self.grace >= 0):
            raise UsageError("--grace: a number of seconds is needed, 0 for none")
        if self.max_header < LEAST_HEADER:
            raise UsageError(f"--max-header: at least {LEAST_HEADER} bytes are needed for what every client sends")
        for name in ("workers", "concurrency", "max_body"):
            if getattr(self, name) < 1:
                raise UsageError(f"--{name.replace('_', '-')}: at least 1 is needed")
        if self.ledger not in (None, MEMORY) and not self.ledger.lower().startswith(_LEDGERS):
            raise UsageError("--ledger: memory, sqlite:PATH, redis://…, rediss://… or unix://… is needed")


def upstream_of(url: str) -> Address:
    """The fixed address that a URL names.

    Raises:
        UsageError: it is no URL of HTTP, names a user, a query or a fragment, or holds what no request could.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise UsageError("--upstream: this is no URL") from None
    if parts.scheme not in _SCHEMES or not parts.hostname:
        raise UsageError("--upstream: an address like https://api.anthropic.com is needed")
    if parts.username is not None or parts.query or parts.fragment:
        raise UsageError("--upstream: no user, query or fragment may stand in it")
    host = parts.hostname
    if not _HOST.fullmatch(host) or not _PATH.fullmatch(parts.path) or port == 0:
        raise UsageError(
            "--upstream: its host, port or path cannot be asked for; it is written in ASCII, without spaces"
        )
    if has_dot_segment(parts.path.encode("ascii")):
        raise UsageError("--upstream: its path has a dot segment")
    shown = f"[{host}]" if ":" in host else host
    authority = shown if port in (None, _SCHEMES[parts.scheme]) else f"{shown}:{port}"
    return Address(parts.scheme, host, port or _SCHEMES[parts.scheme], authority, parts.path.rstrip("/"))


def listen_of(text: str) -> tuple[str, int]:
    """Host and port of `HOST:PORT`, `[HOST]:PORT`, `:PORT` or a bare port.

    Raises:
        UsageError: it is none of these.
    """
    host, _, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise UsageError(f"--listen: '{text}' is no HOST:PORT")
    return host or LOOPBACK, int(port)


def bytes_of(text: str) -> int:
    """A count of bytes: `33MB`, `64KiB`, `100000`.

    Raises:
        UsageError: it is none, or nothing.
    """
    digits = text.strip().lower()
    number = digits.rstrip("bgikm")
    unit = _UNITS.get(digits[len(number) :])
    if unit is None or not number.strip().isascii() or not number.strip().isdigit() or int(number) == 0:
        raise UsageError(f"'{text}' is no size: write it like 33MB")
    return int(number) * unit
