"""Which headers belong to one connection, and are not handed on."""

Headers = tuple[tuple[bytes, bytes], ...]

HOP_BY_HOP = frozenset(
    {
        *(b"connection", b"keep-alive", b"proxy-authenticate", b"proxy-authorization", b"proxy-connection"),
        *(b"te", b"trailer", b"transfer-encoding", b"upgrade"),
    }
)
# A `Connection` that names one of these would change what the request is, not how it travels.
_NEVER_NAMED = frozenset(
    {b"host", b"content-length", b"content-type", b"content-encoding", b"authorization", b"x-api-key"}
)


def named_by_connection(headers: Headers) -> frozenset[bytes]:
    """The names that the `Connection` headers call their own."""
    named: set[bytes] = set()
    for name, value in headers:
        if name.lower() == b"connection":
            named.update(token.strip().lower() for token in value.split(b","))
    return frozenset(named - _NEVER_NAMED)


def end_to_end(headers: Headers) -> Headers:
    """The headers that travel on, in their order and with the names as they were written."""
    left_out = HOP_BY_HOP | named_by_connection(headers)
    return tuple((name, value) for name, value in headers if name.lower() not in left_out)
